"""The project an event is about: its folders, paths inside them, and running one of its tools for a
limited time.
"""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from hookline.errors import NotDone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hookline.sdk.event_types import HostEvent, Stop


#: A configuration of git's that is longer is nobody's.
_LONGEST_CONFIG = 256 * 1024


class Finished(NamedTuple):
    """How a tool ended. `code` is None when its time was up."""

    code: int | None
    output: str


def usable_path(value: object) -> str:
    """A path out of an event; empty when it is none that a file can have."""
    if not isinstance(value, str) or "\0" in value or len(value) > 16_384:
        return ""
    try:
        os.fsencode(value)
    except UnicodeEncodeError:
        return ""
    return value


def roots_of(event: HostEvent) -> list[str]:
    """The workspace's folders, the main one first."""
    given = event.workspace_roots
    found = [
        path
        for path in map(usable_path, given if isinstance(given, list) else [])
        if os.path.isabs(path)
    ]
    project = os.environ.get("CURSOR_PROJECT_DIR", "")
    return found or ([project] if os.path.isabs(project) else [])


def root_of(path: str, roots: Sequence[str]) -> str | None:
    """The workspace folder a path really is in, links followed; None when it is in none."""
    real = os.path.realpath(path)
    for root in roots:
        if is_inside(real, os.path.realpath(root)):
            return root
    return None


def own_repositories(roots: Sequence[str]) -> set[str]:
    """The repositories that the workspace's remotes name, as `owner/name`, in small letters."""
    import re

    from hookline.config.disk import read_bytes

    own: set[str] = set()
    for root in roots:
        try:
            config = read_bytes(os.path.join(root, ".git", "config"), _LONGEST_CONFIG) or b""
        except OSError:
            continue
        urls = re.findall(r"(?m)^\s*url\s*=\s*(\S+)$", config.decode("utf-8", "replace"))
        parts = [url.removesuffix(".git").replace(":", "/").split("/") for url in urls]
        own |= {"/".join(one[-2:]).casefold() for one in parts}
    return own


def is_inside(path: str, folder: str) -> bool:
    """Whether a path is below a folder, by their texts."""
    return path.startswith(folder.rstrip("/") + "/")


def follow_ups(event: Stop) -> float:
    """How many follow-ups were sent already; a host that says nonsense has sent none."""
    count = event.loop_count
    return count if isinstance(count, (int, float)) else 0


def find_program(name: str, folders: Sequence[str] = ()) -> str | None:
    """A program, first in these folders, then on PATH."""
    if "/" in name:
        return name if os.access(name, os.X_OK) else None
    import shutil

    return shutil.which(name, path=os.pathsep.join([*folders, os.environ.get("PATH", os.defpath)]))


def words_of(command: str) -> list[str]:
    """The words of a command that a person wrote as an option; raises `NotDone`."""
    import shlex

    try:
        return shlex.split(command)
    except ValueError as error:
        raise NotDone(
            f"command={command!r} cannot be split into words: {error}. Fix its quotes."
        ) from None


def run_tool(
    words: Sequence[str], cwd: str, seconds: float, environ: Mapping[str, str] | None = None
) -> Finished:
    """Run a tool to its end, or until its time is up; whatever it started is ended with it. Raises
    OSError when it cannot be started.
    """
    from hookline.processes import tool

    env = os.environ if environ is None else environ
    done = tool.run_tool(words, cwd, dict(env), seconds)
    code = done.code if done.signal is None else -done.signal
    return Finished(code, plain_text(done.stdout))


def plain_text(output: bytes) -> str:
    """What a terminal would show, without colours and other control characters."""
    import re

    text = re.sub(r"\x1b\[[0-9;?]*[ -/]*[@-~]", "", output.decode("utf-8", "replace"))
    return re.sub(r"[^\S\n\t ]|[\x00-\x08\x0e-\x1f\x7f]", "", text)


def last_lines(text: str, most: int, longest: int = 400) -> str:
    """The end of a text, secrets masked, with a mark where something is left out."""
    from hookline.detect import mask_text
    from hookline.shorten import last_lines as ends_of
    from hookline.shorten import shorten

    lines = mask_text(text).rstrip().split("\n")
    return "\n".join(shorten(line, longest) for line in ends_of(lines, most))


def last_words(text: str, most: int) -> str:
    """The last characters of what a tool printed, secrets masked."""
    from hookline.detect import clip

    return clip(text.strip(), 0, most, "…")


def fenced(text: str) -> str:
    """Output of a tool as a block of its own, which nothing in it can end."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"


def say(text: str) -> None:
    """Tell the person who reads the log."""
    print(text, file=sys.stderr)
