"""stop-checks: when the agent stops, run the tests; while they fail, send it back to work with the
end of their output.

The command is the person's own and runs in a shell at the workspace's root. Nothing of an event is
put into it.
"""

from __future__ import annotations

from hookline.errors import NotDone, UsageError
from hookline.kit.files.edited_files import Edited
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.project import fenced, follow_ups, last_lines, last_words, roots_of, run_tool, say
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import AfterFileEdit, Hooks, Stop

_NOT_RUN = {126: "is not executable", 127: "is not found"}


class Check:
    """The command that must pass before the agent may stop."""

    def __init__(self, settings: Settings) -> None:
        self.command: str = settings.command
        if not self.command.strip():
            raise UsageError("there is no command to run: --set command='npm test'")
        self._seconds, self._lines = settings.seconds, int(settings.lines)

    def failure(self, root: str) -> tuple[str, str]:
        """How the command failed, and what it printed; empty when it passed."""
        done = run_tool(["/bin/sh", "-c", self.command], root, self._seconds)
        if done.code == 0:
            return "", ""
        if done.code in _NOT_RUN:
            what = f"`{self.command}` {_NOT_RUN[done.code]} in {root}"
            raise NotDone(f"stop-checks: {what}: {last_words(done.output, 300)}")
        output = last_lines(done.output, self._lines) or "(it printed nothing)"
        if done.code is None:
            return f"did not end within {self._seconds} s", output
        return f"failed with exit code {done.code}", output


def build(hook: Hooks, settings: Settings) -> None:
    check = Check(settings)
    edited = Edited("stop-checks")

    def note(event: AfterFileEdit) -> None:
        edited.note(event, event.file_path)

    def stop(event: Stop) -> Answer | None:
        roots = roots_of(event)
        if event.status not in ("completed", "") or not roots:
            return None
        if settings.only_after_edits and not edited.paths(event):
            return None
        failure, output = check.failure(roots[0])
        if not failure:
            edited.forget(event)
            return None
        what = f"stop-checks: `{check.command}` {failure}"
        if follow_ups(event) >= settings.rounds:
            say(f"{what}; after {int(settings.rounds)} follow-ups it is left to the user.")
            return None
        return event.follow_up(
            f"{what}. Find out why and fix it; do not weaken the checks. "
            f"The end of its output:\n\n{fenced(output)}"
        )

    hook.afterFileEdit(note)
    hook.stop(stop)


KIT = Kit(
    "stop-checks",
    "Runs the tests when the agent stops, and sends it back to work while they fail.",
    build=build,
    options=(
        Option("command", "text", "", "What to run, such as npm test; required"),
        Option("rounds", "number", 3, "Maximum number of follow-ups in a row"),
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
        Option("lines", "number", 60, "How many lines of its output the agent gets"),
    ),
    entries=(Entry("afterFileEdit"), Entry("stop", timeout=600, loop_limit=20)),
)
