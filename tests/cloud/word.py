"""Word documents for the end-to-end test, made of the few parts that a package needs (ECMA-376 part 1, 11.3.10)."""

import io
import random
import zipfile

_TYPES = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Default Extension="png" ContentType="image/png"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>"""

_RELATIONSHIPS = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>"""

_KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

_DOCUMENT = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>
<w:p><w:r><w:t>{}</w:t></w:r></w:p></w:body></w:document>"""


def document(text: str, picture_bytes: int = 0) -> bytes:
    """A document of one paragraph, with a part that does not compress if it is to be large."""
    main = f'<Relationship Id="rId1" Type="{_KINDS}/officeDocument" Target="word/document.xml"/>'
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("[Content_Types].xml", _TYPES)
        package.writestr("_rels/.rels", _RELATIONSHIPS.format(main))
        package.writestr("word/document.xml", _DOCUMENT.format(text))
        if picture_bytes:
            picture = f'<Relationship Id="rId1" Type="{_KINDS}/image" Target="media/image1.png"/>'
            package.writestr("word/_rels/document.xml.rels", _RELATIONSHIPS.format(picture))
            noise = random.Random(1).randbytes(picture_bytes)
            package.writestr("word/media/image1.png", b"\x89PNG\r\n\x1a\n" + noise, zipfile.ZIP_STORED)
    return buffer.getvalue()


def text(docx: bytes) -> str:
    """The XML of a document's body."""
    with zipfile.ZipFile(io.BytesIO(docx)) as package:
        return package.read("word/document.xml").decode()
