"""What is done to the paths a program is given: one rule for each, which says which words name
them. It looks at no file.
"""

from __future__ import annotations

import re
from itertools import pairwise, takewhile

from hookline.kit.commands.path_kinds import is_written_by_programs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from hookline.shell import Call

    #: The words that name paths, what is done to them, and how thoroughly.
    OnPaths: TypeAlias = tuple[list[Any], str, str]

#: With all below it; in a way that can be put right; some of what is below it, or all of a kind that
#: somebody has written; single files.
TREES, MILDLY, SOME_OF, MANY_OF, FILES = "trees", "mildly", "some of", "many of", "files"
_NARROWS = frozenset(
    "-name -iname -path -ipath -wholename -regex -iregex -mtime -mmin -atime -ctime -size -empty "
    "-newer -user -perm".split()
)
_DELETERS = frozenset("rm shred unlink rmdir truncate srm".split())
_DELETES_IN_TEXT = re.compile(r"\b(?:rm|shred|unlink|truncate|srm)\b|>\s*\"?\$")
_FD_VALUES = tuple(
    "-e -E -t -d -S -o -c -j --extension --exclude --type --max-depth --size --owner".split()
)
_FD_NARROWS = ("-e", "--extension", "-S", "--size", "--changed-within", "--changed-before")
#: Options with which find and fd start a program.
_FIND_RUNS = frozenset("-exec -execdir -ok -okdir".split())
_FD_RUNS = frozenset("-x -X --exec --exec-batch".split())
#: Signs with which the tests of find begin, behind its folders.
_FIND_TESTS = ("-", "(", "!")
#: What turns the tests of find around, or leaves a choice.
_FIND_LOGIC = frozenset(("-o", "-or", "!", "-not", ","))
_CMD_OPTION = re.compile(r"//?[A-Za-z](?::\w+)?")
#: Rights that let everybody write.
_OPENS = re.compile(r"0*[0-7]?[0-7][0-7][2367]\Z|(?:[ugo]*[ao][ugo]*|)[+=][rxXst]*w")
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
    words = plain_words(call)
    if call.has("-r", "-R", "--recursive") or _has_start(call, "--rec"):
        return words, "deletes", TREES
    many = [word for word in words if _is_pattern(word) or names_history(word)]
    if many:
        return many, "deletes files of", MILDLY
    return words, "deletes", FILES


def _has_start(call: Call, start: str) -> bool:
    """Whether a word begins so, such as an option that is written only in part."""
    return any((text or "").startswith(start) for text in call.texts[1:])


def _is_pattern(word: Any) -> bool:
    """`*`, `src/*.py`: as many files as there are of such a name."""
    if word.text is not None or word.quoted:
        return False
    return all(hole.file_name for hole in word.holes)


def names_history(word: Any) -> bool:
    return HISTORY_FILE.search(word.known_text) is not None


def _find(call: Call) -> OnPaths:
    """`find` that deletes: by its own option, or with a program it runs. With a test it deletes
    some of what is there.
    """
    texts = call.texts
    started = [after for text, after in pairwise(texts) if text in _FIND_RUNS]
    deletes = "-delete" in texts or any(map(_is_deleter, started))
    if not deletes and not (started and _script_deletes(texts)):
        return [], "deletes", TREES
    return _folders_searched(call), "deletes", _share_found(texts)


def _folders_searched(call: Call) -> list[Any]:
    """What stands before the first test of find."""
    return list(takewhile(lambda word: word.start[:1] not in _FIND_TESTS, call.words[1:]))


def _is_deleter(program: str | None) -> bool:
    return (program or "").rpartition("/")[2] in _DELETERS


def _script_deletes(texts: tuple[str | None, ...]) -> bool:
    """`find -exec sh -c 'rm "$1"' _ {}`."""
    scripts = [after for text, after in pairwise(texts) if text in ("-c", "-lc", "-ec")]
    return any(_DELETES_IN_TEXT.search(script or "") for script in scripts)


