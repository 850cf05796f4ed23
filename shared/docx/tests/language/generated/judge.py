"""Renders templates with docxtpl, and opens documents with python-docx: one line of JSON in, one out."""

import base64
import io
import json
import sys

from docx import Document
from docxtpl import DocxTemplate
from jinja2 import ChainableUndefined, Environment
from lxml import etree


class Null(str):
    """null prints nothing, and is nothing to every filter of texts (COMPATIBILITY.md)."""


def plain(value):
    if value is None:
        return Null()
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    return value


class Template(DocxTemplate):
    """docxtpl repairs a broken file silently where it reads it again: here it is told."""

    def build_xml(self, context, jinja_env=None):
        xml = super().build_xml(context, jinja_env)
        etree.fromstring(xml)
        return xml


def environment():
    made = Environment(undefined=ChainableUndefined, extensions=["jinja2.ext.loopcontrols", "jinja2.ext.do"])
    made.tests["none"] = lambda value: value is None or isinstance(value, Null)
    return made


def rendered(package, data):
    template = Template(io.BytesIO(package))
    try:
        template.render(plain(data), environment(), autoescape=True)
    except etree.XMLSyntaxError as error:
        return {"malformed": str(error)}
    except Exception as error:
        return {"raises": f"{type(error).__name__}: {error}"}
    body = etree.tostring(template.docx._element.body, encoding="unicode")
    headers = [part for _, part in template.get_headers_footers(template.HEADER_URI)]
    return {"parts": [body] + [part.blob.decode() for part in headers]}


def read(package):
    """All texts of a document."""
    try:
        document = Document(io.BytesIO(package))
        section = document.sections[0] if len(document.sections) else None
        holders = [document] + ([section.header, section.footer] if section is not None else [])
        texts = []
        while holders:
            holder = holders.pop()
            texts.extend(paragraph.text for paragraph in holder.paragraphs)
            for table in holder.tables:
                for row in table.rows:
                    holders.extend(row.cells)
        return {"texts": texts}
    except Exception as error:
        return {"raises": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    asked = json.loads(line)
    package = base64.b64decode(asked["package"])
    if "data" in asked:
        answer = [rendered(package, data) for data in asked["data"]]
    else:
        answer = read(package)
    print(json.dumps(answer), flush=True)
