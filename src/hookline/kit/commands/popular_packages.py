"""Names of popular packages, by ecosystem: what a mistyped or planted name is compared with. Data,
to be read and extended.

Names that are close to one of these and honest (preact is not react) stand here too, so that nobody
takes them for it.
"""

from __future__ import annotations

PYPI = frozenset(
    """
    absl-py accelerate aiobotocore aiofiles aiohttp aiosignal alembic altair anthropic anyio
    apache-airflow apscheduler argon2-cffi arrow asgiref asttokens astroid asyncpg attrs autopep8
    azure-core azure-identity azure-storage-blob babel bandit bcrypt beautifulsoup4 billiard black
    bleach blinker bokeh boto boto3 botocore bottle build cachetools celery certifi cffi chardet
    charset-normalizer click cloudpickle colorama coloredlogs configparser coverage cryptography
    cython dash dask databricks-cli datasets dateparser decorator deepspeed diffusers dill distlib
    distro django django-cors-headers django-filter django-redis djangorestframework dnspython
    docker docutils duckdb elasticsearch email-validator exceptiongroup execnet executing fabric
    faiss-cpu faker fastapi fastavro filelock flake8 flask flask-cors flask-login flask-sqlalchemy
    fonttools frozenlist fsspec future gensim gevent gitpython google-api-core google-auth
    google-cloud-bigquery google-cloud-storage googleapis-common-protos gradio graphene greenlet
    grpcio grpcio-tools gunicorn h11 httpcore httptools httpx huggingface-hub hydra-core hypothesis
    idna imageio importlib-metadata iniconfig ipykernel ipython ipywidgets isodate isort
    itsdangerous jax jedi jinja2 jmespath joblib jsonpatch jsonschema jupyter jupyterlab
    kafka-python keras keyring kombu kubernetes langchain langchain-core librosa lightgbm litellm
    llvmlite loguru lxml mako markdown markdown-it-py markupsafe marshmallow matplotlib mccabe
    mkdocs mkdocs-material ml-dtypes mlflow mock more-itertools motor mpmath msal msgpack multidict
    mypy mypy-extensions mysqlclient nest-asyncio networkx nltk nose notebook numba numexpr numpy
    oauthlib onnx onnxruntime openai opencv-python opencv-python-headless openpyxl opentelemetry-api
    opentelemetry-sdk orjson packaging pandas paramiko parso pathspec patsy peewee pendulum pexpect
    pillow pip pipenv pipx platformdirs playwright plotly pluggy poetry polars pre-commit
    prometheus-client prompt-toolkit propcache protobuf psutil psycopg psycopg2 psycopg2-binary
    pyarrow pyasn1 pycodestyle pycparser pycryptodome pycryptodomex pydantic pydantic-core
    pydantic-settings pyflakes pygame pygments pyinstaller pyjwt pylint pymongo pymssql pymysql
    pynacl pyodbc pyopenssl pyparsing pypdf pypdf2 pyproject-hooks pyqt5 pyqt6 pyright pyserial
    pyside6 pyspark pytest pytest-asyncio pytest-cov pytest-django pytest-mock pytest-timeout
    pytest-xdist python-dateutil python-dotenv python-multipart python-jose python-json-logger
    pytorch-lightning pytz pywin32 pyyaml pyzmq qrcode rapidfuzz ray redis referencing regex
    reportlab requests requests-mock requests-oauthlib requests-toolbelt responses rich rpds-py rq
    rsa ruamel-yaml ruff s3fs s3transfer safetensors scikit-image scikit-learn scipy scrapy seaborn
    selenium sentence-transformers sentencepiece sentry-sdk setuptools shapely simplejson slack-sdk
    sniffio snowflake-connector-python sortedcontainers soupsieve spacy sphinx sqlalchemy sqlglot
    sqlmodel sqlparse starlette statsmodels streamlit stripe structlog sympy tabulate tenacity
    tensorboard tensorflow termcolor textual threadpoolctl tiktoken tokenizers toml tomli tomlkit
    toolz torch torchaudio torchvision tornado tox tqdm traitlets transformers tree-sitter trio
    twine twilio typeguard typer typing-extensions tzdata tzlocal ujson urllib3 uvicorn uvloop
    virtualenv waitress watchdog watchfiles wcwidth websocket-client websockets werkzeug wheel
    whitenoise wrapt xgboost xlrd xlsxwriter xmltodict yarl zipp zope-interface
    """.split()
)
NPM = frozenset(
    """
    @angular/cli @angular/core @apollo/client @aws-sdk/client-s3 @babel/core @babel/preset-env
    @babel/preset-react @emotion/react @eslint/js @fortawesome/fontawesome-free @headlessui/react
    @hookform/resolvers @jest/globals @mui/material @nestjs/cli @nestjs/common @nestjs/core
    @playwright/test @prisma/client @radix-ui/react-dialog @reduxjs/toolkit @remix-run/react
    @sentry/node @sentry/react @storybook/react @supabase/supabase-js @sveltejs/kit
    @tailwindcss/forms @tanstack/react-query @testing-library/jest-dom @testing-library/react
    @trpc/client @trpc/server @types/express @types/jest @types/lodash @types/node @types/react
    @types/react-dom @typescript-eslint/eslint-plugin @typescript-eslint/parser @vitejs/plugin-react
    @vue/cli ajv angular ansi-colors ansi-styles antd apollo-server archiver async autoprefixer
    aws-cdk aws-sdk axios axios-retry babel-eslint babel-jest babel-loader backbone bcrypt bcryptjs
    bluebird body-parser bootstrap browserify bull bullmq bunyan camelcase chai chalk cheerio
    chart.js chokidar classnames cli-table3 clsx co colors commander compression concurrently
    connect convict cookie cookie-parser core-js cors create-next-app create-react-app create-vite
    cross-env cross-fetch cross-spawn crypto-js css-loader csv-parse cypress d3 date-fns dayjs debug
    deepmerge discord.js dotenv dotenv-expand drizzle-orm ejs electron electron-builder ember-cli
    enzyme esbuild eslint eslint-config-airbnb eslint-config-next eslint-config-prettier
    eslint-plugin-import eslint-plugin-jest eslint-plugin-prettier eslint-plugin-react
    eslint-plugin-react-hooks eslint-plugin-vue event-stream execa expo express express-session
    express-validator fast-glob fastify file-loader firebase firebase-admin firebase-tools form-data
    formidable formik framer-motion fs-extra gatsby glob got graphql graphql-tag gulp handlebars
    helmet highlight.js history hono html-webpack-plugin http-proxy http-proxy-middleware
    http-server husky i18next immer immutable inquirer ioredis jest jest-environment-jsdom joi jose
    jquery js-yaml jsdom json-server jsonwebtoken karma knex koa leaflet lerna less lint-staged lit
    lodash lodash-es lodash.debounce lodash.merge lottie-web lru-cache luxon markdown-it marked
    material-ui mathjs meow method-override micromatch mime minimatch minimist mkdirp mobx mocha
    mochawesome moment moment-timezone mongodb mongoose morgan mssql multer mysql mysql2 nan nanoid
    next next-auth next-themes nightwatch ng-packagr node-cron node-fetch node-gyp node-sass
    node-telegram-bot-api nodemailer nodemon normalize.css npm npm-run-all nuxt nyc object-assign
    openai ora p-limit parcel passport passport-jwt passport-local pg phaser pino pino-pretty
    playwright pm2 pnpm popper.js postcss postcss-loader preact prettier prisma prompts prop-types
    puppeteer puppeteer-core qs query-string ramda rc react react-dom react-hook-form react-icons
    react-native react-query react-redux react-router react-router-dom react-scripts react-select
    react-spring readable-stream recharts redis redux redux-saga redux-thunk reflect-metadata
    request reselect resolve rimraf rollup rxjs sass sass-loader semver sequelize serve sharp
    shelljs shx sinon socket.io socket.io-client solid-js source-map-support sqlite3 storybook
    strip-ansi stripe style-loader styled-components stylelint stylus sucrase supertest svelte
    swiper swr tailwind-merge tailwindcss tap tape terser terser-webpack-plugin three through2
    ts-jest ts-loader ts-node tslib tslint tsup tsx turbo twilio typeorm typescript ua-parser-js
    uglify-js underscore undici urijs url-loader uuid uvu validator vinyl vite vitest vue vue-loader
    vue-router vue-template-compiler vuetify vuex wait-on web-vitals web3 webpack
    webpack-bundle-analyzer webpack-cli webpack-dev-server webpack-merge winston wordpress ws xml2js
    xstate yargs yargs-parser yarn yup zod zone.js zustand zx
    """.split()
)
CRATES = frozenset(
    """
    actix actix-web aes ahash aho-corasick anyhow arbitrary arc-swap argon2 arrow askama async-std
    async-stream async-trait aws-config aws-sdk-s3 axum axum-extra backtrace base64 bevy bincode
    bindgen bitflags blake3 bstr byteorder bytes camino cargo-audit cargo-deny cargo-edit
    cargo-expand cargo-nextest cargo-watch cc cfg-if chrono clap clap_derive color-eyre colored
    console convert_case criterion crossbeam crossbeam-channel crossterm csv cxx darling dashmap
    diesel dirs dotenvy either ed25519-dalek embassy-executor env_logger eyre fern flate2 flume
    futures futures-util fxhash getrandom git2 glam glob gloo graphql_client h2 half hashbrown heck
    hex hmac http httparse hyper image indexmap indicatif indoc insta itertools itoa jsonwebtoken
    lalrpop lazy_static leptos libc libloading log lru md-5 memchr memmap2 mime miette mio mockall
    nalgebra ndarray neon nix nom notify num num-bigint num-derive num-traits num_cpus once_cell
    openssl ordered-float parking_lot pest petgraph phf pin-project polars portable-atomic
    predicates pretty_assertions proc-macro2 proptest prost pulldown-cmark pyo3 quick-xml quickcheck
    quote r2d2 rand rand_chacha rand_core ratatui rayon redis regex regex-automata reqwest ring
    ripgrep rocket rstest rusqlite rust_decimal rustc-hash rustls ryu schemars scopeguard sea-orm
    secrecy semver serde serde_derive serde_json serde_urlencoded serde_with serde_yaml serial_test
    sha1 sha2 signal-hook slab slog smallvec smol snafu socket2 sqlx static_assertions strsim
    structopt strum strum_macros subtle syn sysinfo tantivy tar tauri tempfile tera termcolor
    textwrap thiserror threadpool time tokio tokio-rustls tokio-stream tokio-util toml toml_edit
    tonic tower tower-http tracing tracing-subscriber trybuild tui tungstenite twox-hash typenum
    uname unicode-segmentation unicode-width url uuid vergen void walkdir warp wasm-bindgen
    wasm-pack wasmtime web-sys wgpu which winapi windows windows-sys winit xml-rs yansi zerocopy
    zeroize zip zstd
    """.split()
)
GEMS = frozenset(
    """
    activeadmin activejob activemodel activerecord activesupport addressable annotate ast aws-sdk
    aws-sdk-s3 bcrypt bootsnap bootstrap brakeman builder bullet bundler byebug cancancan capistrano
    capybara carrierwave childprocess cocoapods colorize concurrent-ruby cucumber dalli
    database_cleaner devise diff-lcs docile dotenv dotenv-rails dry-validation erubi excon
    factory_bot factory_bot_rails faker faraday fastlane ffi figaro fog foreman friendly_id globalid
    grape graphql haml highline hiredis honeybadger http httparty i18n image_processing
    importmap-rails jbuilder jekyll jquery-rails json jwt kaminari kramdown launchy listen lograge
    loofah mail mime-types mini_magick minitest mocha money msgpack multi_json mysql2 net-http
    net-ssh newrelic_rpm nokogiri oauth2 octokit oj omniauth paperclip parallel parser pg pry
    pry-byebug pry-rails psych pundit puma rack rack-attack rack-cors rack-test rails railties rake
    ransack redcarpet redis redis-rails resque rest-client rexml rmagick rouge rspec rspec-core
    rspec-expectations rspec-mocks rspec-rails rubocop rubocop-performance rubocop-rails ruby-lsp
    rubyzip sass sass-rails sassc sentry-ruby sequel shoulda-matchers sidekiq simple_form simplecov
    sinatra slim solargraph spring sprockets sqlite3 stimulus-rails stringio stripe thin thor tilt
    timecop turbo-rails turbolinks twilio-ruby typhoeus tzinfo unicorn vcr web-console webdrivers
    webmock webpacker websocket-driver whenever will_paginate yard zeitwerk
    """.split()
)
GO = frozenset(
    """
    github.com/aws/aws-sdk-go github.com/aws/aws-sdk-go-v2 github.com/cespare/xxhash
    github.com/davecgh/go-spew github.com/docker/docker github.com/fatih/color
    github.com/gin-gonic/gin github.com/go-chi/chi github.com/go-redis/redis
    github.com/go-sql-driver/mysql github.com/gofiber/fiber github.com/gogo/protobuf
    github.com/golang-jwt/jwt github.com/golang/mock github.com/golang/protobuf
    github.com/golangci/golangci-lint github.com/google/go-cmp github.com/google/uuid
    github.com/google/wire github.com/gorilla/mux github.com/gorilla/websocket
    github.com/grpc-ecosystem/grpc-gateway github.com/hashicorp/consul
    github.com/hashicorp/terraform github.com/hashicorp/vault github.com/jackc/pgx
    github.com/jmoiron/sqlx github.com/json-iterator/go github.com/kubernetes/kubernetes
    github.com/labstack/echo github.com/lib/pq github.com/mattn/go-sqlite3
    github.com/mitchellh/mapstructure github.com/onsi/ginkgo github.com/onsi/gomega
    github.com/pkg/errors github.com/prometheus/client_golang github.com/redis/go-redis
    github.com/rs/zerolog github.com/sirupsen/logrus github.com/spf13/cobra github.com/spf13/pflag
    github.com/spf13/viper github.com/stretchr/testify github.com/urfave/cli
    github.com/valyala/fasthttp go.etcd.io/etcd go.mongodb.org/mongo-driver go.opentelemetry.io/otel
    go.uber.org/zap golang.org/x/crypto golang.org/x/net golang.org/x/sync golang.org/x/sys
    golang.org/x/text golang.org/x/tools google.golang.org/api google.golang.org/grpc
    google.golang.org/protobuf gopkg.in/yaml.v2 gopkg.in/yaml.v3 gorm.io/gorm k8s.io/api
    k8s.io/apimachinery k8s.io/client-go sigs.k8s.io/controller-runtime
    """.split()
)
POPULAR = {"pypi": PYPI, "npm": NPM, "crates": CRATES, "gems": GEMS, "go": GO}
