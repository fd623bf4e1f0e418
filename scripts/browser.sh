#!/bin/sh
# Installs what the browser tests need: the distribution's chromium, when this is root on a Debian and it is missing, and
# axe-core from npm, into a folder git ignores. What cannot be installed is said, and the tests say so again.
set -u
cd "$(dirname "$0")/.." || exit 1

if ! command -v chromium >/dev/null 2>&1 && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core \
        >/dev/null
fi
command -v chromium >/dev/null 2>&1 || echo "chromium is not installed: the browser tests will be skipped; install it with your package manager" >&2

if [ ! -f .cache/npm/node_modules/axe-core/axe.min.js ]; then
    if command -v npm >/dev/null 2>&1; then
        mkdir -p .cache/npm
        npm install --prefix .cache/npm --no-save --no-audit --no-fund --silent axe-core@4
    fi
fi
[ -f .cache/npm/node_modules/axe-core/axe.min.js ] || echo "axe-core is not installed: the accessibility tests will be skipped; install npm, then run make setup" >&2
exit 0
