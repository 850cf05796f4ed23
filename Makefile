# The commands of the project; people and CI use the same. Each does its own set-up.

LISTEN ?= 127.0.0.1:8080
DATA ?= data
# Of `make deploy`: the stack, and parameters of infra/template.yaml such as PARAMETERS='LogLevel=debug RenderMemory=1769'.
STACK ?= platen
PARAMETERS ?=
# The functions with the profile and the features of a deployment, for this machine: into target/function.
BUILD_FUNCTIONS = cargo build --profile function --locked --workspace --exclude platen --exclude platen-tests --bins

.PHONY: run test soak bench bench-peers fidelity faults fmt fuzz openapi console screenshots pictures setup-test deploy

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

# Runs the long tests of bulk jobs at full size, and writes their table into docs/reliability.md; then the functions as they
# are deployed on an emulator of AWS, hostile input on a release build, more of it, and ten minutes of Schemathesis. Takes an hour,
# and ten gigabytes in the temporary folder.
soak: setup-test
	cargo build --release --locked --workspace --bin platen --bin hostile-child --example soak_functions
	$(BUILD_FUNCTIONS)
	python3 tests/soak/run.py target/release/platen --functions target/release/examples/soak_functions target/function \
		--table docs/reliability.md
	ln -sf ../release/platen target/function/platen
	.work/infra/bin/python tests/cloud/end_to_end.py target/function
	HOSTILE_CHILD=$(CURDIR)/target/release/hostile-child COUNT=5000 \
		cargo test --workspace --locked --test hostile -- --nocapture
	PLATEN_SCHEMATHESIS_SECONDS=600 cargo test --workspace --locked --test e2e -- --nocapture schemathesis

# Times rendering, in process (criterion; results in target/criterion), PDFs beside LibreOffice, reading 100,000 rows of CSV
# and Excel, and the start of Lambda functions.
bench: setup-test
	cargo bench --locked --workspace --bench render --bench pdf
	cargo run --release --locked -p platen-tables --example read_rows
	cargo build --release --locked --workspace --example cold_start
	$(BUILD_FUNCTIONS)
	target/release/examples/cold_start target/function

# Runs other document generators and Platen on the same work, and prints the ratios.
bench-peers:
	python3 tests/bench-peers/run.py

# Compares the PDFs of all engines with Word's own, and writes the tables of docs/pdf.md (ENGINES="platen libreoffice").
fidelity: setup-test
	./tests/fidelity/run.sh

# Tells the first wrong decision of each page of an engine's PDFs (ENGINE=platen, OPTIONS="--only NAME").
faults:
	./tests/fidelity/faults.sh

# Runs each fuzz target for ten minutes (SECONDS_EACH=600, TARGETS="package xml tags compile rich subdocument names pdf layout draw").
fuzz:
	./fuzz/run.sh

# Writes docs/openapi.json again from the code; a test compares them.
openapi:
	PLATEN_BLESS=1 cargo test --locked -p platen-openapi --test document

# Makes the pictures of the documents (docs/pictures), with Platen itself.
pictures:
	cargo build --locked --bin platen
	cargo run --quiet --locked -p platen-samples --example write_samples -- target/samples
	./docs/pictures/make.sh target/debug/platen target/samples

# Makes the browser console's files again from its source (shared/console/dist); a test compares them.
console: setup-test
	cd shared/console && npm run --silent check && npm run --silent build

# Takes pictures of every screen of the console, in a real browser over a real server: SCREENSHOTS=.work/screenshots.
SCREENSHOTS ?= .work/screenshots
screenshots: setup-test
	cargo build --locked --workspace --bin platen
	cd shared/console && PLATEN=$(CURDIR)/target/debug/platen SCREENSHOTS=$(abspath $(SCREENSHOTS)) \
		npm run --silent test -- --project screenshots

# Formats the code.
fmt:
	cargo fmt --all

# Builds the functions and deploys them to AWS, with the credentials of the environment; docs/deploy.md is the way there.
deploy:
	./infra/deploy.sh $(STACK) $(PARAMETERS)
