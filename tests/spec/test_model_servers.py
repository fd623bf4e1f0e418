"""spec.judge: the shapes and the variables that choose a judge."""

from hookline.spec.model_servers import DEFAULT_SHAPE, KEY_VARIABLE, SHAPES, VARIABLES


def test_the_shapes() -> None:
    assert {name: (shape.wire, shape.url, shape.url_variable, shape.key_variables) for name, shape in SHAPES.items()} == {
        "openai-chat": ("openai-chat", "https://api.openai.com/v1", "OPENAI_BASE_URL", ("OPENAI_API_KEY",)),
        "openai-responses": ("openai-responses", "https://api.openai.com/v1", "OPENAI_BASE_URL", ("OPENAI_API_KEY",)),
        "anthropic": ("anthropic", "https://api.anthropic.com", "ANTHROPIC_BASE_URL", ("ANTHROPIC_API_KEY",)),
        "gemini": ("gemini", "https://generativelanguage.googleapis.com", "GOOGLE_GEMINI_BASE_URL", ("GEMINI_API_KEY", "GOOGLE_API_KEY")),
        "ollama": ("openai-chat", "http://127.0.0.1:11434", "OLLAMA_HOST", ("OLLAMA_API_KEY",)),
    }  # fmt: skip
    assert DEFAULT_SHAPE in SHAPES


def test_our_own_variables() -> None:
    assert {name: f"HOOKLINE_JUDGE_{name.upper()}" for name in ("url", "key", "model", "shape")} == VARIABLES
    assert VARIABLES["key"] == KEY_VARIABLE
