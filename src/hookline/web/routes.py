"""ROUTES: every address of the page, in one table; `http.route` says what a row means."""

from __future__ import annotations

from typing import Any, NamedTuple, TypedDict, cast, get_args

from hookline.http.route import Param, Params, Route
from hookline.spec.events import EVENTS
from hookline.spec.sources import SOURCES
from hookline.web import actions
from hookline.web.checkups import Checkups
from hookline.web.views.conversation_shapes import ConversationsView, ConversationView
from hookline.web.views.conversations import conversation_view, conversations_view
from hookline.web.views.execution_shapes import (
    AgainView,
    CaseView,
    ExecutionsView,
    ExecutionView,
    Filters,
)
from hookline.web.views.executions import execution_view, executions_view
from hookline.web.views.health import health_view
from hookline.web.views.health_shapes import HealthView
from hookline.web.views.hook_pages import hooks_view
from hookline.web.views.hook_shapes import HooksView, SwitchedView, TrustedView
from hookline.web.views.page_shapes import Decided
from hookline.web.views.trial import try_view
from hookline.web.views.try_shapes import FiredView, TryView
from hookline.web.world import World


class Site(NamedTuple):
    """What routes are given."""

    world: World
    checkups: Checkups


class NoBody(TypedDict):
    """Nothing need be said."""


class TrustBody(TypedDict):
    """What was shown is what is trusted."""

    root: str
    fingerprint: str


class _CaseName(TypedDict, total=False):
    name: str


class CaseBody(_CaseName):
    """The name of the case's file; without one it gets one."""


class _Anyway(TypedDict, total=False):
    anyway: bool


class FireBody(_Anyway):
    """An event, and its input; `anyway`: also when its schema does not allow it."""

    event: str
    input: dict[str, Any]


_NUMBER = Param("id", "number of an execution in the journal", "number", in_path=True)
_HOOK = Param("id", "id of a hook", in_path=True)
_BEFORE = Param("before", "only what is older than this execution", "number")
FILTERS = (
    Param("event", "only this event", "word", tuple(EVENTS)),
    Param("source", "only events a hook of this source ran for", "word", tuple(SOURCES)),
    Param("hook", "only events the hook of this id ran for"),
    Param("decision", "only what ended so", "word", get_args(Decided)),
    Param("failed", "only events a hook failed for", "flag"),
    Param("conversation", "only this conversation"),
    Param("text", "only events with this text in their input, answers or stderr"),
    _BEFORE,
)


#: The parameters of /api/events, which is a stream and no row.
EVENTS_PARAMS = (
    Param("after", "from behind this execution; from now on when absent", "number"),
    *FILTERS[:-1],
)


def filters_of(given: Params) -> Filters:
    """What executions are narrowed to."""
    found = {param.name: given.get(param.name) for param in FILTERS}
    return cast(Filters, {**found, "failed": bool(found["failed"])})


ROUTES: tuple[Route, ...] = (
    Route(
        "/hooks",
        "every configured hook, in priority order",
        HooksView,
        lambda site, given, body: site.world.look(hooks_view, site.checkups.last_runs()),
        template="hooks.html",
    ),
    Route(
        "/executions",
        "what hooks did, newest first",
        ExecutionsView,
        lambda site, given, body: site.world.look(executions_view, filters_of(given)),
        FILTERS,
        "executions.html",
    ),
    Route(
        "/executions/{id}",
        "the whole story of one event",
        ExecutionView,
        lambda site, given, body: site.world.look(execution_view, given["id"]),
        (_NUMBER,),
        "execution.html",
    ),
    Route(
        "/conversations",
        "agent sessions, the latest first",
        ConversationsView,
        lambda site, given, body: site.world.look(conversations_view, given.get("before")),
        (_BEFORE,),
        "conversations.html",
    ),
    Route(
        "/conversations/{id}",
        "one agent session as a timeline",
        ConversationView,
        lambda site, given, body: site.world.look(
            conversation_view, given["id"], given.get("after")
        ),
        (
            Param("id", "id of a conversation", in_path=True),
            Param("after", "only what is newer", "number"),
        ),
        "conversation.html",
    ),
    Route(
        "/try",
        "an event to try: sample, schema, what would run",
        TryView,
        lambda site, given, body: site.world.look(
            try_view, given.get("event"), given.get("execution")
        ),
        (
            Param("event", "which event", "word", tuple(EVENTS)),
            Param("execution", "begin with the payload of this execution", "number"),
        ),
        "try.html",
    ),
    Route(
        "/health",
        "the doctor's findings, coverage, slow and failing hooks",
        HealthView,
        lambda site, given, body: site.world.look(health_view, site.checkups.row()),
        template="health.html",
    ),
    Route(
        "/trust",
        "let the hooks of a folder run, as they were shown",
        TrustedView,
        lambda site, given, body: actions.give_trust(site.world, body),
        body=TrustBody,
    ),
    Route(
        "/hooks/{id}/off",
        "switch a hook off",
        SwitchedView,
        lambda site, given, body: actions.switch(site.world, given["id"], off=True),
        (_HOOK,),
        body=NoBody,
    ),
    Route(
        "/hooks/{id}/on",
        "switch a hook on",
        SwitchedView,
        lambda site, given, body: actions.switch(site.world, given["id"], off=False),
        (_HOOK,),
        body=NoBody,
    ),
    Route(
        "/executions/{id}/again",
        "fire the same event at today's hooks, and compare",
        AgainView,
        lambda site, given, body: actions.again(site.world, given["id"]),
        (_NUMBER,),
        "again.html",
        NoBody,
    ),
    Route(
        "/executions/{id}/case",
        "write a test case that expects what was decided",
        CaseView,
        lambda site, given, body: actions.make_case(site.world, given["id"], body),
        (_NUMBER,),
        body=CaseBody,
    ),
    Route(
        "/fire",
        "fire an event at today's hooks",
        FiredView,
        lambda site, given, body: actions.fire(site.world, body),
        template="fired.html",
        body=FireBody,
    ),
)
