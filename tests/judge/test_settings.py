"""judge.settings: environment and file → the judge that is asked, and every reason why there is none."""

from typing import Any

import pytest
from pytest import param

from hookline.errors import JudgeFailed
from hookline.judge.settings import (
    NO_MODEL,
    NOT_CONFIGURED,
    SETTINGS,
    JudgeSettings,
    Key,
    is_loopback,
    read_settings,
    shown_url,
)
from hookline.spec.model_servers import SHAPES

OURS = {"HOOKLINE_JUDGE_SHAPE": "openai-chat", "HOOKLINE_JUDGE_MODEL": "m"}
OPENAI, ANTHROPIC, GEMINI, OLLAMA = (SHAPES[name] for name in ("openai-chat", "anthropic", "gemini", "ollama"))


@pytest.mark.parametrize(
    ("environ", "file", "expected"),
    [
        param(OURS, "", JudgeSettings(OPENAI, "https://api.openai.com/v1", "m"), id="a shape and a model are enough"),
        param(
            {**OURS, "OPENAI_API_KEY": "sk"},
            "",
            JudgeSettings(OPENAI, "https://api.openai.com/v1", "m", Key("sk", "OPENAI_API_KEY")),
            id="the vendor's variable is the key of the vendor's shape",
        ),
        param(
            {**OURS, "OPENAI_API_KEY": "sk", "HOOKLINE_JUDGE_KEY": "own"},
            "",
            JudgeSettings(OPENAI, "https://api.openai.com/v1", "m", Key("own", "HOOKLINE_JUDGE_KEY")),
            id="our own variable wins",
        ),
        param(
            {**OURS, "OPENAI_API_KEY": "sk", "OPENAI_BASE_URL": "https://gate/v1"},
            "",
            JudgeSettings(OPENAI, "https://gate/v1", "m", Key("sk", "OPENAI_API_KEY")),
            id="the vendor's variables go together",
        ),
        param(
            {**OURS, "OPENAI_API_KEY": "sk", "HOOKLINE_JUDGE_URL": "https://other/v1"},
            "",
            JudgeSettings(OPENAI, "https://other/v1", "m"),
            id="a vendor's key goes to no other address",
        ),
        param(
            {**OURS, "OPENAI_API_KEY": "sk", "HOOKLINE_JUDGE_URL": "https://api.openai.com/v1"},
            "",
            JudgeSettings(OPENAI, "https://api.openai.com/v1", "m", Key("sk", "OPENAI_API_KEY")),
            id="but to the vendor's own, however it was named",
        ),
        param(
            {"HOOKLINE_JUDGE_URL": "http://127.0.0.1:8080"},
            "",
            JudgeSettings(OPENAI, "http://127.0.0.1:8080"),
            id="an address alone is chat completions",
        ),
        param(
            {"HOOKLINE_JUDGE_SHAPE": "gemini", "GOOGLE_API_KEY": "g"},
            "",
            JudgeSettings(GEMINI, "https://generativelanguage.googleapis.com", None, Key("g", "GOOGLE_API_KEY")),
            id="Gemini's second variable",
        ),
        param(
            {"HOOKLINE_JUDGE_SHAPE": "ollama"},
            "",
            JudgeSettings(OLLAMA, "http://127.0.0.1:11434"),
            id="Ollama is on this machine",
        ),
        param(
            {"HOOKLINE_JUDGE_SHAPE": "ollama", "OLLAMA_HOST": "0.0.0.0"},
            "",
            JudgeSettings(OLLAMA, "http://127.0.0.1:11434"),
            id="where Ollama listens is not where it is asked",
        ),
        param(
            {"HOOKLINE_JUDGE_SHAPE": "ollama", "OLLAMA_HOST": "box:9"},
            "",
            JudgeSettings(OLLAMA, "http://box:9"),
            id="Ollama elsewhere",
        ),
        param(
            {"HOOKLINE_JUDGE_SHAPE": "ollama", "OLLAMA_HOST": "https://box"},
            "",
            JudgeSettings(OLLAMA, "https://box:443"),
            id="Ollama behind https",
        ),
        param(
            {"HOOKLINE_JUDGE_SHAPE": "ollama", "OLLAMA_HOST": "[fe80::1]:9"},
            "",
            JudgeSettings(OLLAMA, "http://[fe80::1]:9"),
            id="Ollama at a long address",
        ),
        param(
            {},
            'shape = "anthropic"\nmodel = "claude"',
            JudgeSettings(ANTHROPIC, "https://api.anthropic.com", "claude"),
            id="the file alone",
        ),
        param(
            {"MY_KEY": " k "},
            'url = "https://gate/v1"\nkey_env = "MY_KEY"',
            JudgeSettings(OPENAI, "https://gate/v1", None, Key("k", "MY_KEY")),
            id="the file names the variable of the key",
        ),
        param(
            {},
            'url = "https://gate/v1"\nkey = "k"',
            JudgeSettings(OPENAI, "https://gate/v1", None, Key("k", "hookline.toml")),
            id="the file holds the key",
        ),
        param(
            {"HOOKLINE_JUDGE_MODEL": "big"},
            'shape = "ollama"\nmodel = "small"',
            JudgeSettings(OLLAMA, "http://127.0.0.1:11434", "big"),
            id="a model in the environment overrides the file's",
        ),
        param(
            {"HOOKLINE_JUDGE_URL": "http://127.0.0.1:1"},
            'shape = "anthropic"\nurl = "https://gate"\nkey = "k"\nmodel = "m"\nmask = false',
            JudgeSettings(OPENAI, "http://127.0.0.1:1", mask=False),
            id="an address in the environment leaves the file's key and model behind",
        ),
        param(
            {},
            'shape = "ollama"\nmask = false\nevent_limit = 100\nanswer_tokens = 50\ncache_s = 0\ncalls_per_day = 9\nmodels = { haiku = "qwen3" }',
            JudgeSettings(OLLAMA, "http://127.0.0.1:11434", None, None, False, 100, 50, 0, 9, {"haiku": "qwen3"}),
            id="everything in the file",
        ),
        param(
            {},
            'shape = "ollama"\ncalls_per_day = false',
            JudgeSettings(OLLAMA, "http://127.0.0.1:11434", calls_per_day=None),
            id="no limit a day",
        ),
        param(
            {**OURS, "HOOKLINE_JUDGE_KEY": "  "},
            "",
            JudgeSettings(OPENAI, "https://api.openai.com/v1", "m"),
            id="an empty variable is none",
        ),
    ],
)
def test_the_judge_that_is_asked(environ: dict[str, str], file: str, expected: JudgeSettings) -> None:
    data = f"[judge]\n{file}\n".encode() if file else None
    assert read_settings(environ, data) == expected


