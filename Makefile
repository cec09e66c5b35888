# upcard: `make run` and `make test` share one environment, .venv, and set up only what is missing in it.
.DEFAULT_GOAL := help
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' $(MAKEFILE_LIST))

BIN := .venv/bin

# An environment made for another folder is rebuilt.
ifneq ($(shell cat .venv/.here 2>/dev/null),$(CURDIR))
.PHONY: .venv/.run .venv/.dev
endif

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST)

# One set-up at a time, even under make -j.
.NOTPARALLEL:

BUILT := pyproject.toml setup.py build_kernels.py $(filter-out %_constants.h,$(wildcard src/upcard/exact/blackjack/*.[ch] src/upcard/sim/*.[ch])) \
	$(wildcard src/upcard/*/*_constants.py src/upcard/*/*/*_constants.py)

.venv/.run: requirements/setup.lock requirements/run.lock $(BUILT)
	@scripts/setup run

# What tests need comes on top of what `make run` needs, so that neither installs or compiles anything twice.
.venv/.dev: requirements/dev.lock | .venv/.run
	@scripts/setup dev

run: .venv/.run  ## open the pit in the browser: sit down and play with play money
	@$(BIN)/upcard serve --browser

tour: .venv/.run  ## take a tour in the terminal: check, deal, price, play and simulate shipped tables
	@scripts/tour

test: lint types layers pytest  ## run the style, type and layer checks and all tests

lint: .venv/.dev
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet

types: .venv/.dev
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/pyright --warnings > .venv/pyright.log 2>&1 || { cat .venv/pyright.log; exit 1; }

layers: .venv/.dev
	@$(BIN)/lint-imports --no-logo > .venv/layers.log 2>&1 || { cat .venv/layers.log; exit 1; }

pytest: .venv/.dev
	@$(BIN)/pytest

test-exact: .venv/.dev  ## six decks as fractions, long simulations: a few minutes
	@$(BIN)/pytest -o norecursedirs='.* build' tests/exact/slow

test-fuzz: .venv/.dev  ## 20,000 random and damaged inputs to every verb: a few minutes
	@$(BIN)/pytest --dist worksteal -o norecursedirs='.* build' tests/fuzz/slow

test-kernel: .venv/.dev  ## a million rounds per game through engine and simulator, card for card: 30 minutes
	@$(BIN)/pytest -vv --dist worksteal -o norecursedirs='.* build' tests/sim/slow/test_engine_million.py tests/sim/slow/test_elsewhere.py tests/sim/slow/test_more_facts.py

test-browser: .venv/.dev  ## the pit in Chromium: every game and wager by keyboard only, cut connections, every page under axe-core: 15 minutes
	@$(BIN)/pytest -n 0 -o norecursedirs='.* build' tests/web/browser

test-drawings: .venv/.dev  ## measure the text of every felt in Chromium (apt-get install chromium fonts-liberation): 30 seconds
	@$(BIN)/pytest -n 0 -o norecursedirs='.* build' tests/drawing/slow

test-faults: .venv/.dev  ## lost cluster workers, killed tables, pit servers and services, power losses under the journal, falsified journals, restored copies: a few minutes
	@$(BIN)/pytest -o norecursedirs='.* build' tests/sim/slow/test_lost_worker.py
	@$(BIN)/pytest --dist worksteal -o norecursedirs='.* build' tests/api/slow/test_killed_table.py
	@$(BIN)/pytest --dist worksteal -o norecursedirs='.* build' tests/store/slow
	@$(BIN)/pytest --dist worksteal -o norecursedirs='.* build' tests/audit/slow
	@$(BIN)/pytest --dist worksteal -o norecursedirs='.* build' tests/pit/slow
	@$(BIN)/pytest -n 0 -o norecursedirs='.* build' tests/web/slow/test_killed_services.py
	@$(BIN)/pytest --dist worksteal -o norecursedirs='.* build' tests/web/slow/test_many_restores.py tests/web/slow/test_many_falsifications.py

test-recipe: .venv/.dev  ## add a wager and a rule to a copy of the project, and run the tests of the core there: 10 minutes
	@$(BIN)/pytest -n 0 -o norecursedirs='.* build' tests/recipe/slow

test-sanitizers: .venv/.dev  ## the simulator's kernels under address and undefined-behavior sanitizers: a few minutes
	@$(BIN)/pytest -n 0 -o norecursedirs='.* build' tests/sim/slow/test_sanitizers.py

test-service: .venv/.dev  ## the service in 10,000 states with different unseen cards, and 1,000 requests of each kind to every route: 25 minutes
	@$(BIN)/pytest -vv --dist worksteal -o norecursedirs='.* build' tests/web/slow/test_all_states.py tests/web/slow/test_long_fuzzing.py

test-settlement: .venv/.dev  ## 20,000 random rounds of every game and wager, settled a second time: 15 minutes
	@$(BIN)/pytest -vv --dist worksteal -o norecursedirs='.* build' tests/sim/slow/test_second_settlement.py

TABLE_HOURS ?= 1000

test-simulation: .venv/.dev  ## simulated casinos from seeds, on failing disks: 1,000 table-hours, or TABLE_HOURS=10000; 15 minutes
	@$(BIN)/python -m tests.pit.simulate --table-hours $(TABLE_HOURS)

test-statistics: .venv/.dev  ## long runs against exact prices and a second simulator, and whether standard errors are right: 30 minutes
	@$(BIN)/pytest -n 0 -o norecursedirs='.* build' tests/sim/slow/test_long_agreement.py tests/sim/slow/test_second_simulator.py tests/sim/slow/test_more_covariances.py
	@$(BIN)/pytest -vv --dist worksteal -o norecursedirs='.* build' tests/sim/slow/test_calibration.py

test-wheels: .venv/.dev  ## install both wheels without a compiler, run every verb and every command of the README: a few minutes
	@$(BIN)/pytest -n 0 -o norecursedirs='.* build' tests/distribution/slow

test-notebook: .venv/.dev  ## run all cells of docs/python.ipynb: 30 seconds
	@$(BIN)/python -m tools.run_notebook

test-paper: .venv/.dev  ## every document of every table, workbooks recomputed by LibreOffice (apt-get install libreoffice-calc poppler-utils): a few minutes
	@$(BIN)/pytest --dist worksteal -o norecursedirs='.* build' tests/paper/slow

test-pythons: wheels  ## the wheel under the Python of another Debian release (needs root, debootstrap): a few minutes
	@scripts/pythons

test-search: .venv/.dev  ## try new random examples, beyond those of make test
	@UPCARD_SEARCH=1 $(BIN)/pytest tests/test_money.py tests/test_positions.py tests/test_properties.py tests/test_round_properties.py

coverage: .venv/.dev  ## the branches of the core (law to game, drawings, payoffs) that no test reaches: 10 minutes
	@rm -rf build/coverage && mkdir -p build/coverage
	@$(BIN)/coverage run -m pytest tests/test_*.py tests/law tests/drawing tests/exact
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

bench: .venv/.dev  ## measure speed (benchmarks/)
	@$(BIN)/python benchmarks/audit.py
	@$(BIN)/python benchmarks/check.py
	@$(BIN)/python benchmarks/command.py
	@$(BIN)/python benchmarks/engine.py
	@$(BIN)/python benchmarks/json_codec.py
	@$(BIN)/python benchmarks/exact.py
	@$(BIN)/python benchmarks/journal.py
	@$(BIN)/python benchmarks/ledger.py
	@$(BIN)/python benchmarks/shoes.py
	@$(BIN)/python benchmarks/simulate.py
	@$(BIN)/python benchmarks/walk.py

bench-load: .venv/.dev  ## a server under load on one core: commands, pushes, memory; 6 minutes, or ROWS="steady saturated listeners memory"
	@$(BIN)/python benchmarks/load.py $(ROWS)

bench-browser: .venv/.dev  ## what a browser waits for: news of a commit, pages, the first visit, the coach; 2 minutes, or ROWS="news pages visit coach"
	@$(BIN)/python benchmarks/browser.py $(ROWS)

wheels: .venv/.dev  ## build the source archive and both wheels into dist/
	@scripts/wheels

lock: .venv/.dev  ## regenerate the lock files with the newest versions
	@scripts/lock --upgrade

clean:  ## remove the environment and all caches
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache src/*.egg-info build
	find src -name '*.so' -delete -o -name '*_constants.h' -delete
	find src tests -name __pycache__ -type d -exec rm -rf {} +

docs: .venv/.dev  ## regenerate the documents, their examples, the citation indexes and the screenshots
	@$(BIN)/python -m tools.typed_keys
	@$(BIN)/python -m tools.docs
	@$(BIN)/python -m tools.screenshots

screenshots: .venv/.dev  ## regenerate only the screenshots (apt-get install chromium): a minute
	@$(BIN)/python -m tools.screenshots

golden-pages: .venv/.dev  ## regenerate every page as a screen reader presents it, and the open axe-core results; review the difference
	@UPCARD_GOLDEN=1 $(BIN)/pytest -n 0 -o norecursedirs='.* build' tests/web/browser/slow/test_every_page.py tests/web/browser/test_table_in_chromium.py tests/web/browser/test_coupons_in_chromium.py

golden: .venv/.dev  ## regenerate the golden transcripts; review the difference
	@$(BIN)/python -m tools.golden

release-journal: .venv/.dev  ## write this release's journal for the tests; only before the release is published
	@$(BIN)/python -m tools.release_journal
