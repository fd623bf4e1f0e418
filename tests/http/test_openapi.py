"""http.openapi: rows become a document with every shape in it, whatever server they are of."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from hookline.http.guard import CSRF_HEADER
from hookline.http.openapi import document, parameter, refusals
from hookline.http.route import Param, Route


class Tree(TypedDict):
    """It may hold itself."""

    name: str
    kind: Literal["leaf", "branch"]
    size: float | None
    trees: list[Tree]
    counts: dict[str, int]


class NewName(TypedDict, total=False):
    """A body."""

    name: str


def nothing(site: Any, given: Any, body: Any) -> Any:
    return {}


ROUTES = (
    Route("/trees/{id}", "one tree", Tree, nothing, (Param("id", "which", "number", in_path=True),)),
    Route("/trees/{id}/name", "name a tree", Tree, nothing, body=NewName),
)


def made() -> dict[str, Any]:
    others = {"/api/leaves": {"get": {"responses": refusals("403")}}}
    return document(ROUTES, title="trees", about="A forest.", others=others)


def test_every_row_and_every_other_address_is_in_it() -> None:
    assert {path: list(operations) for path, operations in made()["paths"].items()} == {
        "/api/trees/{id}": ["get"], "/api/trees/{id}/name": ["post"], "/api/leaves": ["get"], "/openapi.json": ["get"],
    }  # fmt: skip
    assert (made()["info"]["title"], made()["info"]["description"]) == ("trees", "A forest.")


def test_a_shape_becomes_a_schema_once_even_where_it_holds_itself() -> None:
    tree = made()["components"]["schemas"]["Tree"]
    assert tree["required"] == ["counts", "kind", "name", "size", "trees"]
    assert tree["properties"] == {
        "name": {"type": "string"},
        "kind": {"type": "string", "enum": ["leaf", "branch"]},
        "size": {"anyOf": [{"type": "number"}, {"type": "null"}]},
        "trees": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}},
        "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
    }


def test_what_changes_something_needs_the_word_of_the_page() -> None:
    operation = made()["paths"]["/api/trees/{id}/name"]["post"]
    assert operation["security"] == [{"cookie": [], "csrf": []}]
    assert made()["components"]["securitySchemes"]["csrf"]["name"] == CSRF_HEADER
    assert operation["operationId"] == "post_trees_id_name"


def test_a_parameter_says_where_it_stands_and_what_it_may_be() -> None:
    assert parameter(Param("sort", "by what", "word", ("name", "size"))) == {
        "name": "sort", "in": "query", "required": False, "description": "by what",
        "schema": {"type": "string", "enum": ["name", "size"]},
    }  # fmt: skip
    assert parameter(ROUTES[0].params[0])["in"] == "path"
