"""What harms through another door than a program of its own: options that start programs, code that
writes where a machine's settings are, processes that are all ended, a script out of what was just cloned.
"""

from __future__ import annotations

import posixpath
import re

from hookline.kit.findings import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hookline.shell import Call, Reading

#: Programs → options whose value they start as a command.
_STARTS: dict[str, tuple[str, ...]] = {
    program: tuple(options.split())
    for programs, options in {
        "tar gtar bsdtar": "--to-command --use-compress-program -I --info-script --new-volume-script -F "
        "--rsh-command --rmt-command",
        "git": "-O --open-files-in-pager -x --extcmd --upload-pack --receive-pack --exec",
        "rsync": "-e --rsh --rsync-path",
        "zip": "-TT --unzip-command",
        "sort gsort": "--compress-program",
        "split gsplit": "--filter",
        "tcpdump": "-z",
        "man": "-P --pager -H --html",
        "fzf": "--preview --bind",
        "rg": "--pre --hostname-bin",
        "pv less": "-e",
        "entr watchexec nodemon": "-x --exec",
        "ctest ninja": "--launcher",
        "ip": "-c",
        "7z 7za": "-m",
    }.items()
    for program in programs.split()
}
_HARMS = re.compile(
    r"(?:^|[\s/;|&'\"])(?:rm|shred|dd|mkfs\S*|(?:ba|z|da|k|a)?sh|curl|wget|nc|ncat|socat|python3?|perl|ruby"
    r"|node|php|eval|unlink|truncate|chmod|chown|mv|kill|reboot|shutdown)(?:$|[\s;|&'\"])"
)
_STRING = re.compile(r"""(['"`])((?:(?!\1)[^\\\n]){2,200})\1""")
_WRITES = re.compile(
    r"""['"]\s*,\s*(?:mode\s*=\s*)?['"][rb]*[wax+][bt+]*['"]|\.write(?:_text|_bytes|lines)?\s*\(|[Ww]riteFile"""
    r"""|appendFile|createWriteStream|file_put_contents|File\.(?:write|open|delete)|IO\.write|copy(?:file|File|2)?\s*\("""
    r"""|move\s*\(|rename\w*\s*\(|unlink|\.remove\w*\s*\(|rmtree|chmod|truncate|symlink|open\s*\(?\s*\w*\s*,?\s*['"]>"""
)
_FILTERS = frozenset("grep egrep fgrep rg awk gawk sed head tail pgrep jq cut".split())
_EVERY = re.compile(r"-?[a-zA-Z]*[eAax][a-zA-Z]*")
_CLONES = (("clone",), ("repo", "clone"))
_ADDRESS = re.compile(r"(?:https?|git|ssh)://|git@")
_DELETES_LINES = re.compile(r"\s*(?:\d+,\$|/(?:\.\*?|\^|\$|)/|\$!N;)?\s*\{?\s*[dD]\s*\}?;?\s*")
_GLUED = re.compile(r"[\w.-]\$(?:IFS\b|\{IFS\b)")


def harms(command: str, reading: Reading, is_vital: Callable[[str], bool]) -> Iterator[str]:
    """What a command line does so, each as a sentence."""
    if _GLUED.search(command):
        yield "`$IFS` stands where a blank belongs, which hides the words of a command."
    if _ends_everything(reading):
        yield "`kill` ends every process that `ps` lists."
    cloned: set[str] = set()
    for call in reading.calls:
        if call.code is not None:
            if _writes_vital(call, is_vital):
                yield f"`{shown(call.words)}` writes what the machine or somebody's access depends on."
            continue
        if _starts_harm(call):
            yield f"`{shown(call.words)}` starts another program on the way."
        if _empties(call):
            yield f"`{shown(call.words)}` empties what may be somebody's work."
        if _is_out_of(cloned, call):
            yield f"`{shown(call.words)}` runs what was just cloned, unread."
        cloned |= _cloned_by(call)


def _starts_harm(call: Call) -> bool:
    options = _STARTS.get(call.program or "", ())
    return any(_HARMS.search(value or "") for value in (call.options(*options) if options else ()))


def _writes_vital(call: Call, is_vital: Callable[[str], bool]) -> bool:
    """`open("/home/me/.bashrc", "a").write(…)`."""
    text = call.code.known_text if call.code is not None else ""
    if call.language in ("sed", "awk", "psql", "mysql", "sqlite") or not _WRITES.search(text):
        return False
    return any(is_vital(found[2]) for found in _STRING.finditer(text))


def _ends_everything(reading: Reading) -> bool:
    """`kill $(ps -eo pid=)`, `ps -eo pid= | xargs kill`: nothing chooses among them."""
    programs = {call.program for call in reading.calls}
    if "kill" not in programs or not _FILTERS.isdisjoint(programs):
        return False
    computed = any(call.program == "kill" and None in call.texts for call in reading.calls)
    return computed and any(call.program == "ps" and _lists_all(call) for call in reading.calls)


def _lists_all(call: Call) -> bool:
    chooses = call.has("-C", "-p", "--pid", "--ppid", "-g")
    return not chooses and any(_EVERY.fullmatch(text or "") for text in call.texts[1:2])


def _empties(call: Call) -> bool:
    """`sed -i d f`, `dd if=/dev/null of=f`."""
    texts = [text or "" for text in call.texts[1:]]
    if call.program in ("sed", "gsed"):
        in_place = any(text.startswith(("-i", "--in-place")) for text in texts)
        return in_place and any(map(_DELETES_LINES.fullmatch, texts))
    is_from_nothing = "if=/dev/null" in texts and any(text.startswith("of=") for text in texts)
    return call.program == "dd" and is_from_nothing


def _cloned_by(call: Call) -> set[str]:
    """The folder into which a repository is cloned."""
    words = call.plain(
        "-C", "-c", "-b", "--branch", "--depth", "-o", "--origin", "--reference", "-j"
    )
    for start in _CLONES:
        if call.program in ("git", "gh", "hg") and words[: len(start)] == start:
            address, *folder = [word or "" for word in words[len(start) :]] or [""]
            name = address.rstrip("/").rpartition("/")[2].removesuffix(".git")
            return (
                {posixpath.normpath((folder or [name])[0] or name)}
                if _ADDRESS.match(address)
                else set()
            )
    return set()


def _is_out_of(cloned: set[str], call: Call) -> bool:
    """`/tmp/x/setup.sh`, `bash x/install.sh` behind `git clone … x`."""
    runs = (
        call.texts[:2] if call.program in ("sh", "bash", "zsh", "source", ".") else call.texts[:1]
    )
    paths = [posixpath.normpath(text) for text in runs if text]
    return any(path.startswith(f"{folder}/") for path in paths for folder in cloned)
