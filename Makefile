# The commands of the project; people and CI use the same. Each does its own set-up.

LISTEN ?= 127.0.0.1:8080
DATA ?= data
# Of `make deploy`: the stack, and parameters of infra/template.yaml such as PARAMETERS='LogLevel=debug RenderMemory=1769'.
STACK ?= platen
PARAMETERS ?=
# Of `make package`: where the functions and their template go.
PACKAGE_TO ?= target/package
# The functions with the profile and the features of a deployment, for this machine: into target/function.
BUILD_FUNCTIONS = cargo build --profile function --locked --workspace --exclude platen --exclude platen-tests --bins

# Of `make dist`: where the packages go; and the oldest C library that the program starts with, such as 2.28 (this machine's without it).
DIST ?= target/dist
GLIBC ?=

.PHONY: run release check test checked soak model-aws bench bench-peers corpus fidelity faults fmt fuzz openapi clients console screenshots pictures setup-test package deploy dist dist-program

# Builds the one-machine home and starts it; the first start makes sample templates and a key, and prints a curl line. It is the
# quickest build: without what only AWS needs, and without the last optimizations.
LEAN = -p platen --no-default-features
run:
	cargo build --profile quick --locked $(LEAN) --features mcp
	./target/quick/platen serve --listen $(LISTEN) --data $(DATA)

# Builds the program as it is installed: with the commands for AWS, and with all optimizations.
release:
	cargo build --profile shipped --locked --bin platen

# The quick checks, which need nothing but Rust: format, clippy and the unit tests.
check:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo test --workspace --locked --lib --bins

# All checks and tests. Set-up mostly waits for registries, so the compiler works beside it; without a C compiler it comes first.
test:
	$(MAKE) --no-print-directory -j$(if $(shell command -v cc),2,1) setup-test checked
	./tests/deny.sh
	rm -rf target/aws-calls target/tmp/skipped
	cargo test --workspace --locked
	.work/infra/bin/python tests/cloud/rights.py target/aws-calls
	@! test -s target/tmp/skipped || (sort -u target/tmp/skipped && echo "$$(sort -u target/tmp/skipped | wc -l) SKIPPED")

# What the compiler says, and the tests built.
checked:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo clippy $(LEAN) --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked
	cargo test --workspace --locked --no-run

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
	COUNT=20000 cargo test --workspace --locked --test e2e -- --nocapture workers::processes::processes_that_die
	PLATEN_SCHEMATHESIS_SECONDS=600 cargo test --workspace --locked --test e2e -- --nocapture schemathesis
	COUNT=5000 cargo test --workspace --locked --test language -- --nocapture generated
	COUNT=5000 cargo test --workspace --locked --test e2e -- --nocapture moving::generated

# Follows jobs of 10 to 1,000,000 items through the functions over stores with the latencies of AWS, and prints how long they take
# and what they cost (RENDERERS=16); then jobs of 100,000 and 1,000,000 items with a thousand renderers, and ten items beside a million
# of a neighbor, in virtual time. Takes some hours, and some gigabytes in the temporary folder.
RENDERERS ?= 16
model-aws:
	cargo build --release --locked --workspace --example model_aws --example simulate_aws
	$(BUILD_FUNCTIONS)
	target/release/examples/model_aws target/function $(RENDERERS)
	target/release/examples/simulate_aws

# Times rendering, in process (criterion; results in target/criterion), PDFs, reading 100,000 rows of CSV and Excel, and the
# start of Lambda functions.
bench: setup-test
	cargo bench --locked --workspace --bench render --bench pdf
	cargo run --release --locked -p platen-tables --example read_rows
	cargo run --release --locked -p platen-tables --example growth
	cargo build --release --locked --workspace --example cold_start
	$(BUILD_FUNCTIONS)
	target/release/examples/cold_start target/function

# Runs other document generators and Platen on the same work, and prints the ratios.
bench-peers:
	python3 tests/bench-peers/run.py

# Fetches the 140 documents that fidelity is measured on, and Word's PDFs of them, from their authors' repositories.
corpus:
	python3 tests/fidelity/fetch.py .work/corpus/real

# Compares the PDFs of Platen and LibreOffice with Word's own, and writes the tables of docs/pdf.md (ENGINES="platen libreoffice").
fidelity: setup-test
	./tests/fidelity/run.sh

# Tells the first wrong decision of each page of an engine's PDFs (ENGINE=platen, OPTIONS="--only NAME").
faults:
	./tests/fidelity/faults.sh

# Runs each fuzz target for ten minutes (SECONDS_EACH=600, TARGETS="package xml invoice tags compile rich subdocument names pdf layout draw").
fuzz:
	./fuzz/run.sh

# Writes docs/openapi.json again from the code; a test compares them.
openapi:
	PLATEN_BLESS=1 cargo test --workspace --locked --test document

# Writes what is generated in shared/clients: parts of the clients and of the node for n8n, collections for Bruno and Postman.
clients:
	cargo build --quiet --locked --workspace --bin platen-clients
	$(if $(CARGO_TARGET_DIR),$(CARGO_TARGET_DIR),target)/debug/platen-clients

# Makes the pictures of the documents (docs/pictures), with Platen itself and with its console in a browser.
pictures: setup-test
	cargo build --locked --workspace --bin platen
	cargo run --quiet --locked -p platen-samples --example write_samples -- target/samples
	./docs/pictures/make.sh target/debug/platen target/samples
	cd shared/console && PLATEN=$(CURDIR)/target/debug/platen PICTURES=$(CURDIR)/docs/pictures/tutorial npm run --silent test -- --project tutorial

# Makes the browser console's files again from its source (shared/console/dist); a test compares them.
console: setup-test clients
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

# Builds the program and packs it for those who do not: tarball, .deb, Python wheel, npm packages, OCI image, Helm chart, with
# checksums and a bill of materials (docs/install.md says what each is for); and the clients and the node for n8n (docs/clients.md).
dist: setup-test clients dist-program
	./shared/clients/dist.sh $(DIST)
	cd $(DIST) && sha256sum platen_client-*.whl platen-client-* n8n-nodes-platen-*.tgz Platen.Client-*.zip platen-go-*.zip platen-php-*.zip >>SHA256SUMS

# The program's own packages alone, which need nothing of the tests.
dist-program:
	python3 infra/dist/dist.py "$$(./infra/dist/build.sh $(GLIBC))" $(DIST)

# Builds the functions and packs them with their template, for any pipeline and account; needs no credentials. MACHINE=x86_64 is for
# Lambda's other processors.
package:
	./infra/package.sh $(PACKAGE_TO)

# Packs the functions and deploys them to AWS, with the credentials of the environment; docs/deploy.md is the way there.
# PACKAGE=folder deploys what was packed before.
deploy:
	./infra/deploy.sh $(STACK) $(PARAMETERS)
