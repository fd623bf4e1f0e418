"""Environment variables of the protocol.

A `sessionStart` hook may set further ones for later hooks of its own source and of lower ones.
Nearly any name steers some program (`PATH`, `MAKEFILES`, `TAR_OPTIONS`), and a list of them cannot
be finished: hooks of a higher source get them as data only.
"""

from __future__ import annotations

#: What lower sources set, for a higher one. Longer than this it could keep a hook from starting.
SESSION_DATA, SESSION_DATA_LIMIT_BYTES = "HOOKLINE_SESSION_ENV", 64 * 1024
#: Set by the engine for every hook; the values are in `engine.plan`. Removed where they do not
#: apply.
PROTOCOL_VARIABLES = (
    ("CURSOR_PROJECT_DIR", "Main workspace root", True),
    ("CURSOR_VERSION", "Version of the host, or of the Cursor contract it follows", True),
    ("CURSOR_USER_EMAIL", "E-mail address of the signed-in user", False),
    ("CURSOR_TRANSCRIPT_PATH", "Transcript of the conversation", False),
    ("CURSOR_CODE_REMOTE", '"true" in a remote workspace', False),
    ("CLAUDE_PROJECT_DIR", "The same as CURSOR_PROJECT_DIR", True),
    (
        "HOOKLINE",
        '"1": Hookline runs this hook, so what only Hookline does (`new_content`) can be used',
        True,
    ),
    (
        SESSION_DATA,
        "Variables that a lower source set at sessionStart, as one JSON object: data, not settings",
        False,
    ),
)
