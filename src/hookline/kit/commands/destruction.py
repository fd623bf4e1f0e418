"""What destroys something, whatever its path: one rule for each program. A rule takes a call and
looks at nothing else.
"""

from __future__ import annotations

import re

from hookline.kit.commands.destroyed_paths import names_history, plain_words
from hookline.kit.commands.machine_changes import changes, described
from hookline.kit.commands.removals import COMES_BACK, REMOVES
from hookline.kit.findings import option_given, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from hookline.shell import Call

    #: How bad it is and what it is; None: it is fine.
    Judged: TypeAlias = tuple[str, str] | None

DISASTER, LOSS = "disaster", "loss"
_CLUSTER_VERBS = {
    "delete": "deletes something from a cluster",
    "drain": "takes a machine out of a cluster",
    "replace": "deletes something from a cluster",
}
DEVICE = re.compile(r"/dev/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|loop|md|dm-|mapper/|mem|kmem|sr)")
_OPEN_TO_ALL = re.compile(r"0*[0-7]?[0-7][0-7][2367]\Z|(?:[ugo]*[ao][ugo]*|)[+=][rxXst]*w")


def _always(call: Call) -> Judged:
    return DISASTER, f"`{shown(call.words)}` destroys a disk, or stops the machine."


def _unless(*options: str) -> Callable[[Call], Judged]:
    """A rule for programs that with one of these options only tell something."""
    return lambda call: None if call.has(*options) else _always(call)


def _onto_disk(call: Call) -> Judged:
    words = plain_words(call) if call.program == "tee" else plain_words(call)[-1:]
    written = any(DEVICE.match(word.start) for word in words)
    return (DISASTER, f"`{shown(call.words)}` overwrites a disk.") if written else None


def _hides_history(call: Call) -> Judged:
    hidden = "/dev/null" in call.texts and any(names_history(word) for word in call.words)
    return (DISASTER, f"`{shown(call.words)}` wipes the command history.") if hidden else None


def _in_the_cloud(call: Call) -> Judged:
    """`gcloud … delete`, `aws … terminate-instances`: the verb stands behind the kind of thing."""
    verbs = ("delete", "terminate", "destroy")
    if not any((word or "").startswith(verbs) for word in call.plain()[1:4]):
        return None
    return LOSS, f"`{shown(call.words)}` deletes something in the cloud."


def _in_a_cluster(call: Call) -> Judged:
    """`kubectl delete pvc data`; what is made again by itself may go."""
    words = call.plain(*_VALUES, "-f", "--filename", "-l", "--selector", "-k", "--kustomize")
    verb = words[0] if words else None
    what = _CLUSTER_VERBS.get(verb or "")
    is_drill = any(map(_is_drill, call.texts))
    spared = verb == "replace" and not call.has("--force")
    if what is None or is_drill or spared or (verb == "delete" and _all_come_back(words[1:])):
        return None
    return LOSS, f"`{shown(call.words)}` {what}."


def _is_drill(text: str | None) -> bool:
    return (text or "").startswith("--dry-run")


def _all_come_back(words: tuple[str | None, ...]) -> bool:
    """`pod web`, `pod/web job/x`: the kind stands first, or in front of every name."""
    names = [word or "" for word in words]
    named = [name for name in names if "/" in name] or names[:1]
    kinds = {name.partition("/")[0].lower() for name in named}
    return bool(kinds) and kinds <= COMES_BACK


def _every_container(call: Call) -> Judged:
    words = call.plain()
    removes = words[:1] in (("rm",), ("rmi",)) and None in words
    return (
        (LOSS, f"`{shown(call.words)}` removes containers or images that are computed.")
        if removes
        else None
    )


def _mongo(call: Call) -> Judged:
    code = " ".join(text or "" for text in call.options("--eval")).lower()
    drops = "drop" in code or "deletemany" in code
    return (LOSS, f"`{shown(call.words)}` deletes data.") if drops else None


def _dd(call: Call) -> Judged:
    target = next((word for word in call.words if word.start.startswith("of=")), None)
    if target is None:
        return None
    could_be_disk = target.text is None and target.start in ("of=", "of=/dev/")
    if not could_be_disk and not DEVICE.match(target.start[3:]):
        return None
    return (DISASTER if target.text else LOSS), f"`{shown(call.words)}` overwrites a disk."


def _chmod_all(call: Call) -> Judged:
    mode = next(iter(plain_words(call)), None)
    opens = mode is not None and mode.text and _OPEN_TO_ALL.match(mode.text)
    if not opens or not call.has("-R", "--recursive"):
        return None
    return DISASTER, f"`{shown(call.words)}` lets everybody write to everything."


