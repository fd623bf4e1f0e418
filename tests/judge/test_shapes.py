"""judge.shapes: what each shape sends and what it reads, as whole values."""

from typing import Any

import pytest
from pytest import param

from hookline.errors import Unreadable
from hookline.judge.question import Messages
from hookline.judge.shapes import WIRES
from hookline.judge.shapes.exchange import VERDICT_SCHEMA, Answer, Ask
from hookline.spec.model_servers import SHAPES

ASK = Ask("m", Messages("the policy", "the event"), 50)
YES = '{"ok": true, "reason": "r"}'


def test_every_shape_has_its_wire() -> None:
    assert {shape.wire for shape in SHAPES.values()} == set(WIRES)


@pytest.mark.parametrize(
    ("wire", "url", "target"),
    [
        param("openai-chat", "http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/chat/completions", id="chat: a machine"),
        param("openai-chat", "https://h/v1/", "https://h/v1/chat/completions", id="chat: up to the version"),
        param("openai-chat", "https://h/proxy", "https://h/proxy/chat/completions", id="chat: a path of its own"),
        param("openai-chat", "https://h/v1/chat/completions", "https://h/v1/chat/completions", id="chat: the whole"),
        param("openai-chat", "https://h/openai/v1?api-version=1", "https://h/openai/v1/chat/completions?api-version=1", id="chat: with a query"),
        param("openai-responses", "http://h", "http://h/v1/responses", id="responses: a machine"),
        param("openai-responses", "https://h/v1", "https://h/v1/responses", id="responses: up to the version"),
        param("openai-responses", "https://h/v1/responses", "https://h/v1/responses", id="responses: the whole"),
        param("anthropic", "https://h", "https://h/v1/messages", id="messages: a machine"),
        param("anthropic", "https://h/v1", "https://h/v1/messages", id="messages: up to the version"),
        param("anthropic", "https://h/x/v1/messages", "https://h/x/v1/messages", id="messages: the whole"),
        param("gemini", "https://h", "https://h/v1beta/models/m:generateContent", id="gemini: a machine"),
        param("gemini", "https://h/v1beta/", "https://h/v1beta/models/m:generateContent", id="gemini: up to the version"),
        param("gemini", "https://h/v1beta/models", "https://h/v1beta/models/m:generateContent", id="gemini: up to the models"),
    ],
)  # fmt: skip
def test_where_it_is_posted(wire: str, url: str, target: str) -> None:
    assert WIRES[wire].target(url, "m") == target


@pytest.mark.parametrize(
    ("model", "part"),
    [
        param("models/gemini-x", "gemini-x", id="with the folder of the models"),
        param("../../v1/files?x=", "..%2F..%2Fv1%2Ffiles%3Fx%3D", id="a model that would lead elsewhere"),
    ],
)
def test_a_model_is_one_part_of_the_path(model: str, part: str) -> None:
    assert WIRES["gemini"].target("https://h", model) == f"https://h/v1beta/models/{part}:generateContent"


@pytest.mark.parametrize(
    ("wire", "with_key", "without"),
    [
        param("openai-chat", {"authorization": "Bearer k"}, {}, id="chat"),
        param("openai-responses", {"authorization": "Bearer k"}, {}, id="responses"),
        param(
            "anthropic",
            {"anthropic-version": "2023-06-01", "x-api-key": "k"},
            {"anthropic-version": "2023-06-01"},
            id="messages",
        ),
        param("gemini", {"x-goog-api-key": "k"}, {}, id="gemini"),
    ],
)
def test_the_key_is_a_header(wire: str, with_key: dict[str, str], without: dict[str, str]) -> None:
    assert (WIRES[wire].headers("k"), WIRES[wire].headers(None)) == (with_key, without)


CHAT_MESSAGES = [{"role": "system", "content": "the policy"}, {"role": "user", "content": "the event"}]
STRICT = {"name": "verdict", "strict": True, "schema": VERDICT_SCHEMA}


@pytest.mark.parametrize(
    ("wire", "ask", "body"),
    [
        param(
            "openai-chat",
            ASK,
            {
                "model": "m",
                "messages": CHAT_MESSAGES,
                "max_tokens": 50,
                "stream": False,
                "response_format": {"type": "json_schema", "json_schema": STRICT},
            },
            id="chat",
        ),
        param(
            "openai-chat",
            ASK._replace(vendor=True, forced=False),
            {"model": "m", "messages": CHAT_MESSAGES, "max_completion_tokens": 50, "stream": False},
            id="chat: OpenAI itself, without a schema",
        ),
        param(
            "openai-responses",
            ASK,
            {
                "model": "m",
                "instructions": "the policy",
                "input": [{"role": "user", "content": "the event"}],
                "max_output_tokens": 50,
                "store": False,
                "stream": False,
                "text": {"format": {"type": "json_schema", **STRICT}},
            },
            id="responses",
        ),
        param(
            "openai-responses",
            ASK._replace(forced=False),
            {
                "model": "m",
                "instructions": "the policy",
                "input": [{"role": "user", "content": "the event"}],
                "max_output_tokens": 50,
                "store": False,
                "stream": False,
            },
            id="responses without a schema",
        ),
        param(
            "anthropic",
            ASK,
            {
                "model": "m",
                "system": "the policy",
                "messages": [{"role": "user", "content": "the event"}],
                "max_tokens": 50,
                "tools": [{"name": "verdict", "description": "Give the verdict.", "input_schema": VERDICT_SCHEMA}],
                "tool_choice": {"type": "tool", "name": "verdict"},
            },
            id="messages",
        ),
        param(
            "anthropic",
            ASK._replace(forced=False),
            {"model": "m", "system": "the policy", "messages": [{"role": "user", "content": "the event"}], "max_tokens": 50},
            id="messages without a tool",
        ),
        param(
            "gemini",
            ASK,
            {
                "systemInstruction": {"parts": [{"text": "the policy"}]},
                "contents": [{"role": "user", "parts": [{"text": "the event"}]}],
                "generationConfig": {
                    "maxOutputTokens": 50,
                    "responseMimeType": "application/json",
                    "responseSchema": {
                        "type": "OBJECT",
                        "properties": {"ok": {"type": "BOOLEAN"}, "reason": {"type": "STRING"}},
                        "required": ["ok", "reason"],
                        "propertyOrdering": ["ok", "reason"],
                    },
                },
            },
            id="gemini",
        ),
        param(
            "gemini",
            ASK._replace(forced=False),
            {
                "systemInstruction": {"parts": [{"text": "the policy"}]},
                "contents": [{"role": "user", "parts": [{"text": "the event"}]}],
                "generationConfig": {"maxOutputTokens": 50},
            },
            id="gemini without a schema",
        ),
    ],
)
def test_what_is_posted(wire: str, ask: Ask, body: dict[str, Any]) -> None:
    assert WIRES[wire].body(ask) == body


