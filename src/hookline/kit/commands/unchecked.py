"""Checks of what is installed that somebody switches off: of signatures, of sums, of who the registry
is. By an option, a variable or a setting; a call goes in, the end of a sentence comes out.
"""

from __future__ import annotations

import re

from hookline.kit.findings import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hookline.shell import Call, Reading
    from hookline.shell.word import Word

_OFF = r"(?:false|0|no|off|none|never|ignore|disabled?|insecure|null|verify_none)"
#: Options, of whatever program installs.
_OPTIONS = re.compile(
    r"-insecure|-SkipPublisherCheck|-D\S*ssl\.(?:insecure|allowall)=true|-D\S*(?:securityMode=insecure"
    r"|dependency\.verification=off)|--(?:allow-(?:insecure-(?:host|repositories)|unauthenticated|untrusted"
    r"|unsigned-rpm|empty-checksums(?:-secure)?)|force-(?:yes|bad-verify|all)|no-?gpg-?checks?|nogpgcheck"
    r"|no-gpg-verify|nosignature|nodigest|noverify|no-debsig|no-check-certificate"
    r"|no-verify-(?:store-integrity|hashes|ssl)|no-strict-ssl|skip-(?:integrity-check|hash-check"
    r"|verification)|skip-hash-check|ignore-checksums?|ignore-security-hash|no-checksums?|dangerous"
    r"|dangerously-allow-all-builds|unsafely-ignore-certificate-errors|insecure|no-require-sigs"
    r"|no-secure-http|disable-tls|trusted-host|insecure-skip-tls-verify|disable-content-trust|lax-checksums"
    r"|no-require-hashes|skip-ssl|no-ssl-verify|ssl-no-verify|no-verify-certs?|no-quarantine|no-verify"
    r"|(?:config\.)?(?:strict-ssl|ignore-scripts|secure-http|verify-ssl|ssl-verify|require-sigs|verify"
    r"|tls-verify|verify-store-integrity|check-revoke|gpg-?check|pkg_gpgcheck|require-hashes)="
    + _OFF
    + r"|setopt=\S*(?:gpgcheck|sslverify)=(?:0|false|no)|policy=NoSecurity|trust-policy=NoSecurity)"
    r"(?:=.*)?",
    re.I,
)
#: Options whose value says it, in the next word.
_VALUES = re.compile(
    r"--(?:config\.)?(?:strict-ssl|ignore-scripts|secure-http|verify-ssl|ssl-verify|tls-verify) "
    + _OFF
    + r"|(?:-P|--trust-policy) (?:No|Low)Security|--setopt \S*(?:gpgcheck|sslverify)=(?:0|false|no)"
    r"|-(?:o|c) \S*(?:Allow\w*Insecure\w*|AllowUnauthenticated|AllowWeak\w*|TrustedHosts)\S*=(?:true|1|yes)"
    r"|-o \S*Verify-(?:Peer|Host)\S*=(?:false|0|no)|-o Acquire::Check-Valid-Until=false"
    r"|--dependency-verification (?:off|lenient)|settings --enable InstallerHashOverride"
    r"|-InstallationPolicy Trusted|--option (?:require-sigs|sandbox) false"
    r"|--config \S*(?:check-revoke|ssl-?verify)\S*=false",
    re.I,
)
#: Short options that say it, of one program each.
_SHORT = {"snap": (), "scoop": ("-s",), "conda": ("-k",), "mamba": ("-k",), "curl": ()}
_VARIABLES = re.compile(
    r"(?:NODE_TLS_REJECT_UNAUTHORIZED|(?:npm|NPM|pnpm)_(?:config|CONFIG)_(?:strict_ssl|STRICT_SSL"
    r"|ignore_scripts|IGNORE_SCRIPTS)|YARN_(?:ENABLE_)?STRICT_SSL|PYTHONHTTPSVERIFY|CONDA_SSL_VERIFY"
    r"|MAMBA_SSL_VERIFY|CARGO_HTTP_CHECK_REVOKE|BUNDLE_SSL_VERIFY_MODE|SSL_VERIFY|COMPOSER_SECURE_HTTP"
    r"|NIX_SSL_VERIFY)="
    + _OFF
    + r"|YARN_CHECKSUM_BEHAVIOR=(?:ignore|update|reset)|GIT_SSL_NO_VERIFY=(?:1|true|yes)"
    r"|(?:REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|SSL_CERT_FILE|PIP_CERT)=(?:/dev/null)?"
    r"|(?:GONOSUMDB|GONOSUMCHECK|GOINSECURE)=.+|GOSUMDB=off|GOFLAGS=.*-insecure.*|GOPRIVATE=\*"
    r"|COMPOSER_DISABLE_TLS=1|COMPOSER_DISABLE_\w*TLS\w*=.+|HOMEBREW_NO_VERIFY_ATTESTATIONS=.+"
    r"|HOMEBREW_NO_(?:INSECURE_REDIRECT|CHECKSUM\w*)=.*|DEB_ALLOW\w*=.+|UV_NO_VERIFY_HASHES=.+"
    r"|POETRY_CERTIFICATES_\w+_CERT=" + _OFF + r"|BUNDLE_DISABLE_CHECKSUM_VALIDATION=(?:1|true)"
    r"|DOTNET_NUGET_SIGNATURE_VERIFICATION=(?:0|false)|NUGET_CERT_REVOCATION_MODE=offline"
    r"|(?:MAVEN_OPTS|MAVEN_ARGS|GRADLE_OPTS|JAVA_TOOL_OPTIONS|SBT_OPTS)=.*(?:ssl\.(?:insecure|allowall)=true"
    r"|securityMode=insecure|verification=off).*|HEX_UNSAFE_\w+=.+|HEX_NO_VERIFY_\w+=.+"
    r"|PERL_LWP_SSL_VERIFY_HOSTNAME=0|YARN_UNSAFE_HTTP_WHITELIST=.+|DOCKER_CONTENT_TRUST=0"
    r"|PIP_REQUIRE_HASHES="
    + _OFF
    + r"|(?:npm|NPM)_(?:config|CONFIG)_(?:cafile|CAFILE|ca|CA)=(?:/dev/null|null)?"
    r"|NIXPKGS_ALLOW_(?:INSECURE|BROKEN)=1|APT_ALLOW\w*=.+",
    re.I,
)
#: Settings that last: what the words of a call say, options left out.
_SETTINGS: dict[str, re.Pattern[str]] = {
    program: re.compile(pattern.replace("OFF", _OFF), re.I)
    for programs, pattern in {
        "npm pnpm yarn bun": r"(?:config |c )?set (?:\S+ )?(?:strict-ssl|enableStrictSsl|strictSsl"
        r"|ignore-scripts|enableScripts true|enableImmutableInstalls|verify-store-integrity"
        r"|verifyStoreIntegrity|cafile)[ =]OFF|(?:config |c )?set checksumBehavior"
        r"[ =](?:ignore|update|reset)|(?:config |c )?set unsafeHttpWhitelist .+",
        "conda mamba micromamba": r"config (?:ssl_verify|set ssl_verify|safety_checks) (?:OFF|disabled)",
        "poetry": r"config certificates\.\S+\.cert OFF|config installer\.\S*verify\S* OFF",
        "composer": r"(?:global )?config (?:secure-http OFF|disable-tls true|secure-svn-domains .+)",
        "bundle bundler": r"config (?:set )?(?:\S+ )?(?:ssl_verify_mode (?:0|none)"
        r"|disable_checksum_validation true)",
        "pip pip3": r"config set \S*trusted-host .+",
        "pdm": r"config (?:pypi\.)?(?:\S+\.)?verify_ssl OFF",
        "go": r"env (?:GOSUMDB=off|GONOSUMDB=.+|GOINSECURE=.+|GOFLAGS=\S*-insecure|GOPRIVATE=\*)",
        "git": r"config http\.(?:\S+\.)?sslVerify OFF",
        "choco": r"feature enable allow\w*Checksums\w*|feature disable checksumFiles",
        "gem": r"config \S*ssl_verify_mode.*",
        "dotnet nuget": r"nuget config set signatureValidationMode accept|config .*signatureValidation.*",
    }.items()
    for program in programs.split()
}
_GIT_SETTING = re.compile(r"http\.(?:\S+\.)?sslVerify=" + _OFF, re.I)
#: Files that managers, and what downloads for them, take their settings from; and such settings.
_SETTINGS_FILE = re.compile(
    r"(?:^|/)(?:\.npmrc|npmrc|\.yarnrc(?:\.yml)?|pip\.(?:conf|ini)|\.condarc|uv\.toml|\.?gemrc|nuget\.config"
    r"|bunfig\.toml|\.bundle/config|\.cargo/config(?:\.toml)?|poetry\.toml|pdm\.toml|\.pdm\.toml|Pipfile"
    r"|pnpm-workspace\.yaml|\.gitconfig|\.curlrc|\.wgetrc|gradle\.properties|\.mvn/(?:maven\.config"
    r"|jvm\.config)|composer/config\.json|yum\.conf|dnf\.conf|pacman\.conf|[\w.-]+\.repo|nix\.conf"
    r"|apt\.conf(?:\.d/.*)?|sources\.list(?:\.d/.*)?)\Z",
    re.I,
)
_IN_FILE = re.compile(
    r"(?:strict-?ssl|ssl[_-]?verify(?:_mode)?|verify[_-]?ssl|enableStrictSsl|secure-http|gpgcheck|sslVerify"
    r"|check-revoke|check[_-]certificate|safety_checks|require-sigs|verify-store-integrity|Verify-Peer"
    r"|Verify-Host|pkg_gpgcheck|repo_gpgcheck|enableHardenedMode)[\"']?\s*[:=\s]\s*[\"']?"
    + _OFF
    + r"\b|trusted-host\s*=|allow-insecure-host|unsafeHttpWhitelist|checksumBehavior:\s*[\"']?ignore"
    r"|SigLevel\s*=\s*Never|TrustAll|AllowUnauthenticated|AllowInsecure\w*|\[[^\]]{0,200}trusted=yes"
    r"|disable-tls[\"']?\s*:\s*true|ssl\.insecure=true|verification=off|(?m:^\s*(?:insecure|-k)\s*$)"
    r"|ignore-scripts\s*=\s*false|dangerouslyAllowAllBuilds",
    re.I,
)
_UNCHECKED_DOWNLOAD = {
    "curl": ("-k", "--insecure", "--proxy-insecure"),
    "wget": ("--no-check-certificate",),
}
#: Programs of whose options a table is made: those that install.
_INSTALLERS = frozenset(
    "pip pip3 uv uvx pipx poetry pdm pipenv hatch rye pixi conda mamba micromamba npm npx pnpm pnpx "
    "yarn bun bunx deno cargo go gem bundle bundler composer dotnet nuget easy_install apt apt-get "
    "aptitude dpkg dnf yum microdnf zypper rpm apk pacman yay paru brew port choco winget scoop snap "
    "flatpak nix nix-env nix-shell luarocks cpan cpanm opam corepack lerna nx mas guix xbps-install "
    "emerge opkg pkg mvn mvnw gradle gradlew sbt mix hex cabal stack opam ansible-galaxy helm docker "
    "podman buildah skopeo tdnf rustup cpanm install-module install-package set-psrepository".split()
)
#: Words behind which a manager only runs what is there already.
_RUNS_ONLY = frozenset("run test t start exec x dev build lint version view info ls list".split())


