"""What is asked for, in every spelling."""

import pytest
from pytest import param

from hookline.shell import read
from hookline.shell.command_pattern import Pattern


def test_what_is_asked_for_is_taken_apart() -> None:
    assert Pattern.parse("git reset -q --hard HEAD") == Pattern("git", ("reset", "HEAD"), frozenset("q"), ("--hard",))
    assert (Pattern.parse("curl").more, Pattern.parse("rm -r").more) == (False, True)
    assert (Pattern.parse("rm -r").deletes, Pattern.parse("git rm").deletes) == (True, False)


@pytest.mark.parametrize(
    ("command", "wanted", "answer"),
    [
        param("rm -r -f x", "rm -rf", "yes", id="letters apart"),
        param("rm -vfR x", "rm -rf", "yes", id="another letter for the same"),
        param("rm --force --recursive x", "rm -rf", "yes", id="long options"),
        param("rm --fo --rec x", "rm -rf", "yes", id="long options cut short"),
        param("rm x -rf", "rm -rf", "yes", id="behind the words"),
        param("rm -r x", "rm -rf", "no", id="one letter is missing"),
        param("rm -- -rf", "rm -rf", "no", id="behind two dashes it is a file"),
        param("rm -r $x y", "rm -rf", "unknown", id="a word that may be the option"),
        param('rm -r "$x"', "rm -rf", "no", id="a quoted variable is taken for a file"),
        param('rm -r "$(pick)"', "rm -rf", "unknown", id="something computed may be the option"),
        param("rm -r -$x y", "rm -rf", "unknown", id="an option that is computed"),
        param("rm -r *.o", "rm -rf", "no", id="names of files are no options"),
        param("if a; then o=-v; fi; rm -r $o x", "rm -rf", "no", id="neither choice is the option"),
        param("if a; then o=-f; fi; rm -r $o x", "rm -rf", "unknown", id="one of the choices is the option"),
        param("git -C x -c a=b push", "git push", "yes", id="options in front of the sub-command"),
        param("git push --dry-run", "git push", "yes", id="options behind it"),
        param("git stash push", "git push", "no", id="the word in another place"),
        param("git", "git push", "no", id="no sub-command"),
        param("git $x", "git push", "unknown", id="a computed sub-command"),
        param("git log $x", "git push", "no", id="another sub-command and something computed"),
        param("git $x push", "git push", "unknown", id="something in front that may be options"),
        param("git -c a=b $x", "git push", "unknown", id="a computed sub-command behind options"),
        param("git - push", "git push", "no", id="a lone dash is a word"),
        param("git send-pack x", "git push", "yes", id="another word for the same"),
        param("git shipit", "git push", "unknown", id="an alias may be anything"),
        param("git co main", "git push", "no", id="an alias everybody has"),
        param("git push-notes", "git push", "no", id="a program of its own"),
        param("git reset --hard", "git reset --hard", "yes", id="a long option"),
        param("git reset --har", "git reset --hard", "yes", id="cut short"),
        param("git reset --soft", "git reset --hard", "no", id="another one"),
        param("git reset $(pick)", "git reset --hard", "unknown", id="a computed one"),
        param("kubectl -n prod delete pod x", "kubectl delete", "yes", id="a value in front of the sub-command"),
        param("npm publish --tag x", "npm publish", "yes", id="any other program"),
        param("terraform -chdir=x destroy", "terraform destroy", "yes", id="and any other"),
        param("chmod -R 777 /", "chmod -R 777", "yes", id="an option and a word"),
    ],
)
def test_every_spelling(command: str, wanted: str, answer: str) -> None:
    assert str(read(command).runs(wanted)) == answer
