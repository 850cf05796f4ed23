#!/usr/bin/env python3
"""Prints what CHANGELOG.md says of one version: release-notes.py 1.2.3."""

import pathlib
import re
import sys


def notes(changelog: str, version: str) -> str:
    """The section of a version, without its heading."""
    heading = rf"^## \[{re.escape(version)}\][^\n]*"
    found = re.search(rf"{heading}\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if not found or not found[1].strip():
        sys.exit(f"CHANGELOG.md has no section `## [{version}]` with text; rename `## [Unreleased]` and add the date")
    return found[1].strip()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    changelog = pathlib.Path(__file__).parent.parent / "CHANGELOG.md"
    print(notes(changelog.read_text("utf-8"), sys.argv[1]))
