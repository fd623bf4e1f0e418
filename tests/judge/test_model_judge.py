"""judge.judge: the whole judge against a server that speaks all four shapes and misbehaves; through the engine."""

import json
import sys
import threading
import time
from typing import Any

import pytest
from pytest import param

from hookline.detect import clip, mask, mask_text
from hookline.engine.prompt_hooks import judge_jobs
from hookline.errors import JudgeFailed
from hookline.extras import sentence
from hookline.judge.breaker import MOST_FAILURES, PAUSE_S
from hookline.judge.event_text import Masking
from hookline.judge.model_judge import ModelJudge
from hookline.judge.settings import JudgeSettings, Key
from hookline.judge.verdict_store import Store
from hookline.model import Decision, Question
from hookline.processes.runner import ProcessRunner
from hookline.spec.model_servers import SHAPES
from hookline.testing import a_hook, denied, engine_with

KEY = "sk-test-0123456789abcdef"
FOUR = ("openai-chat", "openai-responses", "anthropic", "gemini")
POLICY = "Deny whatever deletes files: $ARGUMENTS"


def settings_of(server: Any, shape: str = "openai-chat", **more: Any) -> JudgeSettings:
    url = more.pop("url", server.url)
    return JudgeSettings(SHAPES[shape], url, "judge", **{"key": Key(KEY, "HOOKLINE_JUDGE_KEY"), **more})


def a_judge(server: Any, shape: str = "openai-chat", *, cache: bool = True, now: Any = time.time, **more: Any) -> ModelJudge:
    settings = settings_of(server, shape, **more)
    return ModelJudge(lambda: settings, masking=Masking(mask, mask_text, clip), cache=cache, now=now)


def asked(command: str = "ls", *, policy: str = POLICY, timeout_s: float = 30.0, model: str | None = None) -> Question:
    return Question(policy, json.dumps({"command": command, "generation_id": "g"}), model, timeout_s)


def fire(
    judge: ModelJudge,
    event: str = "beforeShellExecution",
    *,
    fail_closed: bool = False,
    timeout_s: float = 30.0,
    **given: Any,
) -> Decision:
    hook = a_hook(event, command=POLICY, type="prompt", fail_closed=fail_closed, timeout_s=timeout_s)
    runner = ProcessRunner(job_makers={"prompt": judge_jobs(judge)})
    return engine_with([hook], runner=runner).session().fire_sync(event, given or {"command": "ls"})


# every shape, when all is well


@pytest.mark.parametrize("shape", FOUR)
@pytest.mark.parametrize(("command", "blocked"), [param("ls", False, id="yes"), param("rm -rf /", True, id="no")])
def test_a_verdict(server: Any, shape: str, command: str, blocked: bool) -> None:
    decision = fire(a_judge(server, shape), command=command)
    outcome = decision.outcomes[0]
    assert (decision.blocked, outcome.failure) == (blocked, None)
    about = dict(outcome.completion.judge or {})
    assert about.pop("latency_ms") > 0
    assert about == {"model": "judge-1", "input_tokens": 120, "output_tokens": 12, "calls": 1}
    if blocked:
        assert decision.response == {
            "permission": "deny",
            "user_message": "It deletes files.",
            "agent_message": "It deletes files.",
        }


@pytest.mark.parametrize("shape", FOUR)
def test_the_answer_is_forced_and_the_key_is_a_header(server: Any, shape: str) -> None:
    a_judge(server, shape).judge(asked())
    seen = server.seen[0]
    forced = {
        "openai-chat": "response_format",
        "openai-responses": "text",
        "anthropic": "tool_choice",
        "gemini": "generationConfig",
    }
    assert forced[shape] in seen.body and seen.shape == shape
    assert KEY in " ".join(seen.headers.values()) and KEY not in json.dumps(seen.body)


@pytest.mark.parametrize("shape", FOUR)
def test_a_server_that_cannot_be_held_to_a_schema_is_asked_without(server: Any, shape: str) -> None:
    server.always = "unforced"
    decision = fire(a_judge(server, shape), command="rm -rf /")
    assert decision.blocked and decision.outcomes[0].completion.judge["calls"] == 2
    assert len(server.seen) == 2


