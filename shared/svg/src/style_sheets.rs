//! What it takes to apply an SVG picture's style sheets, counted before anything applies them.

use resvg::usvg::roxmltree::{Document, Node};

use platen_ooxml::Limits;

/// Checks that few enough selectors are compared with few enough elements.
///
/// Attack: a style sheet of 20,000 rules over 10,000 elements, 57 KB when zipped. Readers compare each selector with
/// each element, and with its attributes: that takes half a minute, and nothing stops it.
///
/// # Errors
/// More comparisons than [`Limits::svg_matches`].
pub(super) fn check(document: &Document<'_>, limits: &Limits) -> Result<(), String> {
    let (mut selectors, mut compared) = (0_u64, 0_u64);
    for node in document.descendants().filter(Node::is_element) {
        compared += 1 + node.attributes().len() as u64;
        if node.tag_name().name() == "style" {
            selectors = selectors.saturating_add(node.text().map_or(0, selectors_of));
        }
    }
    let limit = limits.svg_matches;
    if selectors.saturating_mul(compared) > limit {
        return Err(format!(
            "is an SVG picture whose {selectors} CSS selectors and {compared} elements and attributes take more \
             comparisons than the limit svg_matches ({limit}); use fewer style rules"
        ));
    }
    Ok(())
}

/// The simple selectors of a style sheet, counted by what separates them (CSS 2.1, 5.1). What stands in braces or
/// comments counts only if it looks like a selector: too many are better than too few.
fn selectors_of(css: &str) -> u64 {
    let mut in_body = false;
    let mut count = 0;
    for byte in css.bytes() {
        match byte {
            b'{' => {
                in_body = true;
                count += 1;
            }
            b'}' => in_body = false,
            b',' | b'.' | b'#' | b'[' | b':' | b'>' | b'+' | b'~' | b'*' if !in_body => count += 1,
            _ => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(css: &str, elements: usize, most: u64) -> Result<(), String> {
        let text = format!("<svg><style>{css}</style>{}</svg>", "<g id='a'/>".repeat(elements));
        let limits = Limits { svg_matches: most, ..Limits::default() };
        check(&Document::parse(&text).unwrap(), &limits)
    }

    #[test]
    fn selectors_times_elements_and_attributes_are_bounded() {
        // `svg` and `style`, and ten elements with an attribute each; two simple selectors a rule.
        let (rules, compared) = (".a{fill:red}".repeat(5), 22);
        assert_eq!(selectors_of(&rules), 10);
        assert_eq!(checked(&rules, 10, 10 * compared), Ok(()));
        let error = checked(&rules, 10, 10 * compared - 1).unwrap_err();
        assert!(error.contains("svg_matches (219)"), "{error}");
        assert_eq!(checked("", 1000, 1), Ok(()));
    }
}
