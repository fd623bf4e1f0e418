"""judge.replies: which reply is a ruling, and what is to be done about the others."""

import json

import pytest
from pytest import param

from hookline.judge.client import Reply
from hookline.judge.replies import Read, Trouble, read_reply
from hookline.judge.shapes import WIRES
from hookline.judge.shapes.exchange import Answer
from hookline.judge.verdict import Ruling

CHAT = WIRES["openai-chat"]
NOW = 1_795_008_000.0  # 2026-11-18T13:20:00Z


def reply(status: int, body: bytes | str = b"", **headers: str) -> Reply:
    return Reply(
        status,
        {name.replace("_", "-"): text for name, text in headers.items()},
        body.encode() if isinstance(body, str) else body,
    )


def error(message: object) -> str:
    return json.dumps({"error": {"message": message}})


def test_a_ruling() -> None:
    text = '{"ok": false, "reason": "no"}'
    body = json.dumps({"choices": [{"message": {"content": text}}]})
    assert read_reply(reply(200, body), CHAT, forced=True, now=NOW) == Read(Ruling(False, "no"), Answer(text))


@pytest.mark.parametrize(
    ("given", "text", "pause_s", "unforced"),
    [
        param(reply(200, "[]"), "sent something that is not a JSON object", 0.0, False, id="a list"),
        param(reply(200, b"\xff"), "sent something that is not a JSON object", 0.0, False, id="no text"),
        param(reply(200, "{}"), "gave an answer that has no text", 0.0, False, id="another shape"),
        param(reply(204), "sent something that is not a JSON object", 0.0, False, id="nothing"),
        param(
            reply(302, location="http://evil/"),
            "redirects elsewhere (302), which is not followed: configure the final address",
            None,
            False,
            id="a redirect",
        ),
        param(
            reply(400, error("bad response_format")),
            "does not accept a JSON schema (400: bad response_format)",
            0.0,
            True,
            id="no schemas here",
        ),
        param(reply(400, error("too long")), "rejected the request (400: too long)", None, False, id="another complaint"),
        param(reply(401, error("bad key")), "rejected the key (401: bad key)", None, False, id="the key"),
        param(reply(403), "rejected the key (403)", None, False, id="the key, without a word"),
        param(reply(404, error("no model")), "knows no such address or model (404: no model)", None, False, id="the model"),
        param(
            reply(429, error("slow down"), retry_after="7"),
            "cannot answer (429: slow down)",
            7.0,
            False,
            id="later, in seconds",
        ),
        param(
            reply(429, "", retry_after="Wed, 18 Nov 2026 13:20:09 GMT"),
            "cannot answer (429)",
            9.0,
            False,
            id="later, at a time",
        ),
        param(
            reply(503, "", retry_after="Wed, 18 Nov 2020 13:20:09 GMT"),
            "cannot answer (503)",
            0.0,
            False,
            id="a time that has passed",
        ),
        param(reply(500, "", retry_after="soon"), "cannot answer (500)", 0.5, False, id="a time nobody understands"),
        param(reply(529), "cannot answer (529)", 0.5, False, id="overloaded, without a time"),
        param(reply(418), "rejected the request (418)", None, False, id="any other"),
        param(
            reply(500, json.dumps([{"error": {"message": "in a list"}}])),
            "cannot answer (500: in a list)",
            0.5,
            False,
            id="an error in a list",
        ),
        param(
            reply(500, json.dumps({"error": "text"})),
            "cannot answer (500: text)",
            0.5,
            False,
            id="an error that is text",
        ),
        param(
            reply(500, json.dumps({"message": "top"})),
            "cannot answer (500: top)",
            0.5,
            False,
            id="an error at the top",
        ),
        param(
            reply(500, error("a\x1b[31m\r\nb" + "c" * 300)),
            "cannot answer (500: a [31m b" + "c" * 191 + "…)",
            0.5,
            False,
            id="long text that a terminal would obey",
        ),
        param(reply(500, error(5)), "cannot answer (500)", 0.5, False, id="a message that is no text"),
    ],
)
def test_trouble(given: Reply, text: str, pause_s: float | None, unforced: bool) -> None:
    with pytest.raises(Trouble) as caught:
        read_reply(given, CHAT, forced=True, now=NOW)
    assert (str(caught.value), caught.value.pause_s, caught.value.unforced) == (text, pause_s, unforced)


def test_a_complaint_about_a_schema_that_was_not_sent_is_another_one() -> None:
    with pytest.raises(Trouble, match="^rejected the request"):
        read_reply(reply(400, error("response_format")), CHAT, forced=False, now=NOW)
