"""Programs that may run the words they are given."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "wanted", "answer"),
    [
        param("wrapper git push", "git push", "unknown", id="a program nobody knows"),
        param("wrapper -x y git -C z push", "git push", "unknown", id="with options of both"),
        param("wrapper 'git push'", "git push", "unknown", id="in one text"),
        param("wrapper --run='git push'", "git push", "unknown", id="behind an equals sign"),
        param("wrapper 'g\"i\"t push'", "git push", "unknown", id="with quotes in it"),
        param("wrapper $(pick) push", "git push", "unknown", id="with the program computed"),
        param("wrapper git $(pick)", "git push", "unknown", id="with the sub-command computed"),
        param("wrapper $(pick)", "git push", "no", id="with nothing that points to it"),
        param("wrapper git status", "git push", "no", id="with other words"),
        param("wrapper digit pushed", "git push", "no", id="with words that only look like it"),
        param("wrapper curl http://x", "curl", "unknown", id="one word and what looks like its argument"),
        param("wrapper curl", "curl", "no", id="one word alone is a name"),
        param("wrapper curl git", "curl", "no", id="one word among names"),
        param("wrapper add curl https://x", "curl", "no", id="the name of a package"),
        param("wrapper X=/usr/bin/curl", "curl", "no", id="a setting"),
        param("wrapper 'curl x'", "curl", "unknown", id="one word and more in a text"),
        param("grep 'git push' f", "git push", "no", id="a program that only searches"),
        param("sudo apt install curl -y", "curl", "no", id="words of the program behind a wrapper"),
        param("setarch -R git push", "git push", "unknown", id="a wrapper whose words were counted wrongly"),
        param("docker pull alpine/git push", "git push", "no", id="a sub-command that runs nothing"),
        param(
            "docker run -w /w alpine/git:v2 push",
            "git push",
            "unknown",
            id="an image with a tag, behind a folder named like a program",
        ),
        param("nix run nixpkgs#git -- push", "git push", "unknown", id="a package of that name"),
        param("jest -t 'git push is denied'", "git push", "no", id="a pattern that chooses tests"),
        param("jest -t x=1 'git push'", "git push", "unknown", id="a text behind such a pattern"),
        param("docker run x/curl http://x", "curl", "unknown", id="an image of that name"),
        param("python3 tool.py git push", "git push", "unknown", id="arguments of a script"),
        param("python3 tool.py -m 'git push'", "git push", "no", id="a text among the arguments of a script"),
        param("bash tool.sh git push", "git push", "unknown", id="arguments of a shell's script"),
        param("awk '{print}' git push", "git push", "no", id="files"),
        param("git log git push", "git push", "no", id="arguments of git"),
        param("git hook run git push", "git push", "unknown", id="arguments of a hook"),
        param('"$x" git push', "git push", "unknown", id="a computed program"),
    ],
)
def test_mentions(command: str, wanted: str, answer: str) -> None:
    assert str(read(command).runs(wanted)) == answer
