#!/usr/bin/env python3
"""Packs a built `platen` for those who do not build it. Needs no network, no daemon and no rights."""

import argparse
import shutil
import tempfile
from pathlib import Path

import files
import release
from chart import chart
from crates import Crates
from image import image
from packages import deb, npm, tarball, wheel

KINDS = {"tarball": tarball, "deb": deb, "wheel": wheel, "npm": npm, "image": image, "chart": chart}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", type=Path, help="the program, such as target/shipped/platen")
    parser.add_argument("to", type=Path, help="the folder for the packages; what it held goes")
    parser.add_argument("--only", choices=KINDS, action="append", help="one kind of package; all without it")
    parser.add_argument("--fast", action="store_true", help="compress little, for tests")
    arguments = parser.parse_args()
    shutil.rmtree(arguments.to, ignore_errors=True)
    arguments.to.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        made = release.of(arguments.binary, Path(folder), 1 if arguments.fast else 9)
        crates = Crates(made)
        bill = crates.sbom(made)
        shared = {"THIRD-PARTY.txt": crates.notices(), "sbom.cdx.json": bill}
        for kind in arguments.only or KINDS:
            KINDS[kind](made, shared, arguments.to)
        (arguments.to / f"platen-{made.version}.cdx.json").write_bytes(bill)
    files.checksums(arguments.to)
    for path in sorted(arguments.to.iterdir()):
        print(f"{path.stat().st_size:>12,}  {path}")


if __name__ == "__main__":
    main()
