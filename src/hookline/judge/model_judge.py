"""`ModelJudge`: a question in, a verdict out, by the model server of the settings (the
`model.Judge` seam).

Kept verdicts are given again, identical questions are asked once, a server that fails again and
again is left alone, and no day has more requests than it may. A malformed answer is asked for once
more, within the question's own time.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from hookline.errors import JudgeFailed, JudgeTimedOut
from hookline.judge import breaker
from hookline.judge.client import Call, Client, Line
from hookline.judge.event_text import Masking, Shown, canonical, normalised, show
from hookline.judge.flights import Flights
from hookline.judge.question import Messages, messages, new_nonce
from hookline.judge.replies import Read, Trouble, read_reply
from hookline.judge.settings import JudgeSettings, shown_url
from hookline.judge.shapes import WIRES
from hookline.judge.shapes.exchange import Ask
from hookline.judge.verdict_store import Kept, Store, day_of
from hookline.model import Question, Verdict

#: We are done this much before the question's time is up, so that why it failed is still told and
#: remembered.
_AHEAD_S, _AHEAD_SHARE = 0.2, 0.1
_MOST_CALLS = 2


class ModelJudge:
    """The judge of the settings. `cache=False`: no verdict is given twice; `share=False`: nor to
    two who ask at a time.
    """

    def __init__(
        self,
        settings: Callable[[], JudgeSettings],
        *,
        store: Store | None = None,
        client: Client | None = None,
        masking: Masking | None = None,
        cache: bool = True,
        share: bool = True,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._settings, self._store, self._client = (
            settings,
            store or Store(None),
            client or Client(),
        )
        self._masking, self._cache, self._share, self._now = masking, cache, share, now
        self._flights = Flights()

    def judge(self, question: Question) -> Verdict:
        """The verdict; `JudgeFailed` when there is none."""
        began = time.monotonic()
        ends_at = began + question.timeout_s - min(_AHEAD_S, question.timeout_s * _AHEAD_SHARE)
        settings = self._settings()
        asked = _Asked(
            settings,
            settings.model_for(question.model),
            question.policy,
            normalised(question.event),
        )
        kept = self._kept(asked)
        if kept:
            age_s = round(max(self._now() - kept.at, 0.0), 1)
            return Verdict(kept.ruling.text, {"model": kept.model, "cached": True, "age_s": age_s})

        def ask(line: Line) -> Verdict:
            return self._asked_now(asked, ends_at, line)

        key = asked.key if self._share else f"{asked.key} {id(question)}"
        shared = self._flights.fly(key, question, ends_at, ask)
        if shared.by_other:
            return Verdict(
                shared.verdict.text, {"model": shared.verdict.about.get("model"), "shared": True}
            )
        return shared.verdict

    def messages(self, question: Question) -> Messages:
        """What would be sent for this question; nothing is."""
        settings = self._settings()
        shown = self._shown(normalised(question.event), settings)
        return messages(question.policy, shown, nonce=new_nonce(shown.text + question.policy))

    def abandon(self, question: Question) -> None:
        """Nobody waits for the answer to this question any more."""
        self._flights.abandon(question)

    def _kept(self, asked: _Asked) -> Kept | None:
        lifetime_s = asked.settings.cache_s
        return (
            self._store.verdict(asked.key, self._now() - lifetime_s)
            if self._cache and lifetime_s
            else None
        )

    def _asked_now(self, asked: _Asked, ends_at: float, line: Line) -> Verdict:
        """Ask the server, and remember how that went."""
        missing = self._client.missing()
        if missing:
            raise JudgeFailed(missing)
        health = self._store.health(asked.server)
        refusal = breaker.refusal(health, self._now())
        if refusal:
            raise JudgeFailed(f"{asked.title} {refusal}", {"model": asked.model})
        self._store.set_health(asked.server, breaker.tried(health, self._now()))
        try:
            verdict, ruling = self._conversation(asked, ends_at, line)
        except JudgeFailed as error:
            if not (line.was_cut and time.monotonic() < ends_at) and not isinstance(
                error, OverBudget
            ):
                reason = str(error).removeprefix(f"{asked.title} ")
                self._store.set_health(
                    asked.server,
                    breaker.failed(self._store.health(asked.server), self._now(), reason),
                )
            raise
        if health.failures:
            self._store.set_health(asked.server, breaker.Health())
        if asked.settings.cache_s:
            kept = Kept(ruling, str(verdict.about["model"]), self._now())
            self._store.keep(asked.key, kept, self._now() - asked.settings.cache_s)
        return verdict

    def _conversation(self, asked: _Asked, ends_at: float, line: Line) -> tuple[Verdict, Any]:
        """Up to two requests, until one is answered with a ruling."""
        shown = self._shown(asked.event, asked.settings)
        began, calls, forced, again = time.monotonic(), 0, True, False
        while True:
            self._take_call(asked)
            calls += 1
            about = {"model": asked.model, "calls": calls}
            try:
                read = self._request(asked, shown, ends_at, line, forced=forced, again=again)
            except JudgeTimedOut:
                about["latency_ms"] = _ms_since(began)
                raise JudgeTimedOut(f"{asked.title} did not answer in time", about) from None
            except JudgeFailed as error:
                about["latency_ms"] = _ms_since(began)
                pause_s = error.pause_s if isinstance(error, Trouble) else None
                failure = self._failure(asked, error, pause_s, calls, ends_at)
                if failure:
                    raise JudgeFailed(failure, about) from None
                forced, again = forced and not getattr(error, "unforced", False), pause_s == 0.0
                line.rest(pause_s or 0.0)
                if line.was_cut:
                    raise JudgeTimedOut(
                        f"{asked.title} was not asked again: nobody is waiting any more", about
                    ) from None
            else:
                return Verdict(
                    read.ruling.text, _about(read, asked, shown, calls, _ms_since(began))
                ), read.ruling

    def _shown(self, event: Any, settings: JudgeSettings) -> Shown:
        return show(
            event, limit=settings.event_limit, masking=self._masking if settings.mask else None
        )

    def _request(
        self, asked: _Asked, shown: Shown, ends_at: float, line: Line, *, forced: bool, again: bool
    ) -> Read:
        settings, wire = asked.settings, asked.wire
        told = messages(
            asked.policy, shown, nonce=new_nonce(shown.text + asked.policy), again=again and forced
        )
        ask = Ask(asked.model, told, settings.answer_tokens, forced, asked.is_vendor)
        headers = wire.headers(settings.key.value if settings.key else None)
        call = Call(asked.target, headers, json.dumps(wire.body(ask)).encode())
        reply = self._client.post(call, timeout_s=ends_at - time.monotonic(), line=line)
        return read_reply(reply, wire, forced=forced, now=self._now())

    def _failure(
        self, asked: _Asked, error: Exception, pause_s: float | None, calls: int, ends_at: float
    ) -> str | None:
        """Why this was the last request; None when there is to be another."""
        reason = self._clean(f"{asked.title} {error}", asked)
        if pause_s is None:
            return reason
        if calls == _MOST_CALLS:
            return f"{reason}; it was asked twice"
        if time.monotonic() + pause_s >= ends_at:
            return f"{reason}; the hook's timeout is too short to wait {pause_s:g} s and ask again"
        return None

    def _clean(self, text: str, asked: _Asked) -> str:
        """The text without the key, should a server have repeated it, and without other secrets."""
        key = asked.settings.key
        text = text.replace(key.value, "[key]") if key else text
        return self._masking.text(text) if self._masking else text

    def _take_call(self, asked: _Asked) -> None:
        limit = asked.settings.calls_per_day
        if not self._store.take_call(day_of(self._now()), limit):
            raise OverBudget(
                f"the judge was asked {limit} times today, and no day may have more: "
                "set calls_per_day in hookline.toml, or wait for the next day (UTC)",
                {"model": asked.model},
            )


class OverBudget(JudgeFailed):
    """The day has had its requests; the server is not to blame."""


class _Asked(NamedTuple):
    """A question with what the settings make of it."""

    settings: JudgeSettings
    model: str
    policy: str
    event: Any  # the payload without its ids

    @property
    def wire(self) -> Any:
        return WIRES[self.settings.shape.wire]

    @property
    def target(self) -> str:
        return str(self.wire.target(self.settings.url, self.model))

    @property
    def is_vendor(self) -> bool:
        shape = self.settings.shape
        return shape.name == shape.wire and self.settings.url == shape.url

    @property
    def server(self) -> str:
        return f"{shown_url(self.settings.url)} {self.model}"

    @property
    def title(self) -> str:
        return f"the judge ({self.model} at {shown_url(self.settings.url)})"

    @property
    def key(self) -> str:
        """Equal for equal questions: hook, model, event, and where it is asked."""
        parts = [
            self.settings.shape.name,
            self.settings.url,
            self.model,
            self.policy,
            canonical(self.event),
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _about(
    read: Read, asked: _Asked, shown: Shown, calls: int, latency_ms: float
) -> dict[str, Any]:
    """What is known of a judge's work; what it did not say is left out."""
    known = {
        "model": read.answer.model or asked.model,
        "input_tokens": read.answer.input_tokens,
        "output_tokens": read.answer.output_tokens,
        "latency_ms": latency_ms,
        "calls": calls,
        "cut": shown.cut or None,
    }
    return {name: value for name, value in known.items() if value is not None}


def _ms_since(began: float) -> float:
    return round((time.monotonic() - began) * 1000, 1)
