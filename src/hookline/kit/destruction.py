"""What destroys something: one rule for each program, in two tables. A rule takes a call and looks at nothing else.

`ON_PATHS` says which words name paths and what is done to them, `RULES` judges what does not depend on a path.
"""

from __future__ import annotations

import re
from itertools import pairwise

from hookline.kit.guard import given, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from hookline.sdk.shell import Call

    #: How bad it is and what it is; None: it is fine.
    Judged: TypeAlias = tuple[str, str] | None
    #: The words that name paths, what is done to them, and how thoroughly.
    OnPaths: TypeAlias = tuple[list[Any], str, str]

DISASTER, LOSS = "disaster", "loss"
#: With all below it; in a way that can be put right; only some of what is below it.
TREES, MILDLY, SOME_OF = "trees", "mildly", "some of"
_NARROWS = frozenset(
    "-name -iname -path -ipath -wholename -regex -iregex -mtime -mmin -atime -ctime -size -empty -newer -user -perm".split()
)
DEVICE = re.compile(r"/dev/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|loop|md|dm-|mapper/|mem|kmem|sr)")
HISTORY_FILE = re.compile(r"\.(?:bash|zsh|sh|python|mysql|psql|sqlite|node_repl|lesshst)_?history\Z|fish_history\Z")
_OPEN_TO_ALL = re.compile(r"0*[0-7]?[0-7][0-7][2367]\Z|(?:[ugo]*[ao][ugo]*|)[+=][rxXst]*w")


# ------------------------------------------------------------------------------------------------ what is done to paths


def plain_words(call: Call, skipped: int = 0) -> list[Any]:
    """Its words that are no options, without the first few."""
    words = list(call.words[1:])
    behind = next((at for at, word in enumerate(words) if word.text == "--"), len(words))
    plain = [word for word in words[:behind] if not word.start.startswith("-") or word.text == "-"]
    return [*plain, *words[behind + 1 :]][skipped:]


def _rm(call: Call) -> OnPaths:
    """Deleting trees; single files are nobody's disaster, unless all are meant."""
    if call.has("-r", "-R", "--recursive") or any((text or "").startswith("--rec") for text in call.texts[1:]):
        return plain_words(call), "deletes", TREES
    return [word for word in plain_words(call) if _is_everything(word) or _names_history(word)], "deletes files of", MILDLY


def _is_everything(word: Any) -> bool:
    return (
        word.text is None
        and not word.quoted
        and [hole.file_name for hole in word.holes] == [True]
        and not word.known_text.strip("./ ~")
    )


def _names_history(word: Any) -> bool:
    return HISTORY_FILE.search(word.known_text) is not None


def _find(call: Call) -> OnPaths:
    """`find` that deletes: by its own option, or with a program it runs. With a test it deletes some of what is there."""
    texts = call.texts
    deletes = "-delete" in texts or any(
        text in ("-exec", "-execdir", "-ok", "-okdir")
        and (after or "").rpartition("/")[2] in ("rm", "shred", "unlink", "rmdir")
        for text, after in pairwise(texts)
    )
    end = next((at for at, word in enumerate(call.words) if at and word.start[:1] in ("-", "(", "!")), len(call.words))
    return list(call.words[1:end]) if deletes else [], "deletes", SOME_OF if _narrowed(texts) else TREES


def _narrowed(texts: tuple[str | None, ...]) -> bool:
    """Whether a test stands before the deletion that only some files pass, and nothing takes it back."""
    end = next(
        (at for at, text in enumerate(texts) if text in ("-delete", "-exec", "-execdir", "-ok", "-okdir")), len(texts)
    )
    before = texts[:end]
    if {"-o", "-or", "!", "-not", ","} & set(before):
        return False
    return any(
        test in _NARROWS and (value is None or value.strip("*.?/+") != "") for test, value in pairwise(texts[: end + 1])
    )


def _truncate(call: Call) -> OnPaths:
    values = call.options("-s", "--size", "-r", "--reference")
    words = [
        word for word in plain_words(call) if word.text not in values and not (word.text or "").endswith((".log", ".out"))
    ]
    return words, "empties", TREES


def _chown(call: Call) -> OnPaths:
    whole = all(word.text in (".", "./") for word in plain_words(call, 1))
    return plain_words(call, 1) if call.has("-R", "--recursive") else [], "changes the owner of", MILDLY if whole else TREES


