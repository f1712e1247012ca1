# Everything that is done with this project is one of these commands; `make help` lists them.
# They work in an environment of their own, .venv, which is set up the first time and whenever a lock file changes.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.SUFFIXES:
unexport PYTHONDONTWRITEBYTECODE  # the tests start many processes: each would compile all modules again
.PHONY: help play chromium dovecot nginx caddy test test-slow check fresh format mutants bench lock site release clean FORCE

ARGS ?=
PYTHON := .venv/bin/python

# Two set-ups share .venv: what players need, and everything. The second contains the first, at the same versions.
# A stamp holds the folder it was made in: an environment that was moved, or whose Python is gone, is made again.
PLAYERS := .venv/players.stamp
EVERYTHING := .venv/everything.stamp
MOVED := $(shell test "$$(cat $(PLAYERS) 2>/dev/null)" = "$$(pwd -P)" && $(PYTHON) -c '' 2>/dev/null || echo FORCE)

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo '  To pass more options to play, test, test-slow or lock, use ARGS: make test ARGS="-k fumble"'

play: $(PLAYERS) ## play in the browser, or with ARGS in the terminal: make play ARGS=football
	@$(if $(strip $(ARGS)),.venv/bin/breakaway play $(ARGS),.venv/bin/breakaway serve --browse)

test: $(EVERYTHING) chromium ## run the quick tests; two minutes
	$(PYTHON) -m pytest -n auto -m "not slow" $(ARGS)

# The tests of the pages need a Chromium; on Debian as root it is installed, elsewhere they say what is missing and skip.
# Most of them are faster with its headless shell.
chromium:
	@for each in chromium chromium-browser google-chrome chrome; do command -v $$each >/dev/null 2>&1 && exit; done; { \
	    test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 \
	        && echo "Installing chromium for the tests of the pages ..." \
	        && { export DEBIAN_FRONTEND=noninteractive; apt-get update -qq \
	            && { apt-get install -y -qq chromium chromium-headless-shell || apt-get install -y -qq chromium; }; } >/dev/null 2>&1; } \
	    || echo "Chromium is not installed, so the tests of pages in a browser are skipped (Debian: apt install chromium)."

# The tests of fetching mail need a Dovecot.
dovecot:
	@PATH="$$PATH:/usr/sbin" command -v dovecot >/dev/null 2>&1 || { \
	    test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 \
	        && echo "Installing Dovecot for the tests of fetching mail ..." \
	        && { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq dovecot-imapd; } >/dev/null 2>&1; } \
	    || echo "Dovecot is not installed, so the tests of fetching mail are skipped (Debian: apt install dovecot-imapd)."

# The tests behind a proxy start an nginx or a Caddy of their own. (Where Debian runs services, installing it also starts one on port 80.)
nginx:
	@PATH="$$PATH:/usr/sbin" command -v nginx >/dev/null 2>&1 || { \
	    test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 \
	        && echo "Installing nginx for the tests behind a proxy ..." \
	        && { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nginx; } >/dev/null 2>&1; } \
	    || echo "nginx is not installed, so the tests behind a proxy are skipped (Debian: apt install nginx)."

caddy:
	@PATH="$$PATH:/usr/sbin" command -v caddy >/dev/null 2>&1 || { \
	    test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 \
	        && echo "Installing Caddy for the tests behind a proxy ..." \
	        && { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq caddy; } >/dev/null 2>&1; } \
	    || echo "Caddy is not installed, so the tests behind a proxy are skipped (Debian: apt install caddy)."

test-slow: $(EVERYTHING) chromium dovecot nginx caddy ## run all other tests; half an hour
	$(PYTHON) -m pytest -n auto -m slow $(ARGS)

check: $(EVERYTHING) ## check style, types, imports, rules, numbers, docstrings and docs; warn of missing translations; under a minute
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy
	.venv/bin/lint-imports
	$(PYTHON) tools/check_rules.py
	$(PYTHON) tools/check_numbers.py
	$(PYTHON) tools/check_docstrings.py
	$(PYTHON) tools/docs_fresh.py
	$(PYTHON) tools/catalogs.py

