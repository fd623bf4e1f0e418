"""Anthropic messages: the verdict is the input of a tool the model has to call. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hookline.judge.shapes.exchange import (
    VERDICT_NAME,
    VERDICT_SCHEMA,
    Answer,
    Ask,
    joined,
    listed,
    number_at,
    text_at,
    whole_text,
)

FORCED_BY = ("tool_choice", "tools")
_VERSION = "2023-06-01"


def target(url: str, model: str) -> str:
    return joined(url, "/v1", "/v1/messages")


def headers(key: str | None) -> dict[str, str]:
    return {"anthropic-version": _VERSION, **({"x-api-key": key} if key else {})}


def body(ask: Ask) -> dict[str, Any]:
    made: dict[str, Any] = {
        "model": ask.model,
        "system": ask.messages.policy,
        "messages": [{"role": "user", "content": ask.messages.event}],
        "max_tokens": ask.tokens,
    }
    if ask.forced:
        made["tools"] = [
            {
                "name": VERDICT_NAME,
                "description": "Give the verdict.",
                "input_schema": VERDICT_SCHEMA,
            }
        ]
        made["tool_choice"] = {"type": "tool", "name": VERDICT_NAME}
    return made


def read(answer: Mapping[str, Any]) -> Answer:
    why_not = None
    if text_at(answer, "stop_reason") == "max_tokens":
        why_not = "was cut off by the token limit"
    elif text_at(answer, "stop_reason") == "refusal":
        why_not = "is a refusal"
    blocks = listed(answer, "content")
    called = [
        block
        for block in blocks
        if block.get("type") == "tool_use" and block.get("name") == VERDICT_NAME
    ]
    if called:
        texts: list[str | None] = [json.dumps(called[0].get("input"))]
    else:
        texts = [text_at(block, "text") for block in blocks if block.get("type") == "text"]
    return Answer(
        whole_text(texts, why_not),
        text_at(answer, "model"),
        number_at(answer, "usage", "input_tokens"),
        number_at(answer, "usage", "output_tokens"),
    )
