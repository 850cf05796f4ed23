"""Whether a program starts on Lambda: read from its ELF file, since one that does not says so at its first call only.

Lambda's `provided.al2023` has glibc 2.34 and the libraries that come with it (Lambda developer guide, "OS-only runtimes").
"""

import pathlib
import struct
from dataclasses import dataclass

GLIBC = (2, 34)
LIBRARIES = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libdl.so.2", "libpthread.so.0", "librt.so.1", "ld-linux-aarch64.so.1", "ld-linux-x86-64.so.2"}
MACHINES = {62: "x86_64", 183: "arm64"}
# Tags of the dynamic section, and the type of the section of needed versions (System V ABI; LSB, "Symbol Versioning").
NEEDED, RPATH, RUNPATH, VERSIONS_NEEDED, DYNAMIC = 1, 15, 29, 0x6FFFFFFE, 6
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
    """Reads a program of 64 bits, little-endian; anything else raises ValueError."""
    content = path.read_bytes()
    if content[:6] != b"\x7fELF\x02\x01":
        raise ValueError(f"{path} is no program for 64 bits")
    (machine,) = struct.unpack_from("<H", content, 18)
    (start,) = struct.unpack_from("<Q", content, 40)
    size, count = struct.unpack_from("<HH", content, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", content, start + size * n) for n in range(count)]
    libraries, versions, searches = set(), [(0,)], False

    def text(section: int, offset: int) -> str:
        at = sections[section][4] + offset
        return content[at : content.index(b"\0", at)].decode()

    for _, kind, _, _, at, length, names, info, _, _ in sections:
        if kind == DYNAMIC:
            for tag, value in struct.iter_unpack("<QQ", content[at : at + length]):
                if tag == NEEDED:
                    libraries.add(text(names, value))
                searches |= tag in (RPATH, RUNPATH)
        if kind == VERSIONS_NEEDED:
            for _ in range(info):
                _, each, _, first, following = struct.unpack_from("<HHIII", content, at)
                inner = at + first
                for _ in range(each):
                    _, flags, _, name, next_ = struct.unpack_from("<IHHII", content, inner)
                    word = text(names, name)
                    # What is asked for weakly may be missing.
                    if word.startswith("GLIBC_") and word[6].isdigit() and not flags & WEAK:
                        versions.append(tuple(map(int, word[6:].split("."))))
                    inner += next_
                at += following
    return Program(MACHINES.get(machine, str(machine)), frozenset(libraries), max(versions), searches)


def wrong(path: pathlib.Path, machine: str) -> list[str]:
    """Why a program does not start on Lambda's machines."""
    try:
        program = read(path)
    except ValueError as error:
        return [str(error)]
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
