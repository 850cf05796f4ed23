//! A document that names things outside of itself in every way that Word knows.

use super::document::{Document, paragraph};

/// `address` is `host:port` of a server that counts who calls; `file` is a path that nobody may read.
pub fn document(address: &str, file: &str) -> Vec<u8> {
    let mut document = Document::of_body("");
    let mut body = paragraph("{{ name }}");
    let mut number = 0;
    for target in [
        format!("http://{address}/x"),
        format!("https://{address}/x"),
        format!("ftp://{address}/x"),
        format!("file://{file}"),
        file.to_owned(),
        format!("\\\\{}\\share\\x.png", address.split(':').next().unwrap_or_default()),
    ] {
        for kind in [
            "image",
            "attachedTemplate",
            "frame",
            "subDocument",
            "hyperlink",
            "font",
            "customXml",
            "oleObject",
            "package",
            "video",
            "aFChunk",
        ] {
            number += 1;
            let id = format!("x{number}");
            document = document.related(&id, kind, &target, true);
            body += &match kind {
                "image" => picture(&id),
                "subDocument" => format!("<w:subDoc r:id=\"{id}\"/>"),
                "aFChunk" => format!("<w:altChunk r:id=\"{id}\"/>"),
                "hyperlink" => {
                    format!("<w:p><w:hyperlink r:id=\"{id}\"><w:r><w:t>a</w:t></w:r></w:hyperlink></w:p>")
                }
                _ => String::new(),
            };
        }
        for code in
            ["INCLUDEPICTURE", "INCLUDETEXT", "LINK Word.Document.12", "RD", "IMPORT", "DATABASE \\\\d"]
        {
            body += &format!(
                "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText> {code} \"{target}\" \\d </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>a</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>"
            );
            body += &format!(
                "<w:p><w:fldSimple w:instr=\" {code} &quot;{target}&quot; \"><w:r><w:t>a</w:t></w:r></w:fldSimple></w:p>"
            );
        }
    }
    document.parts = Document::of_body(&body).parts;
    document.docx()
}

fn picture(id: &str) -> String {
    format!(
        "<w:p><w:r><w:drawing><wp:inline><wp:extent cx=\"9525\" cy=\"9525\"/><wp:docPr id=\"1\" name=\"a\"/><a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/picture\"><pic:pic><pic:nvPicPr><pic:cNvPr id=\"1\" name=\"a\"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link=\"{id}\" r:embed=\"{id}\"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p><w:p><w:r><w:pict><v:shape><v:imagedata r:id=\"{id}\" o:href=\"{id}\"/></v:shape></w:pict></w:r></w:p>"
    )
}
