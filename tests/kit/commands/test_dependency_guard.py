"""dependency-guard: which installs it denies, asks about and lets pass."""

from pathlib import Path
from typing import Any

import pytest

from hookline.kit.commands.imitations import imitated, slip
from hookline.kit.commands.installs import _package
from hookline.kit.commands.popular_packages import FOREIGN, MOST_USED, names_of

NAME = "dependency-guard"
SETTINGS: tuple[str, ...] = ()

DENIED = [
    "npm i -g yarrn",
    "pip install requests-python",
    "npm i @bable/core",
    "npm i numpy",
    "pip install lodash",
    "npm i lodash-js",
    "apt-get install -y ngnix",
    "brew install pyhton",
    "pip install reqeusts",
    "pip install request5",
    "pip install -r bad.txt",
    "python3 -m pip install reqeusts",
    "uv pip install reqeusts",
    "uv add reqeusts",
    "pipx run blakc",
    "poetry add djano",
    "npm i lodahs",
    "npm i crossenv",
    "npm i x@npm:lodahs",
    "npm i -g typescirpt",
    "npx pretier",
    "yarn add expresss",
    "pnpm add axois",
    "bun add expres",
    "cargo add serde_jsn",
    "gem install railss",
    "go get github.com/Sirupsen/logrus",
    "sudo pip install reqeusts",
    "pip install torchh",
    "pip download reqeusts",
    "npx --package=typescipt tsc",
    "npx -p typescipt tsc",
    "bunx expresss",
    "uv run --with reqeusts x",
    "pip install --no-deps reqeusts",
    "pip3.12 install reqeusts",
    "python -m pip install -U reqeusts",
    "sh -c 'pip install reqeusts'",
    "pip install reqeusts==1.0",
    "npm i reacct@latest",
    "pipenv install djanga",
    "deno add npm:expresss",
    "uvx --from reqeusts x",
    "python -I -m pip install reqeusts",
    "python3 -mpip install reqeusts",
    "py -3.11 -m pip install reqeusts",
    "python -m uv pip install reqeusts",
    "pip install reqeusts[security]",
    "easy_install reqeusts",
    "conda install -y -c conda-forge reqeusts",
    "mamba create -n x nunpy=1.26",
    "micromamba install conda-forge::padnas",
    "composer require lavarel/framework",
    "composer global require symfony/consol:^7.0",
    "composer create-project laravel/laravle-framework || composer require guzzlehttp/guzle",
    "dotnet add package Newtonsoft.Jsom",
    "dotnet add src/app.csproj package Newtonsoft.Jsn --version 13.0.3",
    "dotnet tool install -g dotnet-eff",
    "nuget install Newtonsoft.Jsn -Version 13.0.3",
    "uvx --python 3.12 reqeusts",
    "gem fetch railss || gem install railss",
]
ASKED = [
    "pipx run --spec https://e.example/x.tgz x",
    "go mod edit -replace github.com/pkg/errors=github.com/a/errors@v0.0.1",
    "go mod edit -replace=a.b/c=/tmp/c",
    """R -e "remotes::install_github('a/b')\"""",
    """Rscript -e 'install.packages("/tmp/x.tgz", repos=NULL)'""",
    """julia -e 'using Pkg; Pkg.add(url="https://e.example/x")'""",
    "npm pkg set dependencies.x=git+https://e.example/x",
    "uv sync --index-url https://e.example/simple",
    "dotnet restore -s https://e.example/v3/index.json",
    "pipenv sync --pypi-mirror https://e.example/simple",
    "pip install -c https://e.example/c.txt flask",
    "npm config set fund=false registry=https://e.example",
    "composer config -g repos.packagist composer https://e.example",
    "nuget sources Add -Name x -Source https://e.example/v3/index.json",
    "sudo sed -i s#archive.ubuntu.com#e.example# /etc/apt/sources.list",
    "sed -i 's#registry.npmjs.org#npm.e.example#' package-lock.json && npm ci",
    "sudo cp x.list /etc/apt/sources.list.d/",
    "HOMEBREW_BOTTLE_DOMAIN=https://e.example brew install jq",
    "RUSTUP_DIST_SERVER=https://e.example rustup update",
    "ELECTRON_MIRROR=https://e.example/ npm ci",
    "nix profile install github:a/b",
    "opam pin add x git+https://e.example/x",
    "ansible-galaxy collection install git+https://e.example/x",
    "Install-Package x -Source https://e.example",
    """flutter pub add 'x:{"git":"https://e.example/x"}'""",
    "pnpm i --config.strict-ssl=false",
    "echo ':ssl_verify_mode: 0' >> ~/.gemrc",
    "printf 'strict-ssl=false\\n' > .npmrc",
    "curl -k https://e.example/x.tgz | tar xz && npm i ./x",
    "mvn -Dmaven.wagon.http.ssl.insecure=true install",
    "Install-Module tool -SkipPublisherCheck",
    "HEX_UNSAFE_HTTPS=1 mix deps.get",
    "pip install ../../other",
    "npm i file:../../x",
    "uv tool install --from git+https://e.example/x x",
    "cargo install --path /tmp/x",
    "flutter pub add x --git-url=https://e.example/x",
    "pixi add -c evil x",
    "gem specific_install https://e.example/x",
    "npm ci --registry https://e.example",
    "pip install -r https://e.example/r.txt",
    "uv pip sync https://e.example/r.txt",
    "winget install --manifest x.yaml",
    "pacman -U x.pkg.tar.zst",
    "apk add -X http://e.example x",
    "yum-config-manager --add-repo https://e.example/x.repo",
    "echo 'deb http://e.example x main' | sudo tee /etc/apt/sources.list.d/x.list",
    "add-apt-repository ppa:someone/tools",
    "brew tap someone/tap https://e.example/tap.git",
    "brew install someone/tap/tool",
    "brew install https://e.example/a.rb",
    "dnf install https://e.example/a.rpm",
    "rpm -Uvh http://e.example/a.rpm",
    "dpkg -i x.deb",
    "git config --global http.sslVerify false",
    "snap install --dangerous x.snap",
    "choco install x --ignore-checksums",
    "yarn config set checksumBehavior ignore",
    "poetry config certificates.x.cert false",
    "conda config --set ssl_verify false",
    "apk add --allow-untrusted ./a.apk",
    "dnf install --nogpgcheck nginx",
    "apt-get -o Acquire::AllowInsecureRepositories=true update",
    "apt-get install --allow-unauthenticated x",
    "composer config secure-http false",
    "go env -w GOINSECURE=*",
    "GONOSUMDB=* go get a.b/c",
    "NODE_TLS_REJECT_UNAUTHORIZED=0 npm ci",
    "npm install --strict-ssl=false",
    "npm config set strict-ssl false",
    "pip install ./x.whl",
    "pip install git+https://github.com/a/b",
    "pip install https://e/x.whl",
    "pip install 'x @ git+https://e'",
    "pip install $PKG",
    "pip install -r url.txt",
    "pip install -r loop.txt",
    "pip install -r idx.txt",
    "pip install -r /etc/x.txt",
    "echo a > ok.txt; pip install -r ok.txt",
    "pip install -i https://e flask",
    "npm i user/repo",
    "npm i github:a/b",
    "npm install --registry https://e x",
    "cargo install --git https://e",
    "$X install y",
    "poetry add git+https://e",
    "pip freeze | xargs pip install",
    "npm i types/node",
    "pip install -e git+https://e#egg=x",
    "pip install file:///tmp/x",
    "python -m pip install git+https://github.com/a/b",
    "python -m pip install --index-url https://e.example x",
    "pip install $PKG[all]",
    "pip install --index-url http://pypi.org/simple flask",
    "pip install --index-url https://pypi.org.e.example/simple flask",
    "PIP_INDEX_URL=https://e.example/simple pip install requests",
    "PIP_INDEX_URL=$INDEX pip install requests",
    "export UV_DEFAULT_INDEX=https://e.example; uv add requests",
    "env PIP_EXTRA_INDEX_URL=https://e.example pip install requests",
    "npm_config_registry=https://e.example npm ci",
    "YARN_NPM_REGISTRY_SERVER=https://e.example yarn",
    "GOPROXY=https://e.example,direct go get github.com/spf13/cobra",
    "GOSUMDB=off go mod download",
    "GOFLAGS=-insecure go get a.b/c",
    "CARGO_SOURCE_CRATES_IO_REPLACE_WITH=mine cargo build",
    "npm config set registry https://e.example",
    "npm config set @a:registry=https://e.example",
    "pnpm set registry https://e.example",
    "yarn config set npmRegistryServer https://e.example",
    "pip config set global.extra-index-url https://e.example",
    "python3 -m pip config set global.index-url https://e.example",
    "go env -w GOPROXY=https://e.example",
    "poetry source add --priority=primary e https://e.example",
    "gem sources --add https://e.example",
    "bundle config set --global mirror.https://rubygems.org https://e.example",
    "conda config --add channels somebody",
    "conda install -c somebody numpy",
    "conda install somebody::numpy",
    "composer config repositories.e vcs https://e.example/x",
    "dotnet nuget add source https://e.example/v3/index.json -n e -u me -p x",
    "dotnet add package Dapper --source https://e.example",
    "echo registry=https://e.example >> ~/.npmrc",
    "printf '[global]\\nindex-url = https://e.example' > ~/.config/pip/pip.conf",
    "cat > .condarc <<'E'\nchannels:\n  - https://e.example/c\ndefault-channels: [https://e.example]\nE",
    "uvx --index-url https://e.example ruff",
    "uvx git+https://github.com/a/b",
]
PASSED = [
    "go mod edit -replace a.b/c=../c",
    "Rscript -e 'install.packages(\"dplyr\")'",
    "R -e \"install.packages('x', repos='https://cloud.r-project.org')\"",
    "npm pkg set scripts.test=vitest",
    "sed -i 's/^version = .*/version = \"1.2\"/' pyproject.toml",
    "dotnet test -s x.runsettings",
    "pip install -c constraints.txt flask",
    "mvn -q test",
    "gradle build",
    "cp .npmrc.example .npmrc",
    "nix profile install nixpkgs#jq",
    "Install-Package Newtonsoft.Json",
    "curl -k https://localhost:8443/health",
    "echo strict-ssl=true >> .npmrc",
    "pip install -r requirements-dev.txt",
    "uv pip install -r pyproject.toml",
    "npm i file:../x",
    "pip install -r none.txt",
    "pip install ../other",
    "npm i @types/nodee",
    "pip install torch --index-url https://download.pytorch.org/whl/cpu",
    "winget install --id Microsoft.PowerShell -e",
    "snap install code --classic",
    "npm config set save-exact true",
    "GOPRIVATE=github.com/acme go mod download",
    "flatpak remote-add flathub https://dl.flathub.org/repo/flathub.flatpakrepo",
    "add-apt-repository universe",
    "npx tailwindcss init -p",
    "NODE_TLS_REJECT_UNAUTHORIZED=0 node app.js",
    "dpkg -l",
    "rpm -qa",
    "pacman -Qi bash",
    "apt-get install -y libgl1 python3.11-venv",
    "brew tap hashicorp/tap",
    "brew install node@20 postgresql@16",
    "pip download flask -d wheels",
    "npm i file:../shared",
    "cargo add --path ../core",
    "pip install -r not-there.txt",
    "pip install requests",
    "pip install python-dateutil",
    "pip install python_dateutil==2",
    "pip install -e .",
    "pip install -e '.[dev]'",
    "pip install .",
    "pip install -r ok.txt",
    "pip install -r hash.txt",
    "pip list",
    "pip uninstall reqeusts",
    "uv sync",
    "uvx ruff",
    "npm install",
    "npm ci",
    "npm i react@18.2.0",
    "npm i preact",
    "npm i ./local",
    "npx prettier --check x",
    "npx create-next-app x",
    "yarn",
    "cargo add serde",
    "cargo add serde-json",
    "cargo install --path .",
    "cargo build",
    "gem install rails -v 7.0",
    "bundle install",
    "go get github.com/sirupsen/logrus@v1.9.0",
    "go install ./...",
    "go get ./...",
    "go test ./...",
    "brew install x",
    "pip install six",
    "pip install -U pip",
    "npm i left-pad",
    "apt-get install curl",
    "npm run build",
    "pip install 'flask[async]>=2'",
    "cd sub && pip install -r more.txt",
    "pip install --upgrade pip setuptools wheel",
    "pip install 'pandas<2' numpy",
    "npm install --save-dev jest @types/jest",
    "npm i lodash.get",
    "npm install react react-dom next",
    "pnpm add -D vitest",
    "yarn add -D eslint-plugin-foo",
    "npm init vite@latest",
    "npm create vite@latest app",
    "npx -y cowsay",
    "cargo install ripgrep",
    "cargo add tokio --features full",
    "gem install bundler",
    "go install golang.org/x/tools/gopls@latest",
    "go get -u ./...",
    "npm update",
    "npm audit fix",
    "pip install x y z",
    "pip install pillow-simd",
    "pip install sklearn",
    "uv run pytest",
    "npm exec prettier",
    "pip install x",
    "python -m pip install requests",
    "python3 -m pip install --upgrade pip",
    "python -m pip install --no-cache-dir -e '.[dev]'",
    "python -m pip list",
    "py -m pip install requests",
    "pip install fastapi[all]",
    "pip install uvicorn[standard] httpx[http2]==0.27.0",
    "pip install -e .[dev]",
    "uv pip install -e .[dev]",
    "poetry add fastapi[all]",
    "pip install cattrs scapy unicorn dataset ijson",
    "npm i color enquirer echarts cookies",
    "uvx ruff@latest check .",
    "uvx --from httpie http GET x",
    "conda install -c conda-forge numpy",
    "conda create -n x python=3.12 pandas",
    "conda env create -f environment.yml",
    "conda activate x",
    "conda config --show channels",
    "conda config --remove channels somebody",
    "mamba install pytorch::pytorch",
    "composer require monolog/monolog",
    "composer install",
    "composer require --dev phpunit/phpunit ^11",
    "dotnet add package Newtonsoft.Json",
    "dotnet add src/app.csproj reference src/lib.csproj",
    "dotnet restore",
    "dotnet tool restore",
    "dotnet nuget list source",
    "gem sources",
    "gem sources --remove https://rubygems.org",
    "npm config get registry",
    "npm config set fund false",
    "npm config set registry https://registry.npmjs.org/",
    "npm install --registry=https://registry.npmjs.org react",
    "pip install --index-url https://pypi.org/simple flask",
    "PIP_INDEX_URL=https://pypi.org/simple pip install flask",
    "PIP_DISABLE_PIP_VERSION_CHECK=1 pip install flask",
    "GOPROXY=https://proxy.golang.org,direct go mod download",
    "GOPROXY=off go build ./...",
    "GOFLAGS=-mod=mod go get ./...",
    "go env GOPROXY",
    "echo save-exact=true >> .npmrc",
    "echo registry=https://registry.npmjs.org/ > .npmrc",
    "cat ~/.npmrc",
]


