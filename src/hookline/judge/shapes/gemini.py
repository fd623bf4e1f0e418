"""Gemini generateContent: the verdict is held to a schema by `responseSchema`. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from hookline.judge.shapes.exchange import (
    Answer,
    Ask,
    found,
    joined,
    listed,
    number_at,
    text_at,
    whole_text,
)

FORCED_BY = ("responseSchema", "response_schema", "responseMimeType", "response_mime_type")
#: Gemini's schemas are not JSON Schema: types are in capitals, and unknown keys are refused.
_SCHEMA: Mapping[str, Any] = {
    "type": "OBJECT",
    "properties": {"ok": {"type": "BOOLEAN"}, "reason": {"type": "STRING"}},
    "required": ["ok", "reason"],
    "propertyOrdering": ["ok", "reason"],
}
_COMPLETE = ("STOP", None)


def target(url: str, model: str) -> str:
    # The model is part of the path, and a hook may name any: no sign in it leads elsewhere.
    name = quote(model.removeprefix("models/"), safe="")
    return joined(url, "/v1beta", "/v1beta/models", f"/v1beta/models/{name}:generateContent")


def headers(key: str | None) -> dict[str, str]:
    return {"x-goog-api-key": key} if key else {}


def body(ask: Ask) -> dict[str, Any]:
    limits: dict[str, Any] = {"maxOutputTokens": ask.tokens}
    if ask.forced:
        limits |= {"responseMimeType": "application/json", "responseSchema": _SCHEMA}
    return {
        "systemInstruction": {"parts": [{"text": ask.messages.policy}]},
        "contents": [{"role": "user", "parts": [{"text": ask.messages.event}]}],
        "generationConfig": limits,
    }


def read(answer: Mapping[str, Any]) -> Answer:
    first = found(answer, "candidates", 0)
    finish = text_at(first, "finishReason")
    why_not = None
    if finish == "MAX_TOKENS":
        why_not = "was cut off by the token limit"
    elif finish not in _COMPLETE or text_at(answer, "promptFeedback", "blockReason"):
        why_not = "is a refusal"
    texts = [
        text_at(part, "text")
        for part in listed(first, "content", "parts")
        if part.get("thought") is not True
    ]
    return Answer(
        whole_text(texts, why_not),
        text_at(answer, "modelVersion"),
        number_at(answer, "usageMetadata", "promptTokenCount"),
        number_at(answer, "usageMetadata", "candidatesTokenCount"),
    )
