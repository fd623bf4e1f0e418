"""stop-checks: when the agent stops, run the tests; while they fail, send it back to work with the
end of their output.

The command is the person's own and runs in a shell at the workspace's root. Nothing of an event is
put into it.
"""

from __future__ import annotations

from hookline.errors import NotDone, UsageError
from hookline.kit.files.edited import Edited
from hookline.kit.kit import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.project import fenced, follow_ups, last_lines, roots_of, run_tool, say
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import AfterFileEdit, Hooks, Stop

_NOT_RUN = {126: "is not executable", 127: "is not found"}


def build(hook: Hooks, settings: Settings) -> None:
    command = settings.command
    if not command.strip():
        raise UsageError("it is not said what to run: --set command='npm test'")
    edited = Edited("stop-checks")

    def note(event: AfterFileEdit) -> None:
        edited.note(event, event.file_path)

    def check(event: Stop) -> Answer | None:
        roots = roots_of(event)
        if event.status not in ("completed", "") or not roots:
            return None
        if settings.only_after_edits and not edited.paths(event):
            return None
        done = run_tool(["/bin/sh", "-c", command], roots[0], settings.seconds)
        if done.code == 0:
            edited.forget(event)
            return None
        if done.code in _NOT_RUN:
            raise NotDone(
                f"stop-checks: `{command}` {_NOT_RUN[done.code]} in {roots[0]}: {done.output.strip()[-300:]}"
            )
        ending = (
            f"did not end within {settings.seconds} s"
            if done.code is None
            else f"failed with exit code {done.code}"
        )
        if follow_ups(event) >= settings.rounds:
            say(
                f"stop-checks: `{command}` {ending}; after {int(settings.rounds)} follow-ups it is left to the person."
            )
            return None
        output = last_lines(done.output, int(settings.lines)) or "(it printed nothing)"
        return event.follow_up(
            f"stop-checks: `{command}` {ending}. Find out why and mend it; do not weaken the checks. "
            f"The end of its output:\n\n{fenced(output)}"
        )

    hook.afterFileEdit(note)
    hook.stop(check)


KIT = Kit(
    "stop-checks",
    "Runs the tests when the agent stops, and sends it back to work while they fail.",
    build=build,
    options=(
        Option("command", "text", "", "What to run, such as npm test; needed"),
        Option("rounds", "number", 3, "How many follow-ups in a row at most"),
        Option(
            "only_after_edits",
            "flag",
            True,
            "Run it only when the agent edited a file since it last passed",
        ),
        Option(
            "seconds",
            "number",
            540,
            "How long it may take; the entry's timeout in hooks.json must be longer",
        ),
        Option("lines", "number", 60, "How many lines of its output the agent is told"),
    ),
    entries=(Entry("afterFileEdit"), Entry("stop", timeout=600, loop_limit=20)),
)
