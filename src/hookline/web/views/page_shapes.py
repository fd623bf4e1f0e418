"""The dict of every page, written down once: templates read it, `/api/X` serves it, `openapi` makes
schemas of it.

`/hooks` is `templates/hooks.html` with `view` = exactly what `/api/hooks` answers, a `HooksView`;
and so on:

    /hooks              hooks.html           HooksView            /api/hooks
    /executions         executions.html      ExecutionsView       /api/executions
    /executions/17      execution.html       ExecutionView        /api/executions/17
    /conversations      conversations.html   ConversationsView    /api/conversations
    /conversations/ID   conversation.html    ConversationView     /api/conversations/ID
    /try                try.html             TryView              /api/try
    /health             health.html          HealthView           /api/health
    (any error)         error.html           ErrorView            the same address under /api

One module for each page has its shapes; here is what they share.

Besides `view` a template is given `csrf` (to be sent back as the header `X-Hookline-Csrf`, with
every POST) and `charts` (the module `hookline.web.charts`). Times `at` are seconds since the epoch,
durations are in `_ms`, shares are 0 to 1. `None` means "did not say" or "not known". All texts are
as they are: whatever is shown has to be escaped there.
"""

from __future__ import annotations

from typing import Literal, TypedDict

#: What became of an event, in one word: `proceeds` where nobody had an opinion.
Decided = Literal["denied", "ask", "allowed", "proceeds"]


class PageFacts(TypedDict):
    """What every page knows."""

    name: str  # hooks, executions, execution, conversations, conversation, try, health, error
    title: str
    version: str
    roots: list[str]  # workspace folders, the main one first
    journal: str  # its path
    #: of the journal, when the page was made; 0: it is empty. /api/events?after=… goes on from here
    newest_id: int


class NextStep(TypedDict):
    """What somebody can do now: a command line to copy, and what it does."""

    command: str
    about: str


class ProblemRow(TypedDict):
    """Something wrong with a file, at its place."""

    code: str
    severity: str  # error, warning, note
    file: str
    line: int
    column: int
    problem: str
    remedy: str


class ErrorView(TypedDict):
    """What is served instead of a page, and `{"error", "status"}` of every refused request."""

    page: PageFacts
    status: int
    error: str