def _kill(call: Call) -> Judged:
    texts = call.texts[1:]
    signal = bool(texts) and (texts[0] or "").startswith("-")
    behind = texts.index("--") + 1 if "--" in texts else int(signal)
    targets = texts[behind:]
    return (DISASTER, "`kill` with -1 ends every process there is.") if "-1" in targets else None


def _killall(call: Call) -> Judged:
    whose = call.has("-u", "--user", "-U", "--euid", "--uid")
    return (LOSS, f"`{shown(call.words)}` ends every process of a user.") if whose else None


#: Options of the programs below that take the next word.
_VALUES = tuple("-n --namespace --context -C --profile --region -H --host -h -p -u -a".split())


def _starts(*starts: str, how_bad: str = LOSS, what: str) -> Callable[[Call], Judged]:
    """A rule for calls whose words, options apart, begin in one of these ways."""
    rows = [tuple(start.split()) for start in starts]

    def judged(call: Call) -> Judged:
        words = tuple((word or "").lower() for word in call.plain(*_VALUES))
        found = any(words[: len(row)] == row for row in rows)
        return (how_bad, f"`{shown(call.words)}` {what}.") if found else None

    return judged


def _with(
    options: tuple[str, ...], how_bad: str, what: str, *words: str
) -> Callable[[Call], Judged]:
    """A rule for calls with one of these options, and these words among the others."""

    def judged(call: Call) -> Judged:
        found = call.has(*options) and set(words) <= set(call.texts)
        return (how_bad, f"`{shown(call.words)}` {what}.") if found else None

    return judged


def _replaces_table(call: Call) -> Judged:
    """`crontab FILE`: every job that is in no file is gone, and others run from now on."""
    if call.plain("-u") in ((), ("-",)):
        return None
    return LOSS, f"`{shown(call.words)}` replaces every scheduled job."


def _runs_on_the_way(call: Call) -> Judged:
    """`tar --checkpoint-action=exec=…`, which nobody needs to pack files."""
    runs = any((text or "").startswith("--checkpoint-action=exec") for text in call.texts)
    return (LOSS, f"`{shown(call.words)}` runs a program on the way.") if runs else None


def _removes_packages(call: Call) -> Judged:
    removes = (call.texts[1:2] or ("",))[0] or ""
    if not removes.startswith(("-R", "--remove")):
        return None
    return LOSS, f"`{shown(call.words)}` removes programs of the system."


def _changes_machine(call: Call) -> Judged:
    change = changes(call)
    return None if change is None else (LOSS, described(call, change))


