"""One file being read: its text as a tree, where it stands, and the problems found so far.

Goes in: a text and its place. `Reading.report` turns a spot in the tree into a `Problem` with line,
column and pointer. Comes out, from the readers that share it (`parse`, `claude`): a `Parsed`. It
reads no file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hookline.config import jsontext
from hookline.config.codes import CODES, ERROR
from hookline.config.jsontext import BOOLEAN, NUMBER, STRING, Member, Node
from hookline.config.lint import Suspicion
from hookline.config.locate import Place
from hookline.config.matcher_bounds import MatcherBounds
from hookline.config.name_hints import ALIKE, quoted
from hookline.model import Hook, Problem, SetAside
from hookline.near import nearest


class Parsed(NamedTuple):
    """What one file says. `refused`: it cannot be read as a configuration at all, and holds no hooks."""

    hooks: tuple[Hook, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    problems: tuple[Problem, ...] = ()
    refused: bool = False


class Probed(NamedTuple):
    """What is known of a file a command names."""

    is_file: bool
    executable: bool
    crlf: bool  # its first line is a shebang that ends in CR LF
    text: str = ""  # its beginning; empty where it cannot be read


class Checks(NamedTuple):
    """What a reader may ask its surroundings; the defaults ask nothing.

    `valid_matcher` gives the complaint about a regular expression, or None; the engines live in
    `engine.match`. Without it no matcher is looked at. `probe` looks at a file, or says None when
    there is none.
    """

    platform: str = "linux"
    valid_matcher: Callable[[str], str | None] | None = None
    probe: Callable[[str], Probed | None] | None = None


#: So many problems of a file are listed; the rest are counted.
MOST_PROBLEMS = 100


class Reading:
    """The state of reading one file."""

    def __init__(self, text: str, place: Place, checks: Checks) -> None:
        self.document = jsontext.read(text)
        self.place = place
        self.checks = checks
        self.matchers = MatcherBounds(checks.valid_matcher)  # all of this file together
        self.problems: list[Problem] = []
        self.hooks: list[Hook] = []
        self.set_aside: list[SetAside] = []
        #: What is suspicious about the commands so far, by event and text: entries repeat them.
        self.suspicions: dict[tuple[str, str], list[Suspicion]] = {}
        self._blocked: set[str] = set()
        self.numbers: dict[str, int] = {}
        self.followed = 0  # entries whose script was followed
        self.lines: dict[tuple[str, str, str, str | None], int] = {}
        for fault in self.document.faults:
            self.report(fault.code, fault, "", fault.problem, fault.remedy)

    def report(
        self,
        code: str,
        spot: jsontext.Spot,
        pointer: str,
        problem: str,
        remedy: str | Callable[[], str],
    ) -> None:
        """Add a problem; `spot` is a node, a key or a fault. A remedy that takes a search is a
        function, which is called while there is somebody to read it.
        """
        if callable(remedy):
            remedy = "" if self.is_full else remedy()
        line, column = self.document.position(spot.start)
        width = self.document.width(spot.start, spot.end)
        place = self.place
        self.problems.append(
            Problem(
                code,
                CODES[code].severity,
                place.path,
                line,
                column,
                width,
                pointer,
                problem,
                remedy,
                place.source.name,
            )
        )

    @property
    def is_full(self) -> bool:
        """Whether there are more problems already than are listed."""
        return len(self.problems) > MOST_PROBLEMS

    def nearest(self, word: str, names: tuple[str, ...]) -> str | None:
        """The name that was probably meant; not looked for when nobody would read it."""
        return None if self.is_full else nearest(word, names, ALIKE)

    def put_aside(self, entry: SetAside) -> None:
        """Keep an entry that cannot run. Of those whose problems are only counted, none need be kept
        but the first that blocks its event.
        """
        event = entry.hook.event
        if not self.is_full or (entry.blocks and event not in self._blocked):
            self.set_aside.append(entry)
        if entry.blocks:
            self._blocked.add(event)

    def members(self, node: Node, pointer: str) -> dict[str, Member]:
        """The keys of an object, each once; a repeated key is reported. Its last value counts, unless
        another one closes a gate.
        """
        found: dict[str, Member] = {}
        for member in node.value:
            counts = member
            if member.key in found:
                closing = closes(found[member.key])
                counts = found[member.key] if closing else member
                which = "the one that blocks" if closing else "the last one"
                problem = f"{quoted(member.key)} is written twice; {which} counts"
                remedy = "keep one of them"
                self.report("duplicate-key", member, point(pointer, member.key), problem, remedy)
            found[member.key] = counts
        return found

    def shown(self, node: Node) -> str:
        """A value as it is written, short enough for a sentence and safe to show."""
        written = self.document.text[node.start : min(node.end, node.start + 40)].split("\n")[0]
        written += "…" if node.end - node.start > len(written) else ""
        return written if written.isprintable() else ascii(written)

    def next_number(self, event: str) -> int:
        """The number of the next entry of this event in this file, from 1."""
        number = self.numbers.get(event, 0) + 1
        self.numbers[event] = number
        return number

    def errors_since(self, mark: int) -> list[Problem]:
        """The errors among the problems found since there were `mark` of them."""
        return [problem for problem in self.problems[mark:] if problem.severity == ERROR]

    def parsed(self, refused: bool = False) -> Parsed:
        """What was read, problems in the order of the file. A refused file holds nothing but its problems."""
        problems = _listed(
            sorted(self.problems, key=lambda problem: (problem.line, problem.column))
        )
        if refused:
            return Parsed(problems=problems, refused=True)
        return Parsed(tuple(self.hooks), tuple(self.set_aside), problems)


def _listed(problems: list[Problem]) -> tuple[Problem, ...]:
    """As many as anybody reads; the last of them then says how many there are. If there is an error
    among the rest, that is the last.
    """
    if len(problems) <= MOST_PROBLEMS:
        return tuple(problems)
    rest = problems[MOST_PROBLEMS - 1 :]
    last = next((problem for problem in rest if problem.severity == ERROR), rest[0])
    counted = f"; and {len(rest) - 1:,} more problems in this file"
    return (*problems[: MOST_PROBLEMS - 1], last._replace(problem=last.problem + counted))


def point(pointer: str, key: str | int) -> str:
    """The JSON pointer of a child; what cannot be shown is escaped, because pointers end up on terminals."""
    if isinstance(key, int):
        return f"{pointer}/{key}"
    name = key.replace("~", "~0").replace("/", "~1")
    return f"{pointer}/{name if name.isprintable() else ascii(name)[1:-1]}"


def closes(member: Member) -> bool:
    """Whether an option says that a failure blocks, or can only have been meant so: a gate that is
    wanted closed is never opened by a typo, nor by a second value.
    """
    node = member.node
    if member.key == "onFailure":
        return bool(node.value == "block")
    if member.key != "failClosed":
        return False
    if node.kind == STRING:
        return bool(node.value.strip().lower() == "true")
    return node.kind in (BOOLEAN, NUMBER) and bool(node.value == 1)
