"""detect.secret_scan: secrets and what only looks like one. The figures over the whole corpus are in test_secret_figures.py."""

from __future__ import annotations

import random

import pytest
from pytest import param

from hookline.detect import kinds_of, redacted, secrets_in


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        param("DB_PASSWORD=Tackle9229", "Tackle9229", id="a word with digits"),
        param("password: 'correct horse 42'", "correct horse 42", id="a passphrase with a digit"),
        param("MATTERMOST_TOKEN=xkqzjwvbplmrtgfdshcnyqzvkj", "xkqzjwvbplmrtgfdshcnyqzvkj", id="letters of no language"),
        param("LOGZ_TOKEN=kRtBwQnZmXcVpLsDjFhGkTyUiOaSdFgH", "kRtBwQnZmXcVpLsDjFhGkTyUiOaSdFgH", id="capitals everywhere"),
        param("Cookie: theme=dark; sid=x9Kd72LmQ0pZr5Tv", "theme=dark; sid=x9Kd72LmQ0pZr5Tv", id="a cookie of a session"),
        param("the password is Zebra6443.", "Zebra6443.", id="told in prose"),
    ],
)
def test_secrets_are_found(text: str, secret: str) -> None:
    assert [one.text for one in secrets_in(text)] == [secret]


@pytest.mark.parametrize(
    "text",
    [
        param("password: correct", id="a word"),
        param("password: Passw0rd", id="a word that stands for one"),
        param("password = test1234", id="what tests use"),
        param("token: 2026-03-01T10:00:00Z", id="a time"),
        param("token: v1.2.3", id="a version"),
        param("token: #ff00ff", id="a colour"),
        param("nextToken: x9Kd72LmQ0pZr5TvB8nW", id="a place in a list"),
        param("private_key = ed25519.Ed25519PrivateKey", id="a class"),
        param("api_key = settings.api_key2", id="an attribute"),
        param("password: /run/secrets/db", id="a path"),
        param('token: "Something with blanks"', id="a sentence"),
        param("secret = load_secret(name)", id="a call"),
        param("Cookie: theme=dark; lang=en", id="cookies that hold no session"),
        param("AC0123456789abcdef0123456789abcdef".replace("0123456789abcdef", "9f8e7d6c5b4a3210"), id="a Twilio account"),
        param("sk.eyJ pk.eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0", id="a public token of Mapbox"),
        param("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----", id="the frame of a key"),
        param("API_TOKEN=abababababababab", id="two letters"),
        param("token = aaa...", id="cut off"),
        param("", id="nothing"),
    ],
)
def test_look_alikes_are_not(text: str) -> None:
    assert secrets_in(text) == []


def test_kinds_are_counted_and_places_are_of_bytes() -> None:
    text = "ü DB_PASSWORD=Tackle9229\nX_TOKEN=Zebra6443\nAKIAX9KD72LMQ0PZR5TV"
    found = secrets_in(text)
    assert [(one.kind, one.start, one.end) for one in found] == [("env", 15, 25), ("env", 34, 43), ("aws-key-id", 44, 64)]
    assert kinds_of(found) == "env (2), aws-key-id"
    assert secrets_in(text, ignore=("env",)) == found[2:]
    assert redacted(text, found[2:]).startswith("ü DB_PASSWORD=Tackle9229\nX_TOKEN=Zebra6443\n[masked:aws-key-id:")


def test_no_place_in_a_long_text_hides_a_secret() -> None:
    """Windows end somewhere: a short secret and a very long one are found wherever they stand."""
    chance = random.Random(1)
    lines = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyzABCDEFGH0123456789+/", k=64)) for _ in range(600)]
    key = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *lines, "-----END RSA PRIVATE KEY-----"])
    for blanks in range(14_000, 19_000, 331):
        text = f"{'x ' * (blanks // 2)}\n{key}\n\nDB_PASSWORD=Tackle9229\n{'y ' * 9000}"
        assert [one.text.strip() for one in secrets_in(text)] == [key, "Tackle9229"]
