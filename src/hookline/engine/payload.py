"""What a hook gets: the payload on stdin and the environment. Pure: values in, values out."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from hookline.engine.session import SessionState
from hookline.errors import UsageError
from hookline.model import Event, Hook, Settings
from hookline.spec.environment import SESSION_DATA
from hookline.spec.inputs import PLACEHOLDERS
from hookline.spec.profiles import PROFILES, Profile

#: What one environment string may hold on Linux (MAX_ARG_STRLEN), name and NUL included.
ENV_STRING_LIMIT_BYTES = 131_072
#: As JavaScript writes it, without a space between members: there are hooks that look for
#: `"command":"git`.
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
_PLACEHOLDER = r"\$\{(" + "|".join(PLACEHOLDERS) + r")\b"


def build_payload(event: Event, state: SessionState, settings: Settings) -> dict[str, Any]:
    """The object hooks read: base fields (null when unknown), then the event's own as the host gave them."""
    spec, given, profile = event.spec, event.input, PROFILES[settings.profile]
    conversation = given.get("conversation_id") or given.get("session_id") or state.conversation_id
    known = {
        "conversation_id": conversation,
        "session_id": given.get("session_id") or conversation,
        "generation_id": state.generation_id,
        "model": state.model,
        "hook_event_name": spec.name,
        "cursor_version": settings.cursor_version or profile.cursor_version,
        "workspace_roots": list(settings.roots),
        "user_email": settings.user_email,
        "transcript_path": settings.transcript_path,
    }
    payload: dict[str, Any] = {}
    for field in spec.base:
        payload[field.name] = known[field.name]
    for name, value in given.items():
        if value is not None or name not in payload:
            payload[name] = value
    payload["hook_event_name"] = spec.name
    if spec.loops:
        payload["loop_count"] = state.loop_count(event)
    return _as_in(profile, payload)


def _as_in(profile: Profile, payload: dict[str, Any]) -> dict[str, Any]:
    """The payload as this generation of the contract spells it."""
    name = payload["hook_event_name"]
    for field in profile.without:
        payload.pop(field, None)
    for (event, field), other in profile.renames.items():
        if event == name and field in payload:
            payload = {other if key == field else key: value for key, value in payload.items()}
    for event, field in profile.in_seconds:
        value = payload.get(field)
        if event == name and isinstance(value, int | float) and not isinstance(value, bool):
            payload[field] = value / 1000
    if profile.also and isinstance(payload.get("attachments"), list):
        payload["attachments"] = [_doubled(entry, profile.also) for entry in payload["attachments"]]
    return payload


def _doubled(entry: Any, also: Mapping[str, str]) -> Any:
    if not isinstance(entry, dict):
        return entry
    return {**entry, **{second: entry[first] for first, second in also.items() if first in entry}}


def to_stdin(payload: Mapping[str, Any]) -> bytes:
    """The payload as bytes: UTF-8 as it stands, escapes where a lone surrogate cannot be UTF-8."""
    try:
        text = _encode(payload)
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(
            f"the event's input cannot be written as JSON ({error}); pass plain JSON values"
        ) from None
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(payload, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def base_environment(payload: Mapping[str, Any], settings: Settings) -> dict[str, str | None]:
    """The protocol's own variables; None = removed."""
    root = settings.roots[0] if settings.roots else ""
    return {
        "CURSOR_PROJECT_DIR": root,
        "CURSOR_VERSION": _text(payload.get("cursor_version")),
        "CURSOR_USER_EMAIL": _text(payload.get("user_email")),
        "CURSOR_TRANSCRIPT_PATH": _text(payload.get("transcript_path")),
        "CURSOR_CODE_REMOTE": "true" if settings.remote else None,
        "CLAUDE_PROJECT_DIR": root,
        "HOOKLINE": "1",
        SESSION_DATA: None,  # `plan` puts it in for the sources above those that set something
    }


def environment(
    environ: Mapping[str, str], session: Mapping[str, str], protocol: Mapping[str, str | None]
) -> dict[str, str]:
    """The host's variables, over them the session's, over them the protocol's."""
    env = {**environ, **session}
    for name, value in protocol.items():
        if value is None:
            env.pop(name, None)
        else:
            env[name] = value
    return env


class Environ(dict[str, str]):
    """The host's variables, and what was last made of them for each source: from event to event
    that hardly ever differs.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        super().__init__(environ)
        self._made: dict[
            str, tuple[Mapping[str, str], Mapping[str, str | None], dict[str, str]]
        ] = {}

    def of(
        self, source: str, session: Mapping[str, str], protocol: Mapping[str, str | None]
    ) -> dict[str, str]:
        """`environment` for hooks of a source; not to be changed by whoever gets it."""
        made = self._made.get(source)
        if made is None or made[0] != session or made[1] != protocol:
            made = self._made[source] = (session, protocol, environment(self, session, protocol))
        return made[2]


def placeholders(hook: Hook, given: Mapping[str, Any]) -> dict[str, str | None]:
    """The `${…}` variables a hook's command names, with the event's values; None where the event
    has no such field.

    They are environment variables and nothing else: the event's text is never pasted into a command
    line.
    """
    if "${" not in hook.command or hook.type != "command":
        return {}
    return {name: _text(given.get(name)) for name in re.findall(_PLACEHOLDER, hook.command)}


def refusal(values: Mapping[str, str | None]) -> str | None:
    """Why the environment cannot hold these values, or None."""
    for name, value in values.items():
        if value is None:
            continue
        if "\0" in value:
            return f"the environment cannot hold ${{{name}}}: it has a NUL character; read it from stdin instead"
        size = len(value.encode("utf-8", "surrogatepass"))
        if size + len(name) + 2 > ENV_STRING_LIMIT_BYTES:
            return f"the environment cannot hold ${{{name}}}: it has {size} bytes; read it from stdin instead"
    return None


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
