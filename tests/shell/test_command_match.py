"""The answer: by calls, by code, by what comes to the same, and by what could not be read."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "wanted", "answer"),
    [
        param("mv x /tmp/y", "rm -rf", "unknown", id="moved where it is forgotten"),
        param("mv x ~/.Trash/", "rm -rf", "unknown", id="moved to the trash"),
        param("mv /tmp/a /tmp/b", "rm -rf", "no", id="moved within that place"),
        param("mv a b", "rm -rf", "no", id="renamed"),
        param("rsync -a --delete e/ x/", "rm -rf", "unknown", id="made like an empty folder"),
        param("rsync -a a b", "rm -rf", "no", id="copied"),
        param("git clean -fdx", "rm -rf", "unknown", id="cleaned by git"),
        param("7z a -sdel x.7z y", "rm -rf", "unknown", id="by 7z"),
        param("7z a x.7z y", "rm -rf", "no", id="by 7z, and kept"),
        param("rar m x.rar y", "rm -rf", "unknown", id="by rar"),
        param("rar a -df x.rar y", "rm -rf", "unknown", id="by rar with an option"),
        param("rar x x.rar", "rm -rf", "no", id="unpacked by rar"),
        param("zstd --rm -r y", "rm -rf", "unknown", id="by zstd"),
        param("zstd --rm y.log", "rm -rf", "no", id="a single file by zstd"),
        param("robocopy a b /mir", "rm -rf", "unknown", id="mirrored"),
        param("tar --remove-files -cf x y", "rm -rf", "unknown", id="put into an archive and deleted"),
        param("zip -rm x y", "rm -rf", "unknown", id="moved into an archive"),
        param("zip -r x y", "rm -rf", "no", id="put into an archive"),
        param("gio trash x", "rm -rf", "unknown", id="put into the trash by the desktop"),
        param("rimraf x", "rm -rf", "unknown", id="deleted by another program"),
        param("find . -delete", "rm -rf", "yes", id="deleted by a search"),
        param("unlink x; shred -u y; truncate -s0 z", "rm -rf", "no", id="one file at a time"),
        param("gh repo create x --push", "git push", "unknown", id="pushed by another program"),
        param("python3 -c 'import shutil; shutil.rmtree(\"x\")'", "rm -rf", "unknown", id="deleted by code"),
        param("python3 -c 'import shutil; shutil.rmtree(\"x\")'", "git push", "no", id="which does not push"),
        param('python3 -c "$(pick)"', "git push", "unknown", id="code that is computed"),
        param("mv a b; rm -r x", "rm -r", "yes", id="the first yes counts"),
    ],
)
def test_what_comes_to_the_same(command: str, wanted: str, answer: str) -> None:
    assert str(read(command).runs(wanted)) == answer


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        param("git $x", "part of this is computed: git …", id="a computed word"),
        param("git $x " + "a" * 200, "part of this is computed: git … " + "a" * 73 + "…", id="cut when it is long"),
        param("wrapper git push", "wrapper may run the words it is given", id="a program nobody knows"),
        param(
            "echo 'git push' | wrapper", "wrapper is given text that may be a command", id="text for a program nobody knows"
        ),
        param("perl -e 'system @x'", "perl is handed code that can start programs or delete files", id="code"),
        param('perl -e "$(pick)"', "perl is handed code that is computed", id="computed code"),
        param('eval "$(pick)"', "eval is given a computed command line", id="a computed command line"),
        param("gh repo create --push", "this comes to the same: gh repo create --push", id="another way"),
        param("(", "the command is not valid shell, or not shell that can be read", id="no shell"),
    ],
)
def test_an_unknown_has_a_reason(command: str, reason: str) -> None:
    assert read(command).runs("git push").reason == reason