@pytest.mark.parametrize(
    ("environ", "file", "text"),
    [
        param({}, "", NOT_CONFIGURED, id="nothing is configured"),
        param({"OPENAI_API_KEY": "sk", "ANTHROPIC_API_KEY": "a", "OLLAMA_HOST": "x"}, "", NOT_CONFIGURED, id="the vendors' variables alone configure nothing"),
        param({"HOOKLINE_JUDGE_MODEL": "m"}, "", NOT_CONFIGURED, id="nor does a model"),
        param({}, "[other]\nx = 1", NOT_CONFIGURED, id="nor a file without [judge]"),
        param({"HOOKLINE_JUDGE_SHAPE": "antropic"}, "", "HOOKLINE_JUDGE_SHAPE: there is no shape 'antropic'; did you mean anthropic?", id="a shape with a typo"),
        param({}, '[judge]\nshape = "x"', "hookline.toml: there is no shape 'x'; there are: openai-chat, openai-responses, anthropic, gemini, ollama", id="a shape nobody knows"),
        param({"HOOKLINE_JUDGE_URL": "host/v1"}, "", "HOOKLINE_JUDGE_URL: the judge's url is not a URL; write one such as https://host/v1", id="no scheme"),
        param({"HOOKLINE_JUDGE_URL": "file:///etc/passwd"}, "", "HOOKLINE_JUDGE_URL: the judge's url is not a URL; write one such as https://host/v1", id="another scheme"),
        param({"HOOKLINE_JUDGE_URL": "https://h:x/"}, "", "the judge's url is not a URL; write one such as https://host/v1", id="a port that is none"),
        param({"HOOKLINE_JUDGE_URL": "https://me:secret@h/"}, "", "HOOKLINE_JUDGE_URL: the judge's url holds a name or password; put the key into HOOKLINE_JUDGE_KEY", id="a password in the address is not shown"),
        param({"HOOKLINE_JUDGE_URL": "http://gate/v1?token=secret", "HOOKLINE_JUDGE_KEY": "secret"}, "", "the judge at http://gate/v1 would get the key from HOOKLINE_JUDGE_KEY in clear text: use https, or no key", id="a key in clear text"),
        param({**OURS, "HOOKLINE_JUDGE_KEY": "se\ncret"}, "", "the judge's key from HOOKLINE_JUDGE_KEY has characters that no key can have; set it again", id="a key that would split a header"),
        param({}, '[judge]\nshape = "ollama"\nkey_env = "K"', "hookline.toml: [judge] key_env names K, which is not set; set it, or name another", id="a variable that is not set"),
        param({}, '[judge]\nkey = "secret', "hookline.toml is not TOML (at end of document); fix it there", id="broken TOML does not show its line"),
        param({}, b"\xff", "hookline.toml is not TOML; fix it there", id="not UTF-8"),
        param({}, "judge = 1", "hookline.toml: judge is not a table; begin it with a line [judge]", id="judge is no table"),
        param({}, '[judge]\nmodle = "x"', "hookline.toml: [judge] has no setting 'modle'; did you mean model?", id="a setting with a typo"),
        param({}, "[judge]\nzzz = 1", "hookline.toml: [judge] has no setting 'zzz'; there are: " + ", ".join(one.name for one in SETTINGS), id="a setting nobody knows"),
        param({}, "[judge]\nkey = 5", "hookline.toml: [judge] key cannot be the value; it is the key itself; the file must then be readable by you alone", id="a key that is no text is not shown"),
        param({}, '[judge]\nmodel = " "', "hookline.toml: [judge] model cannot be ' '; it is the model that judges; `model` in a hook overrides it", id="an empty text"),
        param({}, '[judge]\nmask = "no"', "hookline.toml: [judge] mask cannot be 'no'; it is whether secrets are masked before an event is sent", id="text for a switch"),
        param({}, "[judge]\nevent_limit = 0", "hookline.toml: [judge] event_limit cannot be 0; it is characters of an event that are sent; the rest is cut, with a mark", id="no room for an event"),
        param({}, "[judge]\nevent_limit = true", "hookline.toml: [judge] event_limit cannot be True; it is characters of an event that are sent; the rest is cut, with a mark", id="true is no number"),
        param({}, "[judge]\ncache_s = -1", "hookline.toml: [judge] cache_s cannot be -1; it is seconds a verdict is kept and given again; 0: none is kept", id="a lifetime below nothing"),
        param({}, "[judge]\ncalls_per_day = true", "hookline.toml: [judge] calls_per_day cannot be True; it is requests a day (UTC) over all processes; false: no limit", id="true is no limit"),
        param({}, "[judge]\nmodels = { a = 1 }", "hookline.toml: [judge] models cannot be {'a': 1}; it is a model a hook names → the one to ask instead", id="a model that is no text"),
    ],
)  # fmt: skip
def test_why_there_is_none(environ: dict[str, str], file: Any, text: str) -> None:
    with pytest.raises(JudgeFailed) as caught:
        read_settings(environ, file.encode() if isinstance(file, str) else file)
    assert str(caught.value) == text