FILES = {
    "ok.txt": 'requests==2.0\n# c\nflask>=1 ; python_version<"3"\n-r sub/more.txt\n',
    "sub/more.txt": "numpy\n",
    "bad.txt": "reqeusts\n",
    "url.txt": "x @ https://e/x.whl\n",
    "loop.txt": "-r loop.txt\n",
    "hash.txt": "flask==1.0 --hash=sha256:abc \\\n  --hash=sha256:def\n",
    "idx.txt": "--index-url=https://e\nflask\n",
    "edit.txt": "-e ./sub\n-c constraints.txt\n--pre\n",
    "big.txt": "flask\n" * 300_000,
    "many.txt": "".join(f"package-number-{number}\n" for number in range(2001)),
    "bin.txt": "\0\1\n[[[\n",
}


@pytest.fixture
def place(tmp_path: Path) -> str:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return str(tmp_path)


@pytest.mark.parametrize("command", DENIED)
def test_it_denies(command: str, said: Any) -> None:
    assert said(command) == "deny"


@pytest.mark.parametrize("command", ASKED)
def test_it_asks(command: str, said: Any) -> None:
    assert said(command) == "ask"


@pytest.mark.parametrize("command", PASSED)
def test_it_lets_pass(command: str, said: Any) -> None:
    assert said(command) == "none"


