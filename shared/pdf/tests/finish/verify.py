"""Verifies the signature of a PDF: verify.py FILE ROOT. Prints what pyHanko says of it as JSON."""

import json
import logging
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

logging.disable(logging.CRITICAL)
with open(sys.argv[1], "rb") as file:
    reader = PdfFileReader(file)
    [signature] = reader.embedded_signatures
    trust = ValidationContext(trust_roots=[load_cert_from_pemder(sys.argv[2])], allow_fetching=False)
    status = validate_pdf_signature(signature, trust)
    attributes = [attribute["type"].native for attribute in signature.signer_info["signed_attrs"]]
    print(json.dumps({
        "intact": status.intact,
        "valid": status.valid,
        "trusted": status.trusted,
        "coverage": status.coverage.name,
        "signer": status.signing_cert.subject.human_friendly,
        "subfilter": signature.sig_object["/SubFilter"],
        "reason": signature.sig_object.get("/Reason"),
        "location": signature.sig_object.get("/Location"),
        "time": signature.self_reported_timestamp.isoformat(),
        "attributes": sorted(attributes),
        "chain": len(signature.other_embedded_certs) + 1,
    }))