def _share_found(texts: tuple[str | None, ...]) -> str:
    """How much of what is there find acts on: some of it when a test stands before the deletion that
    only some files pass, and nothing takes it back.
    """
    tests = list(pairwise(texts[: _place_of_act(texts) + 1]))
    if not _FIND_LOGIC.isdisjoint(test for test, _ in tests) or not any(
        _narrows(*test) for test in tests
    ):
        return TREES
    return SOME_OF if _all_may_go(tests) else MANY_OF


def _place_of_act(texts: tuple[str | None, ...]) -> int:
    acts = (at for at, text in enumerate(texts) if text == "-delete" or text in _FIND_RUNS)
    return next(acts, len(texts))


def _all_may_go(tests: list[tuple[str | None, str | None]]) -> bool:
    names = [value for test, value in tests if test in ("-name", "-iname")]
    return not names or any(map(_is_name_to_delete, names))


def _is_name_to_delete(name: str | None) -> bool:
    """One name, or what a program has written: `*.pyc`, and not `*.py`."""
    has_wildcard = name is not None and not set("*?[").isdisjoint(name)
    return not has_wildcard or is_written_by_programs((name or "").replace("*", "x"))


def _narrows(test: str | None, value: str | None) -> bool:
    """`-name '*.pyc'`, and not `-name '*'`."""
    return test in _NARROWS and (value is None or value.strip("*.?/+") != "")


def _fd(call: Call) -> OnPaths:
    """`fd pattern folder … -X rm`."""
    from hookline.shell.word import known

    texts = call.texts
    runs = [at for at, text in enumerate(texts) if text in _FD_RUNS]
    end = runs[0] if runs else len(texts)
    if not texts[end + 1 : end + 2] or texts[end + 1] not in _DELETERS:
        return [], "deletes", TREES
    pattern, folders = _fd_words(call._replace(words=call.words[:end]))
    is_narrowed = call.has(*_FD_NARROWS) or pattern not in (None, "", ".", ".*", "*")
    return folders or [known(".")], "deletes", SOME_OF if is_narrowed else TREES


def _fd_words(call: Call) -> tuple[str | None, list[Any]]:
    """What fd looks for, and where."""
    pattern, *folders = call.plain(*_FD_VALUES) or (None,)
    return pattern, [word for word in call.words[1:] if word.text in folders]


def _truncate(call: Call) -> OnPaths:
    sizes = call.options("-s", "--size", "-r", "--reference")
    words = [word for word in plain_words(call) if word.text not in sizes]
    return _without_output(words), "empties", TREES


def _without_output(words: list[Any]) -> list[Any]:
    """The words without the names of files that programs write."""
    return [word for word in words if not _is_output(word)]


def _is_output(word: Any) -> bool:
    """Output of the project itself, whose place is told from where one stands."""
    text = word.text or "/"
    return not text.startswith(("/", "~")) and is_written_by_programs(text)


def _chown(call: Call) -> OnPaths:
    words = plain_words(call, 1)
    is_here = all(word.text in (".", "./") for word in words)
    changed = words if call.has("-R", "--recursive") else []
    return changed, "changes the owner of", MILDLY if is_here else TREES


def _chmod(call: Call) -> OnPaths:
    """Rights of a whole tree: in the workspace they can be put right."""
    if not call.has("-R", "--recursive"):
        opens = _OPENS.match((call.texts[1:2] or ("",))[0] or "") is not None
        return plain_words(call, 1) if opens else [], "lets everybody write to", FILES
    known = [word for word in plain_words(call, 1) if word.text]
    return known if call.has("-R", "--recursive") else [], "changes the rights of", SOME_OF


def _mv(call: Call) -> OnPaths:
    *moved, target = plain_words(call) or [None]
    if target is not None and target.text == "/dev/null":
        return moved, "throws away", TREES
    onto, what, how = _written(call)
    return [*moved, *onto], what, how


def _shred(call: Call) -> OnPaths:
    return plain_words(call), "destroys", TREES


