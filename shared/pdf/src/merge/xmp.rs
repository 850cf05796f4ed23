//! The metadata packet (XMP, ISO 16684-1): the data of the information dictionary, and the PDF's standards.

use lopdf::{Dictionary, Document, Object, Stream, decode_text_string};
use quick_xml::escape::escape;

use crate::finish::Conformance;

/// The standards that the PDF's packet claims.
pub(super) fn claims(document: &Document) -> Vec<Conformance> {
    let Ok(id) = document.catalog().and_then(|catalog| catalog.get(b"Metadata")?.as_reference()) else {
        return Vec::new();
    };
    let Ok(packet) = document.get_object(id).and_then(Object::as_stream).and_then(Stream::get_plain_content)
    else {
        return Vec::new();
    };
    let packet = String::from_utf8_lossy(&packet);
    // As an element, or as an attribute.
    let has = |name: &str, value: &str| {
        packet.contains(&format!("<{name}>{value}<")) || packet.contains(&format!("{name}=\"{value}\""))
    };
    let mut claims = Vec::new();
    for standard in Conformance::ALL {
        let is_claimed = match standard.archive() {
            Some((part, level)) => has("pdfaid:part", part) && has("pdfaid:conformance", level),
            None => has("pdfuaid:part", "1"),
        };
        if is_claimed {
            claims.push(standard);
        }
    }
    claims
}

/// The packet's text.
pub(super) fn packet(info: &Dictionary, language: Option<&str>, claims: &[Conformance]) -> String {
    let text = |entry: &[u8]| {
        let text: String = info.get(entry).and_then(decode_text_string).ok()?;
        // XML 1.0, 2.2: what it cannot hold, not even escaped.
        let text: String = text.chars().filter(|c| !c.is_control() || "\t\n\r".contains(*c)).collect();
        Some(escape(text.as_str()).into_owned())
    };
    let mut properties = String::from("<dc:format>application/pdf</dc:format>");
    let mut add = |name: &str, before: &str, value: Option<String>, after: &str| {
        if let Some(value) = value {
            properties += &format!("<{name}>{before}{value}{after}</{name}>");
        }
    };
    let (alternatives, end) = ("<rdf:Alt><rdf:li xml:lang=\"x-default\">", "</rdf:li></rdf:Alt>");
    add("dc:title", alternatives, text(b"Title"), end);
    add("dc:creator", "<rdf:Seq><rdf:li>", text(b"Author"), "</rdf:li></rdf:Seq>");
    add("dc:description", alternatives, text(b"Subject"), end);
    let language = language.map(|tag| escape(tag).into_owned());
    add("dc:language", "<rdf:Bag><rdf:li>", language, "</rdf:li></rdf:Bag>");
    add("pdf:Keywords", "", text(b"Keywords"), "");
    add("pdf:Producer", "", text(b"Producer"), "");
    add("xmp:CreatorTool", "", text(b"Creator"), "");
    for claim in claims {
        properties += &match claim.archive() {
            Some((part, level)) => {
                format!("<pdfaid:part>{part}</pdfaid:part><pdfaid:conformance>{level}</pdfaid:conformance>")
            }
            None => "<pdfuaid:part>1</pdfuaid:part>".to_owned(),
        };
    }
    // Only the namespaces that are used: PDF/A knows no `pdfuaid` (ISO 19005-2, 6.6.2.3).
    let namespaces: String = claims.iter().map(|claim| format!(" {}", namespace(*claim))).collect();
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\"{namespaces}>\
         {properties}</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>"
    )
}

fn namespace(claim: Conformance) -> &'static str {
    match claim.archive() {
        Some(_) => "xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\"",
        None => "xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\"",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::text_string;

    #[test]
    fn texts_are_escaped_and_claims_stand_alone() {
        let mut info = Dictionary::new();
        info.set("Title", text_string("Ä < B & \u{1}C"));
        let archived = packet(&info, Some("de"), &[Conformance::A2b]);
        assert!(archived.contains(">Ä &lt; B &amp; C</rdf:li>"), "{archived}");
        assert!(archived.contains("<pdfaid:part>2<") && !archived.contains("pdfuaid"), "{archived}");
        assert!(!packet(&info, None, &[]).contains("pdfaid"));
    }
}
