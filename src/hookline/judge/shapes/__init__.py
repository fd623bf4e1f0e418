"""WIRES: one module for each way model servers are spoken to; each is a `wire.Wire`. All of them are pure."""

from __future__ import annotations

from typing import cast

from hookline.judge.shapes import anthropic, gemini, openai_chat, openai_responses
from hookline.judge.shapes.exchange import Wire

#: By the `wire` of the rows in `spec.judge`.
WIRES: dict[str, Wire] = {
    name: cast(Wire, module)
    for name, module in {
        "openai-chat": openai_chat,
        "openai-responses": openai_responses,
        "anthropic": anthropic,
        "gemini": gemini,
    }.items()
}
