# A fresh machine needs Python 3.11+ with venv, and make. Nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help .venv demo test lint bench docs lock clean

help:  ## Show the targets.
	@grep -E '^[.a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 10

.venv: $(READY)  ## Make the environment with all extras, the test tools and .venv/bin/hsm.

$(READY): pyproject.toml $(INSTALLED)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(INSTALLED): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; set PYTHON=/path/to/python3")'
	@echo "Installing the locked packages into $(VENV); the first time takes a few minutes." >&2
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --require-hashes -r requirements.lock
	@touch $@

demo: $(READY)  ## Watch an agent fail, learn and succeed.
	@$(BIN)/hsm demo

test: $(READY)  ## Run every test.
	@$(BIN)/python -m pytest

lint: $(READY)  ## Check style, types and import rules.
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/lint-imports --no-cache --no-logo
	@$(BIN)/pyright

bench: $(READY)  ## Measure search and write at full size.
	@$(BIN)/hsm bench

docs: $(READY)  ## Write the reference pages from the code.
	@$(BIN)/python -m docs.tools.reference

lock:  ## Resolve requirements.lock anew from pyproject.toml (needs uv).
	uv pip compile pyproject.toml --all-extras --group dev --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate --quiet -o requirements.lock

clean:  ## Remove the environment and every cache.
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .import_linter_cache .hypothesis
