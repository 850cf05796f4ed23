//! Turns paragraphs into slices, in phases with their own types: [`Glyphs`], independent of the column; [`Placed`], among
//! the objects around them; lines, broken between floating objects; slices, which pages take.

mod broken;
mod placed;
mod sliced;

use super::layouter::{Layouter, Open, Place};
use super::{Forced, Slice};
use crate::error::LayoutError;
use crate::model::Suffix;
use crate::model::section::SectionStart;
use crate::model::story::{Label, Paragraph, Picture};
use crate::shape::{Kind, Run, Shaped};

/// Height of a picture used as a bullet, in em. A guess: that of capital letters and a little more.
const PICTURE_BULLET: f64 = 0.8;

/// A paragraph as glyphs, whatever room it is given.
struct Glyphs<'a, 'l> {
    paragraph: &'a Paragraph,
    text: Shaped<'a>,
    /// Number or bullet.
    label: Option<(Shaped<'l>, &'l Label)>,
    /// Width of the space after the label, if there is one (17.9.28).
    label_space: f64,
    /// Its mark.
    mark: Run,
    /// Whether it contains only objects.
    is_blank: bool,
}

impl<'a> Layouter<'a> {
    pub(super) fn paragraph(
        &self,
        paragraph: &'a Paragraph,
        is_only: bool,
        open: &mut Open<'a, '_>,
    ) -> Result<(), LayoutError> {
        if paragraph.mark.is_hidden && paragraph.inlines.is_empty() && !paragraph.ends_section {
            return Ok(());
        }
        if self.is_bare_section_end(paragraph, is_only, open) {
            end_section(open);
            return Ok(());
        }
        if paragraph.style.drop_cap.is_some() && !paragraph.is_empty() {
            return self.drop_cap(paragraph, open);
        }
        let bullet = paragraph.label.as_ref().and_then(picture_bullet);
        let glyphs = self.glyphs(paragraph, bullet.as_ref(), open)?;
        let mut placed = self.placed(&glyphs, open)?;
        let lines = self.broken(&glyphs, &mut placed, open)?;
        self.sliced(&glyphs, &placed, &lines, open)
    }

    fn glyphs<'l>(
        &self,
        paragraph: &'a Paragraph,
        bullet: Option<&'l Picture>,
        open: &Open<'a, '_>,
    ) -> Result<Glyphs<'a, 'l>, LayoutError>
    where
        'a: 'l,
    {
        let text = self.shaper.paragraph(paragraph, open.column.values, open.column.stance)?;
        if text.composites.iter().any(|own| own.width > open.column.width) {
            let detail = "text that is set as one and wider than its column is not broken";
            self.undrawn.borrow_mut().add("set-as-one", "", "", detail);
        }
        let label = match &paragraph.label {
            Some(label) => {
                let how = (paragraph.style.is_rtl, open.column.stance);
                Some((self.shaper.label(label, bullet, how)?, label))
            }
            None => None,
        };
        let label_space = match &paragraph.label {
            Some(label) if label.suffix == Suffix::Space => self.shaper.text(" ", &label.style)?.width(),
            _ => 0.0,
        };
        let mark = self.shaper.mark(&paragraph.mark);
        let is_blank = |kind: Kind| matches!(kind, Kind::Anchor(_) | Kind::Nothing);
        let is_blank = text.clusters.iter().all(|cluster| is_blank(cluster.kind));
        Ok(Glyphs { paragraph, text, label, label_space, mark, is_blank })
    }

    /// A paragraph that only ends its section takes no room, unless a continuous section follows and it has space
    /// before it, or it is all that the section has. Automatic space is none (one document of Word).
    fn is_bare_section_end(&self, paragraph: &Paragraph, is_only: bool, open: &Open<'a, '_>) -> bool {
        let Place::Body { next } = open.column.place else { return false };
        paragraph.ends_section
            && paragraph.is_empty()
            && !is_only
            && (next != Some(SectionStart::Continuous)
                || paragraph.style.before.is_auto()
                || paragraph.style.before.points() == 0.0)
    }
}

/// Notes the break that a paragraph without room leaves.
fn end_section(open: &mut Open<'_, '_>) {
    // A page break and the page that the next section starts are one (four places in three documents of Word).
    let next_starts_page = matches!(
        open.column.place,
        Place::Body { next: Some(SectionStart::NextPage | SectionStart::OddPage | SectionStart::EvenPage) }
    );
    let breaks = open.forced.take().filter(|forced| !(*forced == Forced::Page && next_starts_page));
    if breaks.is_some() {
        open.flow.slices.push(Slice { forced: breaks, is_glued: true, ..Slice::empty() });
    }
}

/// The picture of a label, at the height of its text.
fn picture_bullet(label: &Label) -> Option<Picture> {
    let (part, aspect) = label.picture.clone()?;
    let height = label.style.size * PICTURE_BULLET;
    Some(Picture { part: Some(part), width: height * aspect, height, ..Picture::empty() })
}
