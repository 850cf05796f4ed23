//! Links and page breaks.

use super::fragment::{Composed, Fragment, push_run};
use super::inventory::StyleKind;
use super::resources::Resources;
use super::value::Rich;
use platen_ooxml::order::{RUN, behind};

/// `{"$link": "https://...", "text": "..."}`; without a text the address is shown.
pub(super) fn compose(rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let url = rich.text()?;
    let text = rich.option("text").unwrap_or(url);
    let id = resources.link(url)?;
    let mut out = String::new();
    if resources.in_link {
        push_run(&mut out, &resources.formatting, text);
        return Ok(Fragment::Inline(out));
    }
    let properties = properties(resources, &resources.formatting);
    out.push_str(&format!(
        "<w:hyperlink xmlns:r=\"{}\" r:id=\"{id}\" w:history=\"1\">",
        resources.relationships_ns()
    ));
    push_run(&mut out, &properties, text);
    out.push_str("</w:hyperlink>");
    Ok(Fragment::Inline(out))
}

/// The inside of the `w:rPr` of a link's run: the template's own look of links, or blue and underlined. `around` is
/// the inside of the `w:rPr` of the text around it, of which fonts and sizes are kept.
pub fn properties(resources: &Resources<'_>, around: &str) -> String {
    match resources.style(StyleKind::Character, "Hyperlink") {
        Some(style) => format!("<w:rStyle w:val=\"{style}\"/>{}", without(around, &["rStyle", "color", "u"])),
        None => {
            let kept = without(around, &["rStyle", "color", "u"]);
            let (before, rest) = kept.split_at(position(&kept, behind(&RUN, "color")));
            let (between, after) = rest.split_at(position(rest, behind(&RUN, "u")));
            format!("{before}<w:color w:val=\"0563C1\"/>{between}<w:u w:val=\"single\"/>{after}")
        }
    }
}

/// Where the first of these elements begins.
fn position(properties: &str, names: &[&str]) -> usize {
    let starts = elements(properties).find(|element| names.contains(&local(element)));
    starts.map_or(properties.len(), |element| element.as_ptr() as usize - properties.as_ptr() as usize)
}

fn without(properties: &str, names: &[&str]) -> String {
    elements(properties).filter(|element| !names.contains(&local(element))).collect()
}

/// The children of a `w:rPr`, which are flat but for tracked changes.
fn elements(properties: &str) -> impl Iterator<Item = &str> {
    let mut rest = properties;
    std::iter::from_fn(move || {
        let start = rest.find('<')?;
        let element = &rest[start..];
        let mut end = element.find('>')? + 1;
        if !element[..end].ends_with("/>") {
            let name = element[1..end - 1].split_ascii_whitespace().next()?;
            let close = format!("</{name}>");
            end = element.find(&close)? + close.len();
        }
        rest = &element[end..];
        Some(&element[..end])
    })
}

fn local(element: &str) -> &str {
    let name = element[1..]
        .split(|c: char| c == '/' || c == '>' || c.is_ascii_whitespace())
        .next()
        .unwrap_or_default();
    name.rsplit(':').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_keep_the_order_of_the_schema() {
        let around = "<w:rStyle w:val=\"X\"/><w:rFonts w:ascii=\"Arial\"/><w:b/><w:color w:val=\"FF0000\"/><w:sz w:val=\"20\"/><w:lang w:val=\"de\"/>";
        assert_eq!(
            without(around, &["rStyle", "color"]),
            "<w:rFonts w:ascii=\"Arial\"/><w:b/><w:sz w:val=\"20\"/><w:lang w:val=\"de\"/>"
        );
        assert_eq!(position("<w:b/><w:sz w:val=\"2\"/>", &["sz"]), 6);
        assert_eq!(position("<w:b/>", &["sz"]), 6);
    }
}
