# One list of commands. It needs Python 3.11 or newer with venv, cargo, a C linker, make and git; everything else is installed
# into .venv, pinned by pyproject.toml and Cargo.lock. Stamp files remember what is up to date, so that a second run works
# without a network. All paths are relative: make cannot name files below a folder with a space in its name, but it can work
# inside one.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

PYTHON ?=          # the interpreter to make .venv from; the first good one of $(PYTHONS) if empty
BENCH_ARGS ?=      # such as BENCH_ARGS=--json
INSTRUCTIONS_ARGS ?= # --update writes the baseline
PYTEST_ARGS ?= --numprocesses=auto
SELFCHECK_GAMES ?= 2000
HOSTILE_POSITIONS ?= 100000 # in which groups that are never cut are tried
FUZZ_SECONDS ?= 60 # for each target

PYTHONS := $(if $(strip $(PYTHON)),"$(strip $(PYTHON))",python3.11 python3.12 python3.13 python3.14 python3 python)
VENV := .venv
PY := $(VENV)/bin/python
CARGO := cargo --locked
# What the compiled module and the installed metadata are made of; the folders are listed so that a deleted file counts.
SOURCES := Cargo.toml Cargo.lock $(wildcard README.md LICENSE-*) \
	$(shell find rust/*/src rust/*/Cargo.toml -type d -o -name '*.rs' -o -name Cargo.toml)

# Ends a command of pip, which says at length what it could not reach.
OR_OFFLINE := || { echo "meridians: the first run needs a network (pip failed, see above)" >&2; exit 1; }

# cargo and maturin build for the interpreter of .venv, whatever else is active in the calling shell.
export VIRTUAL_ENV := $(CURDIR)/$(VENV)
export PATH := $(PATH):$(HOME)/.cargo/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport CONDA_PREFIX PYTHONHOME PYTHONPATH

.PHONY: bench test build build-tests lint instructions performance wheel-check check-full fuzz clean help

bench: $(VENV)/develop.stamp ## set everything up and run the main job: rollouts on every board, against the reference
	$(PY) -m meridians bench $(BENCH_ARGS)

test: $(VENV)/dev.stamp $(VENV)/develop.stamp ## set everything up and run all tests, Rust and Python
	$(CARGO) test --package meridians
	$(PY) -m pytest $(PYTEST_ARGS)

build: $(VENV)/develop.stamp build-tests ## build the module and the tests of the engine, at once with make --jobs=2

build-tests:
	$(CARGO) test --package meridians --no-run

lint: $(VENV)/dev.stamp $(VENV)/develop.stamp ## check format, lints, types, stub and documentation of both languages
	@for tool in fmt clippy; do cargo $$tool --version >/dev/null 2>&1 || { \
		echo "meridians: cargo $$tool is missing: rustup component add rustfmt clippy" >&2; exit 1; }; done
	cargo fmt --all --check
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m mypy.stubtest meridians._core --allowlist tests/stubtest_allowlist.txt
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet
	@echo "the engine must not see Python"
	@tree=$$($(CARGO) tree --package meridians --edges all --target all --prefix none) || exit 1; \
		if echo "$$tree" | grep -E '^(pyo3|numpy)'; then echo "meridians: the engine crate depends on Python" >&2; exit 1; fi

instructions: $(VENV)/venv.stamp ## count instructions under Callgrind, against benches/instructions.json; needs valgrind
	$(CARGO) build --release --quiet --package meridians-benches --bin instructions
	$(PY) benches/instructions.py $(INSTRUCTIONS_ARGS)

performance: $(VENV)/develop.stamp ## measure anew what docs/performance.md shows: some minutes, and it wants a quiet machine
	$(PY) -m pip install --quiet --group run --group peers $(OR_OFFLINE)
	$(PY) -m meridians bench --size all --seconds 5 --json > $(VENV)/bench.json
	$(PY) benches/peers.py --json docs/performance/peers.json
	mv $(VENV)/bench.json docs/performance/bench.json
	$(PY) docs/make_performance.py

wheel-check: $(VENV)/dev.stamp $(VENV)/wheelhouse.stamp ## build sdist and wheel, list their contents, test the wheel alone
	$(PY) tests/wheel/check_wheel.py --wheelhouse $(VENV)/wheelhouse

check-full: test ## all tests, a long selfcheck, batches, hostile play, the wheel, and ten seconds of every fuzz target
	$(PY) -m meridians selfcheck --games $(SELFCHECK_GAMES)
	$(PY) tests/test_batch_state.py 10000
	$(CARGO) run --release --package meridians --example structure -- $(HOSTILE_POSITIONS)
	$(CARGO) run --release --package meridians --example never_cut
	$(MAKE) wheel-check
	$(MAKE) fuzz FUZZ_SECONDS=10

fuzz: ## run every fuzz target for a minute (FUZZ_SECONDS); needs nightly Rust and cargo-fuzz
	@cargo +nightly fuzz --version >/dev/null 2>&1 || { echo "meridians: make fuzz needs nightly Rust and cargo-fuzz:" \
		"rustup toolchain install nightly && cargo install --locked cargo-fuzz" >&2; exit 1; }
	@targets=$$(cargo +nightly fuzz list) || exit 1; for target in $$targets; do echo "fuzzing $$target"; \
		mkdir -p fuzz/corpus/$$target fuzz/seeds/$$target && cargo +nightly fuzz run $$target \
		fuzz/corpus/$$target fuzz/seeds/$$target -- -max_total_time=$(strip $(FUZZ_SECONDS)) || exit 1; done

clean: ## remove .venv and everything that was built here; what the fuzzer found stays
	rm -rf $(VENV) target fuzz/target dist .hypothesis .mypy_cache tests/.mypy_cache .pytest_cache .ruff_cache
	rm -f python/meridians/_core*.so python/meridians/_core*.pyd
	find python tests -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# A virtual environment whose pip knows dependency groups (the one that comes with Python 3.11 does not).
$(VENV)/venv.stamp:
	@for python in $(PYTHONS); do \
		if "$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
			echo "making $(VENV) with $$("$$python" --version)"; "$$python" -m venv $(VENV); exit; fi; done; \
		echo "meridians: Python 3.11 or newer with venv is needed, and none of these is it:" $(PYTHONS). \
			"Name one with make PYTHON=... (Debian and Ubuntu have venv in the package python3-venv)." >&2; exit 1
	$(PY) -m pip install --quiet --upgrade "pip>=25.1" $(OR_OFFLINE)
	@touch $@

$(VENV)/run.stamp: $(VENV)/venv.stamp pyproject.toml
	$(PY) -m pip install --quiet --group build --group run $(OR_OFFLINE)
	@touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp
	$(PY) -m pip install --quiet --group dev $(OR_OFFLINE)
	@touch $@

# A real, editable installation: metadata, entry point, and the compiled module beside the Python sources. Without --group
# maturin would install the group `dev` as well.
$(VENV)/develop.stamp: $(VENV)/run.stamp $(SOURCES)
	@command -v cargo >/dev/null || { echo "meridians: cargo is missing: install Rust, with rustup for example" >&2; exit 1; }
	$(PY) -m maturin develop --release --locked --extras cli --group run
	@touch $@

# What the clean environments of the wheel check install from.
$(VENV)/wheelhouse.stamp: $(VENV)/venv.stamp pyproject.toml
	rm -rf $(VENV)/wheelhouse
	for group in floor test; do \
		$(PY) -m pip download --quiet --only-binary :all: --dest $(VENV)/wheelhouse --group $$group $(OR_OFFLINE); done
	@touch $@
