"""Names of packages that exist, by ecosystem: what a mistyped or planted name is compared with.

The names are data, `package_names/*.txt`, to be read and extended. Names that are close to another and
honest (preact is not react) stand there too, so that nobody takes them for it.
"""

from __future__ import annotations

import os
from functools import cache

_FOLDER = os.path.join(os.path.dirname(__file__), "package_names")
#: Ecosystems whose names are found in another one, too.
_ALSO = {"conda": ("pypi",)}
_LONG_ENOUGH = 12
#: What is typed most, and so imitated most; a name may not even be two slips away from one of these,
#: nor be one of them with `python-` or `-js` beside it.
MOST_USED: dict[str, frozenset[str]] = {
    ecosystem: frozenset(names.split())
    for ecosystem, names in {
        "pypi": "requests numpy pandas flask django tensorflow torch pytorch scipy matplotlib "
        "beautifulsoup4 selenium openai pillow scikit-learn pyyaml cryptography sqlalchemy fastapi "
        "boto3 botocore urllib3 colorama setuptools opencv-python jupyter jupyterlab notebook pytest "
        "transformers keras aiohttp pydantic langchain anthropic streamlit jinja2 httpx psycopg2 "
        "psycopg2-binary paramiko pymongo celery gunicorn uvicorn starlette virtualenv poetry ruff "
        "black mypy pylint isort tox ipython seaborn plotly xgboost lightgbm networkx certifi "
        "cython numba redis pymysql click typer rich tqdm lxml scrapy playwright pyinstaller "
        "huggingface-hub sentence-transformers llama-index tiktoken diffusers accelerate datasets "
        "djangorestframework python-dotenv python-dateutil websockets alembic marshmallow werkzeug "
        "pycryptodome pyjwt bcrypt passlib openpyxl xlsxwriter twilio stripe sendgrid discord-py "
        "kubernetes ansible docker sphinx mkdocs coverage hypothesis loguru structlog nltk spacy "
        "gensim polars pyarrow pyspark apache-airflow snowflake-connector-python web3 pygame kivy "
        "pre-commit cookiecutter tenacity markdown pyautogui psutil",
        "npm": "express lodash react axios chalk moment vue next nuxt svelte typescript webpack eslint "
        "jquery commander electron mongoose puppeteer playwright nodemon socket.io discord.js "
        "prettier babel-cli bootstrap tailwindcss react-dom vite vitest jest mocha dotenv cross-env "
        "jsonwebtoken body-parser web3 ethers request nodemailer react-router-dom react-redux "
        "redux angular fastify elysia hono prisma sequelize typeorm underscore bluebird async "
        "inquirer yargs rimraf mkdirp chokidar uuid nanoid dayjs date-fns rxjs three chart.js "
        "cypress storybook rollup esbuild parcel gulp grunt browserify handlebars passport "
        "bcrypt bcryptjs multer helmet cors morgan winston mongodb mysql2 ioredis sharp cheerio "
        "jsdom superagent node-fetch graphql apollo-server firebase aws-sdk stripe openai "
        "langchain framer-motion styled-components zustand formik create-react-app "
        "create-next-app concurrently husky lint-staged ts-node webpack-cli nodegit pnpm yarn "
        "cookie-parser express-session postcss autoprefixer minimist semver vercel netlify-cli",
        "crates": "serde tokio serde_json serde_yaml reqwest anyhow thiserror clap rand regex hyper "
        "axum actix-web diesel rust_decimal tracing chrono futures rayon crossbeam lazy_static "
        "once_cell itertools criterion proptest wasm-bindgen cargo-watch cargo-edit cargo-audit "
        "cargo-nextest ripgrep",
        "gems": "rails nokogiri devise sidekiq rspec rspec-rails rest-client activesupport activerecord "
        "sinatra bundler rubocop capistrano faraday httparty omniauth jekyll fastlane cocoapods "
        "capybara factory_bot simplecov kaminari carrierwave puma unicorn resque mongoid",
        "nuget": "newtonsoft.json serilog automapper mediatr fluentvalidation dapper npgsql nunit xunit "
        "moq polly restsharp fluentassertions swashbuckle.aspnetcore entityframework "
        "microsoft.entityframeworkcore microsoft.entityframeworkcore.sqlserver hangfire log4net "
        "csvhelper benchmarkdotnet stackexchange.redis mongodb.driver rabbitmq.client "
        "identityserver4 htmlagilitypack nsubstitute masstransit",
        "composer": "laravel/framework guzzlehttp/guzzle monolog/monolog phpunit/phpunit doctrine/orm "
        "symfony/console symfony/symfony nesbot/carbon phpmailer/phpmailer predis/predis "
        "livewire/livewire spatie/laravel-permission league/flysystem vlucas/phpdotenv",
        "pub": "provider riverpod flutter_riverpod flutter_bloc dio http equatable freezed "
        "shared_preferences url_launcher image_picker firebase_core cached_network_image go_router",
        "system": "nginx apache2 httpd caddy haproxy postgresql mysql mysql-server mariadb-server sqlite "
        "redis redis-server memcached mongodb elasticsearch docker docker-compose podman kubectl "
        "minikube terraform packer vagrant ansible awscli python python3 python3-pip nodejs npm "
        "yarn pnpm golang rustup maven gradle composer neovim emacs tmux htop ripgrep wget curl "
        "ffmpeg imagemagick graphviz pandoc chromium firefox openssh-server openssl certbot "
        "fail2ban wireshark tcpdump netcat rsync rclone git git-lfs build-essential cmake clang "
        "valgrind shellcheck ca-certificates unzip postgresql-client supervisor jenkins grafana "
        "prometheus virtualbox tesseract-ocr libreoffice poppler-utils iproute2 nmap",
    }.items()
}
MOST_USED["conda"] = MOST_USED["pypi"]
#: What stands at the start of many names of an ecosystem, as one owner's or one family's sign. Nobody else
#: has a reason to begin a name with nearly the same.
FAMILIES: dict[str, frozenset[str]] = {
    ecosystem: frozenset(names.split())
    for ecosystem, names in {
        "nuget": "microsoft system serilog newtonsoft swashbuckle automapper fluentvalidation "
        "opentelemetry masstransit hangfire autofac google awssdk azure npgsql stackexchange mongodb "
        "rabbitmq identityserver4 entityframework communitytoolkit",
        "composer": "laravel symfony doctrine guzzlehttp monolog phpunit league spatie illuminate "
        "laminas drupal composer friendsofphp friendsofsymfony phpstan livewire filament nunomaduro "
        "barryvdh intervention phpoffice firebase google magento cakephp codeigniter4 yiisoft",
        "go": "github.com gitlab.com bitbucket.org golang.org google.golang.org go.uber.org gopkg.in "
        "cloud.google.com go.mongodb.org go.opentelemetry.io sigs.k8s.io modernc.org",
    }.items()
}
#: Names of one ecosystem that nobody has a reason to install from another.
FOREIGN: dict[str, dict[str, str]] = {
    "npm": dict.fromkeys(
        "numpy pandas scipy matplotlib scikit-learn django fastapi sqlalchemy beautifulsoup4 "
        "pytorch jupyter pytest pydantic boto3 gunicorn uvicorn langchain-core urllib3 pyyaml "
        "psycopg2 opencv-python".split(),
        "a package of PyPI",
    ),
    "pypi": dict.fromkeys(
        "lodash webpack eslint typescript nodemon axios tailwindcss vite nestjs nextjs mongoose "
        "react-dom vue-router body-parser jsonwebtoken cross-env create-react-app prettier-eslint "
        "discord.js socket.io-client".split(),
        "a package of npm",
    ),
}
#: Owners of names, before the slash.
SCOPES = frozenset(
    "actions ai-sdk angular ant-design anthropic-ai apollo astrojs auth0 aws-amplify aws-cdk aws-sdk "
    "azure babel biomejs capacitor changesets chakra-ui clerk cloudflare commitlint cypress "
    "datadog discordjs docusaurus electron emotion eslint expo faker-js fastify firebase "
    "floating-ui formatjs fortawesome google google-cloud graphql-codegen grpc hapi headlessui "
    "heroicons hono hookform inquirer ionic jest jridgewell langchain mantine mdx-js microsoft "
    "modelcontextprotocol mui mswjs nestjs next ngrx nuxt nx octokit openai opentelemetry "
    "playwright prisma radix-ui react-native react-navigation redux redux-js reduxjs remix-run "
    "rollup rushstack sentry shopify sindresorhus slack solana storybook stripe supabase sveltejs "
    "svgr swc tailwindcss tanstack tauri-apps tensorflow testing-library tiptap trpc tsconfig "
    "turf types typescript-eslint unocss upstash vercel vitejs vitest vue vueuse web3-react "
    "wordpress yarnpkg std".split()
)


@cache
def names_of(ecosystem: str) -> frozenset[str]:
    """All names of an ecosystem that are known."""
    names = {name for source in (ecosystem, *_ALSO.get(ecosystem, ())) for name in _read(source)}
    return frozenset(names | {_without_owner(name) for name in names if ecosystem == "nuget"})


def _without_owner(name: str) -> str:
    """`entityframeworkcore`, which people write for `microsoft.entityframeworkcore`."""
    rest = name.removeprefix("microsoft.")
    return rest if len(rest) >= _LONG_ENOUGH else name


def _read(ecosystem: str) -> list[str]:
    with open(os.path.join(_FOLDER, f"{ecosystem}.txt"), encoding="utf-8") as file:
        return [name for line in file if not line.startswith("#") for name in line.split()]
