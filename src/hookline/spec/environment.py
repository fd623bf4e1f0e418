"""Environment variables of the protocol, and those that may not be handed upwards.

A `sessionStart` hook may set variables for later hooks. One that steers a loader, a shell or an
interpreter would let a project's hook change what an enterprise hook runs: such a variable never
reaches a source above the one that set it.
"""

from __future__ import annotations

#: Set by the engine for every hook; the values are in `engine.plan`. Removed where they do not
#: apply.
PROTOCOL_VARIABLES = (
    ("CURSOR_PROJECT_DIR", "Main workspace root", True),
    ("CURSOR_VERSION", "Version of the host, or of the Cursor contract it follows", True),
    ("CURSOR_USER_EMAIL", "E-mail address of the signed-in user", False),
    ("CURSOR_TRANSCRIPT_PATH", "Transcript of the conversation", False),
    ("CURSOR_CODE_REMOTE", '"true" in a remote workspace', False),
    ("CLAUDE_PROJECT_DIR", "The same as CURSOR_PROJECT_DIR", True),
    (
        "HOOKLINE",
        '"1": Hookline runs this hook, so what only Hookline does (`new_content`) can be used',
        True,
    ),
)

_STEERING_NAMES = frozenset({
    "PATH", "ENV", "IFS", "SHELL", "SHELLOPTS", "BASHOPTS", "CDPATH", "PS4", "PROMPT_COMMAND",
    "GLOBIGNORE", "HOME", "ZDOTDIR", "FPATH", "NODE_OPTIONS", "NODE_PATH", "NODE_EXTRA_CA_CERTS",
    "CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "RUBYOPT", "RUBYLIB",
    "GEM_HOME", "GEM_PATH", "BUNDLE_GEMFILE", "PHPRC", "PHP_INI_SCAN_DIR", "LUA_PATH", "LUA_CPATH",
    "LUA_INIT", "R_PROFILE", "R_PROFILE_USER", "R_ENVIRON", "GCONV_PATH", "LOCPATH", "NLSPATH",
    "HOSTALIASES", "RES_OPTIONS", "TERMINFO", "TERMINFO_DIRS", "TERMCAP", "EDITOR", "VISUAL",
    "PAGER", "MANPAGER", "LESSOPEN", "LESSCLOSE", "BROWSER", "SSH_ASKPASS", "SSH_AUTH_SOCK",
    "SUDO_ASKPASS", "JQ_LIBRARY_PATH", "VIRTUAL_ENV", "CONDA_PREFIX", "PSMODULEPATH", "COMSPEC",
    "PATHEXT", "SYSTEMROOT", "TMPDIR", "TMP", "TEMP", "OPENSSL_CONF", "OPENSSL_MODULES",
    "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_HOME", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "WGETRC",
    "KUBECONFIG", "AWS_CONFIG_FILE", "DOTNET_STARTUP_HOOKS",
})  # fmt: skip
_STEERING_PREFIXES = (
    "LD_", "DYLD_", "BASH_", "PYTHON", "GIT_", "PERL", "BUN_", "DENO_", "NPM_CONFIG_", "UV_",
    "PIP_", "XDG_", "MALLOC_", "GLIBC_", "TCL", "DOTNET_", "CORECLR_", "COR_", "JULIA_", "HOOKLINE",
    "LIBC_", "GUILE_", "CARGO_", "RUST",
)  # fmt: skip


def steers(name: str) -> bool:
    """Whether a variable of this name can change what program runs or what it loads."""
    upper = name.upper()
    return upper in _STEERING_NAMES or upper.startswith(_STEERING_PREFIXES)
