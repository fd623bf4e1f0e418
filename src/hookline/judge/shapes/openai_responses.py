"""OpenAI responses: the verdict is held to a JSON schema by `text.format`; nothing is stored there. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookline.judge.shapes.exchange import (
    VERDICT_NAME,
    VERDICT_SCHEMA,
    Answer,
    Ask,
    is_bare,
    joined,
    listed,
    number_at,
    text_at,
    whole_text,
)
from hookline.judge.shapes.openai_chat import headers as headers

FORCED_BY = ("text.format", "json_schema", "response_format")


def target(url: str, model: str) -> str:
    return joined(url, "/v1/responses" if is_bare(url) else "/responses")


def body(ask: Ask) -> dict[str, Any]:
    made: dict[str, Any] = {
        "model": ask.model,
        "instructions": ask.messages.policy,
        "input": [{"role": "user", "content": ask.messages.event}],
        "max_output_tokens": ask.tokens,
        "store": False,
        "stream": False,
    }
    if ask.forced:
        made["text"] = {
            "format": {
                "type": "json_schema",
                "name": VERDICT_NAME,
                "strict": True,
                "schema": VERDICT_SCHEMA,
            }
        }
    return made


def read(answer: Mapping[str, Any]) -> Answer:
    messages = [item for item in listed(answer, "output") if item.get("type") == "message"]
    parts = [part for message in messages for part in listed(message, "content")]
    why_not = None
    if text_at(answer, "status") == "incomplete":
        why_not = "was cut off by the token limit"
    elif any(part.get("type") == "refusal" for part in parts):
        why_not = "is a refusal"
    texts = [text_at(part, "text") for part in parts if part.get("type") == "output_text"]
    return Answer(
        whole_text(texts, why_not),
        text_at(answer, "model"),
        number_at(answer, "usage", "input_tokens"),
        number_at(answer, "usage", "output_tokens"),
    )
