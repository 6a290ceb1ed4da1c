# Comanda. `make run` to try it, `make test` to prove it.
.PHONY: help build run programs test check deny simulation bench fuzz web openapi installers test-installers clean
.DEFAULT_GOAL := help
# A target whose command failed or was interrupted is made again.
.DELETE_ON_ERROR:
TARGET := $(or $(CARGO_TARGET_DIR),target)

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */  make \1\t/' | expand -t 24

build: ## release binaries in target/release, web app inside; beside them their bills of materials and checksums
	@scripts/prerequisites build
	@$(MAKE) --no-print-directory web
	scripts/without-paths cargo build --release --bin comanda
	scripts/without-paths cargo build --profile agent --bin comanda-agent
	@cmp -s "$(TARGET)/agent/comanda-agent" "$(TARGET)/release/comanda-agent" || cp "$(TARGET)/agent/comanda-agent" "$(TARGET)/release/"
	@scripts/without-paths in "$(TARGET)/release/comanda" "$(TARGET)/release/comanda-agent"
	@scripts/sbom comanda > "$(TARGET)/release/comanda.cdx.json"
	@scripts/sbom comanda-agent > "$(TARGET)/release/comanda-agent.cdx.json"
	@scripts/sums "$(TARGET)/release" comanda comanda-agent comanda.cdx.json comanda-agent.cdx.json

run: ## demo restaurant on http://127.0.0.1:8080 with four virtual printers
	@scripts/prerequisites run
	@$(MAKE) --no-print-directory -j2 programs web
	@exec "$(TARGET)/debug/comanda" demo --listen $${COMANDA_LISTEN:-127.0.0.1:8080} --data $${COMANDA_DATA:-data}

# Without make's job server: cargo takes all cores.
programs:
	@MAKEFLAGS= MFLAGS= cargo build --bin comanda --bin comanda-agent

test: ## every suite, on SQLite and PostgreSQL and in a real browser
	@scripts/test all

check: ## format, lints, types, unit tests, stale generated files
	@scripts/test check

deny: ## licences, duplicates and known weaknesses by cargo-deny, which is built first; `check` holds all but the last without it
	@scripts/deny

simulation: ## ten thousand tickets through everything that goes wrong, then evenings, days of the tax authority and accounts of chance
	COMANDA_SIMULATION_JOBS=$${COMANDA_SIMULATION_JOBS:-10000} cargo test --test simulation no_ticket_is_lost -- --nocapture
	COMANDA_ROUNDS=$${COMANDA_ROUNDS:-20} scripts/by-chance

bench: ## timings on this machine; not part of the tests
	@scripts/bench

web: web/dist/sw.js ## the web app, into web/dist; nothing where its sources have not changed
	@:

# Folders are among them: theirs is the time at which a file was added or removed.
WEB_SOURCES := $(shell find web/src web/public web/build -not -name '*.test.*') web/index.html web/package.json \
	web/tsconfig.json web/vite.config.ts web/scripts/first-load.mjs web/scripts/floor.mjs

web/dist/sw.js: $(WEB_SOURCES) web/node_modules/.stamp
	@scripts/step 'web app' npm --prefix web run build

web/node_modules/.stamp: web/package-lock.json
	@scripts/step 'web packages' npm --prefix web ci --no-audit --no-fund
	@touch $@

fuzz: ## hostile files at every reader, schemathesis over the OpenAPI document; not part of the tests
	@scripts/fuzz-files
	@scripts/schemathesis

openapi: ## write the API's document anew, from which the types of the web are made
	@scripts/openapi write

installers: ## the .deb of the server, the agent's and its set-up program for Windows, into target/installers (on Debian)
	@scripts/installers

test-installers: ## both installed and tried, under wine and in an emulated Debian; about 25 minutes
	@scripts/test-installers

clean: ## remove what was built
	cargo clean
	rm -rf web/dist web/node_modules
