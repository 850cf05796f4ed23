#!/usr/bin/env python3
"""Writes the tables of this folder: facts.txt, symbols.txt and signs.ttf.

usage: make.py METRICS TWINS NOTO

METRICS  folder with one NAME.json for each face that Word's own PDFs show (advance widths, vertical metrics; numbers only, no
         outlines) and SYMBOLS.tsv (codes of Symbol, Wingdings and Webdings with widths and Unicode characters)
TWINS    folder of the bundled fonts (../../faces/files)
NOTO     folder with NotoSansMath-, NotoSansSymbols- and NotoSansSymbols2-Regular.ttf (Debian: fonts-noto-core), under the
         SIL Open Font License; signs.ttf has their glyphs and some of Liberation Serif's

further.py then fills facts.txt. Needs fontTools. The formats are told in facts.rs and symbols.rs.
"""
import csv, glob, json, os, sys
from fontTools import merge, subset
from fontTools.ttLib import TTFont, scaleUpem
from runs import runs

METRICS, TWINS, NOTO = sys.argv[1:4]
HERE = os.path.dirname(os.path.abspath(__file__))

# Families whose bundled twin has the same widths: only what differs is written.
TWIN = {"Arial": "LiberationSans", "Helvetica": "LiberationSans", "Times New Roman": "LiberationSerif", "Times": "LiberationSerif",
        "Courier New": "LiberationMono", "Courier": "LiberationMono", "Calibri": "Carlito", "Cambria": "Caladea"}
# The weights of Sarabun are families of their own to Word. Open Sans is in open_families.txt, with all of its characters.
LEFT_OUT = {"Symbol", "Wingdings", "Segoe UI Emoji", "Cochocib Script Latin Pro", "Open Sans"}
STYLES = {"Regular": "-", "Bold": "b", "Italic": "i", "BoldItalic": "bi", "Demibold": "b"}

def advances(path):
    font = TTFont(path)
    em, widths = font["head"].unitsPerEm, font["hmtx"]
    return {code: widths[name][0] / em for code, name in font.getBestCmap().items()}

# How much wider text is in Word's PDFs than the mean of the forms seen there makes it, which counts each form once: 112 words of
# the first two families, 1,160 and 148 letters of Arial.
WORDS = {("Sakkal Majalla", "Regular"): 1.164, ("Sakkal Majalla", "Bold"): 1.147, ("Traditional Arabic", "Bold"): 1.081,
         ("Arial", "Regular"): 1.023, ("Arial", "Bold"): 0.918}

def facts():
    out = []
    for path in sorted(glob.glob(os.path.join(METRICS, "*.json"))):
        face = json.load(open(path, encoding="utf-8"))
        family, style = face["family"], face["style"]
        if family in LEFT_OUT or style not in STYLES:
            continue
        em = face.get("unitsPerEm") or 1000
        vertical = face.get("vertical") or {}
        em = vertical.get("unitsPerEm") or em
        hhea, os2, underline = vertical.get("hhea") or {}, vertical.get("OS/2") or {}, vertical.get("underline") or {}
        numbers = lambda table, *names: " ".join(str(int(table.get(n) or 0)) for n in names)
        typo = numbers(os2, "typoAscender", "typoDescender", "typoLineGap") if os2.get("useTypoMetrics") else ""
        pitch = "half" if face.get("pitch") == "half" else "" if not face.get("pitch") else "all"
        widths = {ord(c): round(w * em) for c, w in (face.get("widths") or {}).items() if len(c) == 1}
        # Controls, private use, and ideographs of one em say nothing.
        widths = {c: w for c, w in widths.items() if c >= 32 and not 0xE000 <= c < 0xF900 and not (c >= 0x2E80 and w == em)}
        if isinstance(face.get("pitch"), dict):
            pitch = "half" if "half" in face["pitch"] else "all"
        if pitch == "half":
            widths = {}
        # Arabic letters have several forms; few are seen of most. Their mean width is what can be known.
        others = face.get("others") or {}
        forms = [w for c in (face.get("widths") or {}) if "\u0620" <= c <= "\u064a" and c != "\u0640"
                 for w in [face["widths"][c]] + [other for other, _ in others.get(c, [])] if w > 0]
        arabic = str(round(sum(forms) / len(forms) * em * WORDS.get((family, style), 1))) if len(forms) > 15 else ""
        if family in TWIN:
            pitch = "twin"
            files = {"-": "Regular", "b": "Bold", "i": "Italic", "bi": "BoldItalic"}
            twin = advances(os.path.join(TWINS, f"{TWIN[family]}-{files[STYLES[style]]}.ttf"))
            # Hebrew and Cyrillic that the twin lacks are drawn by another face, fitted to these widths.
            differs = lambda c, w: abs(twin[c] - w / em) > 0.0015 if c in twin else 0x5D0 <= c <= 0x5EA or 0x400 <= c <= 0x45F
            widths = {c: w for c, w in widths.items() if differs(c, w)}
        head = [family, STYLES[style], str(em), numbers(hhea, "ascent", "descent", "lineGap"), numbers(os2, "winAscent", "winDescent"),
                typo, numbers(underline, "position", "thickness"), numbers(os2, "strikeoutPosition", "strikeoutSize"),
                numbers(os2, "xHeight", "capHeight"), pitch, arabic]
        # Word sets lines of the Mac's own twins as high as those of Windows' (1.16 em for Times), not by their `hhea` of one em.
        if not hhea or (family in ("Times", "Helvetica", "Courier") and vertical.get("platform") == "mac"):
            head[3] = head[4] = ""
        out += ["@" + ";".join(head)] + list(runs(widths))
    open(os.path.join(HERE, "facts.txt"), "w", encoding="utf-8").write("\n".join(out) + "\n")

