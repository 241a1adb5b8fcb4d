# Needs only Python >= 3.11 and make; Node and npm come from PyPI.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST = $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder
NODE = $(shell $(BIN)/python -c 'from minecrew.bridge.node import node_binary; print(node_binary())')
STANDARD = $(NODE) node_modules/standard/bin/cmd.cjs
# Names that a skill can use: those of the facade, and every other skill and step.
GUEST := bot Movements mcData rules Vec3 fail goals $(addprefix Goal,Block NearXZ Near XZ Y GetToBlock LookAtBlock PlaceBlock Follow Invert CompositeAny CompositeAll)
SKILLS := $(notdir $(basename $(wildcard skills/*.js skills/steps/*.js)))

# A stamp's name has a checksum of its inputs, so set-up is repeated only if they change.
# The npm stamps are in node_modules, which npm empties first.
PINS := $(shell cat constraints.txt pyproject.toml | cksum | cut -d' ' -f1)
LOCK := $(shell cksum < package-lock.json | cut -d' ' -f1)
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PIP_STAMP := $(VENV)/.minecrew-pip-$(PINS)
PIP_DEV_STAMP := $(VENV)/.minecrew-pip-dev-$(PINS)
NPM_STAMP := node_modules/.minecrew-npm-$(LOCK)
DEV_STAMP := node_modules/.minecrew-dev-$(LOCK)

.PHONY: help setup dev compiled demo test test-js test-python test-quick check check-python check-js extras
.PHONY: quality bench screenshots picture attack chaos soak clean
.DEFAULT_GOAL := help
# If it is set, every process that the tests start compiles every module anew.
unexport PYTHONDONTWRITEBYTECODE

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "minecrew needs Python 3.11 or newer; try make PYTHON=python3.12")'
	@$(PYTHON) -m venv $(VENV)

$(PIP_STAMP): | $(BIN)/python
	@echo "Installing the pinned Python packages (once, about half a minute) ..."
	@$(PIP) -e .
	@rm -f $(VENV)/.minecrew-*
	@touch $@

# The packages for tests are many and large: each module is compiled when it is first imported.
$(PIP_DEV_STAMP): | $(BIN)/python
	@echo "Installing the Python packages for running, tests and checks (once, about a minute) ..."
	@$(PIP) --no-compile -e ".[dev]"
	@rm -f $(VENV)/.minecrew-*
	@touch $(PIP_STAMP) $@

$(NPM_STAMP): | $(PIP_STAMP)
	@$(BIN)/python -m minecrew setup
	@touch $@

$(DEV_STAMP): | $(PIP_DEV_STAMP)
	@$(BIN)/python -m minecrew setup --dev
	@touch $(NPM_STAMP) $@

setup: $(PIP_STAMP) $(NPM_STAMP)  ## install what running needs

dev: $(PIP_DEV_STAMP) $(DEV_STAMP)  ## install what tests and checks need, too

# Each process that runs tests would compile all modules by itself. CI does it once, while npm installs.
compiled: $(PIP_DEV_STAMP)
	@$(BIN)/python -m pytest --collect-only -q >/dev/null 2>&1 || true

demo: $(PIP_STAMP) $(NPM_STAMP)  ## let three agents talk, split the work and craft a bookshelf
	@$(BIN)/minecrew run bookshelf

test: test-js test-python  ## run every test that is not a soak test

test-js: $(PIP_DEV_STAMP) $(DEV_STAMP)
	$(NODE) --test --test-concurrency=4 --test-force-exit --test-timeout=600000 --test-reporter=dot "tests/js/*.test.js"

test-python: $(PIP_DEV_STAMP) $(DEV_STAMP)
	$(PYTEST)

test-quick: $(PIP_DEV_STAMP) $(DEV_STAMP)
	$(PYTEST) --quick

check: check-python check-js  ## run ruff, mypy --strict and standard

check-python: $(PIP_DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict minecrew benchmarks

check-js: $(PIP_DEV_STAMP) $(DEV_STAMP)
	$(STANDARD) "bridge/**/*.js" "game/**/*.js" "mc_server/**/*.js" "tests/**/*.js" "benchmarks/**/*.js" "docs/*.js"
	$(STANDARD) $(addprefix --global ,$(GUEST) $(SKILLS)) "skills/**/*.js" "agents/**/*.js"
	$(STANDARD) --env browser "minecrew/page/**/*.js"

extras: $(PIP_DEV_STAMP) $(DEV_STAMP)  ## test studies for real: kills, Ray, Inspect, the notebook, the wheel, 2,000 simulations
	@$(PIP) -e ".[extras]"
	$(BIN)/python -m pytest -q -m extras -o faulthandler_timeout=0

quality: $(PIP_DEV_STAMP)  ## score the detectors on the labelled corpus; fails if they got worse
	$(BIN)/python -m benchmarks.quality

bench: $(PIP_DEV_STAMP) $(NPM_STAMP)  ## measure latencies, memory, ticks, three agents against one, tokens per stage, skill search, judging
	$(BIN)/python -m benchmarks.bench_bridge
	$(BIN)/python -m benchmarks.bench_crew
	$(BIN)/python -m benchmarks.pace
	$(BIN)/python -m benchmarks.tokens
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.bench_findings

screenshots: $(PIP_DEV_STAMP) $(DEV_STAMP)  ## picture every view of the page, light and dark, wide and narrow, in docs/screenshots
	$(BIN)/python -m benchmarks.screenshots

picture: $(PIP_STAMP) $(NPM_STAMP)  ## play a bookshelf and draw it for the README: docs/run.svg
	$(BIN)/python docs/picture.py

attack: $(PIP_DEV_STAMP) $(NPM_STAMP)  ## run hostile programs against live bots, and odd files against each reader; report each outcome
	$(BIN)/python -m benchmarks.attack
	$(BIN)/python -m benchmarks.odd_files

chaos: $(PIP_DEV_STAMP) $(NPM_STAMP)  ## play two hundred short runs with one random fault each
	$(BIN)/python -m benchmarks.chaos

soak: $(PIP_DEV_STAMP) $(NPM_STAMP)  ## play every task on many seeds, eight busy bots for thirty minutes of game time, strict order under load
	$(BIN)/python -m benchmarks.soak
	SEEDS=50 SEARCHES=60 $(NODE) --test tests/js/server_arenas.test.js tests/js/bridge_search.test.js
	$(BIN)/python -m benchmarks.busy
	$(BIN)/python -m pytest -q -m soak -o faulthandler_timeout=0
	$(BIN)/python -m benchmarks.strict
	$(BIN)/python -m benchmarks.long_life

clean:  ## remove everything that make made; runs are kept
	rm -rf $(VENV) node_modules build dist .pytest_cache .mypy_cache .ruff_cache
