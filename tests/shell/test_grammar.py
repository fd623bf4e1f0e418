"""What the grammar is given, and where it is put right."""

import sys

import pytest
from pytest import param

from hookline.shell import read
from hookline.shell.grammar import LONGEST_BYTES, arguments, beginning_of, parse, repaired, source_of


@pytest.mark.parametrize(
    ("text", "source"),
    [
        param("git pu\\\nsh", b"git push", id="a line that goes on is one"),
        param("echo a\\\\\nb", b"echo a\\\\\nb", id="an escaped backslash ends it"),
        param("sh <<E\n\\git push\nE", b"sh <<E\n''\\git push\nE", id="a here-document that begins with a backslash"),
        param("x" * (LONGEST_BYTES + 1), None, id="too long"),
        param("a\0b", None, id="no shell takes a NUL"),
        param("é\ud800", "é?".encode(), id="what is no text is replaced"),
    ],
)
def test_source(text: str, source: bytes | None) -> None:
    assert source_of(text) == source


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        param("ls\nls", "ls\nls", id="all of it"),
        param("a" * LONGEST_BYTES, "a" * LONGEST_BYTES, id="as long as may be"),
        param("a" * (LONGEST_BYTES + 1), "", id="one word that is too long"),
        param("ls\n" + "a" * LONGEST_BYTES, "ls", id="its lines"),
        param("ls; ls -l; " + "a" * LONGEST_BYTES, "ls; ls -l", id="its commands, where it has one line"),
        param("ls\n" + "é" * LONGEST_BYTES, "ls", id="bytes count"),
    ],
)
def test_what_is_read_of_a_long_text(text: str, beginning: str) -> None:
    assert beginning_of(text) == beginning


def test_a_text_that_the_grammar_would_take_minutes_for_is_given_up() -> None:
    assert parse(b"[a]" * 20_000) is None
    root = parse(b"ls")
    assert root is not None and not root.has_error


def test_a_loop_over_the_arguments_is_written_out() -> None:
    source = b"for i do ls; done"
    assert repaired(source, parse(source)) == b'for i in "$@"; do ls; done'
    assert str(read("for i do git push; done").runs("git push")) == "yes"


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("cat > f <<< x", "no", id="behind a file to write"),
        param("cat >f 2>&1 <<<'git push'", "no", id="text that nobody runs"),
        param("sh > f <<< 'git push'", "yes", id="text that a shell reads"),
        param("ls | sh > f <<<'git push' 2>&1; ls", "yes", id="in a pipe, with more behind it"),
        param('cat > f <<< "$(git push)"', "yes", id="a substitution in it"),
        param("cat > f.sh <<< 'git push' && sh f.sh", "yes", id="a script written so"),
        param("echo $(cat > f <<< x) > g <<< y; git push", "yes", id="one inside the other"),
        param("cat > f <<< x; echo )(", "unknown", id="beside what is no shell"),
    ],
)
def test_a_text_to_read_may_stand_behind_other_redirections(command: str, answer: str) -> None:
    assert read(command).runs("git push") == answer


@pytest.mark.parametrize(
    "command",
    [
        param("sh <<'E'\n\\git push\nE", id="a here-document that begins with a backslash"),
        param("sh <<-E\n\t\\git push\n\tE", id="with a tab before it"),
        param("echo $((1<<x))\n\\git push", id="a shift is no here-document"),
        param("ls | sort | head\ngit 2>/dev/null push", id="a line behind pipes, with a redirection in it"),
        param("cat <<E; git push\nx\nE", id="another command on the line"),
        param("cat <<E; ls\nx\nE\ngit push", id="another command behind it"),
    ],
)
def test_where_the_grammar_stumbles(command: str) -> None:
    assert str(read(command).runs("git push")) == "yes"


def test_a_here_document_that_begins_with_a_backslash_is_no_command() -> None:
    assert str(read("cat <<'E' > a.tex\n\\section{git push (x)}\nE").runs("git push")) == "no"


@pytest.mark.parametrize(
    ("command", "count"),
    [
        param(b"\"g\"\\i't' push", 2, id="what touches is one word"),
        param(b"a b c", 3, id="what does not touch is several"),
        param(b"x=1 a b >f", 2, id="assignments and redirections are no words"),
    ],
)
def test_words_as_written(command: bytes, count: int) -> None:
    node = parse(command).named_children[0]
    node = node.child_by_field_name("body") or node
    assert len(arguments(node, [])) == count


def test_without_the_grammar_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hookline.shell.grammar._parser", None)
    monkeypatch.setitem(sys.modules, "tree_sitter_bash", None)
    with pytest.raises(ImportError, match=r"pip install 'hookline\[kit\]'"):
        read("ls")
