#!/usr/bin/env python3
"""Fetches Word documents that nobody here has seen, with Word's PDFs of them, from Debian's source packages.

usage: debian.py FOLDER [ADDRESS]

Writes NAME.docx and NAME.word.pdf for each document beside a PDF of its name that Word or macOS printed, and INDEX.tsv (name, package, path).
ADDRESS is a mirror (default https://deb.debian.org/debian). What was fetched before stays and is not fetched again; FOLDER/.debian keeps the
lists of files. Packages that cannot be fetched are named. pdf_fidelity.py measures what lies in FOLDER.
"""
import collections, csv, gzip, os, pathlib, re, subprocess, sys, tarfile, urllib.error, urllib.request

SUITES = ("bullseye", "bookworm", "trixie", "sid")
AREAS = ("main", "contrib", "non-free")
# What Word and macOS write as the producer or creator of a PDF.
BY_WORD = re.compile(r"Microsoft|Word|Quartz", re.I)


def fetch(address, to):
    """The content at an address, kept in the file `to`."""
    if not to.exists():
        half = to.with_name(to.name + ".part")
        with urllib.request.urlopen(address, timeout=120) as answer, open(half, "wb") as file:
            while block := answer.read(1 << 20):
                file.write(block)
        os.replace(half, to)
    return to


def pairs(contents):
    """{package: {path without its ending}} of the documents beside a PDF of their name, of a list of files and packages."""
    endings = collections.defaultdict(set)
    with gzip.open(contents, "rt", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            lower = line.lower()
            if ".docx" not in lower and ".pdf" not in lower:
                continue
            path, _, packages = line.rstrip("\n").rpartition("\t")
            stem, ending = os.path.splitext(path.rstrip())
            for package in packages.split(","):
                endings[package.strip(), stem].add(ending.lower())
    found = collections.defaultdict(set)
    for (package, stem), kinds in endings.items():
        if {".docx", ".pdf"} <= kinds:
            found[package].add(stem)
    return found


def archives(sources, packages):
    """(package, path of an archive on the mirror) of each wanted package, of a list of source packages."""
    with gzip.open(sources, "rt", encoding="utf-8", errors="replace") as text:
        for paragraph in text.read().split("\n\n"):
            package = re.search(r"^Package: (.*)", paragraph, re.M)
            if package and package[1] in packages:
                folder = re.search(r"^Directory: (.*)", paragraph, re.M)[1]
                for name in sorted(set(re.findall(r"^ [0-9a-f]{32} \d+ (\S+\.tar\.\w+)$", paragraph, re.M))):
                    yield package[1], f"{folder}/{name}"


def documents(archive, stems):
    """{(stem, ending): content} of the members of an archive that the stems name, without the folder that it packs all files in."""
    found = {}
    ends = {stem.split("/", 1)[-1] for stem in stems} | set(stems)
    with tarfile.open(archive) as tar:
        for member in tar:
            stem, ending = os.path.splitext(member.name.removeprefix("./"))
            if not member.isfile() or ending.lower() not in (".docx", ".pdf"):
                continue
            if stem in ends or stem.split("/", 1)[-1] in ends:
                found[stem, ending.lower()] = tar.extractfile(member).read()
    return found


def by_word(pdf):
    info = subprocess.run(["pdfinfo", "-"], input=pdf, capture_output=True).stdout.decode(errors="replace")
    return any(BY_WORD.search(line) for line in info.splitlines() if line.startswith(("Producer:", "Creator:")))


def main(folder, address="https://deb.debian.org/debian"):
    folder = pathlib.Path(folder)
    lists = folder / ".debian"
    lists.mkdir(parents=True, exist_ok=True)
    seen = set((lists / "done").read_text().split("\n")) if (lists / "done").exists() else set()
    index, missing, unlike = {}, [], 0
    if (folder / "INDEX.tsv").exists():
        with open(folder / "INDEX.tsv", encoding="utf-8") as file:
            index = {row["name"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    for suite in SUITES:
        for area in AREAS:
            place = f"{address}/dists/{suite}/{area}"
            try:
                wanted = pairs(fetch(f"{place}/Contents-source.gz", lists / f"{suite}.{area}.contents.gz"))
            except urllib.error.HTTPError as error:
                print(f"{place}/Contents-source.gz: {error}", file=sys.stderr)
                continue
            sources = fetch(f"{place}/source/Sources.gz", lists / f"{suite}.{area}.sources.gz")
            for package, archive in archives(sources, wanted):
                if archive in seen:
                    continue
                try:
                    local = fetch(f"{address}/{archive}", lists / "archive")
                    found = documents(local, wanted[package])
                except (urllib.error.URLError, OSError, tarfile.TarError) as error:
                    missing.append(f"{archive}: {error}")
                    continue
                finally:
                    (lists / "archive").unlink(missing_ok=True)
                for stem, ending in found:
                    pdf = found.get((stem, ".pdf"))
                    if ending != ".docx" or pdf is None:
                        continue
                    if not by_word(pdf):
                        unlike += 1
                        continue
                    name = re.sub(r"[^\w.-]+", "-", f"{package}_{pathlib.PurePosixPath(stem).name}")
                    (folder / f"{name}.docx").write_bytes(found[stem, ".docx"])
                    (folder / f"{name}.word.pdf").write_bytes(pdf)
                    index[name] = {"name": name, "package": archive, "path": stem}
                    print(f"{name}: {archive}")
                seen.add(archive)
                (lists / "done").write_text("\n".join(sorted(seen)))
    with open(folder / "INDEX.tsv", "w", encoding="utf-8", newline="") as file:
        rows = csv.DictWriter(file, ("name", "package", "path"), delimiter="\t", quoting=csv.QUOTE_NONE, lineterminator="\n")
        rows.writeheader()
        rows.writerows(index[name] for name in sorted(index))
    print(f"{len(index)} documents are in {folder}; {unlike} PDFs are not Word's")
    print("\n".join(missing), file=sys.stderr)
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) in (2, 3) else __doc__)
