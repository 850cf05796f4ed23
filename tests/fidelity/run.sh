#!/usr/bin/env bash
# Compares both PDF engines with Word's own PDFs and prints the table that docs/pdf.md holds.
# The documents and the measuring program lie beside the repository; without them it says so and stops.
set -euo pipefail
cd "$(dirname "$0")/../.."

corpus=../shared/corpus/word
measure=../shared/tools/pdf_fidelity.py
for needed in "$corpus" "$measure"; do
    [ -e "$needed" ] || { echo "fidelity: $needed is not there; nothing was measured"; exit 0; }
done

python=.work/fidelity/bin/python
if ! "$python" -c 'import numpy, PIL, skimage, scipy' 2>/dev/null; then
    echo "fidelity: making the Python environment .work/fidelity"
    python3 -m venv .work/fidelity
    "$python" -m pip install -q --disable-pip-version-check numpy pillow scikit-image scipy
fi
# With a benchmark among what is built, dependencies get the features that `make bench` gave them, and are compiled.
cargo build --release --locked --workspace --bin platen --bench pdf
platen=${CARGO_TARGET_DIR:-target}/release/platen

date -u +%F
soffice --version
"$platen" --version
"$python" "$measure" "$corpus" .work/fidelity.json \
    "embedded=$platen convert {in} -o {out}" \
    "libreoffice=$platen convert {in} -o {out} --engine libreoffice"
"$python" tests/fidelity/table.py .work/fidelity.json