fresh: $(EVERYTHING) ## write again what follows from the code: tables in the docs, catalogs, the list of permanent numbers
	$(PYTHON) tools/docs_fresh.py --write
	$(PYTHON) tools/catalogs.py --write
	$(PYTHON) tools/check_numbers.py --write

format: $(EVERYTHING) ## format the code, and fix what can be fixed automatically
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .

mutants: $(EVERYTHING) ## plant faults, or with ARGS=rules disable each rule, and list what no test notices; 20 minutes
	$(PYTHON) -m tools.mutants $(ARGS)

bench: $(EVERYTHING) ## measure speed
	$(PYTHON) bench/run.py $(ARGS)

# The lock files name versions and hashes but no registry, so they serve behind any mirror.
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

lock: ## pin all versions again after a change to pyproject.toml (ARGS=--upgrade: the newest)
	@uv --version >/dev/null 2>&1 || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	$(COMPILE) --all-extras --group dev $(ARGS) pyproject.toml -o requirements.lock
	$(COMPILE) --extra club --extra web --extra seasons --group build --constraint requirements.lock pyproject.toml -o requirements-play.lock
	$(COMPILE) --extra web --extra postgres --extra pdf --extra seasons --group build --constraint requirements.lock pyproject.toml -o requirements-serve.lock
	@! grep -nE '://|--(extra-)?index-url|--find-links|file:' requirements*.lock

site: $(EVERYTHING) ## build a folder of static files in which the whole table runs without a server (needs Node and npm)
	.venv/bin/breakaway site $(ARGS)

release: $(EVERYTHING) ## check, cut the changelog, build and tag: make release VERSION=0.8.0
	@test -n "$(VERSION)" || { echo "Which version? Write: make release VERSION=0.8.0" >&2; exit 1; }
	$(PYTHON) tools/release.py $(VERSION) $(ARGS)

clean: ## remove the environment and everything else that can be rebuilt
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PLAYERS): requirements-play.lock pyproject.toml $(MOVED)
	$(call set-up,requirements-play.lock)
	@pwd -P > $(PLAYERS)

$(EVERYTHING): requirements.lock pyproject.toml $(MOVED)
	$(call set-up,requirements.lock)
	@pwd -P > $(PLAYERS) && cp $(PLAYERS) $(EVERYTHING)

FORCE:

# $(call set-up,LOCK): an environment in .venv with what LOCK names, checked by hash, and this package as it stands in src.
# The python3 on the PATH comes first, before newer ones: somebody may have put it there.
define set-up
@set -e; \
fits() { "$$@" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }; \
if test -f $(PLAYERS) && test "$$(cat $(PLAYERS))" != "$$(pwd -P)"; then rm -rf .venv; fi; \
if uv --version >/dev/null 2>&1; then \
    echo "Setting up .venv from $(1), with uv: some seconds ..."; \
    fits $(PYTHON) || uv venv --quiet --clear --python '>=3.11' .venv; \
    uv pip install --quiet --compile-bytecode --python $(PYTHON) --require-hashes -r $(1); \
    uv pip install --quiet --python $(PYTHON) --no-deps --no-build-isolation -e .; \
else \
    if ! fits $(PYTHON) || ! $(PYTHON) -m pip --version >/dev/null 2>&1; then \
        python=; bare=; \
        for name in python3 python3.14 python3.13 python3.12 python3.11; do \
            fits $$name || continue; \
            if $$name -c 'import venv, ensurepip' >/dev/null 2>&1; then python=$$name; break; fi; \
            bare="$$bare $$name-venv"; \
        done; \
        if test -z "$$python" && test -n "$$bare"; then \
            echo "Python cannot make environments yet. To fix this, run as root: apt install$${bare%%-venv*}-venv" >&2; exit 1; \
        elif test -z "$$python"; then \
            echo "Breakaway needs Python 3.11 or newer, or uv, and found neither on the PATH." >&2; exit 1; \
        fi; \
    else \
        python=; \
    fi; \
    echo "Setting up .venv from $(1), with pip: a minute or so ..."; \
    test -z "$$python" || $$python -m venv --clear .venv; \
    $(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1); \
    $(PYTHON) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .; \
fi
endef
