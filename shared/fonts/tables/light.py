#!/usr/bin/env python3
"""Writes ../../faces/files/PlatenLight-Regular.ttf and PlatenLight-Italic.ttf.

usage: light.py LATO

LATO  the folder `fonts` of the npm package lato-font 3.0.0 (Lato 2.015, SIL Open Font License, "Lato" is a reserved name)

Calibri Light's stems are .72 of Calibri's (l: .0581 and .0806 em in PDFs of Word). Lato, whose regular weight Carlito is, has no such
weight: Lato Light's (.048, where Regular has .089) is made darker until it has .064. Needs fontTools, brotli and skia-pathops.
"""
import os, sys
import pathops
from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

HERE = os.path.dirname(os.path.abspath(__file__))
# On each side, in units of 2000.
GAIN = 16
RANGES = """20-7E A0-17F 192 1A0 1A1 1AF 1B0 218-21B 237 2C6 2C7 2D8-2DD 300-304 306-30C 31B 323 326-328 386-3CE 400-45F 490 491
1E80-1E85 1E9E 1EA0-1EF9 2010-2015 2018-201E 2020-2022 2026 2030 2032 2033 2039 203A 2044 20AC 2116 2122 2190-2193 2202 2206 220F 2211
2212 221A 221E 222B 2248 2260 2264 2265 25CA FB01 FB02"""

def characters():
    for part in RANGES.split():
        first, _, last = part.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)

def cut(folder, name):
    font = TTFont(os.path.join(folder, name, name + ".woff2"))
    options = subset.Options(layout_features=["ccmp", "locl", "mark", "mkmk", "kern", "liga"], name_IDs=[], hinting=False, notdef_outline=True)
    options.drop_tables += ["DSIG"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=set(characters()))
    cutter.subset(font)
    font.flavor = None
    return font

def darkened(font):
    """Draws a line around each outline. What is put together of others follows them."""
    for name in font.getGlyphOrder():
        glyph = font["glyf"][name]
        if glyph.numberOfContours <= 0:
            continue
        outline = pathops.Path()
        font.getGlyphSet()[name].draw(outline.getPen())
        edge = pathops.Path(outline)
        edge.stroke(2 * GAIN, pathops.LineCap.BUTT_CAP, pathops.LineJoin.MITER_JOIN, 4)
        edge.convertConicsToQuads()
        dark = pathops.op(outline, edge, pathops.PathOp.UNION)
        pen = TTGlyphPen(None)
        dark.draw(Cu2QuPen(pen, 1.0, reverse_direction=False))
        font["glyf"][name] = pen.glyph()
    for name in font.getGlyphOrder():
        glyph = font["glyf"][name]
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyph, "xMin", 0))

for name, file in (("lato-light", "Regular"), ("lato-light-italic", "Italic")):
    font = cut(sys.argv[1], name)
    darkened(font)
    font.recalcTimestamp = False
    font.save(os.path.join(HERE, "..", "..", "faces", "files", f"PlatenLight-{file}.ttf"))
