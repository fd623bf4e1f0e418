"""sdk.shell.spelling: any text there and back, in bytes that the grammar's scanner survives."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import param

from hookline.shell import read
from hookline.shell.spelling import decoded, encoded

HIGH = "\U0010fffd"


@given(st.text(alphabet=st.characters(exclude_categories=("Cs",))))
def test_any_text_reads_back_as_it_was(text: str) -> None:
    assert decoded(encoded(text)) == text


@given(st.text())
def test_no_character_is_beyond_the_table(text: str) -> None:
    assert max(map(ord, encoded(text).decode()), default=0) < 256


@pytest.mark.parametrize(
    ("text", "read_back"),
    [
        param("ls -l", "ls -l", id="plain text"),
        param("é ÿ", "é ÿ", id="what the table has"),
        param("¡¡¢£¤¥¦", "¡¡¢£¤¥¦", id="the mark itself"),
        param("\ud800", "?", id="half a character"),
    ],
)
def test_there_and_back(text: str, read_back: str) -> None:
    assert decoded(encoded(text)) == read_back


def test_what_was_no_spelling_stays() -> None:
    assert decoded("¡¿¿¿¿¿¡¢".encode()) == "¡¿¿¿¿¿¡¢"


@pytest.mark.parametrize(
    "command",
    [
        param(f"git push; : {{{HIGH}", id="behind a brace"),
        param(f"{{{HIGH},a}}; git push", id="in a list of choices"),
        param(f"git push ${{x:{HIGH}", id="in a parameter"),
        param(f"cat <<{HIGH}\nx\n{HIGH}\ngit push", id="as the end of a here-document"),
        param(f"git commit -m '{HIGH}' && git push", id="in a text"),
    ],
)
def test_no_character_ends_the_process_of_a_guard(command: str) -> None:
    """In a process of its own: what this is about is not an exception."""
    code = "import sys; from hookline.shell import read; print(read(sys.argv[1]).runs('git push'))"
    done = subprocess.run([sys.executable, "-c", code, command], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.strip() in ("yes", "unknown")) == (0, True)


@pytest.mark.parametrize(
    "command",
    [
        param("git commit -m 'Fix the ⚡ build — 中文'", id="in a message"),
        param("echo “git push”", id="typographic quotes are text"),
        param("cat > docs/日本語.md", id="in the name of a file"),
        param("echo 😀; ls 中/文", id="between commands"),
    ],
)
def test_text_of_all_languages_is_harmless(command: str) -> None:
    assert str(read(command).runs("git push")) == "no"
