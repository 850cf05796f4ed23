#!/usr/bin/env python3
"""Fetches the documents that INDEX.tsv names, and Word's PDFs of them, from where their authors published them.

usage: fetch.py FOLDER [ADDRESS]

Writes NAME.docx and NAME.word.pdf for each row, and a copy of INDEX.tsv. A file is kept when it has the SHA-256 of the index; those marked
`stripped` were measured with smaller pictures, so of these every hash is taken. A file that is there already is not fetched again. ADDRESS is where
files of repositories are served (default https://raw.githubusercontent.com). Ends with 1 when files are missing, and names them.
"""
import csv, hashlib, os, pathlib, shutil, sys, urllib.error, urllib.parse, urllib.request

INDEX = pathlib.Path(__file__).with_name("INDEX.tsv")


def fetch(address, row, path):
    place = "/".join((row["repo"], row["commit"], urllib.parse.quote(path)))
    with urllib.request.urlopen(f"{address}/{place}", timeout=60) as answer:
        return answer.read()


def main(folder, address="https://raw.githubusercontent.com"):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(INDEX, folder)
    missing = []
    with open(INDEX, encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        # Word's PDF lies beside the document, under its name.
        pdf = str(pathlib.PurePosixPath(row["path"]).with_suffix(".pdf"))
        for path, ending, column in ((row["path"], "docx", "docx_sha256"), (pdf, "word.pdf", "pdf_sha256")):
            to = folder / f"{row['name']}.{ending}"
            if to.exists():
                continue
            try:
                content = fetch(address, row, path)
            except (urllib.error.URLError, OSError) as error:
                missing.append(f"{to.name}: {error}")
                continue
            if "stripped" not in row["features"].split() and hashlib.sha256(content).hexdigest() != row[column]:
                missing.append(f"{to.name}: another file than the one that was measured")
                continue
            half = to.with_suffix(".part")
            half.write_bytes(content)
            os.replace(half, to)
    print(f"{2 * len(rows) - len(missing)} of {2 * len(rows)} files are in {folder}")
    print("\n".join(missing), file=sys.stderr)
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) in (2, 3) else __doc__)
