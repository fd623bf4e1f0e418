"""What is known of a judge's work → a few words for a person: the model, its tokens, how long it
took, and the cache.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookline.cli.show.safe_text import count, duration


def judged_by(about: Mapping[str, Any]) -> str:
    """`qwen3:8b, 412 + 23 tokens, 1.2 s`; or `qwen3:8b, from the cache, 60 s old`."""
    words = [str(about.get("model") or "a judge")]
    if about.get("cached"):
        words.append(f"from the cache, {about.get('age_s', 0):g} s old")
    if about.get("shared"):
        words.append("shared with the same question")
    if "input_tokens" in about or "output_tokens" in about:
        words.append(f"{about.get('input_tokens', '?')} + {about.get('output_tokens', '?')} tokens")
    if isinstance(about.get("latency_ms"), int | float):
        words.append(duration(about["latency_ms"]))
    if about.get("calls", 1) != 1:
        words.append(count(about["calls"], "request"))
    if about.get("cut"):
        words.append(f"{about['cut']} characters or members of the event were cut")
    return ", ".join(words)