def _chmod(call: Call) -> OnPaths:
    """Rights of a whole tree: in the workspace they can be put right."""
    known = [word for word in plain_words(call, 1) if word.text]
    return known if call.has("-R", "--recursive") else [], "changes the rights of", SOME_OF


def _mv(call: Call) -> OnPaths:
    gone = plain_words(call)[-1:]
    return plain_words(call)[:-1] if gone and gone[0].text == "/dev/null" else [], "does away with", TREES


def _shred(call: Call) -> OnPaths:
    return plain_words(call), "destroys", TREES


ON_PATHS: dict[str, Callable[[Call], OnPaths]] = {
    "rm": _rm, "grm": _rm, "find": _find, "gfind": _find, "truncate": _truncate, "chown": _chown, "chgrp": _chown,
    "chmod": _chmod,
    "mv": _mv, "shred": _shred, "srm": _shred, "wipe": _shred, "rimraf": _shred,
}  # fmt: skip


# ------------------------------------------------------------------------------------------------ what is done otherwise


def always(call: Call) -> Judged:
    return DISASTER, f"`{shown(call.words)}` destroys a disk, or stops the machine."


def _unless(*options: str) -> Callable[[Call], Judged]:
    """A rule for programs that with one of these options only tell something."""
    return lambda call: None if call.has(*options) else always(call)


def _onto_disk(call: Call) -> Judged:
    words = plain_words(call) if call.program == "tee" else plain_words(call)[-1:]
    written = any(DEVICE.match(word.start) for word in words)
    return (DISASTER, f"`{shown(call.words)}` writes over a disk.") if written else None


def _hides_history(call: Call) -> Judged:
    hidden = "/dev/null" in call.texts and any(_names_history(word) for word in call.words)
    return (DISASTER, f"`{shown(call.words)}` wipes the history of what was run.") if hidden else None


def _in_the_cloud(call: Call) -> Judged:
    """`gcloud … delete`, `aws … terminate-instances`: the verb stands behind the kind of thing."""
    verbs = [word for word in call.plain()[1:4] if word and word.startswith(("delete", "terminate", "destroy"))]
    return (LOSS, f"`{shown(call.words)}` deletes something in the cloud.") if verbs else None


def _every_container(call: Call) -> Judged:
    words = call.plain()
    removes = words[:1] in (("rm",), ("rmi",)) and None in words
    return (LOSS, f"`{shown(call.words)}` removes containers or images that are computed.") if removes else None


def _mongo(call: Call) -> Judged:
    drops = any("drop" in (text or "").lower() or "deletemany" in (text or "").lower() for text in call.options("--eval"))
    return (LOSS, f"`{shown(call.words)}` deletes data.") if drops else None


def _dd(call: Call) -> Judged:
    onto = next((word for word in call.words if word.start.startswith("of=")), None)
    if onto is None or not (DEVICE.match(onto.start[3:]) or (onto.text is None and onto.start in ("of=", "of=/dev/"))):
        return None
    return (DISASTER if onto.text else LOSS), f"`{shown(call.words)}` writes over a disk."


def _chmod_all(call: Call) -> Judged:
    mode = next(iter(plain_words(call)), None)
    if call.has("-R", "--recursive") and mode is not None and mode.text and _OPEN_TO_ALL.match(mode.text):
        return DISASTER, f"`{shown(call.words)}` lets everybody write to everything."
    return None


def _kill(call: Call) -> Judged:
    texts = call.texts[1:]
    signal = bool(texts) and (texts[0] or "").startswith("-")
    behind = texts.index("--") + 1 if "--" in texts else int(signal)
    targets = texts[behind:]
    return (DISASTER, "`kill` with -1 ends every process there is.") if "-1" in targets else None


def _killall(call: Call) -> Judged:
    whose = call.has("-u", "--user", "-U", "--euid", "--uid")
    return (LOSS, f"`{shown(call.words)}` ends every process of a user.") if whose else None


def _starts(*starts: str, how_bad: str = LOSS, what: str) -> Callable[[Call], Judged]:
    """A rule for calls whose words, options apart, begin in one of these ways."""
    rows = [tuple(start.split()) for start in starts]

    def judged(call: Call) -> Judged:
        words = call.plain(
            "-n", "--namespace", "--context", "-C", "--profile", "--region", "-H", "--host", "-h", "-p", "-u", "-a"
        )
        lower = tuple((word or "").lower() for word in words)
        found = any(lower[: len(row)] == row for row in rows)
        return (how_bad, f"`{shown(call.words)}` {what}.") if found else None

    return judged


