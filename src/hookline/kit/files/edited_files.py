"""Which files were edited in a conversation, for hooks that look at them when the agent stops."""

from __future__ import annotations

import os
import time

from hookline.kit.project import root_of, roots_of, usable_path
from hookline.kit.state_files import append_line, forget_old, kit_folder, name_for, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookline.sdk.event_types import ConversationEvent


class Edited:
    """The list of one ready-made hook, one file for each conversation."""

    def __init__(self, kit: str) -> None:
        self._kit = kit

    def _file(self, event: ConversationEvent) -> str:
        conversation = event.conversation_id or event.session_id
        return os.path.join(kit_folder(self._kit), f"{name_for(conversation)}.edited")

    def note(self, event: ConversationEvent, path: object) -> None:
        """A file was edited. One outside the workspace is not noted."""
        import json

        name = usable_path(path)
        if not name or root_of(name, roots_of(event)) is None:
            return
        if name in self.paths(event):
            return
        file = self._file(event)
        if not os.path.exists(file):
            forget_old(os.path.dirname(file), time.time())
        append_line(file, json.dumps(name))

    def paths(self, event: ConversationEvent) -> list[str]:
        """What was edited since it was last forgotten, in order, each once."""
        import json

        found: dict[str, None] = {}
        for line in read_text(self._file(event)).splitlines():
            try:
                name = usable_path(json.loads(line))
            except ValueError:
                continue  # half a line, of a process that was killed
            if name:
                found[name] = None
        return list(found)

    def forget(self, event: ConversationEvent) -> None:
        """All is well: begin again."""
        try:
            os.unlink(self._file(event))
        except FileNotFoundError:
            pass