def bullet(font):
    """Symbol's bullet is a larger disc than that of text faces: box 50 161 410 517 and width 460 in Adobe's metrics of the font."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    pen, name = TTGlyphPen(None), font.getBestCmap()[0x2022]
    x, y, r, k = 230, 339, 179, 74  # k: r times tan(pi / 8)
    pen.moveTo((x + r, y))
    for a, b, c in ((( r,  k), ( k,  r), (0,  r)), ((-k,  r), (-r,  k), (-r, 0)), ((-r, -k), (-k, -r), (0, -r)), (( k, -r), ( r, -k), (r, 0))):
        pen.qCurveTo(*((x + p, y + q) for p, q in (a, b, c)))
    pen.closePath()
    font["glyf"][name] = pen.glyph()
    font["hmtx"][name] = (460, x - r)

# Tried in this order for a sign. Symbol's letters are those of a serif face.
SIGN_FACES = [("LiberationSerif-Regular.ttf", lambda c: c < 0x2190), ("NotoSansSymbols2-Regular.ttf", None),
              ("NotoSansMath-Regular.ttf", None), ("NotoSansSymbols-Regular.ttf", None), ("LiberationSerif-Regular.ttf", None)]

def symbols():
    faces = []
    for name, test in SIGN_FACES:
        path = os.path.join(TWINS if name.startswith("Liberation") else NOTO, name)
        faces.append((path, set(TTFont(path).getBestCmap()), test or (lambda c: True)))
    out, wanted, rows = [], {}, {}
    for row in csv.DictReader(open(os.path.join(METRICS, "SYMBOLS.tsv"), encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE):
        signs = [int(row[k].split()[0], 16) for k in ("Word", "plain", "unicode") if row[k]]
        if row["font"] == "Symbol":
            signs.reverse()
        # The sign that is drawn: as near to the original as there is a glyph for; the text: what Word writes.
        best = [int(row[k].split()[0], 16) for k in ("unicode", "plain", "Word") if row[k]]
        found = next(((p, c) for c in best for p, known, test in faces if c in known and test(c)), None)
        if not found or not signs:
            continue
        path, sign = found
        wanted.setdefault(path, set()).add(sign)
        width = f"{float(row['width']):.5f}".rstrip("0") if row["width"] else "-"
        rows.setdefault(row["font"], []).append(f"{row['code'].lower()} {width} {sign:x} {signs[0]:x}")
    for font, lines in rows.items():
        out += ["@" + font] + lines
    open(os.path.join(HERE, "symbols.txt"), "w", encoding="utf-8").write("\n".join(out) + "\n")
    parts, taken = [], set()
    for path, signs in wanted.items():
        font = TTFont(path)
        options = subset.Options(layout_features=[], name_IDs=[], hinting=False, notdef_outline=True, glyph_names=False)
        options.drop_tables += ["GSUB", "GPOS", "GDEF", "MATH", "kern", "DSIG", "FFTM"]
        cut = subset.Subsetter(options)
        cut.populate(unicodes=signs - taken)
        cut.subset(font)
        taken |= signs
        scaleUpem.scale_upem(font, 1000)
        part = os.path.join("/tmp", f"signs-{len(parts)}.ttf")
        font.save(part)
        parts.append(part)
    merged = merge.Merger().merge(parts)
    bullet(merged)
    names = merged["name"]
    names.names = []
    for number, text in ((0, "Glyphs of Noto Sans Symbols, Noto Sans Symbols 2, Noto Sans Math (Copyright Google Inc.) and Liberation Serif "
                             "(Copyright Google Corporation, Red Hat, Inc.)"),
                         (1, "Platen Signs"), (2, "Regular"), (4, "Platen Signs"), (6, "PlatenSigns-Regular"),
                         (13, "SIL Open Font License, Version 1.1"), (14, "https://openfontlicense.org")):
        names.setName(text, number, 3, 1, 0x409)
    merged["head"].created = merged["head"].modified = 3786912000  # the same file at each run
    merged.recalcTimestamp = False
    merged.save(os.path.join(HERE, "signs.ttf"))

facts()
symbols()
