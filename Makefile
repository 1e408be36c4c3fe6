# Two commands matter: `make demo` shows what foldtable does, `make test` runs the tests.
# Each sets everything up by itself, in .venv, with the versions in constraints.txt.

PYTHON ?= python3
BIN := .venv/bin
FOLDTABLE := $(BIN)/foldtable
DEMO := demo
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: demo test lint types bench docs clean

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --no-input -c constraints.txt -e ".[dev]"
	touch $@

demo: export FOLDTABLE_DB = $(DEMO)/ledger.db
demo: .venv/ready
	rm -rf $(DEMO) && mkdir $(DEMO)
	@echo; echo "== An evening of Splendor, as it was typed at the table (examples/splendor-evening.txt)"
	$(FOLDTABLE) new splendor --seats "Ana,Bo,Cy" --name evening
	$(FOLDTABLE) record evening < examples/splendor-evening.txt | tail -n 12
	@echo; echo "== The board at the end"
	$(FOLDTABLE) show evening
	@echo; echo "== Some steps of it again: each event with what it moved, by which rule"
	$(FOLDTABLE) step evening --from 142 --to 147
	@echo; echo "== Why does Cy have so many points? Why does the bank have so little blue?"
	$(FOLDTABLE) why evening cy.points
	$(FOLDTABLE) why evening@60 bank.blue
	@echo; echo "== Closed, sealed, exported, verified"
	$(FOLDTABLE) close evening
	$(FOLDTABLE) export evening -o $(DEMO)/evening.match.json
	$(FOLDTABLE) verify $(DEMO)/evening.match.json

test: .venv/ready
	$(BIN)/python -m pytest -n 2

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready
	$(BIN)/mypy

bench: .venv/ready
	$(BIN)/python -m tests.benchmarks

docs: .venv/ready
	$(BIN)/python -m tests.docs --write

clean:
	rm -rf .venv $(DEMO)
