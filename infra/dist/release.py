"""What is packed: one binary with its version, its machine and its time, and what stands beside it in every package."""

import functools
import os
import re
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUMMARY = "Word templates and JSON in, finished .docx and .pdf documents out"
HOMEPAGE = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["repository"]
LICENSE = "Apache-2.0"

# ELF's e_machine, to the names of the machine at: uname, Debian, npm, OCI.
MACHINES = {62: ("x86_64", "amd64", "x64", "amd64"), 183: ("aarch64", "arm64", "arm64", "arm64")}


@dataclass(frozen=True)
class Release:
    binary: Path
    """The program, without symbols."""
    version: str
    epoch: int
    """Seconds since 1970 that every file of every package has, so that the same sources make the same packages."""
    glibc: str
    """The oldest C library that it starts with, such as `2.34`."""
    uname: str
    debian: str
    npm: str
    oci: str
    level: int
    """Of compression, 1 to 9."""

    @property
    def triple(self):
        return f"{self.uname}-linux-gnu"

    def run(self, *words):
        """What the program itself prints."""
        return subprocess.run([self.binary, *words], check=True, capture_output=True).stdout


def of(binary, folder, level):
    """The release of a built binary; a copy without symbols goes into the folder."""
    stripped = folder / "platen"
    subprocess.run(["strip", "-o", stripped, binary], check=True)
    machine = int.from_bytes(stripped.read_bytes()[18:20], "little")
    if machine not in MACHINES:
        raise SystemExit(f"{binary}: packages are made for x86_64 and aarch64; this is ELF machine {machine}")
    uname, debian, npm, oci = MACHINES[machine]
    version = subprocess.run([stripped, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
    return Release(stripped, version, _epoch(), _glibc(stripped), uname, debian, npm, oci, level)


def _epoch():
    """SOURCE_DATE_EPOCH, or when the last commit was made."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    log = ["git", "-C", ROOT, "log", "-1", "--format=%ct"]
    return int(subprocess.run(log, check=True, capture_output=True, text=True).stdout)


def _glibc(binary):
    """The highest version of glibc among the symbols that the binary asks for."""
    said = subprocess.run(["objdump", "-T", binary], check=True, capture_output=True, text=True).stdout
    found = {tuple(map(int, version.split("."))) for version in re.findall(r"GLIBC_([0-9.]+)", said)}
    return ".".join(map(str, max(found)))


@functools.cache
def text(path):
    """A file of the repository."""
    return (ROOT / path).read_bytes()
