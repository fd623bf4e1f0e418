"""kit.pii: numbers with correct check digits are found, those with wrong ones are not, and each event keeps them out."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from pytest import param

from hookline.detect.personal_rules import KINDS
from hookline.errors import UsageError
from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of
from hookline.kit.kit_settings import settings_of
from hookline.kit.texts.pii import KIT, Search
from hookline.sdk.answer import Answer

EVENTS = (
    "beforeSubmitPrompt", "beforeReadFile", "beforeTabFileRead", "beforeMCPExecution", "beforeShellExecution", "postToolUse",
    "afterAgentResponse",
)  # fmt: skip

#: Kind, a text that holds one, and the same with one digit or letter that is wrong.
NUMBERS = [
    ("card", "4539 1488 0343 6467", "4539 1488 0343 6468"),
    ("card", "pay 4539148803436467, please", "pay 4539148803436476, please"),
    ("card", "3712-456578-90002", "3712-456578-90003"),
    ("card", "5425233430109903", "1425233430109903"),
    ("iban", "DE89 3704 0044 0532 0130 00", "DE88 3704 0044 0532 0130 00"),
    ("iban", "x,GB82WEST12345698765432,y", "x,GB82WEST1234569876543,y"),
    ("iban", "FR1420041010050500013M02606", "XX1420041010050500013M02606"),
    ("us-ssn", "536-90-4399", "666-90-4399"),
    ("us-ssn", "SSN: 536904399", "serial 536904399"),
    ("us-ssn", "social security number 536 90 4399", "social security number 536 00 4399"),
    ("de-tax-id", "Steuer-ID: 86095742719", "Steuer-ID: 86095742718"),
    ("de-tax-id", "IdNr. 86 095 742 719", "Nr. 86 095 742 719"),
    ("de-tax-id", "steueridentifikationsnummer=86095742719", "steueridentifikationsnummer=12345678901"),
    ("es-dni", "DNI 12345678Z", "DNI 12345678A"),
    ("es-dni", "X1234567L", "X1234567M"),
    ("fr-nir", "1 85 05 78 006 084 91", "1 85 05 78 006 084 92"),
    ("fr-nir", "185057800608491", "185997800608491"),
    ("it-codice-fiscale", "RSSMRA85T10A562S", "RSSMRA85T10A562T"),
    ("nl-bsn", "BSN: 111222333", "BSN: 111222334"),
    ("nl-bsn", '"burgerservicenummer": "111222333"', '"ordernummer": "111222333"'),
    ("pl-pesel", "PESEL 44051401359", "PESEL 44051401358"),
    ("br-cpf", "529.982.247-25", "529.982.247-26"),
    ("br-cpf", "cpf=52998224725", "cpf=11111111111"),
    ("br-cnpj", "11.222.333/0001-81", "11.222.333/0001-82"),
    ("br-cnpj", "CNPJ: 11222333000181", "CNPJ: 11222333000180"),
    ("uk-nino", "AB 12 34 56 C", "GB 12 34 56 C"),
    ("uk-nino", "AB123456C", "AB123456E"),
    ("in-aadhaar", "2345 6789 0124", "2345 6789 0125"),
    ("in-aadhaar", "Aadhaar 234567890124", "number 234567890124"),
    ("be-national-number", "85.07.30-033.28", "85.07.30-033.29"),
    ("ch-ahv", "756.9217.0769.85", "756.9217.0769.84"),
    ("fi-hetu", "131052-308T", "131052-308U"),
    ("se-personal-number", "811228-9874", "811228-9875"),
    ("email", "mail anna.kowalska@acme-mail.pl now", "mail anna.kowalska@example.com now"),
    ("email", "<bo@acme.se>", "git@acme.se"),
    ("phone", "+49 30 12345678", "+11111111111"),
    ("phone", "call (212) 736-5000", "call (112) 736-5000"),
    ("phone", "Tel.: 030 / 1234567", "Nr.: 030 / 1234567"),
]  # fmt: skip


def kinds_in(text: str, *settings: str, in_bulk: bool = False) -> list[str]:
    return [data.kind for data in Search(settings_of(KIT.options, settings))(text, in_bulk)]


@pytest.mark.parametrize(("kind", "right", "wrong"), [param(*row, id=f"{row[0]}: {row[1]}") for row in NUMBERS])
def test_check_digits_tell(kind: str, right: str, wrong: str) -> None:
    assert kinds_in(right) == [kind]
    assert kind not in kinds_in(wrong)


def test_every_kind_is_tried() -> None:
    assert {kind for kind, _, _ in NUMBERS} == set(KINDS)


@pytest.mark.parametrize(
    "text",
    [
        param("4242 4242 4242 4242", id="a card for tests"),
        param("078-05-1120", id="a number that advertisements made famous"),
        param("request 123456789012345678901234567890", id="part of a longer number"),
        param("10.0.0.1:5432 2026-03-01 12:30:45.123456", id="addresses and times"),
        param("logo@2x.png user@localhost a@b", id="what only looks like an address"),
        param("+1 555 0100 is for films", id="a number for films"),
        param("", id="nothing"),
    ],
)
def test_look_alikes(text: str) -> None:
    assert kinds_in(text) == []


def test_a_row_of_numbers_is_found_whole() -> None:
    assert kinds_in("4539148803436467 4539148803436467\n4539148803436467") == ["card"] * 3


def test_a_few_contacts_are_ordinary_in_bulk() -> None:
    text = "anna@acme.pl bo@acme.se anna@acme.pl"
    assert kinds_in(text) == ["email"] * 3
    assert kinds_in(text, in_bulk=True) == []
    assert kinds_in(text, "contacts_from=2", in_bulk=True) == ["email"] * 3
    assert kinds_in(f"{text} BSN 111222333", in_bulk=True) == ["nl-bsn"]


def test_kinds_are_chosen_by_name() -> None:
    assert kinds_in("anna@acme.pl 529.982.247-25", "kinds=br-cpf") == ["br-cpf"]
    with pytest.raises(UsageError, match="kinds has ssn; there are: email, card"):
        kinds_in("", "kinds=ssn")


def say(event: str, *settings: str, **data: Any) -> Answer | None:
    functions, hooks = functions_of(load("pii"), settings)
    answer: Answer | None = functions[event](hooks.classes[event](data))
    return answer


@pytest.mark.parametrize("event", ["beforeReadFile", "beforeTabFileRead"])
def test_a_file_is_redacted_where_the_host_can(event: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKLINE", "1")
    masked = Answer(new_content="ü BSN [masked:nl-bsn:da55]")
    assert say(event, "action=redact", content="ü BSN 111222333") == masked
    monkeypatch.delenv("HOOKLINE")
    denied = say(event, "action=redact", content="ü BSN 111222333")
    assert denied == Answer(
        permission="deny",
        user_message="pii: the file contains personal data (nl-bsn). Give the agent a file of made-up data instead.",
    )


@pytest.mark.parametrize(("action", "permission"), [("deny", "deny"), ("redact", "deny"), ("ask", "ask")])
@pytest.mark.parametrize(
    ("event", "fields"),
    [
        ("beforeMCPExecution", {"tool_input": json.dumps({"a": ["BSN 111222333"]})}),
        ("beforeMCPExecution", {"tool_input": {"a": "BSN 111222333"}}),
        ("beforeShellExecution", {"command": "echo BSN 111222333"}),
    ],
)
def test_what_is_sent(event: str, fields: dict[str, Any], action: str, permission: str) -> None:
    answer = say(event, f"action={action}", **fields)
    assert answer is not None and answer.permission == permission


def test_output_is_masked_or_told() -> None:
    output = json.dumps({"a": ["BSN 111222333"], "n": 1})
    told = "pii: the output of this tool contained personal data (nl-bsn)."
    assert say("postToolUse", tool_name="MCP:get", tool_output=output) == Answer(
        updated_mcp_tool_output={"a": ["BSN [masked:nl-bsn:da55]"], "n": 1}, additional_context=f"{told} It was masked."
    )
    assert say("postToolUse", tool_name="Shell", tool_output=output) == Answer(
        additional_context=f"{told} Do not repeat, store or send it."
    )


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("value", [None, 7, ["x"], {"a": []}, "\ufffd\x00\ud800" * 100, "[" * 100_000])
def test_odd_input_goes_through(event: str, value: Any) -> None:
    fields = ("prompt", "content", "text", "tool_output", "tool_input", "command", "file_path", "tool_name")
    assert say(event, **dict.fromkeys(fields, value)) is None


@pytest.mark.parametrize("event", EVENTS)
def test_ten_megabytes_go_through(event: str) -> None:
    text = "".join(f"{number},{number * 7919},row {number}\n" for number in range(430_000))
    fields = ("prompt", "content", "text", "tool_output", "tool_input", "command")
    begun = time.perf_counter()
    assert say(event, **dict.fromkeys(fields, text)) is None
    assert time.perf_counter() - begun < 20
