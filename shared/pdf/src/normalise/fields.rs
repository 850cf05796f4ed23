//! Simple fields (ECMA-376 part 1, 17.16.19) that the engine computes only in their complex form (17.16.18).

use roxmltree::Node;

use super::edits::{Edits, child, is_w, parse, prefix, source};
use crate::PdfError;

/// What is computed: the others keep the result that the document was saved with, as they do when Word prints.
const COMPUTED: [&str; 2] = ["PAGE", "NUMPAGES"];

/// The part with those fields spelled out, `None` when it has none.
pub(super) fn spelled_out(text: &str) -> Result<Option<String>, PdfError> {
    if !text.contains("fldSimple") {
        return Ok(None);
    }
    let document = parse(text)?;
    let mut edits = Edits::default();
    for field in document.descendants().filter(|node| is_w(*node, &["fldSimple"])) {
        let instruction = field.attributes().find(|attribute| attribute.name() == "instr");
        let Some(instruction) = instruction.filter(|instruction| is_computed(instruction.value())) else {
            continue;
        };
        edits.replace(field.range(), complex(text, field, instruction.value()));
    }
    Ok((!edits.is_empty()).then(|| edits.apply(text)))
}

fn is_computed(instruction: &str) -> bool {
    let code = instruction.split_whitespace().next().unwrap_or_default();
    COMPUTED.iter().any(|computed| code.eq_ignore_ascii_case(computed))
}

/// The same field of runs; each run has the properties of the first one of the result.
fn complex(text: &str, field: Node<'_, '_>, instruction: &str) -> String {
    let w = prefix(text, field);
    let first = field.children().find_map(|run| child(run, "rPr"));
    let properties = first.map_or("", |properties| source(text, properties));
    let result: String =
        field.children().filter(|node| !is_w(*node, &["fldData"])).map(|node| source(text, node)).collect();
    let run = |content: String| format!("<{w}r>{properties}{content}</{w}r>");
    let mark = |kind: &str| run(format!("<{w}fldChar {w}fldCharType=\"{kind}\"/>"));
    let instruction = quick_xml::escape::escape(instruction);
    let code = run(format!("<{w}instrText xml:space=\"preserve\">{instruction}</{w}instrText>"));
    mark("begin") + &code + &mark("separate") + &result + &mark("end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computed_fields_are_spelled_out_and_others_left() {
        let space = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'";
        let part = |code: &str| {
            format!(
                "<w:p {space}><w:fldSimple w:instr='{code}'><w:r><w:rPr><w:b/></w:rPr><w:t>9</w:t></w:r></w:fldSimple></w:p>"
            )
        };
        let spelled = spelled_out(&part(" PAGE \\* roman &amp;")).unwrap().unwrap();
        assert!(!spelled.contains("fldSimple"), "{spelled}");
        assert!(spelled.contains("> PAGE \\* roman &amp;</w:instrText>"), "{spelled}");
        assert_eq!(spelled.matches("<w:r><w:rPr><w:b/></w:rPr>").count(), 5, "{spelled}");
        assert_eq!(spelled_out(&part("DATE")).unwrap(), None);
        assert_eq!(spelled_out(&part("")).unwrap(), None);
    }
}
