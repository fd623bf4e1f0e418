"""What is done to the paths a program is given: one rule for each, which says which words name
them. It looks at no file.
"""

from __future__ import annotations

import re
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from hookline.shell import Call

    #: The words that name paths, what is done to them, and how thoroughly.
    OnPaths: TypeAlias = tuple[list[Any], str, str]

#: With all below it; in a way that can be put right; only some of what is below it; single files.
TREES, MILDLY, SOME_OF, FILES = "trees", "mildly", "some of", "files"
_NARROWS = frozenset(
    "-name -iname -path -ipath -wholename -regex -iregex -mtime -mmin -atime -ctime -size -empty -newer -user -perm".split()
)
_DELETERS = frozenset("rm shred unlink rmdir".split())
_FD_VALUES = (
    "-e",
    "-E",
    "-t",
    "-d",
    "-S",
    "-o",
    "-c",
    "-j",
    "--extension",
    "--exclude",
    "--type",
    "--max-depth",
    "--size",
    "--owner",
)
_FD_NARROWS = ("-e", "--extension", "-S", "--size", "--changed-within", "--changed-before")
HISTORY_FILE = re.compile(
    r"\.(?:bash|zsh|sh|python|mysql|psql|sqlite|node_repl|lesshst)_?history\Z|fish_history\Z"
)


def plain_words(call: Call, skipped: int = 0) -> list[Any]:
    """Its words that are no options, without the first few."""
    words = list(call.words[1:])
    behind = next((at for at, word in enumerate(words) if word.text == "--"), len(words))
    plain = [word for word in words[:behind] if not word.start.startswith("-") or word.text == "-"]
    return [*plain, *words[behind + 1 :]][skipped:]


def _rm(call: Call) -> OnPaths:
    """Deleting trees; single files are nobody's disaster, unless all are meant."""
    if call.has("-r", "-R", "--recursive") or any(
        (text or "").startswith("--rec") for text in call.texts[1:]
    ):
        return plain_words(call), "deletes", TREES
    everything = [word for word in plain_words(call) if _is_everything(word) or names_history(word)]
    return (
        (everything, "deletes files of", MILDLY)
        if everything
        else (plain_words(call), "deletes", FILES)
    )


def _is_everything(word: Any) -> bool:
    return (
        word.text is None
        and not word.quoted
        and [hole.file_name for hole in word.holes] == [True]
        and not word.known_text.strip("./ ~")
    )


def names_history(word: Any) -> bool:
    return HISTORY_FILE.search(word.known_text) is not None


def _find(call: Call) -> OnPaths:
    """`find` that deletes: by its own option, or with a program it runs. With a test it deletes
    some of what is there.
    """
    texts = call.texts
    deletes = "-delete" in texts or any(
        text in ("-exec", "-execdir", "-ok", "-okdir")
        and (after or "").rpartition("/")[2] in _DELETERS
        for text, after in pairwise(texts)
    )
    end = next(
        (at for at, word in enumerate(call.words) if at and word.start[:1] in ("-", "(", "!")),
        len(call.words),
    )
    return (
        list(call.words[1:end]) if deletes else [],
        "deletes",
        SOME_OF if _narrowed(texts) else TREES,
    )


def _narrowed(texts: tuple[str | None, ...]) -> bool:
    """Whether a test stands before the deletion that only some files pass, and nothing takes it back."""
    end = next(
        (
            at
            for at, text in enumerate(texts)
            if text in ("-delete", "-exec", "-execdir", "-ok", "-okdir")
        ),
        len(texts),
    )
    before = texts[:end]
    if {"-o", "-or", "!", "-not", ","} & set(before):
        return False
    return any(
        test in _NARROWS and (value is None or value.strip("*.?/+") != "")
        for test, value in pairwise(texts[: end + 1])
    )


def _fd(call: Call) -> OnPaths:
    """`fd pattern folder … -X rm`."""
    from hookline.shell.word import known

    texts = call.texts
    end = next(
        (at for at, text in enumerate(texts) if text in ("-x", "-X", "--exec", "--exec-batch")),
        len(texts),
    )
    deletes = (texts[end + 1 : end + 2] or ("",))[0] in _DELETERS
    plain = call._replace(words=call.words[:end]).plain(*_FD_VALUES)
    narrowed = call.has(*_FD_NARROWS) or (plain[:1] or (None,))[0] not in (None, "", ".", ".*", "*")
    folders = [word for word in call.words[1:end] if word.text in plain[1:]] or [known(".")]
    return folders if deletes else [], "deletes", SOME_OF if narrowed else TREES


def _truncate(call: Call) -> OnPaths:
    values = call.options("-s", "--size", "-r", "--reference")
    words = [
        word
        for word in plain_words(call)
        if word.text not in values and not (word.text or "").endswith((".log", ".out"))
    ]
    return words, "empties", TREES


def _chown(call: Call) -> OnPaths:
    whole = all(word.text in (".", "./") for word in plain_words(call, 1))
    return (
        plain_words(call, 1) if call.has("-R", "--recursive") else [],
        "changes the owner of",
        MILDLY if whole else TREES,
    )


def _chmod(call: Call) -> OnPaths:
    """Rights of a whole tree: in the workspace they can be put right."""
    known = [word for word in plain_words(call, 1) if word.text]
    return known if call.has("-R", "--recursive") else [], "changes the rights of", SOME_OF


def _mv(call: Call) -> OnPaths:
    gone = plain_words(call)[-1:]
    if gone and gone[0].text == "/dev/null":
        return plain_words(call)[:-1], "does away with", TREES
    return _written(call)


def _shred(call: Call) -> OnPaths:
    return plain_words(call), "destroys", TREES


def _unlink(call: Call) -> OnPaths:
    return plain_words(call), "deletes", FILES


def _written(call: Call) -> OnPaths:
    """cp, ln, install: the last word is written over."""
    return plain_words(call)[-1:] if len(plain_words(call)) > 1 else [], "writes over", FILES


def _tee(call: Call) -> OnPaths:
    return plain_words(call) if not call.has("-a", "--append") else [], "writes over", FILES


def _dd(call: Call) -> OnPaths:
    onto = [word.without_start("of=") for word in call.words if word.start.startswith("of=")]
    return onto, "writes over", FILES


def _in_place(call: Call) -> OnPaths:
    """`sed -i`, `perl -i`."""
    changes = call.has("-i", "--in-place") or any(
        (text or "").startswith("-pi") for text in call.texts
    )
    return plain_words(call) if changes else [], "changes", FILES


def _git_rm(call: Call) -> OnPaths:
    """`git rm -rf`: files that were changed and not committed are gone."""
    words = [word for word in plain_words(call) if word.text != "rm"]
    removes = (
        call.plain("-C", "-c")[:1] == ("rm",)
        and call.has("-f", "--force")
        and not call.has("--cached", "-n", "--dry-run")
    )
    return words if removes and call.has("-r") else [], "deletes", TREES


ON_PATHS: dict[str, Callable[[Call], OnPaths]] = {
    "rm": _rm, "grm": _rm, "find": _find, "gfind": _find, "truncate": _truncate, "chown": _chown, "chgrp": _chown,
    "chmod": _chmod,
    "mv": _mv, "shred": _shred, "srm": _shred, "wipe": _shred, "rimraf": _shred,
    "fd": _fd, "fdfind": _fd, "unlink": _unlink, "cp": _written, "install": _written, "ln": _written, "tee": _tee,
    "sponge": _tee, "dd": _dd, "sed": _in_place, "perl": _in_place, "git": _git_rm,
}  # fmt: skip
