"""SHAPES: the ways model servers are spoken to, one row each, and the variables that choose a
judge.

- `wire`: how requests and answers look; two rows may share one.
- `url`: the vendor's own address. `url_variable`: the vendor's usual variable for another one.
- `key_variables`: the vendor's usual variables for the key, the first that is set counts.
"""

from __future__ import annotations

from hookline.spec.row import Row


class Shape(Row):
    """One way to speak to a model server. The columns are described at the top of the module."""

    __slots__ = ("name", "title", "wire", "url", "url_variable", "key_variables")

    name: str
    title: str
    wire: str
    url: str
    url_variable: str
    key_variables: tuple[str, ...]

    def __init__(
        self,
        name: str,
        title: str,
        *,
        wire: str,
        url: str,
        url_variable: str,
        key_variables: tuple[str, ...],
    ) -> None:
        self._set(
            name=name,
            title=title,
            wire=wire,
            url=url,
            url_variable=url_variable,
            key_variables=key_variables,
        )


_ROWS = (
    Shape(
        "openai-chat",
        "OpenAI chat completions, and every server that speaks it: vLLM, llama.cpp, LM Studio, LiteLLM",
        wire="openai-chat", url="https://api.openai.com/v1", url_variable="OPENAI_BASE_URL",
        key_variables=("OPENAI_API_KEY",),
    ),
    Shape(
        "openai-responses", "OpenAI responses", wire="openai-responses",
        url="https://api.openai.com/v1",
        url_variable="OPENAI_BASE_URL", key_variables=("OPENAI_API_KEY",),
    ),
    Shape(
        "anthropic", "Anthropic messages", wire="anthropic", url="https://api.anthropic.com",
        url_variable="ANTHROPIC_BASE_URL", key_variables=("ANTHROPIC_API_KEY",),
    ),
    Shape(
        "gemini", "Gemini generateContent", wire="gemini",
        url="https://generativelanguage.googleapis.com",
        url_variable="GOOGLE_GEMINI_BASE_URL", key_variables=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    ),
    Shape(
        "ollama", "Ollama on this machine, by OpenAI chat completions", wire="openai-chat",
        url="http://127.0.0.1:11434",
        url_variable="OLLAMA_HOST", key_variables=("OLLAMA_API_KEY",),
    ),
)  # fmt: skip

#: Every shape by name.
SHAPES = {row.name: row for row in _ROWS}
DEFAULT_SHAPE = "openai-chat"

KEY_VARIABLE = "HOOKLINE_JUDGE_KEY"
#: Our own variables: setting → variable. They win over the settings file.
VARIABLES = {
    "url": "HOOKLINE_JUDGE_URL",
    "key": KEY_VARIABLE,
    "model": "HOOKLINE_JUDGE_MODEL",
    "shape": "HOOKLINE_JUDGE_SHAPE",
}
