//! Text that is set as one: bases with their readings, two lines in one, text across the line.

use std::sync::Arc;

use super::Reader;
use super::unfinished::Unfinished;
use crate::error::LayoutError;
use crate::model::run::{AsOne, RunStyle};
use crate::model::story::composed::{Composed, Layer, LayerAlign};
use crate::model::story::{Inline, InlineKind};
use crate::pages::Target;
use crate::read::Element;

/// Default height of a reading above its base, in em of the base. A guess: Word writes it always.
const READING_RISE: f64 = 0.9;

impl<'a> Reader<'a> {
    /// A base and its reading (17.3.3.25).
    pub(super) fn ruby(
        &mut self,
        ruby: Element<'a>,
        style: &Arc<RunStyle>,
        open: &mut Unfinished<'_>,
    ) -> Result<(), LayoutError> {
        let (base, reading) = (ruby.child("rubyBase"), ruby.child("rt"));
        if open.is_composed {
            let detail = "a reading (ruby) within text that is set as one is left out";
            self.undrawn.add("ruby", self.part, "", detail);
            return base.map_or(Ok(()), |base| self.inlines(base, open));
        }
        let base = self.apart(base, open)?;
        let mut reading = self.apart(reading, open)?;
        let properties = ruby.child("rubyPr");
        let property = |name: &str| properties.and_then(|properties| properties.child(name));
        let size = property("hps").and_then(|size| size.half_points("val")).filter(|size| *size > 0.0);
        if let Some(size) = size {
            reading.iter_mut().for_each(|inline| inline.style = sized(&inline.style, size));
        }
        let align = property("rubyAlign").and_then(Element::val);
        if align.as_deref() == Some("rightVertical") {
            let detail = "ruby text beside its base is drawn above it";
            self.undrawn.add("ruby", self.part, "", detail);
        }
        let height = base.first().map_or(style.size, |inline| inline.style.size);
        let rise =
            property("hpsRaise").and_then(|rise| rise.half_points("val")).unwrap_or(height * READING_RISE);
        let layers = vec![Layer { text: base, rise: 0.0 }, Layer { text: reading, rise }];
        let align = match align.as_deref() {
            Some("left") => LayerAlign::Left,
            Some("right") => LayerAlign::Right,
            Some("distributeLetter") => LayerAlign::Letters,
            Some("distributeSpace") => LayerAlign::Spaces,
            _ => LayerAlign::Center,
        };
        self.push(open, InlineKind::Composed(Box::new(Composed::Over { layers, align })), style);
        Ok(())
    }

    /// Reads text that is not in the line itself. Parts that cannot be set within other text come before it.
    fn apart(
        &mut self,
        parent: Option<Element<'a>>,
        open: &mut Unfinished<'_>,
    ) -> Result<Vec<Inline>, LayoutError> {
        let Some(parent) = parent else { return Ok(Vec::new()) };
        let outer = (std::mem::take(&mut open.inlines), std::mem::take(&mut open.spots));
        open.is_composed = true;
        let read = self.inlines(parent, open);
        open.is_composed = false;
        let inner = std::mem::replace(&mut open.inlines, outer.0);
        let spots = std::mem::replace(&mut open.spots, outer.1);
        spots.into_iter().for_each(|spot| open.note(spot.noted));
        let (text, rest): (Vec<_>, Vec<_>) = inner.into_iter().partition(|inline| inline.text().is_some());
        open.inlines.extend(rest);
        read.map(|()| text)
    }
}

/// Takes text of a style that sets it as one into the line; gives it back where it is set as any other.
pub(super) fn joined(
    text: String,
    style: &Arc<RunStyle>,
    link: &Option<Arc<Target>>,
    open: &mut Unfinished<'_>,
) -> Option<String> {
    let Some(layout) = style.east_asian.filter(|_| !open.is_composed) else { return Some(text) };
    let inline = |text: String, style: Arc<RunStyle>| Inline {
        kind: InlineKind::Text(text),
        style,
        link: link.clone(),
    };
    let before = open.inlines.last_mut().filter(|last| last.style.east_asian == Some(layout));
    let before = before.and_then(|last| match &mut last.kind {
        InlineKind::Composed(composed) => Some(&mut **composed),
        _ => None,
    });
    let composed = match (layout.kind, before) {
        (AsOne::TwoLines(_), Some(Composed::TwoLines { text: own, .. })) => {
            own.push(inline(text, sized(style, style.size / 2.0)));
            return None;
        }
        (AsOne::Turned, Some(Composed::Turned(own))) => {
            own.push(inline(text, style.clone()));
            return None;
        }
        (AsOne::TwoLines(brackets), _) => Composed::TwoLines {
            text: vec![inline(text, sized(style, style.size / 2.0))],
            brackets: brackets
                .map(|(left, right)| [left, right].map(|sign| inline(sign.to_string(), style.clone())).into())
                .unwrap_or_default(),
        },
        (AsOne::Turned, _) => Composed::Turned(vec![inline(text, style.clone())]),
        (AsOne::No, _) => return Some(text),
    };
    let kind = InlineKind::Composed(Box::new(composed));
    open.inlines.push(Inline { kind, style: style.clone(), link: link.clone() });
    None
}

/// A style at another size.
fn sized(style: &Arc<RunStyle>, size: f64) -> Arc<RunStyle> {
    let size_cs = style.size_cs * size / style.size;
    Arc::new(RunStyle { size, size_cs, ..RunStyle::clone(style) })
}
