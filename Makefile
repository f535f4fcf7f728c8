# `make` alone lists the targets. PYTHON=... chooses the interpreter of a new environment,
# ARGS="..." is handed to the program behind a target.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
.PHONY: help play test quick busy check style types layers format setup docs links pictures screens fuzz mutants bench \
	site tune tune-search train-judgement strength release clean

BIN := .venv/bin
READY := .venv/.ready
ARGS ?=

# LOCK=requirements/dev.lock installs the very versions of that file, as the workflows do.
LOCK ?=
LOCKED := $(if $(LOCK),--constraint $(LOCK))

# The layers that hold the rules, and how much of them the tests must reach.
RULES := src/tsuro/core/*,src/tsuro/rules/*,src/tsuro/editions/*,src/tsuro/engine/*
COVERED := 98

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

play: $(READY) ## play in the browser, against bots and with friends
	@$(BIN)/python tools/build_web.py
	@$(BIN)/tsuro serve $(ARGS)

test: check ## check style, types and layers, then run all tests with coverage
	$(BIN)/python tools/build_web.py --check
	$(BIN)/python tools/find_browser.py
	$(BIN)/python tools/find_proxy.py
	$(BIN)/python tools/find_database.py
	$(BIN)/pytest -n auto --dist worksteal --cov --cov-report=
	$(BIN)/coverage report --include='$(RULES)' --fail-under=$(COVERED)

quick: $(READY) ## in under a minute: the checks, and the tests that a change needs
	@$(BIN)/python tools/run_quick.py $(ARGS)

busy: $(READY) ## run the tests five times while the machine is kept busy
	@$(BIN)/python tools/run_busy.py $(ARGS)

# Types take as long as the rest together, so that two at once are enough.
check: $(READY) ## check style, types and layers only
	@$(MAKE) --no-print-directory --jobs=2 types style layers

style: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

layers: $(READY)
	$(BIN)/lint-imports --no-logo

format: $(READY) ## put the code into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python tools/build_web.py --run format

setup: $(READY) ## make the environment in .venv, with every extra

docs: $(READY) ## build the documentation site into build/docs-site; a warning is an error
	@$(BIN)/python -m tools.make_docs

links: $(READY) ## link every rule of docs/rules to the tests that prove it
	@$(BIN)/python tools/link_rules.py $(ARGS)

pictures: $(READY) ## draw the pictures of the documentation
	@$(BIN)/python tools/make_pictures.py $(ARGS)

screens: $(READY) ## take the screenshots of the documentation
	@$(BIN)/python tools/build_web.py
	@$(BIN)/python tools/find_browser.py
	@$(BIN)/python tools/make_screenshots.py $(ARGS)

site: $(READY) ## write the page that needs no server into build/site, for any web server
	@$(BIN)/python -m tools.make_site

fuzz: $(READY) ## play random games of every edition, looking for broken invariants
	@$(BIN)/tsuro fuzz $(ARGS)

mutants: $(READY) ## break the rules in 300 ways and see whether the tests notice
	@$(BIN)/python -m tools.mutants $(ARGS)

bench: $(READY) ## measure the speed of the engine and of the bots
	@$(BIN)/python benchmarks/run.py $(ARGS)

tune: $(READY) ## tune the judgement of the greedy bot: make tune ARGS="classic --seats 2 4"
	@$(BIN)/python tools/tune_greedy.py $(ARGS)

tune-search: $(READY) ## tune the constants of the tree search: make tune-search ARGS="classic --seats 4"
	@$(BIN)/python tools/tune_search.py $(ARGS)

train-judgement: $(READY) ## learn a judgement for the search: make train-judgement ARGS="classic --seats 2 4"
	@$(BIN)/python tools/train_judgement.py $(ARGS)

strength: $(READY) ## measure every step of the ladder of bots and write docs/strength.md
	@$(BIN)/python tools/measure_strength.py $(ARGS)

release: $(READY) ## check version, changelog and tag, then build sdist and wheel into dist/
	@$(BIN)/python -m tools.release $(ARGS)

clean: ## remove everything generated, the environment included
	@rm -rf .venv build dist src/tsuro/web frontend/node_modules htmlcov .coverage .coverage.* .mypy_cache .ruff_cache \
		.pytest_cache .hypothesis .import_linter_cache
	@find . -type d -name __pycache__ -prune -exec rm -rf {} +

# The stamp is written last, so an interrupted set-up is taken up again by the next call.
# An environment whose interpreter has gone is built anew.
$(READY): pyproject.toml
	@if ! $(BIN)/python -c 'import pip' >/dev/null 2>&1; then \
		python=$$(sh tools/find_python.sh) || exit 1; \
		echo "Creating .venv with $$("$$python" --version) ..."; \
		rm -rf .venv && "$$python" -m venv .venv || exit 1; \
	fi
	@echo "Installing tsuro and its tools into .venv (once, about a minute) ..."
	@$(BIN)/python tools/list_group.py dev > .venv/dev.txt
	@$(BIN)/python -m pip install -qq --no-input --disable-pip-version-check -e ".[all]" -r .venv/dev.txt $(LOCKED)
	@touch $@
