"""Which widths the tables list, and how."""
import unicodedata

# The characters that letters are made of; those with accents are as wide as their base, and listed where they are not.
WANTED = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x386, 0x3CF), *range(0x400, 0x460), 0x490, 0x491, 0x1A0, 0x1A1, 0x1AF, 0x1B0,
          *range(0x2010, 0x2027), 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2116, 0x2122, 0x2190, 0x2191, 0x2192, 0x2193,
          0x2212, 0x221E, 0x2248, 0x2260, 0x2264, 0x2265]

def runs(widths):
    """Lines `HEX-CODE WIDTH WIDTH ...` of neighbouring characters."""
    line, last = [], None
    for code in sorted(widths):
        if last is None or code != last + 1:
            if line:
                yield " ".join(line)
            line = [f"{code:x}"]
        line.append(str(widths[code]))
        last = code
    if line:
        yield " ".join(line)

def listed(found):
    wanted = {code: found[code] for code in WANTED if code in found}
    def as_base(code):
        parts = unicodedata.decomposition(chr(code)).split()
        return len(parts) == 2 and parts[0][0] != "<" and wanted.get(int(parts[0], 16)) == wanted[code] and parts[1] != "031B"
    return list(runs({code: width for code, width in wanted.items() if not as_base(code)}))
