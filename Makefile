# Every target sets up what it needs in .venv, with nothing but python3, pip and make on the machine.

PYTHON ?= python3
SITE ?= build/site
VENV := .venv
BIN := $(VENV)/bin

# The tested versions, for what is installed and (second line, newer pips) for what builds it.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# What is installed is noted in files named after the Python version, so another Python starts afresh.
# So does an environment that no longer works or that belongs to another copy of the project.
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
EMPTY := $(VENV)/empty-$(VERSION)
PLAY := $(VENV)/play-$(VERSION)
DEV := $(VENV)/dev-$(VERSION)
BENCH := $(VENV)/bench-$(VERSION)
WEB := $(VENV)/web-$(VERSION)
INSTALLED := $(shell $(BIN)/python -c 'import plyground; print(plyground.__file__)' 2>/dev/null)
ifneq ($(INSTALLED),$(CURDIR)/src/plyground/__init__.py)
$(shell rm -f $(VENV)/empty-* $(VENV)/play-* $(VENV)/web-* $(VENV)/dev-* $(VENV)/bench-*)
endif

# The page's JavaScript is checked where node (20.11 or later) is there; what checks it comes by npm, once.
NODE = node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || a == 20 && b >= 11 ? 0 : 1)' 2>/dev/null
NPM = { [ node_modules/.package-lock.json -nt package.json ] || npm install --silent --no-audit --no-fund >/dev/null 2>&1; }

.PHONY: help play serve site docs dist test wheel browser lint page-lint page-test bench clean matrix release

help:
	@echo "make play   play against the engine, on the full screen (on a pipe: noughts, line by line)"
	@echo "make serve  play in the browser, on this machine"
	@echo "make site   write every game as a site for a static host, into $(SITE)"
	@echo "make docs   build the documentation, into build/docs"
	@echo "make dist   build the source distribution and the wheel, with the documentation in it, into dist"
	@echo "make test   run every check: style, types, tests (in a real browser too), doctests, the wheel in an empty environment"
	@echo "make browser  run only the tests that steer a real browser"
	@echo "make lint   run the checks of style and types only"
	@echo "make bench  measure speed side by side with other libraries"
	@echo "make clean  remove what the other targets made"

play: $(PLAY)
	@$(BIN)/plyground

serve: $(WEB)
	@$(BIN)/plyground serve $(SERVE)

site: $(PLAY)
	@$(BIN)/plyground export --site $(SITE)

docs: $(DEV)
	@$(BIN)/python -m tools.documentation.build

dist: docs
	$(BIN)/python -m build --outdir dist
	$(BIN)/python -m twine check --strict dist/*

# What keeps one core busy runs side by side first; the tests then use all cores.
test: $(DEV)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint page-test wheel
	$(BIN)/python -m tests.run

wheel: $(DEV)
	$(BIN)/python -m tests.wheel_check

browser: $(DEV)
	$(BIN)/python -m tests.run browser

lint: page-lint $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict

page-lint:
	@if ! $(NODE); then echo "the page is not linted: there is no node 20.11 or later here"; \
	elif ! $(NPM); then echo "the page is not linted: npm is missing or cannot install what package.json names"; \
	else npm run --silent lint; fi

page-test:
	@if ! $(NODE); then echo "the page's unit tests do not run: there is no node 20.11 or later here"; \
	else node --no-warnings --test --test-reporter=spec tests/web/page/*.test.js; fi

matrix: $(DEV)
	$(BIN)/python -m tools.matrix

release: $(DEV)
	@$(BIN)/python -m tools.release $(RELEASE)

bench: $(BENCH)
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) node_modules build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

$(EMPTY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Plyground needs Python 3.11 or later, this is $(VERSION): try make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(PLAY): $(EMPTY)
	@echo "setting up $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(WEB): $(EMPTY)
	@echo "installing what the server needs (once) ..."
	@$(BIN)/python -m pip install --quiet --editable '.[web]'
	@touch $(PLAY) $@

$(DEV): $(EMPTY)
	@echo "installing what the checks need (once) ..."
	@$(BIN)/python -m pip install --quiet --editable '.[dev,web,postgresql,rl,notebook,docs]'
	@touch $(PLAY) $(WEB) $@

$(BENCH): $(EMPTY)
	@echo "installing what the benchmarks need (once) ..."
	@$(BIN)/python -m pip install --quiet --editable '.[dev,web,postgresql,rl,notebook,docs,bench]'
	@touch $(PLAY) $(WEB) $(DEV) $@
