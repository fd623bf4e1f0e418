"""The OpenAPI document says what is served: every route is in it, every answer has its shape, and nothing ends in a 5xx."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Mount, Route

from hookline.web.page_app import addresses_of
from hookline.web.page_document import page_document
from hookline.web.routes import ROUTES
from hookline.web.world import World

SAMPLES = Path(__file__).with_name("samples")
#: Which shape each sample has, by the beginning of its name.
SHAPES = {
    "hooks": "HooksView", "executions": "ExecutionsView", "execution": "ExecutionView", "conversations": "ConversationsView",
    "conversation": "ConversationView", "try": "TryView", "health": "HealthView", "again": "AgainView", "case": "CaseView",
    "fire": "FiredView", "off": "SwitchedView", "trusted": "TrustedView", "error": "Refused",
}  # fmt: skip


def validator(shape: str) -> Any:
    described = page_document()
    return jsonschema_rs.validator_for({"$ref": f"#/components/schemas/{shape}", "components": described["components"]})


@pytest.mark.parametrize("name", sorted(path.stem for path in SAMPLES.glob("*.json")))
def test_a_sample_has_its_shape_and_nothing_else(name: str) -> None:
    view = json.loads((SAMPLES / f"{name}.json").read_bytes())
    shape = SHAPES[name.partition("-")[0]]
    assert [error.message for error in validator(shape).iter_errors(view)] == []
    if shape != "Refused":
        assert set(view) == set(page_document()["components"]["schemas"][shape]["properties"])


def test_what_lacks_a_field_has_not_the_shape() -> None:
    view = json.loads((SAMPLES / "health.json").read_bytes())
    del view["latency"]["buckets"]
    assert [error.message for error in validator("HealthView").iter_errors(view)] == ['"buckets" is a required property']


def test_every_address_is_in_the_document_and_the_other_way_round(nobody: World) -> None:
    served = {
        (method, address.path.replace(":path", ""))
        for address in addresses_of(nobody)
        if isinstance(address, Route)
        for method in address.methods or ()
        if method != "HEAD" and address.path.startswith(("/api", "/openapi"))
    }
    described = {(method.upper(), path) for path, found in page_document()["paths"].items() for method in found}
    assert served == described


def test_every_page_has_its_dict_as_json(nobody: World) -> None:
    addresses = {address.path for address in addresses_of(nobody) if isinstance(address, Route)}
    pages = {path for path in addresses if not path.startswith(("/api", "/openapi")) and path != "/"}
    assert pages == {address for path in pages if (address := path) and f"/api{path}" in addresses}
    assert len(pages) == len([route for route in ROUTES if route.template and route.body is None])
    assert [one.path for one in addresses_of(nobody) if isinstance(one, Mount)] == ["/static"]


# schemathesis: whatever the document allows, and what it does not

API = schemathesis.openapi.from_dict(page_document())
OPERATIONS = [
    (path, method) for path, found in page_document()["paths"].items() for method in found if path != "/api/events"
]
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["allowed", "not allowed"])
@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=[f"{method} {path}" for path, method in OPERATIONS])
def test_no_request_ends_in_a_server_error(path: str, method: str, mode: GenerationMode, page: Any) -> None:
    operation = API[path][method]
    if mode.is_negative and not (list(operation.iter_parameters()) or operation.body):
        pytest.skip("it takes nothing that could be wrong")

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
    @given(case=operation.as_strategy(generation_mode=mode))
    def asked(case: Any) -> None:
        answer = case.call(base_url=page.origin, headers=page.headers)
        statuses.add(answer.status_code)
        case.validate_response(answer, checks=CHECKS)

    statuses: set[int] = set()
    asked()
    assert statuses - {403}  # the guard let some through: it is the routes that were asked


def test_the_guess_work_finds_a_server_error(page: Any) -> None:
    """The check above can fail: an answer of 500 is noticed."""
    case = API["/api/health"]["get"].Case()
    answer = case.call(base_url=page.origin, headers=page.headers)
    answer.status_code = 500
    with pytest.raises(BaseExceptionGroup, match="found 2 distinct failures"):
        case.validate_response(answer, checks=CHECKS)
