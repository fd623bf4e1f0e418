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
#: What is typed most, and so imitated most; a name may not even be two slips away from one of these,
#: nor be one of them with `python-` or `-js` beside it.
MOST_USED: dict[str, frozenset[str]] = {
    "pypi": frozenset(
        "requests numpy pandas flask django tensorflow torch scipy matplotlib beautifulsoup4 "
        "selenium openai pillow scikit-learn pyyaml cryptography sqlalchemy fastapi boto3 urllib3 "
        "colorama setuptools opencv-python jupyter pytest transformers keras aiohttp pydantic "
        "langchain anthropic streamlit jinja2 httpx psycopg2 paramiko pymongo celery".split()
    ),
    "npm": frozenset(
        "express lodash react axios chalk moment vue next typescript webpack eslint jquery "
        "commander electron mongoose puppeteer nodemon socket.io discord.js prettier babel-cli "
        "bootstrap tailwindcss react-dom vite dotenv cross-env jsonwebtoken body-parser "
        "web3 ethers request nodemailer".split()
    ),
    "crates": frozenset("serde tokio serde_json reqwest anyhow clap rand rust_decimal".split()),
    "gems": frozenset("rails nokogiri devise sidekiq rspec rest-client activesupport".split()),
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
    return frozenset(
        name for source in (ecosystem, *_ALSO.get(ecosystem, ())) for name in _read(source)
    )


def _read(ecosystem: str) -> list[str]:
    with open(os.path.join(_FOLDER, f"{ecosystem}.txt"), encoding="utf-8") as file:
        return [name for line in file if not line.startswith("#") for name in line.split()]