@pytest.mark.parametrize(
    ("command", "settings", "expected"),
    [
        pytest.param("pip install flask", ["pinned=on"], "deny", id="no version"),
        pytest.param("pip install flask", ["pinned=on", "decision=ask"], "ask", id="no version, asked about"),
        pytest.param("pip install 'flask>=1'", ["pinned=on"], "deny", id="a range of versions"),
        pytest.param("pip install flask==1.0", ["pinned=on"], "none", id="a version"),
        pytest.param(
            "pip install 'flask[async]==1.0 ; python_version>\"3\"'", ["pinned=on"], "none", id="a version, with more"
        ),
        pytest.param("uv add 'flask==1.*'", ["pinned=on"], "deny", id="a star is no version"),
        pytest.param("npm i react@18.2.0", ["pinned=on"], "none", id="npm: a version"),
        pytest.param("npm i react@^18", ["pinned=on"], "deny", id="npm: a range"),
        pytest.param("npm i react@18", ["pinned=on"], "deny", id="npm: a part of a version"),
        pytest.param("npm i @types/node@20.1.0", ["pinned=on"], "none", id="npm: a version in a scope"),
        pytest.param("npm i react", ["pinned=on", "allow=react"], "deny", id="what is allowed wants a version too"),
        pytest.param("npx prettier .", ["pinned=on", "others=deny"], "none", id="what is only run does not"),
        pytest.param("gem install rails -v 7.0", ["pinned=on"], "none", id="gem: a version"),
        pytest.param("gem install rails", ["pinned=on"], "deny", id="gem: none"),
        pytest.param("cargo install x --version 1.0.0", ["pinned=on"], "none", id="cargo: a version"),
        pytest.param("cargo add x@1.0.0", ["pinned=on"], "none", id="cargo: a version behind the name"),
        pytest.param("go get a.b/c@v1.2.3", ["pinned=on"], "none", id="go: a version"),
        pytest.param("go get a.b/c@latest", ["pinned=on"], "deny", id="go: the latest"),
        pytest.param("pip install leftpad", ["others=deny", "allow=flask"], "deny", id="not allowed"),
        pytest.param("pip install leftpad", ["others=ask", "allow=flask"], "ask", id="not allowed, asked about"),
        pytest.param("pip install Flask", ["others=deny", "allow=flask"], "none", id="allowed in another case"),
        pytest.param("npm i flask", ["others=deny", "allow=pypi:flask"], "deny", id="allowed for another ecosystem"),
        pytest.param("npm i @a/b", ["others=deny", "allow=@a/*"], "none", id="a scope that is allowed"),
        pytest.param("pip install reqeusts", ["allow=reqeusts"], "none", id="an allowed imitation"),
        pytest.param("pip install -r ok.txt", ["pinned=on"], "deny", id="a file with ranges"),
        pytest.param("pip install -r hash.txt", ["pinned=on"], "none", id="a file with versions and hashes"),
        pytest.param("pip install -r edit.txt", [], "none", id="a file with the project itself"),
        pytest.param("pip install -r big.txt", [], "ask", id="a file that is too large"),
        pytest.param("pip install -r many.txt", [], "ask", id="a file with too many packages"),
        pytest.param("pip install -r bin.txt", [], "ask", id="a file that is no text"),
        pytest.param("pip install -r $F", [], "ask", id="a computed file"),
        pytest.param("npm i --registry https://npm.e.example x", ["registries=*.e.example"], "none", id="allowed registry"),
        pytest.param("PIP_INDEX_URL=https://e.example pip install x", ["registries=e.example"], "none", id="by variable"),
        pytest.param("PIP_INDEX_URL=http://e.example pip install x", ["registries=e.example"], "ask", id="unencrypted"),
        pytest.param("conda install -c mine x", ["registries=mine"], "none", id="an allowed channel"),
        pytest.param("conda install numpy=1.26.4", ["pinned=on"], "none", id="conda: a version"),
        pytest.param("conda install 'numpy>=1.26'", ["pinned=on"], "deny", id="conda: a range"),
        pytest.param("composer require a/b:1.2.3", ["pinned=on"], "none", id="composer: a version"),
        pytest.param("composer require a/b:^1.2", ["pinned=on"], "deny", id="composer: a range"),
        pytest.param("dotnet add package Dapper -v 2.1.35", ["pinned=on"], "none", id="dotnet: a version"),
        pytest.param("dotnet add package Dapper", ["pinned=on"], "deny", id="dotnet: none"),
        pytest.param("cd $D && pip install -r ok.txt", [], "ask", id="a file in a computed folder"),
    ],
)
def test_options(command: str, settings: list[str], expected: str, said: Any) -> None:
    assert said(command, *settings) == expected