def _in_windows(call: Call) -> OnPaths:
    """cmd's `rd /s` and `del /s`; without `/s`, an empty folder or single files."""
    options = [word for word in call.words[1:] if _CMD_OPTION.fullmatch(word.start)]
    words = [word for word in plain_words(call) if word not in options]
    with_all_below = any(word.start.lower().endswith("/s") for word in options)
    return words, "deletes", TREES if with_all_below else FILES


def _unlink(call: Call) -> OnPaths:
    return plain_words(call), "deletes", FILES


def _written(call: Call) -> OnPaths:
    """cp, ln, install: the last word is written over, or the folder that an option names. With
    nothing: it is emptied.
    """
    words = plain_words(call)
    if call.program in ("cp", "install") and words[:1] and words[0].text == "/dev/null":
        return _without_output(words[1:]), "empties", TREES
    return _behind(call, *_INTO) or words[1:][-1:], "overwrites", FILES


_INTO = ("-t", "--target-directory")


def _behind(call: Call, *options: str) -> list[Any]:
    """The words behind one of these options."""
    pairs = zip(call.texts, call.words[1:], strict=False)
    return [word for option, word in pairs if option in options]


def _rsync(call: Call) -> OnPaths:
    return plain_words(call)[-1:], "overwrites", FILES


def _tee(call: Call) -> OnPaths:
    return plain_words(call), "changes" if call.has("-a", "--append") else "overwrites", FILES


def _dd(call: Call) -> OnPaths:
    onto = [word.without_start("of=") for word in call.words if word.start.startswith("of=")]
    return onto, "overwrites", FILES


def _unpacks(*options: str) -> Callable[[Call], OnPaths]:
    """tar, unzip: into the folder that an option names."""

    def into(call: Call) -> OnPaths:
        attached = [_attached(word, options) for word in call.words[1:]]
        return [*_behind(call, *options), *filter(None, attached)], "unpacks into", FILES

    return into


def _attached(word: Any, options: tuple[str, ...]) -> Any:
    """The value of `--directory=x`; None when the word is no such option."""
    name, equals, _ = word.start.partition("=")
    return word.without_start(f"{name}=") if equals and name in options else None


def _in_place(call: Call) -> OnPaths:
    """`sed -i`, `perl -i`."""
    changes = call.has("-i", "--in-place") or _has_start(call, "-pi")
    return plain_words(call) if changes else [], "changes", FILES


def _git_rm(call: Call) -> OnPaths:
    """`git rm -rf`: files that were changed and not committed are gone."""
    is_rm = call.plain("-C", "-c")[:1] == ("rm",)
    is_forced = call.has("-f", "--force") and call.has("-r")
    keeps = call.has("--cached", "-n", "--dry-run")
    words = [word for word in plain_words(call) if word.text != "rm"]
    return words if is_rm and is_forced and not keeps else [], "deletes", TREES


ON_PATHS: dict[str, Callable[[Call], OnPaths]] = {
    **dict.fromkeys("rm grm".split(), _rm),
    **dict.fromkeys("find gfind".split(), _find),
    **dict.fromkeys("fd fdfind".split(), _fd),
    **dict.fromkeys("shred srm wipe rimraf trash trash-put del-cli trash-cli".split(), _shred),
    **dict.fromkeys("chown chgrp".split(), _chown),
    **dict.fromkeys("cp install ln".split(), _written),
    **dict.fromkeys("tee sponge".split(), _tee),
    **dict.fromkeys("sed perl".split(), _in_place),
    **dict.fromkeys("rd rmdir del erase".split(), _in_windows),
    "chmod": _chmod,
    "dd": _dd,
    "rsync": _rsync,
    **dict.fromkeys("tar gtar bsdtar".split(), _unpacks("-C", "--directory", "--cd")),
    "unzip": _unpacks("-d"),
    "git": _git_rm,
    "mv": _mv,
    "truncate": _truncate,
    "unlink": _unlink,
}
