# Two commands are all you need: `make play` and `make test`. `make test-all` runs the exhaustive rest of the tests,
# `make attack` besieges a server for ten minutes, and `make pictures` draws the pictures of README.md.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

# Python keeps what it has compiled, also where the environment says otherwise (as images of containers do): the tests
# start hundreds of processes, and each would compile all libraries again.
unexport PYTHONDONTWRITEBYTECODE

# What the tests need before they start.
READY = .venv/test chromium postgresql kernels
# One more process than cores: browser tests and servers wait a third of their time. In each of them libraries that
# calculate on several threads (PyTorch, NumPy) use one, else they wait for each other at full speed.
RUN = OMP_NUM_THREADS=1 $(BIN)/pytest
PYTEST = $(RUN) -n $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --dist worksteal

.PHONY: play test test-all attack lint format pictures chromium postgresql kernels

play: .venv/play
	$(BIN)/tabletown serve --open

# The checks and the compiler of the kernels use one core each for much of their time.
test: .venv/test
	@$(MAKE) --no-print-directory --jobs=2 lint $(READY)
	$(PYTEST) -m "not exhaustive"

# Here processes wait for browsers half of their time.
test-all: $(READY)
	$(RUN) -n $$(($$(getconf _NPROCESSORS_ONLN) * 2)) --dist worksteal -m exhaustive

# Ten minutes of kills, frozen databases, floods and hostile bytes against a real server; ends with a table of figures.
attack: .venv/test postgresql kernels
	PYTHONPATH=. $(BIN)/python benchmarks/attack.py

lint: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The pictures of README.md: each title's sample game (see benchmarks/sample_games.py) after so many plies.
pictures: .venv/test
	for shown in milton_keynes:930 paper_skylines:290 penny_lane:110 uptown:70; do \
		title=$${shown%:*}; \
		$(BIN)/tabletown draw src/tabletown/games/$$title/sample.txt --ply $${shown#*:} --seat orange -o docs/$$title.png; \
	done

# Compile once before the tests start in parallel, so that all of them find the kernels in the cache.
kernels: .venv/test
	$(BIN)/python -c "from tabletown import games; print(*games.names())" | xargs -n 1 -P 2 $(BIN)/python -m tabletown.study.compiling

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
# Not compiled: Python compiles what is imported, which is a small part, and an installation takes half as long.
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
  --constraint constraints.txt --editable

.venv/play: .venv/bin/python pyproject.toml constraints.txt
	$(PIP_INSTALL) ".[site,cli]"
	@touch $@

.venv/test: .venv/bin/python pyproject.toml constraints.txt
	$(PIP_INSTALL) ".[dev]"
	@touch $@
