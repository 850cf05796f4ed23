#!/usr/bin/env python3
"""Writes open_families.txt: widths and heights of open families that documents name and that are not bundled, and of families that
have an open twin.

usage: open_families.py FONTSOURCE

FONTSOURCE  folder with the packages roboto, lato, ... of npm's @fontsource, whose fonts are under the SIL Open Font License
            or, Ubuntu's, the Ubuntu Font License; open-sans of version 4.2, whose widths are those in PDFs that Word made (its
            medium weight, which that version lacks, as open-sans-5), the others of version 5.3

Needs fontTools and brotli. The format is told in facts.rs.
"""
import os, sys
from fontTools.ttLib import TTFont
from runs import WANTED, listed

HERE = os.path.dirname(os.path.abspath(__file__))

# Word knows four faces of a family; other weights are families of their own to it.
FACES = [("", "b", "700-normal"), ("", "bi", "700-italic"), ("", "i", "400-italic"), ("", "-", "400-normal"),
         (" Light", "-", "300-normal"), (" Medium", "-", "500-normal"), (" SemiBold", "-", "600-normal")]
FAMILIES = {"comic-relief": "Comic Sans MS", "source-sans-3": "Source Sans Pro", "source-serif-4": "Source Serif Pro",
            "roboto": "Roboto", "roboto-condensed": "Roboto Condensed", "roboto-slab": "Roboto Slab", "be-vietnam-pro": "Be Vietnam Pro",
            "bebas-neue": "Bebas Neue", "dm-sans": "DM Sans", "eb-garamond": "EB Garamond", "ibm-plex-mono": "IBM Plex Mono",
            "ibm-plex-sans": "IBM Plex Sans", "ibm-plex-serif": "IBM Plex Serif", "jetbrains-mono": "JetBrains Mono",
            "pt-mono": "PT Mono", "pt-sans": "PT Sans", "pt-serif": "PT Serif", "amatic-sc": "Amatic SC",
            "old-standard-tt": "Old Standard TT"}
# Those whose name is the package's, its words begun with capitals.
FAMILIES |= {package: package.replace("-", " ").title() for package in """
    inter lato montserrat noto-sans nunito open-sans poppins raleway ubuntu
    fira-code fira-mono source-code-pro space-mono inconsolata ubuntu-mono cascadia-code courier-prime noto-sans-mono
    plus-jakarta-sans public-sans space-grotesk manrope outfit barlow nunito-sans mulish oswald rubik work-sans comfortaa fira-sans
    quicksand libre-franklin titillium-web josefin-sans karla exo-2 cabin jost
    playfair-display merriweather lora cormorant-garamond libre-baskerville noto-serif bitter crimson-text spectral zilla-slab
    caveat dancing-script pacifico
    lexend figtree sora lobster anton economica average alegreya maven-pro kanit prompt cairo tajawal hind mukta archivo oxygen
    crimson-pro arvo dosis""".split()}
# Comic Relief is as wide as Comic Sans MS, and has other heights: those of the font that it stands for.
HEIGHTS = {"Comic Sans MS": ("2257 -597 0", "2257 597", "")}
UNDERLINES = {"Comic Sans MS": "-272 175"}
SUBSETS = ["latin", "latin-ext", "vietnamese", "greek", "cyrillic", "cyrillic-ext"]

def read(folder, package, face):
    """The fonts of all subsets of a face; the first has the heights."""
    for subset in SUBSETS:
        paths = (os.path.join(folder, own, "files", f"{package}-{subset}-{face}.woff2") for own in (package, package + "-5"))
        for path in filter(os.path.exists, paths):
            yield TTFont(path)
            break

def open_faces(folder):
    numbers = lambda *values: " ".join(map(str, values))
    for package, family in sorted(FAMILIES.items(), key=lambda own: own[1]):
        for weight, style, face in FACES:
            fonts = list(read(folder, package, face))
            if not fonts:
                continue
            hhea, os2, post = fonts[0]["hhea"], fonts[0]["OS/2"], fonts[0]["post"]
            typo = numbers(os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap) if os2.fsSelection & 1 << 7 else ""
            heights = numbers(hhea.ascent, hhea.descent, hhea.lineGap), numbers(os2.usWinAscent, os2.usWinDescent), typo
            head = [family + weight, style, str(fonts[0]["head"].unitsPerEm), *HEIGHTS.get(family, heights),
                    UNDERLINES.get(family, numbers(post.underlinePosition, post.underlineThickness)), numbers(os2.yStrikeoutPosition, os2.yStrikeoutSize),
                    numbers(getattr(os2, "sxHeight", 0), getattr(os2, "sCapHeight", 0)), "", ""]
            found = {}
            for font in fonts:
                for code, glyph in font.getBestCmap().items():
                    found.setdefault(code, font["hmtx"][glyph][0])
            widths = {found[code] for code in WANTED if code in found}
            if len(widths) == 1:
                head[-2] = "all"
                found = {0x20: widths.pop()}
            yield ["@" + ";".join(head)] + listed(found)

with open(os.path.join(HERE, "open_families.txt"), "w", encoding="utf-8") as file:
    file.write("\n".join(line for face in open_faces(sys.argv[1]) for line in face) + "\n")
