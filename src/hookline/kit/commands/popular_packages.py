"""Names of popular packages, by ecosystem: what a mistyped or planted name is compared with. Data,
to be read and extended.

Names that are close to one of these and honest (preact is not react) stand here too, so that nobody
takes them for it.
"""

from __future__ import annotations

PYPI = frozenset(
    """
    absl-py accelerate aioboto3 aiobotocore aiofile aiofiles aiohttp aiomysql aiosignal aiosqlite
    alembic altair anthropic anyio apache-airflow apscheduler argon2-cffi arrow asgiref astroid
    asttokens asyncpg asyncssh attrs autogen autopep8 azure-core azure-identity azure-storage-blob
    babel backoff bandit bcrypt beautifulsoup4 billiard black bleach blinker bokeh boto boto3
    botocore bottle build cachetools cattrs cchardet celery certifi cffi chardet charset-normalizer
    chromadb click click-plugins cloudpickle cmake cohere colorama coloredlogs configparser coverage
    crewai cryptography cython dash dask databricks-cli dataset datasets dateparser decorator
    deepspeed diffusers dill distlib distro django django-cors-headers django-filter django-redis
    djangorestframework dnspython docker docutils duckdb elasticsearch email-validator
    exceptiongroup execnet executing fabric fabric2 factory-boy faiss-cpu faker fakeredis falcon
    fastapi fastavro filelock fiona flake8 flasgger flask flask-cors flask-login flask-sqlalchemy
    flit folium fonttools freezegun frozenlist fsspec future futures gensim geopandas gevent
    gitpython google-api-core google-auth google-cloud-bigquery google-cloud-storage
    googleapis-common-protos gradio graphene graphviz greenlet grpcio grpcio-tools gunicorn h11
    hatch hatchling html5lib httpcore httpie httplib2 httptools httpx huggingface-hub hydra-core
    hypercorn hypothesis idna ijson imageio importlib-metadata iniconfig instructor invoke ipykernel
    ipython ipywidgets isodate isort itsdangerous jax jaxlib jedi jinja2 jmespath joblib jsonpatch
    jsonpath jsonschema jupyter jupyterlab kafka-python keras keyring kombu kubernetes langchain
    langchain-core librosa lightgbm lightning litellm llama-index llvmlite locust loguru lxml mako
    markdown markdown-it-py markdown2 markupsafe marshmallow matplotlib maturin mccabe meson-python
    mkdocs mkdocs-material ml-dtypes mlflow mock more-itertools moto motor mpmath msal msgpack
    multidict mypy mypy-extensions mysqlclient nbconvert nbformat nest-asyncio networkx ninja nltk
    nose notebook nox numba numexpr numpy oauthlib ollama onnx onnxruntime openai opencv-python
    opencv-python-headless openpyxl opentelemetry-api opentelemetry-sdk orjson packaging paho-mqtt
    pandas pandas-stubs paramiko parse parso pathspec patsy pdfminer-six peewee pendulum pexpect
    pillow pinecone pip pipenv pipx platformdirs playwright plotly pluggy poetry poetry-core polars
    polyfactory pre-commit prometheus-client prompt-toolkit propcache protobuf psutil psycopg
    psycopg2 psycopg2-binary pyaml pyarrow pyasn1 pycodestyle pycparser pycryptodome pycryptodomex
    pydantic pydantic-core pydantic-settings pydot pydub pyflakes pygame pygments pyinstaller pyjwt
    pylint pymongo pymssql pymysql pynacl pyodbc pyopenssl pyparsing pypdf pypdf2 pypdf3 pypdfium2
    pyproj pyproject-hooks pyqt5 pyqt6 pyramid pyright pyserial pyside6 pyspark pytest
    pytest-asyncio pytest-cov pytest-django pytest-mock pytest-timeout pytest-xdist python-dateutil
    python-docx python-dotenv python-jose python-json-logger python-multipart python-pptx
    pytorch-lightning pytz pywin32 pyyaml pyzmq qdrant-client qrcode quart rapidfuzz rasterio ray
    redis referencing regex reportlab requests requests-mock requests-oauthlib requests-toolbelt
    responses retry retrying rich rpds-py rq rsa ruamel-yaml ruff s3fs s3transfer safetensors safety
    sanic scapy scikit-build scikit-image scikit-learn scipy scrapy scrapyd seaborn selenium
    sentence-transformers sentencepiece sentry-sdk setuptools shapely simplejson simpy slack-sdk
    sniffio snowflake-connector-python sortedcontainers soupsieve spacy sphinx sqlalchemy sqlglot
    sqlmodel sqlparse starlette statsmodels streamlit stripe structlog sympy tabulate tavily-python
    tenacity tensorboard tensorboardx tensorflow termcolor testcontainers textual threadpoolctl
    tiktoken tokenizers toml tomli tomli-w tomlkit toolz torch torchaudio torchmetrics torchvision
    torchx tornado tox tqdm traitlets transformers tree-sitter trio twilio twine typeguard typer
    types-pyyaml types-requests typing-extensions tzdata tzlocal ujson unicorn unstructured urllib3
    uv uvicorn uvloop vcrpy virtualenv waitress watchdog watchfiles wcwidth websocket-client
    websockets werkzeug wheel whitenoise wrapt xgboost xlrd xlsxwriter xmltodict yapf yarl zipp
    zope-interface
    """.split()
)
NPM = frozenset(
    """
    @ai-sdk/openai @angular/cli @angular/core @anthropic-ai/sdk @apollo/client @astrojs/react
    @aws-sdk/client-s3 @babel/core @babel/preset-env @babel/preset-react @biomejs/biome
    @emotion/react @eslint/js @fortawesome/fontawesome-free @headlessui/react @hookform/resolvers
    @jest/globals @langchain/core @modelcontextprotocol/sdk @mui/material @nestjs/cli @nestjs/common
    @nestjs/core @nuxt/kit @playwright/test @prisma/client @radix-ui/react-dialog
    @radix-ui/react-slot @reduxjs/toolkit @remix-run/react @sentry/node @sentry/react
    @storybook/react @supabase/supabase-js @sveltejs/kit @tailwindcss/forms @tanstack/react-query
    @testing-library/jest-dom @testing-library/react @trpc/client @trpc/server @types/chai
    @types/cors @types/debug @types/express @types/jest @types/lodash @types/mocha @types/node
    @types/react @types/react-dom @types/uuid @types/ws @typescript-eslint/eslint-plugin
    @typescript-eslint/parser @vitejs/plugin-react @vue/cli @vue/test-utils ai ajv angular
    ansi-colors ansi-styles antd apollo-server archiver astro async autoprefixer ava aws-cdk aws-sdk
    axios axios-retry babel-eslint babel-jest babel-loader backbone bcrypt bcryptjs biome bluebird
    body-parser bootstrap browserify bull bullmq bunyan c8 camelcase chai chai-as-promised chalk
    chart.js cheerio chokidar classnames cli-table3 clsx co color colors commander compression
    concurrently connect consola convict cookie cookie-parser cookies core-js cors create-next-app
    create-react-app create-vite cross-env cross-fetch cross-spawn crypto-js css-loader csv-parse
    cypress d3 date-fns dayjs debug deepmerge defu discord.js dotenv dotenv-expand drizzle-orm
    echarts ejs electron electron-builder ember-cli enquirer enzyme esbuild eslint
    eslint-config-airbnb eslint-config-next eslint-config-prettier eslint-plugin-import
    eslint-plugin-jest eslint-plugin-prettier eslint-plugin-react eslint-plugin-react-hooks
    eslint-plugin-vue event-stream exceljs execa expo express express-session express-validator
    fast-glob fastify file-loader firebase firebase-admin firebase-tools form-data formidable formik
    framer-motion fs-extra gatsby glob globby got graphql graphql-tag grunt gulp handlebars helmet
    highlight.js history hono html-webpack-plugin http-proxy http-proxy-middleware http-server husky
    i18next immer immutable inquirer ioredis jasmine jest jest-environment-jsdom joi jose jotai
    jquery js-yaml jsdom json-server json5 jsonwebtoken karma knex koa leaflet lerna less
    lint-staged lit lodash lodash-es lodash.debounce lodash.merge lottie-web lru-cache luxon
    markdown-it marked material-ui mathjs mdast meow method-override micromatch mime minimatch
    minimist mkdirp mobx mocha mochawesome moment moment-timezone mongodb mongoose morgan mssql
    multer mysql mysql2 nan nanoid next next-auth next-themes ng-packagr nightwatch nitro node-cron
    node-fetch node-gyp node-sass node-telegram-bot-api nodemailer nodemon normalize.css npm
    npm-run-all nuxt nyc object-assign openai ora p-limit parcel passport passport-jwt
    passport-local path-to-regexp pdf-lib pdfkit pg phaser pinia pino pino-pretty playwright pm2
    pnpm popper.js postcss postcss-loader preact prettier prisma prompt prompts prop-types puppeteer
    puppeteer-core qs query-string querystring rambda ramda rc react react-dom react-hook-form
    react-icons react-native react-query react-redux react-router react-router-dom react-scripts
    react-select react-spring readable-stream recharts recoil redis redux redux-saga redux-thunk
    reflect-metadata rehype remark request reselect resolve rimraf rollup rxjs sass sass-loader
    semver sequelize serve sharp shelljs shx sinon sirv socket.io socket.io-client solid-js
    source-map-support sqlite sqlite3 storybook strip-ansi stripe style-loader styled-components
    stylelint stylus sucrase superagent supertest svelte swagger-ui-express swiper swr
    tailwind-merge tailwindcss tap tape terser terser-webpack-plugin three through2 tinyglobby
    ts-jest ts-loader ts-node tslib tslint tsup tsx turbo twilio typeorm typescript ua-parser-js
    uglify-js underscore undici unified urijs url-loader urql uuid uvu validator valtio vinyl vite
    vitepress vitest vue vue-loader vue-router vue-template-compiler vuetify vuex wait-on web-vitals
    web3 webpack webpack-bundle-analyzer webpack-cli webpack-dev-server webpack-merge winston
    wordpress ws xlsx xml2js xstate yaml yargs yargs-parser yarn yup zod zone.js zustand zx
    """.split()
)
CRATES = frozenset(
    """
    actix actix-web aes ahash aho-corasick anyhow arbitrary arc-swap argon2 arrow arrow2 askama
    async-std async-stream async-trait aws-config aws-sdk-s3 axum axum-extra axum-server backtrace
    bacon base62 base64 bat bevy bincode bindgen bitflags blake2 blake3 bstr byteorder bytes camino
    cargo-audit cargo-deny cargo-edit cargo-expand cargo-llvm-cov cargo-nextest cargo-outdated
    cargo-release cargo-watch cc cfg-if chrono clap clap_derive color-eyre colored config console
    convert_case criterion crossbeam crossbeam-channel crossterm csv cxx darling dashmap diesel
    directories dirs dotenv dotenvy ed25519-dalek either embassy-executor env_logger eyre eza
    fd-find fern flate2 flume futures futures-util fxhash getrandom git2 glam glob gloo
    graphql_client h2 half hashbrown heck hex hmac http httparse hyper hyperfine image indexmap
    indicatif indoc insta insta-cmd itertools itoa jsonwebtoken just lalrpop lazy_static leptos libc
    libloading log lru md-5 mdbook memchr memmap memmap2 miette mime mio mockall nalgebra ndarray
    neon nix nom notify num num-bigint num-derive num-traits num_cpus oauth2 once_cell openssl
    ordered-float parking_lot parquet pest petgraph phf pin-project polars portable-atomic
    predicates pretty_assertions proc-macro2 proptest prost pulldown-cmark pyo3 quick-xml quickcheck
    quote r2d2 rand rand_chacha rand_core ratatui rayon redis regex regex-automata reqwest ring
    ripgrep rocket rstest rtest rusqlite rust_decimal rustc-hash rustls ryu sccache schemars
    scopeguard scraper sea-orm secrecy semver serde serde_derive serde_json serde_urlencoded
    serde_with serde_yaml serial_test sha1 sha2 signal-hook slab slog smallvec smol snafu socket2
    sqlx starship static_assertions strsim structopt strum strum_macros subtle syn sysinfo tantivy
    tar tauri tempdir tempfile tera termcolor textwrap thiserror threadpool time tokei tokio
    tokio-rustls tokio-stream tokio-util toml toml_edit tonic tower tower-http tracing
    tracing-subscriber trunk trybuild tui tungstenite twox-hash typenum uname unicode-segmentation
    unicode-width url uuid vergen void walkdir warp wasm-bindgen wasm-pack wasmtime web-sys wgpu
    which winapi windows windows-sys winit xml-rs yansi zerocopy zeroize zip zoxide zstd
    """.split()
)
GEMS = frozenset(
    """
    activeadmin activejob activemodel activerecord activesupport addressable annotate ast aws-sdk
    aws-sdk-s3 bcrypt bigdecimal bootsnap bootstrap brakeman builder bullet bundler byebug cancancan
    capistrano capybara carrierwave childprocess cocoapods colorize concurrent-ruby cucumber dalli
    database_cleaner debug devise diff-lcs docile dotenv dotenv-rails dry-validation erubi excon
    factory_bot factory_bot_rails faker faraday fastlane ffi figaro fog foreman friendly_id globalid
    grape graphql haml hanami highline hiredis honeybadger http httparty i18n image_processing
    importmap-rails irb jbuilder jekyll jquery-rails json jwt kamal kaminari kramdown launchy listen
    logger lograge loofah mail mime-types mini_magick minitest mocha money msgpack multi_json
    mutex_m mysql2 net-http net-ssh newrelic_rpm nokogiri oauth2 octokit oj omniauth ostruct ox pagy
    paperclip parallel parser pg propshaft pry pry-byebug pry-rails psych puma pundit racc rack
    rack-attack rack-cors rack-test rails rails-i18n railties rake ransack rdoc redcarpet redis
    redis-rails resque rest-client rexml rmagick rouge rspec rspec-core rspec-expectations
    rspec-mocks rspec-rails rubocop rubocop-performance rubocop-rails rubocop-rspec ruby-lsp rubyzip
    sass sass-rails sassc sentry-ruby sequel shoulda-matchers sidekiq simple_form simplecov sinatra
    slim solargraph solid_cable solid_cache solid_queue spring sprockets sqlite3 stimulus-rails
    stringio stripe thin thor thruster tilt timecop turbo-rails turbolinks twilio-ruby typhoeus
    tzinfo unicorn vcr view_component web-console webdrivers webmock webpacker websocket-driver
    whenever will_paginate yard zeitwerk
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
#: Of conda's packages those that PyPI does not have under the same name.
CONDA = PYPI | frozenset(
    """
    anaconda blas boost-cpp bzip2 ca-certificates cmake compilers cuda-toolkit cudatoolkit cudnn curl
    cxx-compiler ffmpeg gcc gdal geos gfortran git gxx hdf5 icu jupyter_client libblas libgdal
    libstdcxx-ng libxml2 llvm-openmp make mamba matplotlib-base miniconda mkl mpi4py nccl ncurses
    netcdf4 ninja nodejs openblas openjdk openmpi openssl pkg-config postgresql proj pyarrow-core
    pytables python python-abi r-base r-essentials r-ggplot2 r-tidyverse rdkit readline rust
    ruamel.yaml samtools snakemake sqlite swig tbb tk torchvision typing_extensions
    vs2015_runtime wget xarray xz yaml zlib zstd
    """.split()
)
COMPOSER = frozenset(
    """
    barryvdh/laravel-debugbar barryvdh/laravel-ide-helper behat/behat brick/math composer/composer
    composer/installers doctrine/dbal doctrine/doctrine-bundle doctrine/migrations doctrine/orm
    dompdf/dompdf drupal/core drush/drush fakerphp/faker firebase/php-jwt fruitcake/laravel-cors
    guzzlehttp/guzzle guzzlehttp/psr7 illuminate/database illuminate/support inertiajs/inertia-laravel
    intervention/image laravel/breeze laravel/framework laravel/horizon laravel/installer laravel/pint
    laravel/sail laravel/sanctum laravel/scout laravel/socialite laravel/telescope laravel/tinker
    league/commonmark league/flysystem league/oauth2-client livewire/livewire maatwebsite/excel
    magento/framework mockery/mockery monolog/monolog nesbot/carbon nikic/php-parser nunomaduro/collision
    nunomaduro/larastan paragonie/random_compat pestphp/pest php-cs-fixer/shim phpmailer/phpmailer
    phpoffice/phpspreadsheet phpseclib/phpseclib phpstan/phpstan phpunit/phpunit predis/predis
    psr/container psr/http-message psr/log ramsey/uuid rector/rector roave/security-advisories
    sebastian/comparator sentry/sentry sentry/sentry-laravel slim/slim smarty/smarty
    spatie/laravel-medialibrary spatie/laravel-permission squizlabs/php_codesniffer stripe/stripe-php
    symfony/console symfony/dotenv symfony/flex symfony/form symfony/framework-bundle
    symfony/http-client symfony/http-foundation symfony/http-kernel symfony/mailer symfony/maker-bundle
    symfony/process symfony/routing symfony/security-bundle symfony/translation symfony/validator
    symfony/yaml tymon/jwt-auth twig/twig vimeo/psalm vlucas/phpdotenv wp-cli/wp-cli yiisoft/yii2
    """.split()
)
#: NuGet compares names without their case.
NUGET = frozenset(
    """
    automapper autofac autofixture avalonia awssdk.core awssdk.s3 azure.core azure.identity
    azure.storage.blobs benchmarkdotnet bogus castle.core csvhelper coverlet.collector dapper
    dotnet-ef dotnet-format dotnet-outdated-tool dotnet-reportgenerator-globaltool entityframework
    fluentassertions fluentvalidation fluentvalidation.aspnetcore google.protobuf grpc.aspnetcore
    hangfire htmlagilitypack humanizer masstransit mediatr microsoft.aspnetcore.mvc
    microsoft.aspnetcore.openapi microsoft.aspnetcore.authentication.jwtbearer
    microsoft.data.sqlclient microsoft.data.sqlite microsoft.entityframeworkcore
    microsoft.entityframeworkcore.design microsoft.entityframeworkcore.sqlite
    microsoft.entityframeworkcore.sqlserver microsoft.entityframeworkcore.tools
    microsoft.extensions.configuration microsoft.extensions.dependencyinjection
    microsoft.extensions.hosting microsoft.extensions.http microsoft.extensions.logging
    microsoft.net.test.sdk microsoft.semantickernel moq mstest mysql.data mysqlconnector
    newtonsoft.json nlog npgsql npgsql.entityframeworkcore.postgresql nsubstitute nswag.aspnetcore
    nunit nunit3testadapter nunittestadapter opentelemetry polly pomelo.entityframeworkcore.mysql
    quartz rabbitmq.client refit restsharp serilog serilog.aspnetcore serilog.sinks.console
    serilog.sinks.file shouldly signalr sixlabors.imagesharp stackexchange.redis stripe.net
    swashbuckle.aspnetcore system.text.json xunit xunit.runner.visualstudio xunit.v3 yarp.reverseproxy
    """.split()
)
POPULAR = {
    "pypi": PYPI,
    "npm": NPM,
    "crates": CRATES,
    "gems": GEMS,
    "go": GO,
    "conda": CONDA,
    "composer": COMPOSER,
    "nuget": NUGET,
}
