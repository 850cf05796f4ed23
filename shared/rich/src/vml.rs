//! The box of a VML picture: the CSS of its shape (ECMA-376 part 4, 19.1.2.19).

use super::length;
use super::length::EMU_PER_INCH;
use super::picture::Picture;
use platen_ooxml::xml::characters::escape;
use platen_ooxml::xml::{Changes, NodeId, Tree};

/// The shape's style with the size at which the picture fits; `None` for a shape without a size.
pub(super) fn resized(tree: &Tree, shape: NodeId, picture: &Picture) -> Option<Changes> {
    let style = tree.attr(shape, "style")?;
    let declarations: Vec<(&str, &str)> = style.split(';').filter_map(|d| d.split_once(':')).collect();
    let length = |name: &str| {
        let (_, value) = declarations.iter().find(|(property, _)| property.trim() == name)?;
        length::parse(&value.trim().into()).ok()
    };
    let (width, height) = picture.fitted(length("width")?, length("height")?);
    let points = |emu: u64| format!("{:.2}pt", emu as f64 / EMU_PER_INCH * 72.0);
    let written = declarations.iter().map(|(property, value)| match property.trim() {
        "width" => format!("width:{}", points(width)),
        "height" => format!("height:{}", points(height)),
        _ => format!("{property}:{value}"),
    });
    let style = written.collect::<Vec<_>>().join(";");
    Some(vec![(tree.attr_range(shape, "style")?, escape(&style).into_owned())])
}
