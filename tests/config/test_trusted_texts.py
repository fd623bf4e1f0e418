"""config.texts: what was trusted, kept by its hash, so that a change can be shown."""

import os
import time
from pathlib import Path

from hookline.config.disk import FOLDER, UNREADABLE, sha256, watch
from hookline.config.trusted_texts import MAX_BYTES, MAX_KEPT, Texts
from hookline.model import WatchedFile

NOT_KEPT = "(not kept: longer than 64 KiB, or one of very many)\n"
NOT_SHOWN = "(not shown: longer than 64 KiB, or not readable)\n"


def a_file(folder: Path, data: bytes) -> WatchedFile:
    path = folder / "script"
    path.write_bytes(data)
    return watch(str(path), time.time())


def test_a_kept_text_is_found_by_its_hash(tmp_path: Path) -> None:
    texts = Texts(str(tmp_path / "trusted"))
    file = a_file(tmp_path, b"echo \xc3\xa9 \xff")
    texts.keep([file])
    assert texts.old(file.sha256) == "echo é \ufffd"
    assert os.listdir(tmp_path / "trusted") == [file.sha256]


def test_a_file_that_changed_since_it_was_hashed_is_not_kept(tmp_path: Path) -> None:
    texts = Texts(str(tmp_path / "trusted"))
    file = a_file(tmp_path, b"good")
    a_file(tmp_path, b"evil")
    texts.keep([file])
    assert os.listdir(tmp_path / "trusted") == []
    assert texts.old(file.sha256) == NOT_KEPT


def test_what_is_long_missing_or_a_folder_is_not_kept(tmp_path: Path) -> None:
    texts = Texts(str(tmp_path / "trusted"))
    long = a_file(tmp_path, b"x" * (MAX_BYTES + 1))
    texts.keep([long, WatchedFile("/no", None, None), WatchedFile(str(tmp_path), None, FOLDER)])
    assert os.listdir(tmp_path / "trusted") == []


def test_old_texts_that_do_not_exist(tmp_path: Path) -> None:
    texts = Texts(str(tmp_path))
    assert texts.old(None) is None
    assert texts.old(FOLDER) is None
    assert texts.old("../../etc/passwd") == NOT_KEPT
    assert texts.old(sha256(b"never kept")) == NOT_KEPT


def test_new_texts(tmp_path: Path) -> None:
    texts = Texts(str(tmp_path / "trusted"))
    assert texts.new(a_file(tmp_path, b"now")) == "now"
    assert texts.new(a_file(tmp_path, b"x" * (MAX_BYTES + 1))) == NOT_SHOWN
    assert texts.new(WatchedFile("/no", None, None)) is None
    assert texts.new(WatchedFile(str(tmp_path), None, FOLDER)) is None
    assert texts.new(WatchedFile(str(tmp_path / "script"), None, UNREADABLE)) == NOT_SHOWN


def test_texts_nobody_refers_to_are_removed(tmp_path: Path) -> None:
    texts = Texts(str(tmp_path / "trusted"))
    texts.forget_all_but([])
    texts.keep([a_file(tmp_path, b"1")])
    second = a_file(tmp_path, b"2")
    texts.keep([second])
    texts.forget_all_but([second.sha256, None])
    assert os.listdir(tmp_path / "trusted") == [second.sha256]


def test_of_very_many_files_only_the_first_are_kept(tmp_path: Path) -> None:
    texts = Texts(str(tmp_path / "trusted"))
    files = []
    for number in range(MAX_KEPT + 5):
        path = tmp_path / f"{number}.sh"
        path.write_text(str(number))
        files.append(watch(str(path), time.time() + 3600))
    texts.keep(files)
    assert len(os.listdir(tmp_path / "trusted")) == MAX_KEPT
    assert texts.old(files[0].sha256) == "0"
    assert texts.old(files[-1].sha256) == NOT_KEPT
