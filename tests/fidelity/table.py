#!/usr/bin/env python3
"""Prints the results of pdf_fidelity.py as a Markdown table: one row a document, embedded / LibreOffice."""
import collections, json, sys

rows = collections.defaultdict(dict)
for row in json.load(open(sys.argv[1])):
    rows[row["doc"]][row["engine"]] = row
print("| document | pages | lines | pos | embedded behind |\n|---|---|---|---|---|")
for doc, engines in sorted(rows.items()):
    ours, theirs = engines["embedded"], engines["libreoffice"]
    cells = [f"{ours[m]:.3f} / {theirs[m]:.3f}" for m in ("pages", "lines", "pos")]
    behind = [m for m in ("pages", "lines", "pos") if ours[m] < theirs[m] - 0.005]
    print("|", " | ".join([doc, *cells, ", ".join(behind)]), "|")
