"""Prints what pypdf reads in a PDF, as JSON."""

import json
import sys

from pypdf import PdfReader

pdf = PdfReader(sys.argv[1], strict=True)


def bookmarks(items):
    return [
        bookmarks(item) if isinstance(item, list) else [item.title, pdf.get_destination_page_number(item)]
        for item in items
    ]


def page(page):
    annotations = [annotation.get_object() for annotation in page.get("/Annots", [])]
    return {
        "text": page.extract_text().strip(),
        "size": [float(page.mediabox.width), float(page.mediabox.height)],
        "turn": page.rotation,
        "annotations": [annotation["/Subtype"] for annotation in annotations],
    }


catalog = pdf.trailer["/Root"]
layers = catalog.get("/OCProperties", {}).get("/D", {})
print(json.dumps({
    "pages": [page(each) for each in pdf.pages],
    "bookmarks": bookmarks(pdf.outline),
    "catalog": list(catalog),
    "hidden": len(layers.get("/OFF", [])),
}))