EVENTS = [
    param("beforeShellExecution", {"command": "rm -rf /"}, {"permission": "deny", "user_message": "It deletes files.", "agent_message": "It deletes files."}, id="a command"),
    param("beforeMCPExecution", {"tool_name": "shell", "tool_input": '{"c": "rm -rf /"}'}, {"permission": "deny", "user_message": "It deletes files.", "agent_message": "It deletes files."}, id="an MCP tool"),
    param("beforeReadFile", {"file_path": "/x", "content": "rm -rf /"}, {"permission": "deny", "user_message": "It deletes files."}, id="a file"),
    param("beforeTabFileRead", {"file_path": "/x", "content": "rm -rf /"}, {"permission": "deny", "user_message": "It deletes files."}, id="a file for Tab"),
    param("preToolUse", {"tool_name": "Shell", "tool_input": {"command": "rm -rf /"}}, {"permission": "deny", "user_message": "It deletes files.", "agent_message": "It deletes files."}, id="a tool"),
    param("subagentStart", {"subagent_type": "x", "task": "rm -rf /"}, {"permission": "deny", "user_message": "It deletes files."}, id="a subagent"),
    param("afterAgentResponse", {"text": "rm -rf /"}, {"permission": "deny", "user_message": "It deletes files."}, id="an answer of the agent"),
    param("beforeSubmitPrompt", {"prompt": "rm -rf /"}, {"continue": False, "user_message": "It deletes files."}, id="a prompt"),
    param("stop", {"status": "completed", "note": "rm -rf"}, {"followup_message": "It deletes files."}, id="stop follows up"),
    param("afterFileEdit", {"file_path": "/x", "edits": [{"old_string": "", "new_string": "rm -rf"}]}, {}, id="an observer only records"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "given", "response"), EVENTS)
def test_every_gate_and_what_is_none(server: Any, event: str, given: dict[str, Any], response: dict[str, Any]) -> None:
    decision = fire(a_judge(server), event, **given)
    assert decision.response == response
    assert decision.blocked == ("permission" in response or "continue" in response)


def test_every_gate_is_in_the_table() -> None:
    from hookline.spec import events

    assert {name for name, row in events.EVENTS.items() if row.gate} <= {row.values[0] for row in EVENTS}


def test_a_yes_loosens_nothing(server: Any) -> None:
    from hookline.model import Completion, Ending
    from hookline.testing import FakeRunner

    hooks = [a_hook(source="enterprise", command=POLICY, type="prompt"), a_hook(source="user", command="./no.sh")]
    yes = Completion(Ending.JUDGED, 1.0, stdout=b'{"ok": true, "reason": "fine"}')
    decision = (
        engine_with(hooks, runner=FakeRunner({POLICY: yes, "./no.sh": denied("no")}))
        .session()
        .fire_sync("beforeShellExecution", command="ls")
    )
    assert decision.blocked and decision.response["user_message"] == "no"


# every misbehaviour × failClosed × shape

TWICE = "; it was asked twice"
AT = "the judge (judge at {url}) "
MISBEHAVIOURS: list[Any] = [
    ("slow", "timed out after 0.6 s", 1),
    ("never", "timed out after 0.6 s", 1),
    ("drip", "timed out after 0.6 s", 1),
    ("429", AT + "cannot answer (429: Rate limit reached); the hook's timeout is too short to wait 30 s and ask again", 1),
    ("429 soon", AT + "cannot answer (429: Rate limit reached)" + TWICE, 2),
    ("500", AT + "cannot answer (500)" + TWICE, 2),
    ("401", AT + "rejected the key (401: Incorrect API key provided: {key} [31m)", 1),
    ("404", AT + "knows no such address or model (404: The model `judge` does not exist)", 1),
    ("400", AT + "rejected the request (400: context length exceeded " + "x" * 175 + "…)", 1),
    ("truncated", AT + "broke off in the middle of its answer", 1),
    ("huge", AT + "answered with more than 1 MiB", 1),
    ("redirect", AT + "redirects elsewhere (307), which is not followed: configure the final address", 1),
    ("empty", AT + "sent something that is not a JSON object" + TWICE, 2),
    ("not JSON", AT + "sent something that is not a JSON object" + TWICE, 2),
    ("cut off", AT + "gave an answer that was cut off by the token limit" + TWICE, 2),
    ("prose", AT + "gave an answer that is not JSON" + TWICE, 2),
    ("wrong types", AT + "gave an answer that has no 'ok' that is true or false" + TWICE, 2),
    ("wrong schema", AT + "gave an answer that has no 'ok' that is true or false" + TWICE, 2),
    ("wrong shape", AT + "gave an answer that has no text" + TWICE, 2),
]  # fmt: skip
KEYS = {"openai-chat": "Bearer [key]", "openai-responses": "Bearer [key]", "anthropic": "[key]", "gemini": "[key]"}


