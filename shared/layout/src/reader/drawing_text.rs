//! Text of DrawingML (21.1.2) as a story: the text of diagrams.

use std::sync::Arc;

use super::Reader;
use crate::drawing::Ink;
use crate::error::LayoutError;
use crate::model::colour::Colour;
use crate::model::drawing_colour::ink;
use crate::model::paragraph_properties::{Align, LineRule, ParagraphLayer};
use crate::model::paragraph_style::Role;
use crate::model::paragraph_style::{ParagraphStyle, Spacing};
use crate::model::run::{FontName, RunLayer, RunStyle, UnderlineStyle, VerticalAlign};
use crate::model::story::{Block, Break, Inline, InlineKind, Paragraph};
use crate::model::theme::ThemeFont;
use crate::read::Element;
use crate::units::EMU_PER_POINT;

/// Default size of text, in points (21.1.2.3.9).
pub(super) const USUAL_SIZE: f64 = 18.0;

/// Bound: the smallest and the largest text, in points. A guess: Office takes 4000.
const SIZES: (f64, f64) = (1.0, 400.0);

/// Bound: space between letters, in points, either way (`ST_TextPoint`, 20.1.10.74).
const MOST_SPACING: f64 = 4000.0;

/// Bound: the smallest share to which text is made to fit, and the least and greatest height of a line, in lines.
const SMALLEST_FIT: f64 = 0.1;
const LINES: (f64, f64) = (0.1, 10.0);

/// Bound: the longest space around a paragraph, in points.
const MOST_SPACE: f64 = 1e4;

/// Height of the line of which a space is a share, in em. A guess: about that of most faces.
const LINE: f64 = 1.2;

impl<'a> Reader<'a> {
    /// The paragraphs of an `a:txBody`, in a default colour.
    pub(super) fn text_body(
        &mut self,
        body: Element<'a>,
        colour: Option<Ink>,
    ) -> Result<Vec<Block>, LayoutError> {
        let font = |slot: &str| ThemeFont::parse(slot).map(FontName::Theme);
        let base = RunLayer {
            ascii: font("minorHAnsi"),
            h_ansi: font("minorHAnsi"),
            east_asia: font("minorEastAsia"),
            cs: font("minorBidi"),
            size: Some(self.drawing_size),
            size_cs: Some(self.drawing_size),
            colour: colour.map(|ink| Colour::Rgb(ink.colour)),
            ..RunLayer::default()
        };
        let fit = body.child("bodyPr").and_then(|own| own.child("normAutofit"));
        let scale = fit.and_then(|fit| fit.share("fontScale")).unwrap_or(1.0).clamp(SMALLEST_FIT, 1.0)
            * self.canvas_scale;
        let mut out = Vec::new();
        for paragraph in body.children().into_iter().filter(|child| child.name() == "p") {
            self.budget.spend(64)?;
            out.push(self.text_paragraph((paragraph, body.child("lstStyle")), &base, scale)?);
        }
        // Space above the first and below the last one does not count (21.1.2.1.1).
        if let Some(first) = out.first_mut() {
            Arc::make_mut(&mut first.style).before = Spacing::Points(0.0);
        }
        if let Some(last) = out.last_mut() {
            Arc::make_mut(&mut last.style).after = Spacing::Points(0.0);
        }
        Ok(out.into_iter().map(|own| Block::Paragraph(Box::new(own))).collect())
    }

