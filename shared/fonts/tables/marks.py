#!/usr/bin/env python3
"""Writes ../../faces/files/PlatenMarksSC.ttf and PlatenMarksJP.ttf: marks of Droid Sans Fallback, which has them in the middle of their em
as traditional Chinese writes them, moved to the side at which simplified Chinese and Japanese do.

usage: marks.py

Needs fontTools.
"""
import os
from fontTools import subset
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

FILES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "faces", "files")
# From the edge of the em, in em.
EDGE = 0.08
OPENING = "（［｛"
JAPANESE = OPENING + "，．）］｝"

def written(name, marks):
    font = TTFont(os.path.join(FILES, "DroidSansFallback.ttf"))
    options = subset.Options(layout_features=["vert"], name_IDs=[], hinting=False, notdef_outline=True)
    options.drop_tables += ["DSIG", "GPOS", "GDEF", "vhea", "vmtx", "VORG"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(mark) for mark in marks])
    cutter.subset(font)
    glyphs, names, em = font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm
    for mark in marks:
        glyph, bounds = names[ord(mark)], BoundsPen(glyphs)
        glyphs[glyph].draw(bounds)
        left, _, right, _ = bounds.bounds
        move = round((1 - EDGE) * em - right if mark in OPENING else EDGE * em - left)
        outline = font["glyf"][glyph]
        outline.coordinates.translate((move, 0))
        outline.recalcBounds(font["glyf"])
        font["hmtx"][glyph] = (font["hmtx"][glyph][0], outline.xMin)
    for place, text in ((1, name), (2, "Regular"), (4, name), (6, name.replace(" ", ""))):
        font["name"].setName(text, place, 3, 1, 0x409)
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    font.save(os.path.join(FILES, name.replace(" ", "") + ".ttf"))

written("Platen Marks SC", JAPANESE + "：；！？")
written("Platen Marks JP", JAPANESE)