@pytest.mark.parametrize("fail_closed", [param(False, id="fails open"), param(True, id="fails closed")])
@pytest.mark.parametrize("shape", FOUR)
@pytest.mark.parametrize(("behaviour", "failure", "calls"), [param(*row, id=row[0]) for row in MISBEHAVIOURS])
def test_a_misbehaviour(server: Any, behaviour: str, failure: str, calls: int, shape: str, fail_closed: bool) -> None:
    server.always = behaviour
    dawdles = behaviour in ("slow", "never", "drip")
    began = time.monotonic()
    timeout_s = 0.6 if dawdles else 20.0
    decision = fire(a_judge(server, shape), fail_closed=fail_closed, timeout_s=timeout_s)
    took_s = time.monotonic() - began
    expected = failure.format(url=server.url, key=KEYS[shape])
    outcome = decision.outcomes[0]
    assert " ".join((outcome.failure or "").split()) == expected
    assert (decision.blocked, outcome.permission) == (fail_closed, "deny" if fail_closed else None)
    assert took_s < timeout_s + 1 and len(server.seen) == calls
    assert KEY not in json.dumps(decision.as_dict())
    # A job that notices the end of the time before its judge does knows nothing of the judge.
    assert (outcome.completion.judge or {"model": "judge"})["model"] == "judge" and (dawdles or outcome.completion.judge)


@pytest.mark.parametrize("fail_closed", [False, True])
@pytest.mark.parametrize("shape", FOUR)
def test_tls_that_fails(server: Any, shape: str, fail_closed: bool) -> None:
    decision = fire(a_judge(server, shape, url=server.url.replace("http:", "https:")), fail_closed=fail_closed)
    assert "cannot be reached: TLS failed (" in decision.outcomes[0].failure
    assert decision.blocked == fail_closed and server.seen == []


@pytest.mark.parametrize("shape", FOUR)
@pytest.mark.parametrize("first", ["prose", "wrong types", "not JSON", "empty", "wrong shape", "cut off", "429 soon", "500"])
def test_one_more_request_mends_it(server: Any, shape: str, first: str) -> None:
    server.next(first)
    decision = fire(a_judge(server, shape), command="rm -rf /")
    assert decision.blocked and decision.outcomes[0].failure is None
    assert decision.outcomes[0].completion.judge["calls"] == 2
    one, two = server.seen
    assert one.policy == two.policy and one.event == two.event
    assert one.message != two.message  # another mark, and what was wrong with the answer


def test_a_second_request_repeats_nothing_of_the_first_answer(server: Any) -> None:
    server.next("prose")
    a_judge(server).judge(asked())
    assert "I think that this is fine" not in json.dumps(server.seen[1].body)
    assert server.seen[1].message.endswith(
        'Your last answer was not such an object: answer with {"ok": ..., "reason": ...} alone.'
    )


def test_the_second_request_is_inside_the_question_s_own_time(server: Any) -> None:
    server.next("prose", "never")
    began = time.monotonic()
    decision = fire(a_judge(server), timeout_s=0.8)
    assert decision.outcomes[0].failure == "timed out after 0.8 s"
    assert time.monotonic() - began < 1.8 and len(server.seen) == 2


# what is sent


def test_secrets_are_masked_before_they_leave(server: Any) -> None:
    token = "ghp_" + "a1B2" * 9
    a_judge(server).judge(asked(f"curl -H 'Authorization: token {token}'"))
    assert token not in json.dumps(server.seen[0].body) and "[masked:github-token:" in server.seen[0].message
    a_judge(server, mask=False).judge(asked(f"curl {token}"))
    assert token in server.seen[1].message


def test_a_large_event_is_cut_with_a_mark_and_that_is_told(server: Any) -> None:
    verdict = a_judge(server, event_limit=500).judge(asked("x" * 100_000))
    assert len(server.seen[0].event) < 600 and "…[cut: " in server.seen[0].event
    assert "do not take it for harmless" in server.seen[0].message
    assert verdict.about["cut"] > 99_000


def test_the_model_of_the_hook_is_asked(server: Any) -> None:
    a_judge(server).judge(asked(model="big"))
    a_judge(server, models={"haiku": "small"}).judge(asked(model="haiku"))
    assert [seen.body["model"] for seen in server.seen] == ["big", "small"]


# verdicts that are kept


