//! Sub-documents: the body of a .docx file put into another, with the styles, lists, pictures, links and notes that it
//! uses. Its sections (page sizes, headers, footers) and comments stay behind; what loads or runs something is refused.

mod copy;
mod notes;
mod numbering;
mod open;
mod styles;

use super::fragment::{Composed, Fragment};
use super::picture;
use super::resources::Resources;
use super::value::Rich;
use copy::Import;
use open::Source;

/// `{"$docx": "<base64 of a .docx file>"}`
pub(super) fn compose(rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    let bytes = picture::decode(rich.text()?)?;
    let mut source = Source::open(bytes, resources.bounds)?;
    resources.warnings.extend(std::mem::take(&mut source.warnings));
    if source.is_strict != resources.is_strict() {
        let forms = if source.is_strict { ("strict", "transitional") } else { ("transitional", "strict") };
        return Err(format!("is in the {} form of the standard, the template in the {}", forms.0, forms.1));
    }
    let mut import = Import::new(&source, resources);
    let xml = import.body()?;
    import.finish()?;
    Ok(Fragment::Block(xml))
}
