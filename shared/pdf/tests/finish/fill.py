"""Fills the fields of a PDF in, saves it, reads it again, and prints what pypdf finds, as JSON: VALUES FILE."""

import io
import json
import sys

from pypdf import PdfReader, PdfWriter

values = json.loads(sys.argv[1])
with open(sys.argv[2], "rb") as file:
    saved = file.read()
if values:
    writer = PdfWriter(clone_from=io.BytesIO(saved))
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, values, auto_regenerate=False)
    output = io.BytesIO()
    writer.write(output)
    saved = output.getvalue()

pdf = PdfReader(io.BytesIO(saved), strict=True)
fields = {}
for name, field in (pdf.get_fields() or {}).items():
    flags = int(field.get("/Ff", 0))
    fields[name] = {"kind": field["/FT"], "value": field.get("/V"), "title": field["/TU"], "flags": flags}
    if "/Opt" in field:
        fields[name]["items"] = field["/Opt"]
boxes, looks = [], []
for page in pdf.pages:
    for annotation in page.get("/Annots", []):
        annotation = annotation.get_object()
        if annotation["/Subtype"] == "/Widget":
            boxes.append([float(edge) for edge in annotation["/Rect"]])
            look = annotation["/AP"]["/N"]
            if "/AS" in annotation:
                look = look[annotation["/AS"]]
            looks.append(look.get_object().get_data().decode("latin-1"))
print(json.dumps({"fields": fields, "boxes": boxes, "text": "\n".join(looks)}))
