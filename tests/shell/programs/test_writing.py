"""Programs that write, copy and name files."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("echo 'git push' | tee f; sh f", "yes", id="tee: a file"),
        param("echo ls > f; echo 'git push' | tee -a f; sh f", "yes", id="tee: appended"),
        param("echo 'git push' | tee f | sh", "yes", id="tee: and on"),
        param("tee f < x; sh f", "no", id="tee: what was there"),
        param("echo 'git push' | dd of=f; sh f", "yes", id="dd: what comes in"),
        param("echo 'git push' > a; dd if=a of=f; sh f", "yes", id="dd: from a file"),
        param("echo 'git push' > a; dd if=a | sh", "yes", id="dd: and on"),
        param("curl -o f http://x; sh f", "unknown", id="curl: a file"),
        param("curl -O http://x/f.sh; sh f.sh", "unknown", id="curl: a file of its name"),
        param("wget http://x/f.sh && bash f.sh", "unknown", id="wget: a file of its name"),
        param("curl -o - http://x", "no", id="curl: no file"),
        param("touch -- -rf", "unknown", id="touch: a file named like an option"),
        param("mkdir ./-rf", "unknown", id="mkdir: a folder named like an option"),
        param("touch -t 01010101 a", "no", id="touch: an option"),
        param("echo 'git push' > a; cp a b; sh b", "yes", id="cp: a script"),
        param("echo 'git push' > a; cp a /tmp; sh /tmp/a", "yes", id="cp: a script into a folder"),
        param("echo 'git push' > a; cp -t /tmp a; sh /tmp/a", "yes", id="cp: the folder first"),
        param('echo \'git push\' > a; cp a "$d"; sh "$d"', "unknown", id="cp: to nobody knows where"),
        param('cp a "$d"; sh "$d"', "no", id="cp: what was there"),
        param("install -m 755 /dev/stdin f <<< 'git push'; ./f", "yes", id="install: what comes in"),
        param('cp "$(pick)" f; ./f push', "unknown", id="cp: a computed file"),
        param('cp "$x" f; ./f push', "unknown", id="cp: a file nobody knows"),
        param("cp /usr/bin/git f; ./f push", "yes", id="cp: a program"),
        param("cp /usr/bin/git bin/; bin/git push", "yes", id="cp: a program into a folder"),
        param("mv a b", "no", id="mv: a file"),
        param("cp a", "no", id="cp: nowhere"),
        param("hash -p /usr/bin/git x; x push", "yes", id="hash: a name for a program"),
        param("hash -r", "no", id="hash: forgotten"),
    ],
)
def test_files(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer
