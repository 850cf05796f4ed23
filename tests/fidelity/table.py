#!/usr/bin/env python3
"""Writes the results of pdf_fidelity.py into a document, between the marks `<!-- fidelity -->` and `<!-- /fidelity -->`.

usage: table.py RESULTS INDEX.tsv DOCUMENT

RESULTS holds CORPUS.ENGINE.json and ENGINE.version of each engine, and faults.txt (first_faults.py --first, of `platen`).
"""
import csv, json, os, re, sys

ENGINES = ("platen", "libreoffice")
COLUMNS = ("pages", "lines", "pos", "asword", "lost")
WORST = 20
# What first_faults.py calls a first decision, in words.
CLASSES = {
    "page": "a word on another page",
    "line": "a line that breaks elsewhere",
    "vertical": "a gap between lines",
    "drift": "the height of lines",
    "horizontal": "a word further left or right",
    "lost": "words that are missing",
    "extra": "words that Word has not",
}


def rows(folder, corpus, engine):
    path = os.path.join(folder, f"{corpus}.{engine}.json")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {row["doc"]: row for row in json.load(file)}


def groups(index):
    """Documents by group: those worked on, of them those whose fonts all have free twins, with other fonts, with other fonts and another script than
    Latin; those kept to check."""
    out = {"worked on": [], "– fonts with twins": [], "– other fonts": [], "– scripts": [], "kept to check": []}
    with open(index, encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["role"] != "work":
                out["kept to check"].append(row["name"])
                continue
            script = row["language"].partition("/")[2]
            group = "fonts with twins" if row["metric"] == "metric" else "other fonts" if script == "Latin" else "scripts"
            out["– " + group].append(row["name"])
            out["worked on"].append(row["name"])
    return out


def mean(found, names, column):
    own = [found[name][column] for name in names if name in found]
    return f"{sum(own) / len(own):.3f}".removeprefix("0") if own else "–"


def table(groups, results):
    yield "| group | engine | pages | lines | pos | as Word's | lost |"
    yield "|---|---|---|---|---|---|---|"
    for group, names in groups.items():
        for engine, found in results.items():
            if found:
                cells = [mean(found, names, column) for column in COLUMNS]
                yield f"| {group} ({len(names)}) | {engine} | {' | '.join(cells)} |"


def first_faults(folder):
    """The first decision of each document that is not Word's."""
    path, out, name = os.path.join(folder, "faults.txt"), {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            if found := re.match(r"## (\S+): (no PDF)?", line):
                name = found.group(1)
                if found.group(2):
                    out[name] = "no PDF"
            elif name and name not in out and (found := re.search(r"\b(" + "|".join(CLASSES) + r")\b", line)):
                out[name] = CLASSES[found.group(1)]
    return out


def worst(found, names, faults):
    """Only of those worked on: of the others nobody looks at a single one."""
    yield f"| document | pages | lines | pos | lost | first fault |"
    yield "|---|---|---|---|---|---|"
    order = sorted((found[name] for name in names if name in found), key=lambda row: row["lines"] + row["pos"] + row["pages"])
    for row in order[:WORST]:
        cells = [f"{row[column]:.3f}" for column in ("pages", "lines", "pos", "lost")]
        yield f"| {row['doc']} | {' | '.join(cells)} | {faults.get(row['doc'], '–')} |"


def main():
    folder, index, document = sys.argv[1:]
    real = {engine: rows(folder, "real", engine) for engine in ENGINES}
    word = {engine: rows(folder, "word", engine) for engine in ENGINES}
    versions = []
    for engine in ENGINES:
        path = os.path.join(folder, engine + ".version")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                day, version = file.read().split("\n")[:2]
            versions.append(f"{engine} {day} ({re.sub(' [0-9a-f]{20,}.*', '', version)})")
    own = groups(index)
    text = [f"Measured: {'; '.join(versions)}.", "", "**Real documents**", "", *table(own, real), ""]
    text += [f"The {WORST} documents worked on in which `platen` is furthest from Word, and the class of its first wrong decision in each:", ""]
    text += [*worst(real["platen"], own["worked on"], first_faults(folder)), ""]
    text += ["**Documents of other kinds**: most are fixtures of another engine, docxide-pdf.", ""]
    names = sorted({name for found in word.values() for name in found})
    text += table({"all": names}, word)
    with open(document, encoding="utf-8") as file:
        before, start, rest = file.read().partition("<!-- fidelity -->\n")
    _, end, after = rest.partition("<!-- /fidelity -->")
    if not (start and end):
        sys.exit(f"{document} has no marks `<!-- fidelity -->` and `<!-- /fidelity -->` to write between")
    with open(document, "w", encoding="utf-8") as file:
        file.write(before + start + "\n" + "\n".join(text) + "\n\n" + end + after)
    print("\n".join(text))


if __name__ == "__main__":
    main()
