//! Properties of runs and paragraphs, in the order of the schema (CT_RPr and CT_PPr, ECMA-376 part 1, 17.3.2.28 and
//! 17.3.1.26).

use super::formatting::{Case, Format, Rgb, Vertical};
use platen_ooxml::order::{PARAGRAPH, RUN};
use platen_ooxml::xml::characters::escape;

/// The inside of a `w:rPr` or a `w:pPr`.
#[derive(Debug, Clone)]
pub(super) struct Properties {
    order: &'static [&'static str],
    /// Elements with their ranks in `order`.
    elements: Vec<(usize, String)>,
}

impl Properties {
    /// No properties of a run.
    pub fn of_run() -> Properties {
        Properties { order: &RUN, elements: Vec::new() }
    }

    /// No properties of a paragraph.
    pub fn of_paragraph() -> Properties {
        Properties { order: &PARAGRAPH, elements: Vec::new() }
    }

    /// Takes the inside of an existing `w:rPr` over. Elements of other namespaces stay behind all others, where Word
    /// writes them; records of tracked changes do not carry over to new text.
    pub fn parse_run(inside: &str) -> Properties {
        let changes = ["rPrChange", "ins", "del", "moveFrom", "moveTo"];
        Properties::of_run().filled(inside, |name| !changes.contains(&name))
    }

    /// Takes these elements of an existing `w:pPr` over.
    pub fn parse_paragraph(inside: &str, wanted: &[&str]) -> Properties {
        Properties::of_paragraph().filled(inside, |name| wanted.contains(&name))
    }

    fn filled(mut self, inside: &str, wanted: impl Fn(&str) -> bool) -> Properties {
        for element in elements(inside) {
            let name = local(element);
            if wanted(name) {
                let rank = self.order.iter().position(|n| *n == name).unwrap_or(self.order.len());
                self.elements.push((rank, element.to_owned()));
            }
        }
        self.elements.sort_by_key(|(rank, _)| *rank);
        self
    }

    /// Sets an element by its attributes (` w:val="x"`, or nothing).
    pub fn set(&mut self, name: &str, attributes: &str) {
        self.set_with(name, attributes, "");
    }

    /// Sets an element by its attributes and its content.
    pub fn set_with(&mut self, name: &str, attributes: &str, content: &str) {
        let Some(rank) = self.order.iter().position(|n| *n == name) else { return };
        self.remove(name);
        let at = self.elements.partition_point(|(r, _)| *r < rank);
        let element = match content {
            "" => format!("<w:{name}{attributes}/>"),
            content => format!("<w:{name}{attributes}>{content}</w:{name}>"),
        };
        self.elements.insert(at, (rank, element));
    }

    pub fn remove(&mut self, name: &str) {
        self.elements.retain(|(rank, _)| self.order.get(*rank) != Some(&name));
    }

    /// Value of an element's attribute, without its prefix.
    pub fn value(&self, name: &str, attribute: &str) -> Option<&str> {
        let (_, element) = self.elements.iter().find(|(rank, _)| self.order.get(*rank) == Some(&name))?;
        let (_, rest) = element.split_once(&format!(":{attribute}=\""))?;
        rest.split('"').next()
    }

    pub fn has(&self, name: &str) -> bool {
        self.elements.iter().any(|(rank, _)| self.order.get(*rank) == Some(&name))
    }

    /// Sets one attribute of an element and keeps the others, but for those that it stands against.
    pub fn add(&mut self, name: &str, attribute: &str, value: &str) {
        let against: &[&str] = match attribute {
            "before" => &["before", "beforeLines", "beforeAutospacing"],
            "after" => &["after", "afterLines", "afterAutospacing"],
            "right" => &["right", "end", "rightChars", "endChars"],
            "firstLine" | "hanging" => &["firstLine", "firstLineChars", "hanging", "hangingChars"],
            other => &[other],
        };
        let old = self.elements.iter().find(|(rank, _)| self.order.get(*rank) == Some(&name));
        let mut attributes = String::new();
        for pair in old.map_or("", |(_, element)| element).split_ascii_whitespace().skip(1) {
            if let Some((key, rest)) = pair.split_once('=')
                && !against.contains(&key.rsplit(':').next().unwrap_or(key))
            {
                let value = rest.trim_end_matches(['/', '>']);
                attributes.push_str(&format!(" {key}={value}"));
            }
        }
        self.set(name, &format!("{attributes} w:{attribute}=\"{value}\""));
    }

    fn toggle(&mut self, names: &[&str], on: Option<bool>) {
        if let Some(on) = on {
            for name in names {
                self.set(name, if on { "" } else { " w:val=\"0\"" });
            }
        }
    }

