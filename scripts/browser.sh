#!/bin/sh
# Installs what the browser tests need: the distribution's chromium, when this is root on a Debian and it is missing, and
# axe-core from npm, into a folder that git ignores. What cannot be installed is said here, and again by the tests; with
# CI=true it is a failure. Writes the file it is given when everything is there.
set -u
cd "$(dirname "$0")/.." || exit 1
axe=.cache/npm/node_modules/axe-core/axe.min.js

if ! command -v chromium >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing chromium for the browser tests" >&2
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null
fi
if [ ! -f $axe ] && command -v npm >/dev/null; then
    mkdir -p .cache/npm && npm install --prefix .cache/npm --no-save --no-audit --no-fund --silent axe-core@4 >&2
fi
if command -v chromium >/dev/null && [ -f $axe ]; then
    touch "$1"
    exit 0
fi
command -v chromium >/dev/null || echo "chromium is not installed: the browser tests are skipped" >&2
[ -f $axe ] || echo "axe-core is not installed: the accessibility tests are skipped" >&2
[ "${CI:-}" != true ]
