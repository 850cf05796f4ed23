//! Data as docxtpl's cases recorded it, turned into the forms that callers send: `RichText` is there as the
//! WordprocessingML that docxtpl had made of it, pictures as names of files that only its output still holds.

use std::fs;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use super::shown::{media, parse, target};
use crate::pack::Entry;
use crate::xml::{Element, Node};

const MAIN: &str = "word/document.xml";

/// A value of the recorded context of the case in `folder`; `expected` is docxtpl's output.
pub fn ours(value: &Value, folder: &Path, expected: &[Entry]) -> Value {
    let Value::Object(members) = value else {
        return match value {
            Value::Array(items) => items.iter().map(|item| ours(item, folder, expected)).collect(),
            other => other.clone(),
        };
    };
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    if let Some(xml) = text("$richText") {
        return json!({"$richText": runs(&read(xml), None, expected)});
    }
    if let Some(xml) = text("$richTextParagraph") {
        let paragraph = |p: &Element| {
            let mut out = json!({"runs": runs(p, None, expected)});
            if let Some(style) = p.all().into_iter().find(|e| e.name == "w:pStyle") {
                out["style"] = json!(style.attribute("val"));
            }
            out
        };
        return json!({"$richTextParagraph": read(xml).elements().map(paragraph).collect::<Vec<_>>()});
    }
    if let Some(escaped) = text("$listing") {
        let root = Element::parse(&format!("<x>{escaped}</x>")).unwrap();
        let Some(Node::Text(text)) = root.children.first() else { panic!("{escaped}") };
        return json!({"$listing": text});
    }
    if let Some(path) = text("$image") {
        return image(path, members, expected);
    }
    if members.contains_key("$subdoc") && folder.ends_with("merge_docx") {
        // Not recorded, but it is what another case makes.
        let other = fs::read(folder.with_file_name("inline_image").join("expected.docx")).unwrap();
        return json!({"$docx": STANDARD.encode(other)});
    }
    // Neither a sub-document's content nor a host's function was recorded.
    if members.contains_key("$subdoc") || members.contains_key("$py") {
        return Value::Null;
    }
    members
        .iter()
        .map(|(name, value)| (name.clone(), ours(value, folder, expected)))
        .collect::<Map<_, _>>()
        .into()
}

fn read(xml: &str) -> Element {
    Element::parse(&format!("<x>{xml}</x>")).unwrap()
}

fn runs(parent: &Element, link: Option<&str>, expected: &[Entry]) -> Vec<Value> {
    let mut list = Vec::new();
    for child in parent.elements() {
        match child.name.as_str() {
            "w:r" => list.push(run(child, link)),
            "w:hyperlink" => {
                let target = child.attribute("id").and_then(|id| target(MAIN, id, expected));
                list.extend(runs(child, target.as_deref(), expected));
            }
            _ => {}
        }
    }
    list
}

fn run(run: &Element, link: Option<&str>) -> Value {
    let mut out = json!({"text": run.words()});
    if let Some(link) = link {
        out["link"] = json!(link);
    }
    for property in run.elements().filter(|e| e.name == "w:rPr").flat_map(Element::elements) {
        let value = property.attribute("val").unwrap_or_default();
        match property.local() {
            "b" => out["bold"] = json!(true),
            "i" => out["italic"] = json!(true),
            "strike" => out["strike"] = json!(true),
            "u" => out["underline"] = json!(value),
            "color" => out["color"] = json!(value),
            "sz" => out["size"] = json!(value.parse::<f64>().unwrap() / 2.0),
            "rStyle" => out["style"] = json!(value),
            "vertAlign" => out[value] = json!(true),
            "shd" => out["highlight"] = json!(property.attribute("fill")),
            "rFonts" => out["font"] = json!(property.attribute("ascii")),
            "szCs" => {}
            other => panic!("a run property that is not turned: {other}"),
        }
    }
    out
}

/// The file of a picture, found in docxtpl's output by the name that it gave the drawing.
fn image(path: &str, members: &Map<String, Value>, expected: &[Entry]) -> Value {
    let name = path.rsplit('/').next().unwrap_or_default();
    let parts = expected.iter().filter(|e| e.name.starts_with("word/") && e.name.ends_with(".xml"));
    let bytes = parts.into_iter().find_map(|part| {
        let root = parse(part);
        let all = root.all();
        let picture = all
            .iter()
            .find(|e| e.name == "pic:pic" && e.all().iter().any(|n| n.attribute("name") == Some(name)))?;
        let id = picture.all().into_iter().find(|e| e.local() == "blip")?.attribute("embed")?;
        media(&part.name, id, expected)
    });
    let bytes = bytes.unwrap_or_else(|| panic!("no picture {name} in the expected document"));
    let mut out = json!({"$image": format!("data:;base64,{}", STANDARD.encode(bytes))});
    for (from, to) in [("widthEmu", "width"), ("heightEmu", "height")] {
        if let Some(emu) = members.get(from).and_then(Value::as_f64) {
            out[to] = json!(format!("{}pt", emu / 12_700.0));
        }
    }
    out
}