@pytest.mark.parametrize(
    ("named", "model"),
    [
        param(None, "small", id="a hook that names none gets the settings' model"),
        param("big", "big", id="a hook's own model overrides"),
        param("haiku", "qwen3", id="a hook's model is looked up"),
    ],
)
def test_which_model(named: str | None, model: str) -> None:
    settings = JudgeSettings(OLLAMA, "http://127.0.0.1:11434", "small", models={"haiku": "qwen3"})
    assert settings.model_for(named) == model


def test_without_any_model_it_is_said() -> None:
    with pytest.raises(JudgeFailed, match=NO_MODEL):
        JudgeSettings(OLLAMA, "http://127.0.0.1:11434").model_for(None)


def test_a_key_is_never_shown() -> None:
    settings = JudgeSettings(OPENAI, "https://h", "m", Key("sk-secret", "HOOKLINE_JUDGE_KEY"))
    assert "sk-secret" not in repr(settings) + str(settings.key) + f"{settings.key}"
    assert repr(settings.key) == "<key from HOOKLINE_JUDGE_KEY>"
    assert settings.key != "sk-secret" and len({Key("a", "x"), Key("a", "x")}) == 1


@pytest.mark.parametrize(
    ("url", "loopback"),
    [
        param("http://127.0.0.1:1", True, id="the usual one"),
        param("http://localhost", True, id="by name"),
        param("http://[::1]:2/v1", True, id="the long one"),
        param("http://127.evil.example", False, id="a name that only begins so"),
        param("http://10.0.0.1", False, id="the next machine"),
    ],
)
def test_is_loopback(url: str, loopback: bool) -> None:
    assert is_loopback(url) is loopback


def test_what_follows_a_question_mark_is_not_shown() -> None:
    assert shown_url("https://h/v1?api-version=2&key=s") == "https://h/v1"
