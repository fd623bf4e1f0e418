"""What a hook gets: the payload on stdin and the environment. Pure: values in, values out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hookline.codec.placeholders import as_text
from hookline.codec.placeholders import placeholders as named_in
from hookline.engine.session import SessionState
from hookline.errors import UsageError
from hookline.model import Event, Hook, Settings
from hookline.spec.environment import SESSION_DATA
from hookline.spec.inputs import PLACEHOLDERS
from hookline.spec.profiles import PROFILES, Profile
from hookline.strict_json import in_json

#: As JavaScript writes it, without a space between members: there are hooks that look for
#: `"command":"git`.
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
_encode_any = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def build_payload(event: Event, state: SessionState, settings: Settings) -> dict[str, Any]:
    """The object hooks read: base fields (null when unknown), then the event's own as the host gave them."""
    return _as_in(PROFILES[settings.profile], _plain_payload(event, state, settings))


def build_claude_payload(event: Event, state: SessionState, settings: Settings) -> dict[str, Any]:
    """The object Claude Code would hand over, with what it has no field of that name for."""
    from hookline.codec.dialect_table import live_place, live_row
    from hookline.codec.native_payload import read_payload, write_payload

    ours = _plain_payload(event, state, settings)
    facts = read_payload(live_row("cursor"), event.name, ours)
    facts["loops"], facts["roots"] = ours.get("loop_count") or 0, list(settings.roots)
    facts["cwd"] = facts.get("cwd") or (settings.roots[0] if settings.roots else None)
    claude, at = live_place("claude", event.name)
    theirs = write_payload(claude, at, facts)
    taken = {*theirs, *(field.name for field in event.spec.fields)}
    return {**theirs, **{name: value for name, value in ours.items() if name not in taken}}


def _plain_payload(event: Event, state: SessionState, settings: Settings) -> dict[str, Any]:
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
    return payload


def _as_in(profile: Profile, payload: dict[str, Any]) -> dict[str, Any]:
    """The payload as this generation of the contract spells it."""
    name = payload["hook_event_name"]
    for field in profile.without:
        payload.pop(field, None)
    for (event, field), other in profile.renames.items():
        if event == name and field in payload:
            payload = {other if key == field else key: value for key, value in payload.items()}
    for event, field in profile.in_seconds:
        if event == name and field in payload:
            payload[field] = _in_seconds(payload[field])
    if profile.also and isinstance(payload.get("attachments"), list):
        payload["attachments"] = [_doubled(entry, profile.also) for entry in payload["attachments"]]
    return payload


def _in_seconds(milliseconds: Any) -> Any:
    is_number = isinstance(milliseconds, int | float) and not isinstance(milliseconds, bool)
    return milliseconds / 1000 if is_number else milliseconds


def _doubled(entry: Any, also: Mapping[str, str]) -> Any:
    if not isinstance(entry, dict):
        return entry
    return {**entry, **{second: entry[first] for first, second in also.items() if first in entry}}


def to_stdin(payload: Mapping[str, Any]) -> bytes:
    """The payload as bytes: UTF-8 as it stands, escapes where a lone surrogate cannot be UTF-8."""
    try:
        text = _encode(payload)
    except (TypeError, ValueError, RecursionError):
        text = _with_any_number(payload)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _with_any_number(payload: Mapping[str, Any]) -> str:
    """The payload as JSON where a number is too large for a float; what else is wrong with it still is."""
    try:
        return in_json(_encode_any(payload))
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(
            f"the event's input cannot be written as JSON ({error}); pass plain JSON values"
        ) from None


def base_environment(payload: Mapping[str, Any], settings: Settings) -> dict[str, str | None]:
    """The protocol's own variables; None = removed."""
    root = settings.roots[0] if settings.roots else ""
    return {
        "CURSOR_PROJECT_DIR": root,
        "CURSOR_VERSION": as_text(payload.get("cursor_version")),
        "CURSOR_USER_EMAIL": as_text(payload.get("user_email")),
        "CURSOR_TRANSCRIPT_PATH": as_text(payload.get("transcript_path")),
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
    return named_in(PLACEHOLDERS, hook.command, given)
