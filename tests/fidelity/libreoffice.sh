#!/usr/bin/env bash
# Converts $1 to $2 with LibreOffice as it is, in a profile of its own.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$1" "$scratch/document.docx"
soffice -env:UserInstallation="file://$scratch/profile" --headless --convert-to pdf --outdir "$scratch" \
    "$scratch/document.docx"
mv "$scratch/document.pdf" "$2"
