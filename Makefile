# A thin front for CMake: set up, configure, build, and then the work itself.
#
#   make            build/polhode, the libraries and the tests
#   make run        run up the V8 engine into out/v8, draw it and make a page of it
#   make test       the quick tests          make test-all    the long ones too
#   make test-full  those at their full size, too
#   make golden     are all results the same to the last bit? AGAINST=POLHODE: beside another build
#   make bless      stores the results of this build as those to be kept
#   make bench      what steps cost: rotation methods, engines, and ours beside IDA; memory
#   make docs       figures and tables of the README and of docs/
#   make site       all documents as pages with a gallery: build/site/index.html
#   make format     make check-format        make clean
#   make install    PREFIX=/usr/local DESTDIR=
MAKEFLAGS += --no-print-directory

BUILD   = build
PREFIX  = /usr/local
DESTDIR =
JOBS   := $(shell nproc 2>/dev/null || echo 2)
SHOW    = out/v8
SITE    = $(BUILD)/site
REPORT  =
AGAINST =

# Ninja when it is there; a folder that is configured already keeps its generator.
GENERATOR = $(if $(shell command -v ninja),Ninja,Unix Makefiles)
SOURCES   = git ls-files --cached --others --exclude-standard '*.c' '*.h'
CTEST     = ctest --test-dir $(BUILD) --output-on-failure -j2

.PHONY: all setup setup-test run docs site test test-all test-full golden bless bench format check-format install clean

all: setup $(BUILD)/.configured
	@cmake --build $(BUILD) -j $(JOBS)

setup:
	@tools/setup.sh

# Configured once; from then on the build itself notices changed CMake files.
$(BUILD)/.configured: CMakePresets.json | setup
	@cmake --preset release -B $(BUILD) \
		$(if $(wildcard $(BUILD)/CMakeCache.txt),,-G "$(GENERATOR)")
	@touch $@

# Only the command: a first look need not wait for the tests to compile.
run: setup $(BUILD)/.configured
	@cmake --build $(BUILD) -j $(JOBS) --target polhode
	@$(BUILD)/polhode run models/papers/v8.yaml -o $(SHOW)
	@$(BUILD)/polhode plot $(SHOW) crank.omega.x -o $(SHOW)/speed.svg
	@cmake --build $(BUILD) --target viewer >$(BUILD)/viewer.log 2>&1 || true
	@if test -e $(BUILD)/viewer.html; then \
		$(BUILD)/polhode view $(SHOW) -o $(SHOW)/page.html && \
		echo "to see it move, open $(SHOW)/page.html in a browser"; \
	else grep '^polhode view:' $(BUILD)/viewer.log || \
		echo "to see it move: install Node.js and npm, and make run again"; fi
	@echo "the model is models/papers/v8.yaml; for its numbers:"
	@echo "  $(BUILD)/polhode table $(SHOW) crank.omega.x"

# What the documents show of the program: figures and tables, the model file's keys.
docs: run
	@tools/readme_table.sh $(BUILD)/polhode
	@tools/engine_tables.sh $(BUILD)/polhode
	@tools/contact_page.sh $(BUILD)/polhode
	@tools/analysis_pages.sh $(BUILD)/polhode
	@cmake --build $(BUILD) --target docs-reference
	@cmake --build $(BUILD) --target docs-elements
	@$(BUILD)/polhode run models/papers/book-toss.yaml -o out/book-toss --quiet
	@$(BUILD)/polhode plot out/book-toss body.omega -o docs/book-toss.svg

# The documents and a gallery of all models as pages that open from disk. REPORT=DIR puts the
# report of `polhode papers -o DIR` in.
site: setup $(BUILD)/.configured
	@tools/setup.sh --site
	@cmake --build $(BUILD) -j $(JOBS) --target polhode
	@cmake --build $(BUILD) --target viewer >/dev/null 2>&1 || true
	@python3 -B tools/site/build.py --polhode $(BUILD)/polhode -o $(SITE) $(if $(REPORT),--report $(REPORT))

test: setup-test all
	@$(CTEST) -LE long

test-all: setup-test all
	@$(CTEST)

test-full: setup-test all
	@$(CTEST) -C full

# The tests compile the public headers as C++, too, and look at pages in a browser: one that has just
# come is found when CMake looks again.
setup-test:
	@tools/setup.sh --test
	@if grep -qs 'CHROMIUM-NOTFOUND' $(BUILD)/CMakeCache.txt; then cmake $(BUILD) >/dev/null; fi

# Every model with every integrator, bit by bit; see CONTRIBUTING.md.
golden: all
	@$(BUILD)/test/golden $(BUILD)/polhode --jobs $(JOBS) $(if $(AGAINST),--against $(AGAINST))

bless: all
	@$(BUILD)/test/golden $(BUILD)/polhode --jobs $(JOBS) --bless

bench: all
	@cmake --build $(BUILD) -j $(JOBS) --target bench >&2
	@$(BUILD)/bench/bench_rot
	@$(BUILD)/bench/bench_engine
	@$(BUILD)/bench/bench_memory

format:
	@$(SOURCES) | xargs clang-format -i

check-format:
	@$(SOURCES) | xargs clang-format --dry-run -Werror

install: all
	@DESTDIR="$(DESTDIR)" cmake --install $(BUILD) --prefix "$(PREFIX)"

clean:
	@rm -rf $(BUILD) build-debug build-sanitize build-gcc build-clang build-clang-sanitize build-fuzz
