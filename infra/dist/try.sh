#!/bin/sh
# Tries the program on whatever system this is: infra/dist/try.sh PROGRAM. It starts, makes a PDF in a confined process, and
# serves, with its store open and its sample templates read.
set -eu
program=$1
folder=$(mktemp -d)
"$program" --version
"$program" convert "$(dirname "$0")/../../shared/pdf/src/blank.docx" -o "$folder/blank.pdf"
test "$(head -c 4 "$folder/blank.pdf")" = %PDF
"$program" serve --listen 127.0.0.1:18080 --data "$folder/data" >"$folder/log" 2>&1 &
server=$!
trap 'kill $server; rm -rf "$folder"' EXIT
tries=0
until "$program" health http://127.0.0.1:18080; do
    tries=$((tries + 1))
    test $tries -lt 30 || { cat "$folder/log"; exit 1; }
    sleep 1
done