def chat(content: Any = YES, finish: str = "stop", **message: Any) -> dict[str, Any]:
    return {
        "model": "m-1",
        "choices": [{"finish_reason": finish, "message": {"content": content, **message}}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3},
    }


def responses(*parts: dict[str, Any], status: str = "completed") -> dict[str, Any]:
    output = [{"type": "reasoning"}, {"type": "message", "content": list(parts)}]
    return {"model": "m-1", "status": status, "output": output, "usage": {"input_tokens": 7, "output_tokens": 3}}


def anthropic(*blocks: dict[str, Any], stop: str = "tool_use") -> dict[str, Any]:
    return {"model": "m-1", "stop_reason": stop, "content": list(blocks), "usage": {"input_tokens": 7, "output_tokens": 3}}


def gemini(*parts: dict[str, Any], finish: str | None = "STOP") -> dict[str, Any]:
    candidate = {"content": {"parts": list(parts)}, "finishReason": finish}
    return {
        "modelVersion": "m-1",
        "candidates": [candidate],
        "usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 3},
    }


@pytest.mark.parametrize(
    ("wire", "answer"),
    [
        param("openai-chat", chat(), id="chat"),
        param("openai-responses", responses({"type": "output_text", "text": YES}), id="responses"),
        param(
            "openai-responses",
            responses({"type": "output_text", "text": YES[:5]}, {"type": "output_text", "text": YES[5:]}),
            id="responses in two parts",
        ),
        param(
            "anthropic",
            anthropic(
                {"type": "thinking", "thinking": "x"},
                {"type": "tool_use", "name": "verdict", "input": {"ok": True, "reason": "r"}},
            ),
            id="messages: the tool was called",
        ),
        param("anthropic", anthropic({"type": "text", "text": YES}, stop="end_turn"), id="messages: text"),
        param("gemini", gemini({"text": "hm", "thought": True}, {"text": YES}), id="gemini, without its thoughts"),
        param("gemini", gemini({"text": YES}, finish=None), id="gemini that does not say why it ended"),
    ],
)
def test_what_is_read(wire: str, answer: dict[str, Any]) -> None:
    assert WIRES[wire].read(answer) == Answer(YES, "m-1", 7, 3)


@pytest.mark.parametrize(
    ("wire", "answer", "why"),
    [
        param("openai-chat", chat(finish="length"), "was cut off by the token limit", id="chat: cut off"),
        param("openai-chat", chat(None, refusal="I will not"), "is a refusal", id="chat: refused"),
        param("openai-chat", chat(None), "has no text", id="chat: no text"),
        param("openai-chat", chat([{"type": "text"}]), "has no text", id="chat: parts for text"),
        param("openai-chat", {"choices": []}, "has no text", id="chat: no choice"),
        param("openai-chat", {"choices": "x"}, "has no text", id="chat: text for choices"),
        param(
            "openai-responses",
            responses({"type": "output_text", "text": YES}, status="incomplete"),
            "was cut off by the token limit",
            id="responses: cut off",
        ),
        param("openai-responses", responses({"type": "refusal", "refusal": "no"}), "is a refusal", id="responses: refused"),
        param(
            "openai-responses",
            {"output": [1, {"type": "message", "content": 5}]},
            "has no text",
            id="responses: other types",
        ),
        param(
            "anthropic",
            anthropic({"type": "text", "text": YES}, stop="max_tokens"),
            "was cut off by the token limit",
            id="messages: cut off",
        ),
        param("anthropic", anthropic(stop="refusal"), "is a refusal", id="messages: refused"),
        param("anthropic", {"content": {}}, "has no text", id="messages: other types"),
        param("gemini", gemini({"text": YES}, finish="MAX_TOKENS"), "was cut off by the token limit", id="gemini: cut off"),
        param("gemini", gemini(finish="SAFETY"), "is a refusal", id="gemini: refused"),
        param("gemini", {"promptFeedback": {"blockReason": "SAFETY"}}, "is a refusal", id="gemini: not even asked"),
        param("gemini", {"candidates": [7]}, "has no text", id="gemini: other types"),
        param("gemini", {}, "has no text", id="gemini: nothing"),
    ],
)
def test_what_cannot_be_read(wire: str, answer: dict[str, Any], why: str) -> None:
    with pytest.raises(Unreadable, match=f"^{why}$"):
        WIRES[wire].read(answer)


def test_numbers_that_are_none_are_not_counted() -> None:
    answer = chat() | {"usage": {"prompt_tokens": True, "completion_tokens": "3"}, "model": 5}
    assert WIRES["openai-chat"].read(answer) == Answer(YES)
