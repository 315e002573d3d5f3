# Two commands are all one needs: `make play` and `make test`.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.PHONY: play test lint format chromium postgresql kernels

play: .venv/play
	$(BIN)/tabletown serve --open

test: .venv/test chromium postgresql lint kernels
	$(BIN)/pytest -n 2 --dist worksteal

lint: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Compile once before the tests start in parallel, so that all of them find the kernels in the cache.
kernels: .venv/test
	$(BIN)/python -c "from tabletown import games; print(*games.names())" | xargs -n 1 -P 2 $(BIN)/python -c "import sys; from tabletown.server.preparing import compile_title; compile_title(sys.argv[1])"

# What the tests need of the system. Where it is not found and Debian's can be installed, it is.
AS_ROOT = $$([ "$$(id -u)" = 0 ] || echo sudo -n)
INSTALL = command -v apt-get >/dev/null && $(AS_ROOT) apt-get update -q && $(AS_ROOT) apt-get install -qy

# A browser.
chromium:
	@command -v chromium chromium-browser google-chrome >/dev/null || { $(INSTALL) chromium; } || \
	  echo "No Chromium here and none can be installed: the browser tests will be skipped."

# A database server, which the tests start themselves; Debian's need not run.
postgresql:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { $(INSTALL) postgresql; } || \
	  echo "No PostgreSQL here and none can be installed: its tests will be skipped."

.venv/bin/python:
	$(PYTHON) -m venv .venv

# The exact versions with which everything was tested are in constraints.txt.
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

.venv/play: .venv/bin/python pyproject.toml constraints.txt
	$(PIP_INSTALL) ".[site,cli]"
	@touch $@

.venv/test: .venv/bin/python pyproject.toml constraints.txt
	$(PIP_INSTALL) ".[dev]"
	@touch $@
