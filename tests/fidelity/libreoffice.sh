#!/usr/bin/env bash
# Converts IN.docx to OUT.pdf with an installed LibreOffice, in a profile of its own: libreoffice.sh IN.docx OUT.pdf
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
soffice -env:UserInstallation="file://$folder/profile" --headless --convert-to pdf:writer_pdf_Export --outdir "$folder" "$1" >/dev/null
mv "$folder/$(basename "${1%.*}").pdf" "$2"
