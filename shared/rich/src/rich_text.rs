//! docxtpl's objects as JSON: `RichText` (a list of runs), `RichTextParagraph` (a list of paragraphs of such runs) and
//! `Listing` (a text whose `\a` begins a new paragraph).

use std::fmt::Write;

use serde_json::{Map, Value as Json};

use super::fragment::{Composed, Fragment, push_run};
use super::inventory::StyleKind;
use super::link;
use super::resources::{Resources, shortened};
use super::value::{PARAGRAPH, Rich};
use platen_ooxml::xml::characters::escape;

/// Steps of a run besides its bytes.
const RUN: u64 = 32;

/// `{"$richText": ["plain", {"text": "bold", "bold": true}]}`
///
/// Members of a run: `text`, `bold`, `italic`, `strike`, `underline` (true or a kind of `w:u`), `size` in points,
/// `color` and `highlight` as RRGGBB, `font`, `style` (a character style's name or id), `superscript`, `subscript`,
/// `rtl`, `lang`, `link`.
pub(super) fn runs(rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let mut paragraphs = vec![String::new()];
    push_runs(rich.content(), resources, &mut paragraphs)?;
    Ok(paragraphs_or_runs(paragraphs))
}

/// `{"$richTextParagraph": ["plain", {"runs": [...], "style": "Quote"}]}`
pub(super) fn paragraphs(rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let mut out = String::new();
    for item in list(rich.content()) {
        let (content, style) = match item {
            Json::Object(members) => (
                members.get("runs").or_else(|| members.get("text")).unwrap_or(&Json::Null),
                members.get("style").and_then(Json::as_str),
            ),
            other => (other, None),
        };
        let properties = style.map(|name| style_element("pStyle", StyleKind::Paragraph, name, resources));
        let mut paragraphs = vec![String::new()];
        push_runs(content, resources, &mut paragraphs)?;
        for runs in paragraphs {
            out.push_str("<w:p>");
            if let Some(properties) = &properties {
                let _ = write!(out, "<w:pPr>{properties}</w:pPr>");
            }
            out.push_str(&runs);
            out.push_str("</w:p>");
        }
    }
    Ok(Fragment::Block(out))
}

/// `{"$listing": "one\ntwo\u0007a new paragraph"}`, in the formatting around it.
pub(super) fn listing(rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let text = rich.text()?;
    // Each paragraph looks as the text around.
    let paragraphs = 1 + text.bytes().filter(|byte| char::from(*byte) == PARAGRAPH).count();
    resources.bounds.budget.spend((text.len() + paragraphs * resources.formatting.len()) as u64)?;
    let paragraphs = text.split(PARAGRAPH).map(|text| {
        let mut run = String::new();
        push_run(&mut run, &resources.formatting, text);
        run
    });
    Ok(paragraphs_or_runs(paragraphs.collect()))
}

fn paragraphs_or_runs(mut paragraphs: Vec<String>) -> Fragment {
    match paragraphs.len() {
        0 | 1 => Fragment::Inline(paragraphs.pop().unwrap_or_default()),
        _ => Fragment::Paragraphs(paragraphs),
    }
}

fn list(content: &Json) -> &[Json] {
    match content {
        Json::Array(items) => items,
        other => std::slice::from_ref(other),
    }
}

/// Adds runs to the last paragraph; each `\a` begins another.
fn push_runs(
    content: &Json,
    resources: &mut Resources<'_>,
    paragraphs: &mut Vec<String>,
) -> Result<(), String> {
    for item in list(content) {
        resources.bounds.budget.spend(RUN)?;
        let (text, members) = match item {
            Json::String(text) => (text.clone(), None),
            Json::Number(number) => (number.to_string(), None),
            Json::Null => continue,
            Json::Object(members) => {
                let text =
                    match members.get("text") {
                        Some(Json::String(text)) => text.clone(),
                        Some(Json::Number(number)) => number.to_string(),
                        _ => return Err(
                            "has a run without a text; runs look like {\"text\": \"...\", \"bold\": true}"
                                .to_owned(),
                        ),
                    };
                (text, Some(members))
            }
            _ => return Err("has a run that is neither a text nor an object".to_owned()),
        };
        let mut properties =
            members.map_or(Ok(String::new()), |members| run_properties(members, resources))?;
        let url = members.and_then(|m| m.get("link").or_else(|| m.get("url"))).and_then(Json::as_str);
        let mut ends = (String::new(), "");
        if let Some(url) = url {
            let id = resources.link(url)?;
            if !resources.in_link {
                ends = (
                    format!(
                        "<w:hyperlink xmlns:r=\"{}\" r:id=\"{id}\" w:history=\"1\">",
                        resources.relationships_ns()
                    ),
                    "</w:hyperlink>",
                );
                if properties.is_empty() {
                    properties = link::properties(resources, "");
                }
            }
        }
        resources.bounds.budget.spend(text.len() as u64)?;
        for (index, text) in text.split(PARAGRAPH).enumerate() {
            if index > 0 {
                paragraphs.push(String::new());
            }
            if let Some(out) = paragraphs.last_mut().filter(|_| !text.is_empty()) {
                out.push_str(&ends.0);
                push_run(out, &properties, text);
                out.push_str(ends.1);
            }
        }
    }
    Ok(())
}