    fn text_paragraph(
        &mut self,
        (element, styles): (Element<'a>, Option<Element<'a>>),
        base: &RunLayer,
        scale: f64,
    ) -> Result<Paragraph, LayoutError> {
        let properties = element.child("pPr");
        let level = properties.and_then(|own| own.int("lvl")).unwrap_or(0).clamp(0, 8) + 1;
        let listed = styles.and_then(|styles| styles.child(&format!("lvl{level}pPr")));
        let mut layer = base.clone();
        for own in [listed, properties].into_iter().flatten() {
            if let Some(own) = own.child("defRPr") {
                layer.lay(&self.run_properties(own));
            }
        }
        let style = |reader: &mut Self, own: Option<Element<'a>>| {
            let mut layer = layer.clone();
            if let Some(own) = own {
                layer.lay(&reader.run_properties(own));
            }
            layer.size = layer.size.map(|size| (size * scale).max(1.0));
            layer.size_cs = layer.size;
            Arc::new(RunStyle::new(&layer, reader.theme))
        };
        let mut inlines = Vec::new();
        for piece in element.children() {
            self.budget.spend(16)?;
            let style = match piece.name() {
                "r" | "fld" | "br" => style(self, piece.child("rPr")),
                _ => continue,
            };
            let kind = match piece.child("t") {
                _ if piece.name() == "br" => InlineKind::Break(Break::Line),
                Some(text) => InlineKind::Text(text.text().into_owned()),
                None => continue,
            };
            inlines.push(Inline { kind, style, link: None });
        }
        let mark = style(self, element.child("endParaRPr"));
        let size = inlines.first().map_or(mark.size, |first| first.style.size);
        let bullet = properties.and_then(|own| own.child("buChar")).and_then(|own| own.attr("char"));
        if let (Some(bullet), Some(first)) = (bullet.and_then(|own| own.chars().next()), inlines.first()) {
            let style = first.style.clone();
            let tab = Inline { kind: InlineKind::Tab, style: style.clone(), link: None };
            let sign = Inline { kind: InlineKind::Text(bullet.to_string()), style, link: None };
            inlines.splice(0..0, [sign, tab]);
        }
        let said = |name: &str| {
            properties.and_then(|own| own.attr(name)).or_else(|| listed.and_then(|own| own.attr(name)))
        };
        let length =
            |name: &str| said(name).and_then(|own| crate::read::points(&own, EMU_PER_POINT)).unwrap_or(0.0);
        // Lengths in points, or shares of a line.
        let space = |name: &str| {
            let own = properties.and_then(|own| own.child(name))?;
            match (own.child("spcPts"), own.child("spcPct")) {
                (Some(points), _) => points.hundredths("val").map(Ok),
                (None, Some(share)) => share.share("val").map(Err),
                _ => None,
            }
        };
        let around = |name: &str| match space(name) {
            Some(Ok(points)) => Spacing::Points(points.clamp(0.0, MOST_SPACE)),
            Some(Err(share)) => Spacing::Points((share * size * LINE).clamp(0.0, MOST_SPACE)),
            None => Spacing::Points(0.0),
        };
        let plain = ParagraphStyle::new(&ParagraphLayer::default(), "".into(), 0.0, Spacing::HTML);
        let style = ParagraphStyle {
            align: match said("algn").as_deref() {
                Some("ctr") => Align::Center,
                Some("r") => Align::End,
                Some("just") => Align::Both,
                _ => Align::Start,
            },
            start: length("marL").clamp(0.0, MOST_SPACE),
            end: length("marR").clamp(0.0, MOST_SPACE),
            first_line: length("indent").clamp(-MOST_SPACE, MOST_SPACE),
            before: around("spcBef"),
            after: around("spcAft"),
            line: match space("lnSpc") {
                Some(Ok(points)) => LineRule::Exact(points.clamp(1.0, MOST_SPACE)),
                Some(Err(share)) => LineRule::Auto(share.clamp(LINES.0, LINES.1)),
                None => LineRule::Auto(1.0),
            },
            is_rtl: properties.and_then(|own| own.flag("rtl")) == Some(true),
            ..plain
        };
        Ok(Paragraph {
            style: Arc::new(style),
            mark,
            label: None,
            inlines,
            ends_section: false,
            spots: Vec::new(),
            role: Role::Text,
            element: None,
        })
    }

    /// Run properties of DrawingML (21.1.2.3.9).
    pub(in crate::reader) fn run_properties(&mut self, element: Element<'a>) -> RunLayer {
        let size = element.hundredths("sz").map(|size| size.clamp(SIZES.0, SIZES.1));
        let (bold, italic) = (element.flag("b"), element.flag("i"));
        let font = |name: &str, slot: &str| {
            let face = element.child(name)?.attr("typeface").filter(|face| !face.is_empty())?;
            Some(match face.as_str() {
                "+mn-lt" | "+mn-ea" | "+mn-cs" => FontName::Theme(ThemeFont::parse(&format!("minor{slot}"))?),
                "+mj-lt" | "+mj-ea" | "+mj-cs" => FontName::Theme(ThemeFont::parse(&format!("major{slot}"))?),
                own => FontName::Named(own.into()),
            })
        };
        let latin = font("latin", "HAnsi");
        let colour = element.child("solidFill").and_then(|fill| ink(fill, self.theme, None));
        RunLayer {
            ascii: latin.clone(),
            h_ansi: latin,
            east_asia: font("ea", "EastAsia"),
            cs: font("cs", "Bidi"),
            bold,
            bold_cs: bold,
            italic,
            italic_cs: italic,
            size,
            size_cs: size,
            colour: colour.map(|ink| Colour::Rgb(ink.colour)),
            underline: element.attr("u").map(|kind| (kind != "none").then_some(UnderlineStyle::Single)),
            strike: element.attr("strike").map(|kind| kind != "noStrike"),
            caps: element.attr("cap").map(|kind| kind == "all"),
            small_caps: element.attr("cap").map(|kind| kind == "small"),
            spacing: element.hundredths("spc").map(|own| own.clamp(-MOST_SPACING, MOST_SPACING)),
            align: element
                .share("baseline")
                .filter(|rise| *rise != 0.0)
                .map(|rise| if rise > 0.0 { VerticalAlign::Superscript } else { VerticalAlign::Subscript }),
            ..RunLayer::default()
        }
    }
}