def _with(options: tuple[str, ...], how_bad: str, what: str, *words: str) -> Callable[[Call], Judged]:
    """A rule for calls with one of these options, and these words among the others."""

    def judged(call: Call) -> Judged:
        found = call.has(*options) and set(words) <= set(call.texts)
        return (how_bad, f"`{shown(call.words)}` {what}.") if found else None

    return judged


def _git(call: Call) -> Judged:
    cleans = (
        "clean" in call.plain("-C", "-c")[:1]
        and call.has("-f", "--force")
        and not given(call, ("-n", "--dry-run"), ("-C", "-c", "-e", "--exclude"))
    )
    return (DISASTER, "`git clean -f` deletes every file git does not know.") if cleans else None


def _one_of(*rules: Callable[[Call], Judged]) -> Callable[[Call], Judged]:
    return lambda call: next((judged for rule in rules if (judged := rule(call)) is not None), None)


_DOCKER = _one_of(
    _starts(
        "system prune",
        "volume prune",
        "volume rm",
        "image prune",
        "container prune",
        what="deletes containers, images or data",
    ),
    _with(("-v", "--volumes"), LOSS, "deletes the data of its containers", "down"),
    _every_container,
)
_DESTROY = _starts("destroy", what="takes down what it once built")
RULES: dict[str, Callable[[Call], Judged]] = {
    **dict.fromkeys(
        "mkfs mke2fs mkswap blkdiscard reboot halt poweroff lvremove vgremove pvremove killall5".split(), always
    ),
    **dict.fromkeys("fdisk sfdisk sgdisk parted".split(), _unless("-l", "--list", "-p", "--print", "-v", "--version")),
    **dict.fromkeys("tee cp install sponge ddrescue".split(), _onto_disk),
    **dict.fromkeys("gcloud az doctl".split(), _in_the_cloud),
    **dict.fromkeys("mongosh mongo".split(), _mongo),
    "shutdown": _unless("-c"),
    "wipefs": _with(("-a", "--all", "-o", "--offset"), DISASTER, "destroys a disk"),
    "cryptsetup": _starts("luksformat", "erase", "lukserase", how_bad=DISASTER, what="destroys a disk"),
    "zpool": _starts("destroy", how_bad=DISASTER, what="destroys a pool of disks"),
    "zfs": _starts("destroy", how_bad=DISASTER, what="destroys a file system"),
    "diskutil": _starts("erasedisk", "erasevolume", "partitiondisk", "zerodisk", how_bad=DISASTER, what="destroys a disk"),
    "ln": _hides_history,
    "gh": _starts("repo delete", "release delete", what="deletes something that is published"),
    "dd": _dd,
    "chmod": _chmod_all,
    "kill": _kill,
    "killall": _killall,
    "pkill": _killall,
    "init": _starts("0", "6", how_bad=DISASTER, what="stops the machine"),
    "telinit": _starts("0", "6", how_bad=DISASTER, what="stops the machine"),
    "systemctl": _starts(
        "reboot", "poweroff", "halt", "kexec", "rescue", "emergency", how_bad=DISASTER, what="stops the machine"
    ),
    "crontab": _with(("-r",), DISASTER, "deletes every scheduled job"),
    "history": _with(("-c", "-w", "-d"), DISASTER, "wipes the history of what was run"),
    "git": _git,
    "docker": _DOCKER,
    "podman": _DOCKER,
    "docker-compose": _with(("-v", "--volumes"), LOSS, "deletes the data of its containers", "down"),
    "kubectl": _one_of(
        _starts(
            "delete ns", "delete namespace", "delete namespaces", how_bad=DISASTER, what="deletes a namespace and all in it"
        ),
        _with(("--all", "--all-namespaces", "-A"), DISASTER, "deletes all there is", "delete"),
    ),
    "terraform": _one_of(_DESTROY, _with(("-destroy", "--destroy"), LOSS, "takes down what it once built", "apply")),
    "tofu": _DESTROY,
    "pulumi": _DESTROY,
    "cdk": _DESTROY,
    "aws": _one_of(
        _with(("--recursive",), LOSS, "deletes a tree of files in the cloud", "s3", "rm"),
        _with(("--force",), LOSS, "deletes a bucket with all in it", "s3", "rb"),
        _in_the_cloud,
    ),
    "dropdb": lambda call: (LOSS, f"`{shown(call.words)}` deletes a database."),
    "redis-cli": _starts("flushall", "flushdb", what="empties a database"),
}