def switched_off(reading: Reading) -> Iterator[str]:
    """Every check that a command line switches off, each as a sentence."""
    installs = any(_installs(call) for call in reading.calls)
    for name, word in reading.settings:
        if installs and _is_off(name, word):
            yield f"`{shown([f'{name}={word!r}'])}` switches off a check of what is installed."
    for call in reading.calls:
        if call.code is None and _switches_off(call, installs):
            yield f"`{shown(call.words)}` switches off a check of what is installed."
    for path, content in reading.files.items():
        if _SETTINGS_FILE.search(path) and _IN_FILE.search(content.known_text):
            yield f"{shown([path])} is written, which switches off a check of what is installed."


def _installs(call: Call) -> bool:
    words = call.plain()
    return (call.program or "").lower() in _INSTALLERS and (not words or words[0] not in _RUNS_ONLY)


def _is_off(name: str, value: Word) -> bool:
    text = value.known_text.replace(" ", "*") if value.text is None else value.text
    return _VARIABLES.fullmatch(f"{name}={text}") is not None


def _switches_off(call: Call, installs: bool) -> bool:
    program = call.program or ""
    if program == "git":
        return _sets(call) or (installs and any(map(_is_git_setting, call.options("-c"))))
    if installs and call.has(*_UNCHECKED_DOWNLOAD.get(program, ("\0",))):
        return True
    if program.lower() not in _INSTALLERS:
        return False
    return _sets(call) or (_installs_or_runs(call) and _has_option(call))


def _is_git_setting(setting: str | None) -> bool:
    return _GIT_SETTING.fullmatch(setting or "") is not None


def _installs_or_runs(call: Call) -> bool:
    """A manager that fetches what it runs is checked, too: `deno run`, `uvx`."""
    return _installs(call) or call.program in ("deno", "uv", "uvx", "pipx", "bunx", "npx")


def _sets(call: Call) -> bool:
    pattern = _SETTINGS.get(call.program or "")
    if pattern is None:
        return False
    words = [word for word in call.words[1:] if not word.start.startswith("-")]
    return pattern.match(" ".join(word.text or f"{word.known_text}*" for word in words)) is not None


def _has_option(call: Call) -> bool:
    texts = [text or "" for text in call.texts[1:]]
    if any(map(_OPTIONS.fullmatch, texts)):
        return True
    short = _SHORT.get(call.program or "", ())
    return _VALUES.search(" ".join(texts)) is not None or any(text in short for text in texts)
