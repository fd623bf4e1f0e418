"""OpenAI chat completions: the verdict is held to a JSON schema by `response_format`. Pure.

Ollama, vLLM, llama.cpp, LM Studio and LiteLLM speak it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookline.judge.shapes.exchange import (
    VERDICT_NAME,
    VERDICT_SCHEMA,
    Answer,
    Ask,
    found,
    is_bare,
    joined,
    number_at,
    text_at,
    whole_text,
)

FORCED_BY = ("response_format", "json_schema")


def target(url: str, model: str) -> str:
    return joined(url, "/v1/chat/completions" if is_bare(url) else "/chat/completions")


def headers(key: str | None) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def body(ask: Ask) -> dict[str, Any]:
    # OpenAI's newer models refuse `max_tokens`; the other servers do not all know its new name.
    limit = "max_completion_tokens" if ask.vendor else "max_tokens"
    made: dict[str, Any] = {
        "model": ask.model,
        "messages": [
            {"role": "system", "content": ask.messages.policy},
            {"role": "user", "content": ask.messages.event},
        ],
        limit: ask.tokens,
        "stream": False,
    }
    if ask.forced:
        schema = {"name": VERDICT_NAME, "strict": True, "schema": VERDICT_SCHEMA}
        made["response_format"] = {"type": "json_schema", "json_schema": schema}
    return made


def read(answer: Mapping[str, Any]) -> Answer:
    choice = found(answer, "choices", 0)
    why_not = None
    if text_at(choice, "finish_reason") == "length":
        why_not = "was cut off by the token limit"
    elif text_at(choice, "message", "refusal"):
        why_not = "is a refusal"
    return Answer(
        whole_text([text_at(choice, "message", "content")], why_not),
        text_at(answer, "model"),
        number_at(answer, "usage", "prompt_tokens"),
        number_at(answer, "usage", "completion_tokens"),
    )
