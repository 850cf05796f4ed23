//! The content of a `filter` block, as the text that its filter works on.

use minijinja::{Error, ErrorKind};

use platen_ooxml::xml::characters::decode;

/// Filter before the author's own: the text of a run with breaks and tabs as characters, references resolved. A filter that
/// saw markup would write it in capitals.
pub(super) fn text(written: &str) -> Result<String, Error> {
    let mut out = String::with_capacity(written.len());
    let mut rest = written;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        out.push_str(&decode(text));
        let end = tag.find('>').map_or(tag.len(), |end| end + 1);
        match &tag[..end] {
            "<w:br/>" => out.push('\n'),
            "<w:tab/>" => out.push('\t'),
            "<w:br w:type=\"page\"/>" => out.push('\u{C}'),
            "</w:t>" | "<w:t>" | "<w:t xml:space=\"preserve\">" => {}
            _ => {
                let detail =
                    "a `filter` block can contain only text: put its tags into the same run as the text";
                return Err(Error::new(ErrorKind::InvalidOperation, detail));
            }
        }
        rest = &tag[end..];
    }
    out.push_str(&decode(rest));
    Ok(out)
}
