"""Reads the e-invoice out of a PDF, judges it by the XSD and the Schematron of its profile, and prints what it found as JSON."""

import json
import logging
import pathlib
import sys

import pikepdf
from facturx import facturx as library
from saxonche import PySaxonProcessor

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "einvoice/tests"))
from schematron import Schematron  # noqa: E402

logging.disable(logging.CRITICAL)
FX = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"


with open(sys.argv[1], "rb") as file:
    pdf = file.read()
# It gives nothing where the XSD refuses the file.
name, xml = library.get_xml_from_pdf(pdf, check_xsd=True)
with PySaxonProcessor(license=False) as saxon:
    broken = Schematron(saxon).broken(xml)
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
        "schematron": broken,
    }))
