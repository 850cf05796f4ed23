#!/usr/bin/env python3
"""Writes presets.txt: the preset shapes of DrawingML.

usage: make.py presetShapeDefinitions.xml

The file comes with ECMA-376 part 1 (electronic addendum of annex D). Apache POI has a copy under the same name (Debian:
libapache-poi-java, poi.jar, org/apache/poi/sl/draw/geom). Connection sites and handles are left out: nobody drags a shape in a
PDF. The format is told in presets.rs.
"""
import os, sys
import xml.etree.ElementTree as ET

HERE = os.path.dirname(os.path.abspath(__file__))
COMMANDS = {"moveTo": "M", "lnTo": "L", "cubicBezTo": "C", "quadBezTo": "Q", "arcTo": "A", "close": "Z"}

def name(element):
    return element.tag.split("}")[-1]

def path(element):
    size = [element.get("w", "0"), element.get("h", "0")]
    flags = element.get("fill", "norm"), "0" if element.get("stroke") in ("0", "false") else "1"
    words = ["p", *size, *flags]
    for command in element:
        words.append(COMMANDS[name(command)])
        if name(command) == "arcTo":
            words += [command.get(key) for key in ("wR", "hR", "stAng", "swAng")]
        for point in command:
            words += [point.get("x"), point.get("y")]
    return " ".join(words)

def shape(element):
    yield "=" + name(element)
    for part in element:
        if name(part) in ("avLst", "gdLst"):
            for guide in part:
                yield f"g {guide.get('name')} " + " ".join(guide.get("fmla").split())
        elif name(part) == "rect":
            yield "t " + " ".join(part.get(side) for side in "ltrb")
        elif name(part) == "pathLst":
            yield from map(path, part)

# A shape that stands twice counts as it stands first.
shapes = {}
for element in ET.parse(sys.argv[1]).getroot():
    shapes.setdefault(name(element), list(shape(element)))
with open(os.path.join(HERE, "presets.txt"), "w") as out:
    for key in sorted(shapes):
        out.write("\n".join(shapes[key]) + "\n")
print(len(shapes), "shapes")
