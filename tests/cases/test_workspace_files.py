"""Files of a case: where they may be put, and what is read of them."""

import os
from pathlib import Path

import pytest

from hookline.cases.workspace_files import put_file, text_of


@pytest.mark.parametrize(
    ("text", "can_be_started"), [("#!/bin/sh\nexit 0\n", True), ("x = 1\r\n", False)], ids=["a script", "any other file"]
)
def test_what_is_put_is_what_is_read(tmp_path: Path, text: str, can_be_started: bool) -> None:
    put_file(str(tmp_path), "deep/inside/file", text)
    path = str(tmp_path / "deep/inside/file")
    assert (text_of(path), os.access(path, os.X_OK)) == (text, can_be_started)


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/../../x", ".", "a\0b"])
def test_nothing_is_put_outside_the_workspace(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match="is outside the workspace; name it relative to the workspace"):
        put_file(str(tmp_path), name, "")


def test_what_is_no_text_is_read_as_far_as_it_is_and_what_is_not_there_is_nothing(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"a\xff")
    assert (text_of(str(tmp_path / "x")), text_of(str(tmp_path / "y"))) == ("a\ufffd", None)