@pytest.mark.parametrize(
    ("name", "other", "kind"),
    [
        ("reqests", "requests", "missing"), ("requestss", "requests", "doubled"), ("reqeusts", "requests", "swapped"),
        ("requezts", "requests", "beside"), ("requepts", "requests", "another"), ("requedts", "requests", "beside"), ("requxests", "requests", "extra"),
        ("lavarel", "laravel", "jumbled"), ("rquezts", "requests", ""), ("requests", "requests", "jumbled"), ("", "ab", ""),
    ],
)  # fmt: skip
def test_the_kinds_of_slips(name: str, other: str, kind: str) -> None:
    assert slip(name, other) == kind


ECOSYSTEMS = ("pypi", "npm", "crates", "gems", "go", "conda", "composer", "nuget", "system", "pub")


@pytest.mark.parametrize("ecosystem", ECOSYSTEMS)
def test_names_are_written_as_names_are_compared(ecosystem: str) -> None:
    names = names_of(ecosystem)
    compared = {_package(ecosystem, name, False).name for name in names}
    differently = {name for name in names - compared if "@" not in name and ecosystem != "go"}
    assert differently == set() and {name for name in names if name != name.strip("-_./")} == set()


def test_what_is_used_most_is_known_and_at_home_where_it_is_said_to_be() -> None:
    unknown = {name for ecosystem, names in MOST_USED.items() for name in names - names_of(ecosystem)}
    at_home = {name for ecosystem, names in FOREIGN.items() for name in names.keys() & names_of(ecosystem)}
    assert (unknown, at_home) == (set(), set())


