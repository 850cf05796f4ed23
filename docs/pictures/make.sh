#!/usr/bin/env bash
# Makes the pictures of the documents: PLATEN FOLDER, with the samples in FOLDER (letter.docx and letter.json).
set -euo pipefail
platen=$1
samples=$2
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# First page of a PDF as a small picture of so many dots per inch.
picture() { pdftoppm -singlefile -png -r "$3" "$1" "$here/$2"; }

"$platen" convert "$samples/letter.docx" -o "$work/letter-template.pdf"
"$platen" render "$samples/letter.docx" "$samples/letter.json" -o "$work/letter.pdf"
picture "$work/letter-template.pdf" letter-template 45
picture "$work/letter.pdf" letter 45
ls -l "$here"/*.png