/// A style by its name, or by its id as docxtpl has it.
fn style_element(element: &str, kind: StyleKind, name: &str, resources: &Resources<'_>) -> String {
    let id = resources.style(kind, name).map_or_else(|| escape(name), |id| id.into());
    format!("<w:{element} w:val=\"{id}\"/>")
}

/// The inside of a run's `w:rPr`, in the order of the schema (17.3.2.28).
fn run_properties(members: &Map<String, Json>, resources: &Resources<'_>) -> Result<String, String> {
    let mut out = String::new();
    let text = |name: &str| members.get(name).and_then(Json::as_str);
    let is_on = |name: &str| members.get(name).is_some_and(|value| value == &Json::Bool(true));
    if let Some(style) = text("style") {
        out.push_str(&style_element("rStyle", StyleKind::Character, style, resources));
    }
    if let Some(font) = text("font") {
        let font = escape(font);
        let _ = write!(
            out,
            "<w:rFonts w:ascii=\"{font}\" w:hAnsi=\"{font}\" w:eastAsia=\"{font}\" w:cs=\"{font}\"/>"
        );
    }
    for (name, elements) in [
        ("bold", "<w:b/><w:bCs/>"),
        ("italic", "<w:i/><w:iCs/>"),
        ("caps", "<w:caps/>"),
        ("strike", "<w:strike/>"),
    ] {
        out.push_str(if is_on(name) { elements } else { "" });
    }
    let color = |name: &str| -> Result<Option<String>, String> {
        let Some(value) = text(name) else { return Ok(None) };
        let hex = value.strip_prefix('#').unwrap_or(value);
        if hex.len() != 6 || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(format!("has the {name} {:?}; colors look like #FF0000", shortened(value)));
        }
        Ok(Some(hex.to_ascii_uppercase()))
    };
    if let Some(color) = color("color")? {
        let _ = write!(out, "<w:color w:val=\"{color}\"/>");
    }
    if let Some(size) = members.get("size").filter(|size| !size.is_null()) {
        let points = size.as_f64().filter(|points| (1.0..=1638.0).contains(points));
        let points = points.ok_or_else(|| format!("has the size {size}; sizes are points from 1 to 1638"))?;
        let half = (points * 2.0).round() as u32;
        let _ = write!(out, "<w:sz w:val=\"{half}\"/><w:szCs w:val=\"{half}\"/>");
    }
    match members.get("underline") {
        Some(Json::Bool(true)) => out.push_str("<w:u w:val=\"single\"/>"),
        Some(Json::String(kind)) => {
            let known = UNDERLINES.contains(&kind.as_str());
            let kind = known.then_some(kind).ok_or_else(|| {
                format!(
                    "has the underline {:?}; it must be true or one of {}",
                    shortened(kind),
                    UNDERLINES.join(", ")
                )
            })?;
            let _ = write!(out, "<w:u w:val=\"{kind}\"/>");
        }
        _ => {}
    }
    if let Some(color) = color("highlight")? {
        let _ = write!(out, "<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"{color}\"/>");
    }
    for (name, value) in [("superscript", "superscript"), ("subscript", "subscript")] {
        if is_on(name) {
            let _ = write!(out, "<w:vertAlign w:val=\"{value}\"/>");
            break;
        }
    }
    out.push_str(if is_on("rtl") { "<w:rtl/>" } else { "" });
    if let Some(lang) = text("lang") {
        let _ = write!(out, "<w:lang w:val=\"{}\"/>", escape(lang));
    }
    Ok(out)
}

/// `ST_Underline` (17.18.99).
const UNDERLINES: [&str; 17] = [
    "single",
    "words",
    "double",
    "thick",
    "dotted",
    "dottedHeavy",
    "dash",
    "dashedHeavy",
    "dashLong",
    "dashLongHeavy",
    "dotDash",
    "dashDotHeavy",
    "dotDotDash",
    "dashDotDotHeavy",
    "wave",
    "wavyHeavy",
    "wavyDouble",
];

/// The text alone.
pub(super) fn plain(content: &Json) -> String {
    list(content)
        .iter()
        .map(|item| match item {
            Json::String(text) => text.replace(PARAGRAPH, "\n"),
            Json::Object(members) => {
                members.get("runs").or_else(|| members.get("text")).map(plain).unwrap_or_default()
            }
            Json::Number(number) => number.to_string(),
            _ => String::new(),
        })
        .collect()
}
