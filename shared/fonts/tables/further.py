#!/usr/bin/env python3
"""Fills facts.txt, once make.py has written it, with widths that Word's PDFs did not show: those of fonts of Windows and Macs that other
programs carry. What was measured stays.

usage: further.py FOLDER

further.txt (README.md says whence its numbers are) has widths and styles of families that facts.txt has, in its form; a face there
without heights keeps those that facts.txt has. FOLDER has
  afm            Adobe's metrics of the PostScript fonts, as matplotlib has them: six families were made with the widths of some of them
                 (170 measured widths of Century Gothic and 113 of Arial Narrow agree)
  wine           tahoma.ttf and tahomabd.ttf, made with the widths of Tahoma (Debian: fonts-wine; 99 of 100 measured widths agree)
  pdf.worker.mjs of npm's pdfjs-dist (legacy build): widths of Segoe UI and Myriad Pro as factors of Liberation Sans' (55 of 55 agree)
  viz.wasm       what npm's @viz-js/viz hands to WebAssembly: Graphviz knows the ASCII widths of some fonts (192 of 192 agree)
  widthsMap.js   of npm's string-pixel-width: widths in hundredths of an em of fonts that nobody measures better

Needs fontTools. The format is told in facts.rs.
"""
import json, os, re, struct, sys
from fontTools.afmLib import AFM
from fontTools.agl import toUnicode
from fontTools.ttLib import TTFont
from runs import WANTED, listed, runs

HERE = os.path.dirname(os.path.abspath(__file__))
FACTS, FURTHER = (os.path.join(HERE, name) for name in ("facts.txt", "further.txt"))
STYLES = ("-", "b", "i", "bi")
POSTSCRIPT = {"Century Gothic": ("pagk8a", "pagd8a", "pagko8a", "pagdo8a"), "Arial Narrow": ("phvr8an", "phvb8an", "phvro8an", "phvbo8an"),
              "Book Antiqua": ("pplr8a", "pplb8a", "pplri8a", "pplbi8a"), "Bookman Old Style": ("pbkl8a", "pbkd8a", "pbkli8a", "pbkdi8a"),
              "Century Schoolbook": ("pncr8a", "pncb8a", "pncri8a", "pncbi8a"), "Palatino Linotype": ("pplr8a", "pplb8a", "pplri8a", "pplbi8a")}
GRAPHVIZ = {6: "Trebuchet MS", 7: "Verdana", 9: "Georgia"}  # by their place in its table
PIXELS = {"avenir": "Avenir", "avenir next": "Avenir Next"}
# Heights of families that no PDF shows, in em/1000 (`hhea`): Avenir's as Capsize has them, Myriad Pro's as pdf.js has.
HEIGHTS = {"Avenir": "1000 -366 0", "Avenir Next": "1000 -366 0", "Myriad Pro": "750 -250 200"}

def postscript(folder):
    for family, files in POSTSCRIPT.items():
        for style, file in zip(STYLES, files):
            metrics = AFM(os.path.join(folder, "afm", file + ".afm"))
            names = {name: toUnicode(name) for name in metrics.chars()}
            widths = {ord(c): metrics[name][1] / 1000 for name, c in names.items() if len(c) == 1}
            yield family, style, {0xA0: widths[0x20]} | widths

def wine(folder):
    for style, file in (("-", "tahoma.ttf"), ("b", "tahomabd.ttf")):
        font = TTFont(os.path.join(folder, "wine", file))
        em = font["head"].unitsPerEm
        yield "Tahoma", style, {code: font["hmtx"][glyph][0] / em for code, glyph in font.getBestCmap().items()}

def pdfjs(folder):
    with open(os.path.join(folder, "pdf.worker.mjs"), encoding="utf-8") as file:
        source = file.read()
    def numbers(name):
        return [float(number) for number in re.search(rf"const {name} = \[([^\]]*)\]", source).group(1).split(",")]
    for family, name in (("Segoe UI", "Segoeui"), ("Myriad Pro", "MyriadPro")):
        for style, word in zip(STYLES, ("Regular", "Bold", "Italic", "BoldItalic")):
            codes, widths = numbers(f"LiberationSans{word}Mapping"), numbers(f"LiberationSans{word}Widths")
            yield family, style, {int(code): width * factor / 1000 for code, width, factor in
                                  zip(codes, widths, numbers(name + word + "Factors")) if code >= 32}

