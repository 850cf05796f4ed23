//! Sub-documents: the body of a .docx file in another document, with its styles, lists, pictures, charts, links and notes. Its sections (page
//! sizes, headers, footers) and comments are left out; files with code or active content are refused.

mod copy;
mod copy_lists;
mod copy_notes;
mod copy_parts;
mod copy_styles;
mod source;

use super::fragment::{Fragment, Refused};
use super::picture;
use super::resources::Resources;
use super::subdocument::copy::Import;
use super::subdocument::source::Source;
use super::value::{DATA, Rich};

/// `{"$docx": "<base64 of a .docx file>"}`; with the member `data`, the file is a template that this data fills.
pub(super) fn compose(rich: &Rich, resources: &mut Resources<'_>) -> Result<Fragment, Refused> {
    let mut bytes = picture::decode(rich.text()?)?;
    if let Some(data) = rich.members.get(DATA) {
        let filled = resources.fill.fill(bytes, data)?;
        resources.warnings.extend(filled.warnings);
        bytes = filled.docx;
    }
    let mut source = Source::open(bytes, resources.fill, resources.bounds)?;
    resources.warnings.extend(std::mem::take(&mut source.warnings));
    if source.is_strict != resources.is_strict() {
        let forms = if source.is_strict { ("strict", "transitional") } else { ("transitional", "strict") };
        let detail = format!("is in the {} form of the standard, the template in the {}", forms.0, forms.1);
        return Err(detail.into());
    }
    let mut import = Import::new(&source, resources);
    let xml = import.body()?;
    import.finish()?;
    Ok(Fragment::Block(xml))
}