def _git(call: Call) -> Judged:
    cleans = "clean" in call.plain("-C", "-c")[:1] and call.has("-f", "--force")
    only_shows = option_given(call, ("-n", "--dry-run"), ("-C", "-c", "-e", "--exclude"))
    if not cleans or only_shows:
        return None
    return DISASTER, "`git clean -f` deletes every file git does not know."


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
_OWN: dict[str, Callable[[Call], Judged]] = {
    **dict.fromkeys("mkfs mke2fs mkswap blkdiscard lvremove vgremove pvremove".split(), _always),
    **dict.fromkeys("reboot halt poweroff killall5".split(), _always),
    **dict.fromkeys("diskpart format format.com fsfreeze badblocks".split(), _always),
    "hdparm": _with(
        ("--security-erase", "--security-erase-enhanced", "-f"), DISASTER, "destroys a disk"
    ),
    "nvme": _starts("format", "sanitize", "delete-ns", how_bad=DISASTER, what="destroys a disk"),
    "mdadm": _with(("--zero-superblock", "--stop", "--remove"), DISASTER, "takes disks apart"),
    "losetup": _with(("-D", "--detach-all"), LOSS, "takes disks away"),
    "umount": _with(("-a", "--all", "-l", "-f"), LOSS, "takes disks away"),
    "dpkg": _with(("-P", "--purge", "-r", "--remove"), LOSS, "removes programs of the system"),
    "rpm": _with(("-e", "--erase"), LOSS, "removes programs of the system"),
    "pacman": _removes_packages,
    **dict.fromkeys(("tar", "gtar"), _runs_on_the_way),
    **dict.fromkeys(
        "fdisk sfdisk sgdisk parted".split(),
        _unless("-l", "--list", "-p", "--print", "-v", "--version"),
    ),
    **dict.fromkeys("tee cp install sponge ddrescue".split(), _onto_disk),
    **dict.fromkeys("gcloud az doctl".split(), _in_the_cloud),
    **dict.fromkeys("mongosh mongo".split(), _mongo),
    "shutdown": _unless("-c"),
    "wipefs": _with(("-a", "--all", "-o", "--offset"), DISASTER, "destroys a disk"),
    "cryptsetup": _starts(
        "luksformat", "erase", "lukserase", how_bad=DISASTER, what="destroys a disk"
    ),
    "zpool": _starts("destroy", how_bad=DISASTER, what="destroys a pool of disks"),
    "zfs": _starts("destroy", how_bad=DISASTER, what="destroys a file system"),
    "diskutil": _starts(
        "erasedisk",
        "erasevolume",
        "partitiondisk",
        "zerodisk",
        how_bad=DISASTER,
        what="destroys a disk",
    ),
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
        "reboot",
        "poweroff",
        "halt",
        "kexec",
        "rescue",
        "emergency",
        how_bad=DISASTER,
        what="stops the machine",
    ),
    "crontab": _one_of(
        _with(("-r",), DISASTER, "deletes every scheduled job"),
        _replaces_table,
    ),
    "history": _with(("-c", "-w", "-d"), DISASTER, "wipes the command history"),
    "git": _git,
    "docker": _DOCKER,
    "podman": _DOCKER,
    "docker-compose": _with(
        ("-v", "--volumes"), LOSS, "deletes the data of its containers", "down"
    ),
    "kubectl": _one_of(
        _starts(
            "delete ns",
            "delete namespace",
            "delete namespaces",
            how_bad=DISASTER,
            what="deletes a namespace and all in it",
        ),
        _with(("--all", "--all-namespaces", "-A"), DISASTER, "deletes all there is", "delete"),
        _in_a_cluster,
    ),
    "terraform": _one_of(
        _DESTROY, _with(("-destroy", "--destroy"), LOSS, "takes down what it once built", "apply")
    ),
    **dict.fromkeys(
        ("tofu", "terragrunt", "cdktf"),
        _one_of(
            _DESTROY,
            _with(("-destroy", "--destroy"), LOSS, "takes down what it once built", "apply"),
        ),
    ),
    "pulumi": _starts("destroy", "down", "stack rm", what="takes down what it once built"),
    **dict.fromkeys(("cdk", "copilot"), _DESTROY),
    **dict.fromkeys(
        ("sst", "amplify"), _starts("remove", "delete", what="takes down what it once built")
    ),
    "aws": _one_of(
        _with(("--recursive",), LOSS, "deletes a tree of files in the cloud", "s3", "rm"),
        _with(("--force",), LOSS, "deletes a bucket with all in it", "s3", "rb"),
        _in_the_cloud,
    ),
    "gsutil": _starts("rm", "rb", what="deletes something in the cloud"),
    "rclone": _starts(
        "purge", "delete", "cleanup", "rmdirs", what="deletes something in the cloud"
    ),
    "helm": _starts("uninstall", "delete", what="takes down what it once installed"),
    "btrfs": _starts("subvolume delete", what="deletes a file system"),
    "fallocate": _one_of(
        _onto_disk,
        _with(("-p", "--punch-hole", "-z", "--zero-range", "-c"), LOSS, "empties a file"),
    ),
    "debugfs": _with(("-w",), DISASTER, "writes to a disk behind its file system"),
    "iptables": _with(("-F", "--flush", "-X", "-P", "--policy"), LOSS, "takes down a firewall"),
    "nft": _starts("flush ruleset", what="takes down a firewall"),
    **dict.fromkeys(
        "userdel deluser".split(), lambda call: (LOSS, f"`{shown(call.words)}` deletes a user.")
    ),
    "passwd": _with(("-d", "--delete", "-l", "--lock"), LOSS, "changes who can log in"),
    "dropdb": lambda call: (LOSS, f"`{shown(call.words)}` deletes a database."),
    "redis-cli": _starts("flushall", "flushdb", what="empties a database"),
}


def judged_by_program(call: Call) -> Judged:
    """What a call destroys, by the rule of its program, and by what its words begin with."""
    program = call.program or ""
    own = _OWN.get("mkfs" if program.startswith("mkfs.") else program)
    removes = REMOVES.get(program)
    rules = [own, _REMOVED[program] if removes else None, _changes_machine]
    return next((judged for rule in rules if rule and (judged := rule(call)) is not None), None)


def _begins(*starts: str) -> Callable[[Call], Judged]:
    """A rule for calls whose words begin so, options included where one is named."""
    rows = [tuple(start.lower().split()) for start in starts]

    def judged(call: Call) -> Judged:
        plain = tuple((word or "").lower() for word in call.plain(*_VALUES))
        texts = tuple((word or "").lower() for word in call.texts[1:])
        if "--dry-run" in texts or "--help" in texts:
            return None
        found = any(_has_start(plain, texts, row) for row in rows)
        return (LOSS, f"`{shown(call.words)}` removes something for good.") if found else None

    return judged


def _has_start(plain: tuple[str, ...], texts: tuple[str, ...], row: tuple[str, ...]) -> bool:
    words = tuple(word for word in row if not word.startswith("-"))
    options = set(row) - set(words)
    return plain[: len(words)] == words and options <= set(texts)


_REMOVED = {program: _begins(*starts) for program, starts in REMOVES.items()}
