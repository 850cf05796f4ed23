"""Whether a program starts on Lambda: read from its ELF file, since one that does not says so at its first call only.

Lambda's `provided.al2023` has glibc 2.34 and the libraries that come with it (Lambda developer guide, "OS-only runtimes").
"""

import pathlib
from dataclasses import dataclass

from elftools.common.exceptions import ELFError
from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerNeedSection

GLIBC = (2, 34)
LIBRARIES = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libdl.so.2", "libpthread.so.0", "librt.so.1", "ld-linux-aarch64.so.1", "ld-linux-x86-64.so.2"}
MACHINES = {"EM_X86_64": "x86_64", "EM_AARCH64": "arm64"}
# Of a version that may be missing (LSB, "Symbol Versioning").
WEAK = 2


@dataclass(frozen=True)
class Program:
    """What a program asks of the machine that starts it."""

    machine: str
    libraries: frozenset[str]
    glibc: tuple[int, ...]
    searches: bool
    """Whether it names folders to look for libraries in."""


def read(path: pathlib.Path) -> Program:
    """Reads a program; what is none raises ELFError."""
    libraries, versions, searches = set(), [(0,)], False
    with path.open("rb") as file:
        program = ELFFile(file)
        for section in program.iter_sections():
            if isinstance(section, DynamicSection):
                for tag in section.iter_tags():
                    if tag.entry.d_tag == "DT_NEEDED":
                        libraries.add(tag.needed)
                    searches |= tag.entry.d_tag in ("DT_RPATH", "DT_RUNPATH")
            if isinstance(section, GNUVerNeedSection):
                for _, needed in section.iter_versions():
                    for version in needed:
                        word = version.name
                        if word.startswith("GLIBC_") and word[6].isdigit() and not version.entry.vna_flags & WEAK:
                            versions.append(tuple(map(int, word[6:].split("."))))
        machine = program["e_machine"]
    return Program(MACHINES.get(machine, machine), frozenset(libraries), max(versions), searches)


def wrong(path: pathlib.Path, machine: str) -> list[str]:
    """Why a program does not start on Lambda's machines."""
    try:
        program = read(path)
    except ELFError as error:
        return [f"{path} is no program: {error}"]
    found = []
    if program.machine != machine:
        found.append(f"{path} is for {program.machine}, and functions run on {machine}")
    if program.glibc > GLIBC:
        found.append(f"{path} needs glibc {'.'.join(map(str, program.glibc))}; Lambda has {'.'.join(map(str, GLIBC))}")
    if strange := program.libraries - LIBRARIES:
        found.append(f"{path} needs {', '.join(sorted(strange))}, which Lambda does not have")
    if program.searches:
        found.append(f"{path} looks for libraries in folders of the machine that it was built on (RPATH)")
    return found
