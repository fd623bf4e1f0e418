"""Hooks of all sources → those that run twice for one event, because two files that are both read
hold them. Pure.

Cursor reads Claude Code's files beside its own. There the same text runs once, and another text for
the same script twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from hookline.doctor.finding import Finding, finding
from hookline.doctor.look import Looked
from hookline.kit.kit_command import kit_name, settings_in
from hookline.model import Hook, HookKey


def fires_twice(hooks: Sequence[Hook], looked: Sequence[Looked]) -> Iterator[Finding]:
    """A finding for each pair in different files."""
    by_identity: dict[tuple[str, ...], list[Hook]] = {}
    for hook, seen in zip(hooks, looked, strict=True):
        by_identity.setdefault((hook.event, hook.type, *_identity(hook, seen)), []).append(hook)
    for same in by_identity.values():
        for first, second in combinations(same, 2):
            if first.file != second.file:
                yield _found(first, second)


def stands_converted(twins: Mapping[HookKey, Hook], hooks: Sequence[Hook]) -> Iterator[Finding]:
    """A finding for each hook of Claude's file that was converted and stands in Cursor's file too."""
    for hook in hooks:
        twin = twins.get(hook.key)
        if twin is not None:
            same = f"{twin.title} ({twin.where}) is the same hook, converted"
            problem = f"{same}, and both files are read; Hookline runs it once, Cursor twice"
            remedy = f"remove it from {hook.file}, unless a tool needs it there"
            yield finding("stands-twice", hook, problem, remedy)


def _identity(hook: Hook, seen: Looked) -> tuple[str, ...]:
    """What a hook is, however it is written: the ready-made hook, the script it runs, or its text."""
    name = kit_name(hook.command)
    if name:
        return ("kit", name, *settings_in(hook.command))
    if (
        seen.script and len(hook.command.split()) <= 2
    ):  # with more arguments it may be another job of the same script
        return "script", seen.script
    return "command", hook.command


def _found(first: Hook, second: Hook) -> Finding:
    also = f"{second.title} ({second.where})"
    if first.dialect != second.dialect:
        file = (first if first.dialect == "claude" else second).file
        if first.command == second.command:
            problem = f"{also} is the same, and Cursor reads Claude Code's file too; it runs once"
            return finding(
                "stands-twice",
                first,
                problem,
                "change both together: one letter of difference and it runs twice",
            )
        problem = f"{also} runs the same script, and Cursor reads Claude Code's file too"
        remedy = f"write the same command in both, or remove it from {file}"
        return finding("fires-twice", first, problem, remedy)
    return finding(
        "fires-twice", first, f"{also} is the same, and both run", "keep it in one of the two files"
    )