def memory(module):
    """A WebAssembly module's data where its program finds it."""
    def number(at):
        value = shift = 0
        while True:
            value, shift, at = value | (module[at] & 127) << shift, shift + 7, at + 1
            if module[at - 1] < 128:
                return value, at
    data, at = bytearray(1 << 22), 8
    while at < len(module):
        section, (size, at) = module[at], number(at + 1)
        if section == 11:
            count, here = number(at)
            for _ in range(count):
                place, here = number(here + 2)  # behind a flag and `i32.const`
                length, here = number(here + 1)  # behind `end`
                data[place : place + length] = module[here : here + length]
                here += length
        at += size
    return data

def graphviz(folder):
    with open(os.path.join(folder, "viz.wasm"), "rb") as file:
        data = memory(file.read())
    # A family: its names, its em, 128 widths of each style. The first is Times New Roman, whose first widths are these.
    first = data.find(struct.pack("<5h", 512, 682, 836, 1024, 1024)) - 2 * 32 - 16
    for place, family in GRAPHVIZ.items():
        at = first + place * (16 + 4 * 256)
        em = struct.unpack_from("<d", data, at + 8)[0]
        for number, style in enumerate(STYLES):
            widths = struct.unpack_from("<128h", data, at + 16 + number * 256)
            yield family, style, {code: widths[code] / em for code in range(32, 127)}

def pixels(folder):
    with open(os.path.join(folder, "widthsMap.js"), encoding="utf-8") as file:
        known = json.loads(re.sub(r",(\s*})", r"\1", re.search(r"widthsMap = (\{.*\});?\s*(?:exports|var|module)", file.read(), re.S).group(1)))
    for name, family in PIXELS.items():
        for number, style in enumerate(STYLES):
            yield family, style, {ord(c): widths[number] / 100 for c, widths in known[name].items() if len(c) == 1}

def read(path):
    """The faces of a table: `[head's fields, {code: width}]`."""
    found = []
    for line in open(path, encoding="utf-8").read().splitlines():
        if line.startswith("@"):
            found.append((line[1:].split(";"), {}))
        else:
            first, *widths = line.split(" ")
            found[-1][1].update(enumerate(map(int, widths), int(first, 16)))
    return found

def further(_):
    for head, widths in read(FURTHER):
        yield head[0], head[1], {code: width / int(head[2]) for code, width in widths.items()}

def faces(folder):
    """`{(family, style): {code: width in em}}`, the last source first."""
    found = {}
    for source in (postscript, wine, pdfjs, graphviz, pixels, further):
        for family, style, widths in source(folder):
            face = found.setdefault((family, style), {})
            face.update((code, width) for code, width in widths.items() if code in WANTED and width > 0)
    return found

def main(folder):
    known, out = read(FACTS), []
    rest = faces(folder)
    heads = {tuple(head[:2]): head for head, _ in read(FURTHER) if head[3]}
    for head, widths in known:
        em, further = int(head[2]), rest.pop((head[0], head[1]), None)
        head = heads.get((head[0], head[1]), head)
        out.append((head, {code: round(width * em) for code, width in (further or {}).items()} | widths, bool(further)))
    # Styles and families that no PDF shows: a family's heights are those of a style that was seen, where further.txt has none.
    for (family, style), widths in rest.items():
        seen = [head for head, _ in known if head[0] == family] or [[family, "", "1000", HEIGHTS.get(family), *[""] * 7]]
        head = min(seen, key=lambda head: (style[0] == "b") != (head[1][:1] == "b"))
        head = heads.get((family, style), [family, style, *head[2:]])
        out.append((head, {code: round(width * int(head[2])) for code, width in widths.items()}, True))
    lines = []
    for head, widths, is_filled in sorted(out, key=lambda face: face[0][0]):
        others = {code: width for code, width in widths.items() if code not in WANTED}
        lines += ["@" + ";".join(head), *(listed(widths) if is_filled else runs(widths)), *(runs(others) if is_filled else ())]
    with open(FACTS, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")

main(sys.argv[1])