def test_an_equal_question_is_answered_from_the_cache(server: Any) -> None:
    at = [1000.0]
    judge = a_judge(server, now=lambda: at[0])
    first = judge.judge(asked("rm -rf /"))
    at[0] += 60
    second = judge.judge(Question(POLICY, '{"generation_id": "other", "command": "rm -rf /"}', None, 5.0))
    assert second.text == first.text and second.about == {"model": "judge-1", "cached": True, "age_s": 60.0}
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    ("other", "more"),
    [
        param(asked("ls -l"), {}, id="another event"),
        param(asked("ls", policy="Another policy"), {}, id="another hook"),
        param(asked("ls", model="big"), {}, id="another model"),
        param(asked("ls"), {"cache_s": 0.0}, id="a lifetime of nothing"),
    ],
)
def test_another_question_is_asked(server: Any, other: Question, more: dict[str, Any]) -> None:
    judge = a_judge(server, **more)
    judge.judge(asked("ls"))
    judge.judge(other)
    assert len(server.seen) == 2


def test_a_verdict_that_is_too_old_is_asked_for_again(server: Any) -> None:
    at = [1000.0]
    judge = a_judge(server, now=lambda: at[0], cache_s=100.0)
    judge.judge(asked())
    at[0] += 101
    judge.judge(asked())
    assert len(server.seen) == 2


def test_without_the_cache_it_is_asked_and_kept_for_others(server: Any) -> None:
    store = Store(None)
    settings = settings_of(server)
    fresh, other = (ModelJudge(lambda: settings, store=store, cache=cache) for cache in (False, True))
    fresh.judge(asked())
    fresh.judge(asked())
    assert len(server.seen) == 2
    assert other.judge(asked()).about["cached"] is True


def test_a_failure_is_not_kept(server: Any) -> None:
    judge = a_judge(server)
    server.next("404")
    with pytest.raises(JudgeFailed):
        judge.judge(asked())
    assert judge.judge(asked()).about["calls"] == 1


# questions at the same time


def failing(judge: ModelJudge, question: Question) -> None:
    with pytest.raises(JudgeFailed):
        judge.judge(question)


