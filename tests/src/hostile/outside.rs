//! References to what lies outside of a document, in every way that Word knows.

use super::document::{Document, paragraph};

/// One reference.
#[derive(Clone)]
pub struct Reference {
    /// What it is, and where it leads.
    pub name: String,
    body: String,
    relationship: Option<(&'static str, String)>,
}

/// All of them. `address` is `host:port` of a server that counts who calls; `file` is a path that nobody may read.
pub fn all(address: &str, file: &str) -> Vec<Reference> {
    let host = address.split(':').next().unwrap_or_default();
    let targets = [
        format!("http://{address}/x"),
        format!("https://{address}/x"),
        format!("ftp://{address}/x"),
        format!("file://{file}"),
        file.to_owned(),
        format!("\\\\{host}\\share\\x.png"),
    ];
    targets.iter().flat_map(|target| relationships(target).into_iter().chain(fields(target))).collect()
}

/// A document with these references.
pub fn document(references: &[Reference]) -> Vec<u8> {
    let mut body = paragraph("{{ name }}");
    let ids: Vec<String> = (0..references.len()).map(|number| format!("x{number}")).collect();
    for (reference, id) in references.iter().zip(&ids) {
        body += &reference.body.replace("[id]", id);
    }
    let document = Document::of_body(&body);
    let related = references.iter().zip(&ids).fold(document, |document, (reference, id)| {
        match &reference.relationship {
            Some((kind, target)) => document.related(id, kind, target, true),
            None => document,
        }
    });
    related.docx()
}

fn relationships(target: &str) -> Vec<Reference> {
    [
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
    ]
    .map(|kind| Reference {
        name: format!("{kind} {target}"),
        body: match kind {
            "image" => PICTURE.to_owned(),
            "subDocument" => "<w:subDoc r:id=\"[id]\"/>".to_owned(),
            "aFChunk" => "<w:altChunk r:id=\"[id]\"/>".to_owned(),
            "hyperlink" => {
                "<w:p><w:hyperlink r:id=\"[id]\"><w:r><w:t>a</w:t></w:r></w:hyperlink></w:p>".to_owned()
            }
            _ => String::new(),
        },
        relationship: Some((kind, target.to_owned())),
    })
    .to_vec()
}

fn fields(target: &str) -> Vec<Reference> {
    let mut fields = Vec::new();
    for code in ["INCLUDEPICTURE", "INCLUDETEXT", "LINK Word.Document.12", "RD", "IMPORT", "DATABASE \\\\d"] {
        let complex = format!(
            "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText> {code} \"{target}\" \\d </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>a</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>"
        );
        let simple = format!(
            "<w:p><w:fldSimple w:instr=\" {code} &quot;{target}&quot; \"><w:r><w:t>a</w:t></w:r></w:fldSimple></w:p>"
        );
        for (form, body) in [("complex", complex), ("simple", simple)] {
            let name = format!("{form} field {code} {target}");
            fields.push(Reference { name, body, relationship: None });
        }
    }
    fields
}

const PICTURE: &str = "<w:p><w:r><w:drawing><wp:inline><wp:extent cx=\"9525\" cy=\"9525\"/><wp:docPr id=\"1\" name=\"a\"/><a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/picture\"><pic:pic><pic:nvPicPr><pic:cNvPr id=\"1\" name=\"a\"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link=\"[id]\" r:embed=\"[id]\"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p><w:p><w:r><w:pict><v:shape><v:imagedata r:id=\"[id]\" o:href=\"[id]\"/></v:shape></w:pict></w:r></w:p>";
