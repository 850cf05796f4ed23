"""How the tables list widths."""

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
