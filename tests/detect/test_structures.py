"""detect.structures: what the structure around a value says of it, in values and in text."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from pytest import param

from hookline.detect import mask, mask_text

SECRET = "Xq7RtBv93kLmZw2Pd8HsK4"
VALUES = [
    param({"headers": {"X-Token": [SECRET]}}, id="a list under a secret key"),
    param({"env": [{"name": "DB_PASSWORD", "value": SECRET}]}, id="a name and a value"),
    param(["mysql", "--password", SECRET], id="an option and its argument"),
    param(["mysql", f"-p{SECRET}", "db"], id="an option with its argument"),
    param(["docker", "login", "-p", f"a b'{SECRET}"], id="an argument with signs of the shell"),
    param({"kty": "RSA", "d": SECRET * 4, "n": "x"}, id="the private part of a JWK"),
    param({"tool_input": {"command": f"mysql \\\n  -p'{SECRET}' db"}}, id="a continued line"),
    param({"text": f'é €\n"x" mysql -p{SECRET} \ud800'}, id="beside escapes"),
]


@pytest.mark.fault("6.4", "a secret that only its place in a structure gives away, in a payload or in JSON text", "masked")
@pytest.mark.parametrize("value", VALUES)
def test_a_secret_in_a_structure(value: Any) -> None:
    texts = [
        json.dumps(value), json.dumps(value, indent=2), f"answer: {json.dumps(value)}\nmore {{ text", json.dumps({"inner": json.dumps(value)})
    ]  # fmt: skip
    assert SECRET not in json.dumps(mask(value))
    assert [text for text in map(mask_text, texts) if SECRET in text] == []
    assert json.loads(mask_text(texts[0])).keys() == value.keys() if isinstance(value, dict) else True


@pytest.mark.parametrize(
    "text",
    [
        param('{"p\\u0061ssword":"%s"}', id="a key with an escape"),
        param('{"password":"x","password":"%s"}', id="a key that stands there twice"),
        param("- name: DB_PASSWORD\n  value: %s", id="a name and a value in YAML"),
        param("- name: DB_PASSWORD\r\n  value: '%s'", id="in quotes, with line ends of Windows"),
        param("password: |\n  %s\nnext: a", id="a block of YAML"),
        param("password: >-\n  first\n  %s\nnext: a", id="the second line of one"),
        param("password: \r\n%s", id="in the next line"),
        param("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n%s\n---- END SSH2 ENCRYPTED PRIVATE KEY ----", id="an SSH2 key"),
    ],
)
def test_a_secret_in_structured_text(text: str) -> None:
    assert SECRET not in mask_text(text % SECRET)


@pytest.mark.parametrize(
    "value",
    [
        {"token": [None, True, ""]}, ["ls", "-l", "a b"], ["mysql", "-p", "db"], {"kty": "curve", "x": "d"}, {"d": "a word"},
        {"name": "PATH", "value": "/usr/bin"}, ["the", "password", "is wrong"], ["mysql", "--password", "$DB_PASSWORD"], {"max_tokens": [4096]},
        "password:\n  description: the word\n", "secret:\n  name: x\n  key: y\n", "password: |\n  ${DB_PASSWORD}\n", "- name: TOKEN\n  valueFrom: x\n",
    ],
)  # fmt: skip
def test_what_is_no_secret(value: Any) -> None:
    assert mask(value) == value
    assert mask_text(json.dumps(value)) == json.dumps(value)


@pytest.mark.parametrize(
    "unit",
    ['{"password":["a1b2"]}\n', '["mysql","-p"]\n', '{"token":"', "[", '{"a":', "password: |\n", "name: password\n", '{"t":"\\\\\\\\\n"}\n'],
)  # fmt: skip
def test_time_grows_with_the_text_and_no_faster(unit: str) -> None:
    spent = []
    for size in (60_000, 600_000):
        began = time.perf_counter()
        mask_text("password " + (unit * size)[:size])
        spent.append(time.perf_counter() - began)
    assert spent[1] < 40 * spent[0] + 1