@pytest.mark.parametrize(
    ("ecosystem", "name", "meant"),
    [
        ("pypi", "reqeusts", "requests"), ("pypi", "djang0", "django"), ("pypi", "beautifulsoup", "beautifulsoup4"),
        ("pypi", "colourama", "colorama"), ("npm", "crossenv", "cross-env"), ("npm", "momnet", "moment"), ("npm", "electorn", "electron"),
        ("crates", "rustdecimal", "rust_decimal"), ("crates", "serde-json", None), ("go", "github.com/Sirupsen/logrus", "github.com/sirupsen/logrus"),
        ("gems", "nokogir", "nokogiri"), ("pypi", "cattrs", None), ("composer", "lavarel/framework", "laravel/framework"),
        ("pypi", "boto33", "boto3"), ("pypi", "seliniuim", "selenium"), ("pypi", "pytorh", "pytorch"), ("pypi", "axioz", None),
        ("npm", "axioz", "axios"), ("npm", "jests", "jest"), ("npm", "elysiaa", "elysia"), ("system", "kubctl", "kubectl"),
        ("system", "htpd", "httpd"), ("nuget", "entityframworkcore", "entityframeworkcore"), ("nuget", "entityframeworkcore", None),
        ("nuget", "microsft.extensions.telemetry", "microsoft."), ("composer", "symfnoy/clock", "symfony/"), ("go", "gihtub.com/a/b", "github.com/"),
        ("go", "github.com/Masterminds/sprig/v3", None), ("go", "github.com/Masterminds/sprg", "github.com/Masterminds/sprig"),
        ("pypi", "flask-official", "flask"), ("pypi", "psycopg22", "psycopg2"), ("conda", "tensorflwo-gpu", "tensorflow-gpu"),
        ("pypi", "six", None), ("pypi", "my-own-package", None), ("npm", "vuee", "vue"),
        ("pypi", "python-requests", "requests"), ("npm", "reactjs", "react"), ("pypi", "dotenv-python", "python-dotenv"), ("npm", "@bable/core", "@babel/"),
        ("npm", "@types/no-such-thing", None), ("pypi", "psycopg3", None), ("pypi", "tensorfolww", "tensorflow"), ("crates", "serd", "serde"),
        ("system", "pyhton3-pip", "python3-pip"), ("system", "libgl2", None), ("system", "python3.14", None), ("npm", "lodash-es", None),
        ("go", "github.com/spf13/cobra/doc", None), ("go", "github.com/gorila/mux", "github.com/gorilla/mux"), ("npm", "preact", None), ("pypi", "requests-mock", None),
    ],
)  # fmt: skip
def test_imitations(ecosystem: str, name: str, meant: str | None) -> None:
    assert imitated(ecosystem, name) == meant


def test_before_the_tool_is_used_it_denies_and_never_asks(said: Any) -> None:
    found = [said(f"pip install {rest}", event="preToolUse") for rest in ("reqeusts", "git+https://a/b", "requests")]
    assert found == ["deny", "none", "none"]


@pytest.mark.parametrize(
    "command", [None, 5, "\0", "x" * 10_000_000, "pip install " + "a==1.1.1 " * 5000, "pip install " + "1." * 30_000 + "!"]
)
def test_odd_commands_do_not_break_it(command: Any, said: Any) -> None:
    assert said(command) in ("none", "ask", "deny")


def test_harmless_commands_pass(said: Any, harmless: list[str]) -> None:
    commands = harmless
    flagged = [command for command in commands if said(command) != "none"]
    assert len(commands) > 100 and len(flagged) <= 0.05 * len(commands), flagged