    pub fn apply(&mut self, format: &Format) {
        if let Some(font) = &format.font {
            let font = escape(font);
            let fonts = ["ascii", "hAnsi", "eastAsia", "cs"].map(|face| format!(" w:{face}=\"{font}\""));
            self.set("rFonts", &fonts.concat());
        }
        self.toggle(&["b", "bCs"], format.bold);
        self.toggle(&["i", "iCs"], format.italic);
        match format.case {
            Some(Case::Upper) => self.set("caps", ""),
            Some(Case::SmallCaps) => self.set("smallCaps", ""),
            // What the text around has would hide it.
            Some(Case::AsWritten | Case::Lower | Case::Capitalized) => {
                self.remove("caps");
                self.remove("smallCaps");
            }
            None => {}
        }
        self.toggle(&["strike"], format.strike);
        if let Some(color) = format.color {
            self.set("color", &val(&hex(color)));
        }
        if let Some(size) = format.size {
            self.set("sz", &val(&size.to_string()));
            self.set("szCs", &val(&size.to_string()));
        }
        if let Some(underline) = format.underline {
            self.set("u", &val(if underline { "single" } else { "none" }));
        }
        if let Some(background) = format.background {
            // A highlight of the text around would hide it.
            self.remove("highlight");
            self.set("shd", &shading(background));
        }
        match format.vertical {
            Some(Vertical::Subscript) => self.set("vertAlign", &val("subscript")),
            Some(Vertical::Superscript) => self.set("vertAlign", &val("superscript")),
            Some(Vertical::Baseline) => self.remove("vertAlign"),
            None => {}
        }
    }

    pub fn to_xml(&self) -> String {
        self.elements.iter().map(|(_, element)| element.as_str()).collect()
    }
}

/// The attribute `w:val`.
pub(super) fn val(value: &str) -> String {
    format!(" w:val=\"{}\"", escape(value))
}

fn hex([r, g, b]: Rgb) -> String {
    format!("{r:02X}{g:02X}{b:02X}")
}

/// Attributes of a `w:shd` of one color.
pub(super) fn shading(color: Rgb) -> String {
    format!(" w:val=\"clear\" w:color=\"auto\" w:fill=\"{}\"", hex(color))
}

/// The elements that stand side by side in well-formed XML.
fn elements(xml: &str) -> impl Iterator<Item = &str> {
    let mut rest = xml;
    std::iter::from_fn(move || {
        let element = &rest[rest.find('<')?..];
        let mut depth = 0_usize;
        let mut end = 0;
        while let Some(open) = element[end..].find('<') {
            let tag = end + open;
            end = tag + element[tag..].find('>')? + 1;
            match (element[tag..].starts_with("</"), element[..end].ends_with("/>")) {
                (true, _) => depth = depth.saturating_sub(1),
                (false, false) => depth += 1,
                (false, true) => {}
            }
            if depth == 0 {
                break;
            }
        }
        rest = &element[end..];
        Some(&element[..end])
    })
}

/// The name of an element without its prefix, if that is one of WordprocessingML: `w14:shadow` is not `w:shadow`.
fn local(element: &str) -> &str {
    let name = element[1..]
        .split(|c: char| matches!(c, '/' | '>') || c.is_ascii_whitespace())
        .next()
        .unwrap_or_default();
    match name.split_once(':') {
        Some((prefix, _)) if prefix.starts_with('w') && prefix.len() > 1 => "",
        Some((_, name)) => name,
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_around_stays_in_order_and_yields() {
        let mut properties = Properties::parse_run(
            "<w:rFonts w:ascii=\"Arial\"/><w:b/><w:color w:val=\"00FF00\"/><w:sz w:val=\"18\"/><w:highlight w:val=\"red\"/>\
             <w:lang w:val=\"de\"/><w14:shadow w14:val=\"x\"><w14:b/></w14:shadow><w:rPrChange><w:rPr><w:i/></w:rPr></w:rPrChange>",
        );
        assert_eq!(properties.value("sz", "val"), Some("18"));
        properties.apply(&Format {
            bold: Some(false),
            italic: Some(true),
            underline: Some(true),
            background: Some([255, 0, 16]),
            vertical: Some(Vertical::Superscript),
            ..Format::default()
        });
        assert_eq!(
            properties.to_xml(),
            "<w:rFonts w:ascii=\"Arial\"/><w:b w:val=\"0\"/><w:bCs w:val=\"0\"/><w:i/><w:iCs/><w:color w:val=\"00FF00\"/>\
             <w:sz w:val=\"18\"/><w:u w:val=\"single\"/><w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"FF0010\"/>\
             <w:vertAlign w:val=\"superscript\"/><w:lang w:val=\"de\"/><w14:shadow w14:val=\"x\"><w14:b/></w14:shadow>"
        );
    }
}
