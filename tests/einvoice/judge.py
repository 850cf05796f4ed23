"""Judges each e-invoice of a folder by the XSD and the Schematron of its profile, reads it with drafthorse, and prints what is wrong with it as JSON. Beside
`x.xml` a file `x.json` may say what the invoice was made of: an XPath, and the texts or numbers that stand there.

    python judge.py FOLDER
"""

import collections
import decimal
import json
import pathlib
import sys

from drafthorse.models.document import Document
from facturx import facturx as library
from lxml import etree
from saxonche import PySaxonProcessor

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "shared/einvoice/tests"))
from schematron import Schematron  # noqa: E402

# Its model has no reasons why a line is exempt from VAT (BT-X-96 and BT-X-97 of EXTENDED).
UNKNOWN_TO_DRAFTHORSE = {"ExemptionReason", "ExemptionReasonCode"}

# The Schematron of Factur-X knows the ids of its own profiles only.
OF_XRECHNUNG = "Value of 'ram:ID' is not allowed."


def broken(path: pathlib.Path, schematron: Schematron) -> list[str]:
    xml = path.read_bytes()
    try:
        library.xml_check_xsd(xml, flavor="factur-x", level=library.get_level(etree.fromstring(xml)))
    except Exception as error:
        return [f"XSD: {error}"]
    return [text for text in schematron.broken(xml) if not (path.name.endswith("xrechnung.xml") and text == OF_XRECHNUNG)]


def unread(path: pathlib.Path) -> list[str]:
    """Texts that another library's model of invoices does not keep: it reads an invoice, and writes it again."""
    xml = path.read_bytes()
    try:
        again = Document.parse(xml, strict=False).serialize(schema=None)
    except Exception as error:
        return [f"drafthorse: {error}"]
    lost = texts(xml) - texts(again)
    return [f"drafthorse loses {name} {text}" for name, text in lost if name not in UNKNOWN_TO_DRAFTHORSE]


def texts(xml: bytes) -> collections.Counter[tuple[str, str]]:
    """How often each element holds each text."""
    elements = etree.fromstring(xml).iter("{*}*")
    return collections.Counter((etree.QName(element).localname, element.text) for element in elements if len(element) == 0)


def differing(path: pathlib.Path) -> list[str]:
    """Where an invoice says something else than what it was made of."""
    said = path.with_suffix(".json")
    if not said.is_file():
        return []
    tree = etree.parse(path)
    found = []
    for xpath, right in json.loads(said.read_text()).items():
        texts = [element.text for element in tree.xpath(xpath, namespaces=tree.getroot().nsmap)]
        if list(map(plain, texts)) != list(map(plain, right)):
            found.append(f"{xpath} is {texts}, not {right}")
    return found


def plain(text: str) -> decimal.Decimal | str:
    """A number, whatever zeros it ends with, or the text."""
    try:
        return decimal.Decimal(text)
    except decimal.InvalidOperation:
        return text


def main() -> None:
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.xml"))
    with PySaxonProcessor(license=False) as saxon:
        schematron = Schematron(saxon)
        print(json.dumps({path.name: broken(path, schematron) + unread(path) + differing(path) for path in files}))


if __name__ == "__main__":
    main()