def together(number: int, judge: ModelJudge) -> list[Any]:
    """The same question from several threads at once."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(judge.judge(asked()))
        except JudgeFailed as error:
            found.append(error)

    threads = [threading.Thread(target=run) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return found


def test_identical_questions_are_asked_once(server: Any) -> None:
    server.hold_s = 0.5
    server.always = "slow"
    verdicts = together(8, a_judge(server))
    assert len(server.seen) == 1 and len({verdict.text for verdict in verdicts}) == 1
    assert sorted("shared" in verdict.about for verdict in verdicts) == [False] + [True] * 7


def test_a_failure_is_shared_too(server: Any) -> None:
    server.always = "429 soon"  # twice, with a rest between: the others have come by then
    found = together(4, a_judge(server))
    assert [type(one) for one in found] == [JudgeFailed] * 4 and len(server.seen) == 2


def test_whoever_has_more_time_asks_again(server: Any) -> None:
    server.hold_s = 30
    server.next("never")
    judge = a_judge(server)
    patient: list[Any] = []
    hurried = threading.Thread(target=failing, args=(judge, asked(timeout_s=0.5)))
    hurried.start()
    time.sleep(0.2)
    waiting = threading.Thread(target=lambda: patient.append(judge.judge(asked(timeout_s=20))))
    waiting.start()
    hurried.join(20)
    waiting.join(20)
    assert len(patient) == 1 and len(server.seen) == 2


def test_a_question_nobody_waits_for_is_hung_up(server: Any) -> None:
    server.next("never")
    judge, question = a_judge(server), asked()
    thread = threading.Thread(target=failing, args=(judge, question))
    thread.start()
    while not server.seen:
        time.sleep(0.01)
    judge.abandon(question)
    thread.join(10)
    assert not thread.is_alive() and server.left.wait(10)
    assert judge.judge(asked()).about["calls"] == 1  # and it does not count against the server


def test_a_cancelled_event_hangs_up(server: Any) -> None:
    server.next("never")
    hook = a_hook(command=POLICY, type="prompt", timeout_s=30)
    running = ProcessRunner(job_makers={"prompt": judge_jobs(a_judge(server))}).run(
        engine_with([hook]).session().plan("beforeShellExecution", command="ls").invocations
    )
    while not server.seen:
        running.step(0.01)
    running.cancel()
    assert server.left.wait(10)


def test_one_of_two_who_leaves_does_not_hang_up_for_the_other(server: Any) -> None:
    server.hold_s = 0.6
    server.next("slow")
    judge, first, second = a_judge(server), asked(), asked()
    found: list[Any] = []
    threads = [threading.Thread(target=lambda one=one: found.append(judge.judge(one))) for one in (first, second)]
    for thread in threads:
        thread.start()
        time.sleep(0.1)
    judge.abandon(first)
    for thread in threads:
        thread.join(20)
    assert len(server.seen) == 1 and len(found) == 2


# a server that fails again and again


def test_after_repeated_failures_a_server_is_left_alone_and_that_is_said(server: Any) -> None:
    at = [1000.0]
    judge = a_judge(server, now=lambda: at[0])
    server.always = "404"
    for _ in range(MOST_FAILURES):
        with pytest.raises(JudgeFailed, match="knows no such"):
            judge.judge(asked())
    server.always = None
    with pytest.raises(JudgeFailed) as caught:
        judge.judge(asked())
    assert str(caught.value) == (
        f"the judge (judge at {server.url}) is not asked for another 60 s, because it failed 5 times in a row; last: "
        "knows no such address or model (404: The model `judge` does not exist) (to ask now: hookline judge forget)"
    )
    assert len(server.seen) == MOST_FAILURES
    at[0] += PAUSE_S + 1
    assert judge.judge(asked()).about["calls"] == 1
    assert judge.judge(asked("ls -l")).about["calls"] == 1


def test_a_pause_begins_anew_when_the_one_question_after_it_fails(server: Any) -> None:
    at = [1000.0]
    judge = a_judge(server, now=lambda: at[0])
    server.always = "404"
    for _ in range(MOST_FAILURES):
        failing(judge, asked())
    at[0] += PAUSE_S + 1
    failing(judge, asked())
    with pytest.raises(JudgeFailed, match="is not asked for another 60 s, because it failed 6 times"):
        judge.judge(asked())


def test_timeouts_count_as_failures(server: Any) -> None:
    judge = a_judge(server)
    server.always = "never"
    for _ in range(MOST_FAILURES):
        assert fire(judge, timeout_s=0.2).outcomes[0].failure == "timed out after 0.2 s"
    assert "is not asked for another" in fire(judge, timeout_s=5).outcomes[0].failure


def test_failures_of_one_model_do_not_count_for_another(server: Any) -> None:
    judge = a_judge(server)
    server.always = "404"
    for _ in range(MOST_FAILURES):
        failing(judge, asked())
    server.always = None
    assert judge.judge(asked(model="other")).about["calls"] == 1


# the requests of a day


def test_a_day_has_so_many_requests(server: Any) -> None:
    at = [1000.0]
    judge = a_judge(server, now=lambda: at[0], calls_per_day=2)
    judge.judge(asked("a"))
    judge.judge(asked("b"))
    with pytest.raises(JudgeFailed) as caught:
        judge.judge(asked("c"))
    assert str(caught.value) == (
        "the judge was asked 2 times today, and no day may have more: set calls_per_day in hookline.toml, "
        "or wait for the next day (UTC)"
    )
    assert judge.judge(asked("a")).about["cached"] is True
    at[0] += 86_400
    judge.judge(asked("c"))
    assert len(server.seen) == 3


def test_a_second_request_counts_too(server: Any) -> None:
    server.next("prose")
    with pytest.raises(JudgeFailed, match="asked 1 times today"):
        a_judge(server, calls_per_day=1).judge(asked())


def test_without_the_package_it_is_said_how_to_install_it(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx2", None)
    judge = a_judge(server)
    for _ in range(MOST_FAILURES + 1):  # it is no failure of the server's
        assert fire(judge, fail_closed=True).outcomes[0].failure == sentence("a model judge", "httpx2")


def test_what_nobody_waits_for_is_not_asked_again(server: Any) -> None:
    server.always = "429"
    judge, question = a_judge(server), asked(timeout_s=120)
    thread = threading.Thread(target=failing, args=(judge, question))
    thread.start()
    while not server.seen:
        time.sleep(0.01)
    time.sleep(0.2)
    judge.abandon(question)
    thread.join(10)
    assert not thread.is_alive() and len(server.seen) == 1


def test_settings_that_are_wrong_are_the_failure(server: Any) -> None:
    from hookline.judge.settings import NOT_CONFIGURED, read_settings

    with pytest.raises(JudgeFailed, match="no judge is configured"):
        ModelJudge(lambda: read_settings({})).judge(asked())
    assert fire(ModelJudge(lambda: read_settings({}))).outcomes[0].failure == NOT_CONFIGURED
