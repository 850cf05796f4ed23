//! The smallest Word documents, whose parts cases replace.

use super::zip::{Entry, archive};

/// Namespace of WordprocessingML.
pub const W: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/// Types of relationships begin so.
pub const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// Content types begin so.
pub const WORD: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/// A document's parts, in the order in which they are packed.
#[derive(Clone)]
pub struct Document {
    /// Name, without a slash at the front, and bytes.
    pub parts: Vec<(String, Vec<u8>)>,
    /// Further rows of `[Content_Types].xml`.
    pub types: String,
    /// Further rows of the main part's relationships.
    pub relationships: String,
}

impl Document {
    /// A document whose body holds this XML.
    pub fn of_body(body: &str) -> Document {
        let xml = format!(
            "<w:document xmlns:w=\"{W}\" xmlns:r=\"{OFFICE}\" \
             xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" \
             xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
             xmlns:pic=\"http://schemas.openxmlformats.org/drawingml/2006/picture\" \
             xmlns:v=\"urn:schemas-microsoft-com:vml\" xmlns:o=\"urn:schemas-microsoft-com:office:office\">\
             <w:body>{body}</w:body></w:document>"
        );
        Document::of_main(xml.into_bytes())
    }

    /// A document with one paragraph of text for each of `texts`.
    pub fn of_texts(texts: &[String]) -> Document {
        Document::of_body(&texts.iter().map(|text| paragraph(text)).collect::<String>())
    }

    /// A document with this main part.
    pub fn of_main(xml: Vec<u8>) -> Document {
        let parts = vec![("word/document.xml".to_owned(), xml)];
        Document { parts, types: String::new(), relationships: String::new() }
    }

    /// The same with one more part.
    pub fn with(mut self, name: &str, bytes: impl Into<Vec<u8>>) -> Document {
        self.parts.push((name.to_owned(), bytes.into()));
        self
    }

    /// The same with one more content type: `part` with a slash at the front.
    pub fn typed(mut self, part: &str, content_type: &str) -> Document {
        self.types += &format!("<Override PartName=\"{part}\" ContentType=\"{content_type}\"/>");
        self
    }

    /// The same with one more relationship of the main part; `kind` is the type's last step.
    pub fn related(mut self, id: &str, kind: &str, target: &str, external: bool) -> Document {
        let mode = if external { " TargetMode=\"External\"" } else { "" };
        self.relationships +=
            &format!("<Relationship Id=\"{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"{mode}/>");
        self
    }

    /// Its entries, to be changed before they are packed.
    pub fn entries(&self) -> Vec<Entry> {
        let types = format!(
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
             <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
             <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
             <Default Extension=\"png\" ContentType=\"image/png\"/>\
             <Default Extension=\"bin\" ContentType=\"application/octet-stream\"/>\
             <Override PartName=\"/word/document.xml\" ContentType=\"{WORD}.document.main+xml\"/>{}</Types>",
            self.types
        );
        let mut entries = vec![
            Entry::deflated("[Content_Types].xml", types.as_bytes()),
            Entry::deflated(
                "_rels/.rels",
                relationships(&relationship("m", "officeDocument", "word/document.xml")).as_bytes(),
            ),
        ];
        if !self.relationships.is_empty() {
            let xml = relationships(&self.relationships);
            entries.push(Entry::deflated("word/_rels/document.xml.rels", xml.as_bytes()));
        }
        entries.extend(self.parts.iter().map(|(name, bytes)| Entry::deflated(name, bytes)));
        entries
    }

    /// The file.
    pub fn docx(&self) -> Vec<u8> {
        archive(&self.entries())
    }
}

/// A paragraph of one run, its text escaped.
pub fn paragraph(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<w:p><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>")
}

/// A part of relationships.
pub fn relationships(rows: &str) -> String {
    format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{rows}</Relationships>"
    )
}

fn relationship(id: &str, kind: &str, target: &str) -> String {
    format!("<Relationship Id=\"{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"/>")
}
