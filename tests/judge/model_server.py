"""A model server on loopback that speaks all four shapes, decides by a rule, and misbehaves on demand.

`server.next("500", "right")` says how the next requests are answered; then it is right again. `server.seen` keeps what came.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections import deque
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

Rule = Callable[[str, str], tuple[bool, str]]
HUGE_BYTES = 8 * 1024 * 1024


def no_deletion(policy: str, event: str) -> tuple[bool, str]:
    """The rule when nobody gives another: what deletes everything is denied."""
    return ("rm -rf" not in event, "It deletes files." if "rm -rf" in event else "It is harmless.")


class Seen(NamedTuple):
    """One request as it came."""

    shape: str
    headers: dict[str, str]
    body: dict[str, Any]
    policy: str
    message: str

    @property
    def event(self) -> str:
        """What stands between the two marks."""
        found = re.search(r"\nBEGIN EVENT ([0-9a-f]{24})\n(.*)\nEND EVENT \1\n", self.message, re.DOTALL)
        assert found, self.message
        return found[2]


class ModelServer:
    """Started when it is made; `close` ends it."""

    def __init__(self, rule: Rule = no_deletion) -> None:
        self.rule = rule
        self.seen: list[Seen] = []
        self.plan: deque[str] = deque()
        self.always: str | None = None
        self.hold_s = 60.0  # how long "slow" and "never" last
        self.left = threading.Event()  # somebody hung up while we dawdled
        self._closing = threading.Event()
        server = self

        class Handler(_Handler):
            owner = server

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def next(self, *behaviours: str) -> None:
        self.plan.extend(behaviours)

    def close(self) -> None:
        self._closing.set()
        self._http.shutdown()
        self._http.server_close()

    def dawdle(self, connection: Any, hold_s: float) -> None:
        """Wait, but not for somebody who has hung up."""
        connection.settimeout(0.02)
        ends_at = time.monotonic() + hold_s
        while time.monotonic() < ends_at and not self._closing.is_set():
            try:
                if connection.recv(1) == b"":
                    self.left.set()
                    return
            except TimeoutError:
                continue
            except OSError:
                self.left.set()
                return


def read_chat(body: dict[str, Any]) -> tuple[str, str]:
    system, user = body["messages"]
    assert (system["role"], user["role"]) == ("system", "user")
    return system["content"], user["content"]


def read_responses(body: dict[str, Any]) -> tuple[str, str]:
    (user,) = body["input"]
    return body["instructions"], user["content"]


def read_anthropic(body: dict[str, Any]) -> tuple[str, str]:
    (user,) = body["messages"]
    return body["system"], user["content"]


def read_gemini(body: dict[str, Any]) -> tuple[str, str]:
    ((part,), ((user,),)) = body["systemInstruction"]["parts"], [one["parts"] for one in body["contents"]]
    return part["text"], user["text"]


def say_chat(text: str, whole: bool) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": "stop" if whole else "length", "message": {"role": "assistant", "content": text}}
    return {"model": "judge-1", "choices": [choice], "usage": {"prompt_tokens": 120, "completion_tokens": 12}}


def say_responses(text: str, whole: bool) -> dict[str, Any]:
    message = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}
    usage = {"input_tokens": 120, "output_tokens": 12}
    return {"model": "judge-1", "status": "completed" if whole else "incomplete", "output": [message], "usage": usage}


def say_anthropic(text: str, whole: bool) -> dict[str, Any]:
    try:
        block = {"type": "tool_use", "id": "t", "name": "verdict", "input": json.loads(text)}
    except ValueError:
        block = {"type": "text", "text": text}
    usage = {"input_tokens": 120, "output_tokens": 12}
    return {"model": "judge-1", "stop_reason": "tool_use" if whole else "max_tokens", "content": [block], "usage": usage}


def say_gemini(text: str, whole: bool) -> dict[str, Any]:
    candidate = {"content": {"parts": [{"text": text}]}, "finishReason": "STOP" if whole else "MAX_TOKENS"}
    usage = {"promptTokenCount": 120, "candidatesTokenCount": 12}
    return {"modelVersion": "judge-1", "candidates": [candidate], "usageMetadata": usage}


#: End of the path → shape, how its question is read, how an answer looks.
SPOKEN = {
    "/v1/chat/completions": ("openai-chat", read_chat, say_chat),
    "/v1/responses": ("openai-responses", read_responses, say_responses),
    "/v1/messages": ("anthropic", read_anthropic, say_anthropic),
    ":generateContent": ("gemini", read_gemini, say_gemini),
}
FORCED = {
    "openai-chat": lambda body: body["response_format"]["type"] == "json_schema",
    "openai-responses": lambda body: body["text"]["format"]["type"] == "json_schema",
    "anthropic": lambda body: body["tool_choice"] == {"type": "tool", "name": "verdict"},
    "gemini": lambda body: body["generationConfig"]["responseMimeType"] == "application/json",
}
REFUSALS = {
    "openai-chat": "response_format json_schema is not supported", "openai-responses": "text.format is not supported",
    "anthropic": "tool_choice is not supported", "gemini": "responseSchema is not supported",
}  # fmt: skip


class _Handler(BaseHTTPRequestHandler):
    owner: ModelServer
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        return None

    def do_GET(self) -> None:
        self._send(200, b'{"where": "a redirect led here"}')

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        end = next(end for end in SPOKEN if self.path.partition("?")[0].endswith(end))
        shape, read, self.say = SPOKEN[end]
        headers = {name.lower(): text for name, text in self.headers.items()}
        seen = Seen(shape, headers, body, *read(body))
        self.owner.seen.append(seen)
        behaviour = self.owner.plan.popleft() if self.owner.plan else self.owner.always or "right"
        try:
            self._behave(behaviour, seen)
        except (BrokenPipeError, ConnectionResetError):
            self.owner.left.set()
            self.close_connection = True

    def _behave(self, behaviour: str, seen: Seen) -> None:
        getattr(self, "do_" + behaviour.replace(" ", "_"))(seen)

    def do_right(self, seen: Seen) -> None:
        ok, reason = self.owner.rule(seen.policy, seen.event)
        self._say(json.dumps({"ok": ok, "reason": reason}))

    def do_unforced(self, seen: Seen) -> None:
        if any(key in seen.body for key in ("response_format", "text", "tools")) or "responseSchema" in str(seen.body):
            self._send(400, _error(REFUSALS[seen.shape]))
        else:
            self.do_right(seen)

    def do_slow(self, seen: Seen) -> None:
        self.owner.dawdle(self.connection, self.owner.hold_s)
        self.do_right(seen)

    def do_never(self, seen: Seen) -> None:
        self.owner.dawdle(self.connection, self.owner.hold_s)
        self.close_connection = True

    def do_drip(self, seen: Seen) -> None:
        """A byte of a header at a time: every single read is in time, and there is no end."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nx-drip: ")
        ends_at = time.monotonic() + self.owner.hold_s
        while time.monotonic() < ends_at and not self.owner._closing.is_set():
            self.wfile.write(b"x")
            time.sleep(0.05)
        self.close_connection = True

    def do_429(self, seen: Seen) -> None:
        self._send(429, _error("Rate limit reached"), {"Retry-After": "30"})

    def do_429_soon(self, seen: Seen) -> None:
        self._send(429, _error("Rate limit reached"), {"Retry-After": "0.1"})

    def do_500(self, seen: Seen) -> None:
        self._send(500, b"<html>oops</html>")

    def do_401(self, seen: Seen) -> None:
        key = " ".join(seen.headers.get(name, "") for name in ("authorization", "x-api-key", "x-goog-api-key"))
        self._send(401, _error(f"Incorrect API key provided: {key}\x1b[31m"))

    def do_404(self, seen: Seen) -> None:
        self._send(404, _error("The model `judge` does not exist"))

    def do_400(self, seen: Seen) -> None:
        self._send(400, _error("context length exceeded " + "x" * 500))

    def do_truncated(self, seen: Seen) -> None:
        self.send_response(200)
        self.send_header("content-length", "5000")
        self.end_headers()
        self.wfile.write(b'{"choices": [')
        self.close_connection = True

    def do_cut_off(self, seen: Seen) -> None:
        self._say('{"ok": tr', whole=False)

    def do_not_JSON(self, seen: Seen) -> None:
        self._send(200, b"<html>a proxy's own page</html>")

    def do_prose(self, seen: Seen) -> None:
        self._say('I think that this is fine. {"ok": true}')

    def do_wrong_types(self, seen: Seen) -> None:
        self._say('{"ok": "true", "reason": "fine"}')

    def do_wrong_schema(self, seen: Seen) -> None:
        self._say('{"verdict": "allow"}')

    def do_wrong_shape(self, seen: Seen) -> None:
        self._send(200, b'{"result": "allow", "choices": 5, "output": {}, "content": null, "candidates": [[]]}')

    def do_empty(self, seen: Seen) -> None:
        self._send(200, b"")

    def do_redirect(self, seen: Seen) -> None:
        self._send(307, b"", {"Location": f"{self.owner.url}/elsewhere"})

    def do_huge(self, seen: Seen) -> None:
        self.send_response(200)
        self.send_header("content-length", str(HUGE_BYTES))
        self.end_headers()
        for _ in range(HUGE_BYTES // 65536):
            self.wfile.write(b" " * 65536)

    def _say(self, text: str, *, whole: bool = True) -> None:
        self._send(200, json.dumps(self.say(text, whole)).encode())

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, text in {"content-type": "application/json", **(headers or {})}.items():
            self.send_header(name, text)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _error(message: str) -> bytes:
    return json.dumps({"error": {"type": "x", "message": message}}).encode()
