#!/usr/bin/env bash
# Compares the PDFs of Platen and LibreOffice with Word's own, and writes the tables of docs/pdf.md.
#
#   ENGINES="platen"   measures these; the others keep the results of the last run
#   PLATEN=target/debug/platen  takes this program instead of a release build
#   DOC=other.md                writes the tables there
source "$(dirname "$0")/common.sh"

measure=tests/fidelity/pdf_fidelity.py
faults=tests/fidelity/first_faults.py
needs fidelity "$real"
if ! "$python" -c 'import numpy, PIL, skimage, scipy, pypdfium2' 2>/dev/null; then
    echo "fidelity: making the Python environment $work"
    python3 -m venv "$work"
    "$python" -m pip install -q --disable-pip-version-check numpy pillow scikit-image scipy pypdfium2
fi
build

for engine in ${ENGINES:-platen libreoffice}; do
    if [ "$engine" = libreoffice ] && ! command -v soffice >/dev/null; then
        echo "fidelity: LibreOffice is not installed; its columns stay as they were"
        continue
    fi
    for name in real word; do
        [ ! -d "${!name}" ] || "$python" "$measure" --jobs 2 "${!name}" "$work/$name.$engine.json" "$engine=$(command_of "$engine")"
    done
    { date -u +%F; if [ "$engine" = libreoffice ]; then soffice --version; else "$platen" --version; fi; } >"$work/$engine.version"
done
"$python" "$faults" --first "$real" "$(command_of platen)" >"$work/faults.txt" || true
"$python" tests/fidelity/table.py "$work" tests/fidelity/INDEX.tsv "${DOC:-docs/pdf.md}"
