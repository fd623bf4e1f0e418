"""The program behind a wrapper's own options."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("sudo git push", "yes", id="no options"),
        param("sudo -u bob -H git push", "yes", id="options with and without values"),
        param("sudo -nu bob git push", "yes", id="options together, the last with a value"),
        param("sudo -ubob git push", "yes", id="an attached value"),
        param("sudo --user=bob git push", "yes", id="a long option with its value"),
        param("sudo --user bob -- git push", "yes", id="two dashes"),
        param("sudo A=b git push", "yes", id="an assignment"),
        param("timeout 5 git push", "yes", id="a word of its own"),
        param("timeout $t git push", "unknown", id="a word of its own that may be several"),
        param('timeout "$t" git push', "yes", id="a word of its own that is computed"),
        param("setarch -R git push", "unknown", id="a word of its own that may be left out"),
        param("timeout 5 $cmd", "unknown", id="a computed program"),
        param("script -qc 'git push' /dev/null", "yes", id="a command line in an option"),
        param("script --command='git push' f", "yes", id="a command line in a long option"),
        param("flock f -c'git push'", "yes", id="a command line attached to its option"),
        param("su bob -c 'git push'", "yes", id="a command line behind a name"),
        param('su -c "$(pick)" bob', "unknown", id="a computed command line"),
        param("xterm -e git push", "yes", id="all words behind an option"),
        param("docker exec -it web git push", "yes", id="behind a sub-command"),
        param("docker -H x exec web git push", "yes", id="behind a sub-command and an option before it"),
        param("docker compose exec web git push", "yes", id="behind two sub-commands"),
        param("docker $x web git push", "no", id="a sub-command nobody knows"),
        param("docker ps", "no", id="another sub-command"),
        param("tar --checkpoint-action=exec='git push' -cf x y", "yes", id="an option of another program"),
        param("tar --to-comm='git push' -xf x", "yes", id="one that is cut short"),
        param("rsync -e 'git push' a b:", "yes", id="a short one"),
        param("rsync -e'git push' a b:", "yes", id="a short one with its value attached"),
        param('tar -I "$(pick)" -cf x y', "unknown", id="a computed one"),
        param("tar --use=x -cf y z", "no", id="one that is something else"),
        param("time do x=push; git $x", "unknown", id="a keyword that was missed"),
        param("sudo", "no", id="nothing behind it"),
        param("sudo -s ls", "no", id="something else behind it"),
    ],
)
def test_what_stands_behind(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer
