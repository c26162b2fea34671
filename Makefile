# Two commands for a fresh machine: `make demo` and `make test`. Both set up what is missing first.
.PHONY: demo serve test setup check unit samples

sample ?= deploy/samples/zh-report.pdf

demo: setup
	.venv/bin/wholedoc risks "$(sample)"

serve: setup
	.venv/bin/wholedoc serve

test: setup check unit

setup:
	@deploy/setup.sh $(engine)

check:
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/lint-imports
	.venv/bin/mypy

unit:
	.venv/bin/pytest

samples: setup
	.venv/bin/pip install -q typst==0.15.2
	.venv/bin/python deploy/samples/build.py
