#!/usr/bin/env bash
# Tells the first wrong decision of each page of an engine's PDFs, beside Word's own.
#
#   ENGINE=embedded             looks at this engine's PDFs instead of those of `platen`
#   OPTIONS="--only X --first"  options of the program that compares
#   PLATEN=target/debug/platen  takes this program instead of a release build
source "$(dirname "$0")/common.sh"

faults=tests/fidelity/first_faults.py
needs faults "$real"
build
# shellcheck disable=SC2086 # several options
python3 "$faults" ${OPTIONS:-} "$real" "$(command_of "${ENGINE:-platen}")"
