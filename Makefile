# The commands of the project; people and CI use the same. Each does its own set-up.

LISTEN ?= 127.0.0.1:8080
DATA ?= data

.PHONY: run test bench bench-peers fidelity fmt openapi setup-test

# Builds the one-machine home and starts it; the first start makes sample templates and a key, and prints a curl line.
run:
	cargo build --release --locked --bin platen
	./target/release/platen serve --listen $(LISTEN) --data $(DATA)

# All checks and tests.
test: setup-test
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	./tests/deny.sh
	cargo test --workspace --locked

# Installs what the tests need, where it is missing.
setup-test:
	./tests/set-up.sh

# Times rendering, in process (criterion; results in target/criterion).
bench:
	cargo bench --locked -p platen-docx --bench render

# Runs other document generators and Platen on the same work, and prints the ratios.
bench-peers:
	python3 tests/bench-peers/run.py

# Compares the PDFs of both engines with Word's own.
fidelity: setup-test
	./tests/fidelity/run.sh

# Writes docs/openapi.json anew from the code; a test compares them.
openapi:
	PLATEN_BLESS=1 cargo test --locked -p platen-openapi --test document

# Formats the code.
fmt:
	cargo fmt --all
