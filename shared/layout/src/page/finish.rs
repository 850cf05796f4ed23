//! Finishes pages after all are filled: headers and footers, borders, vertical alignment.

use std::collections::HashMap;

use super::filler::Filler;
use super::header;
use super::sheet::{PlacedFloat, Sheet, left_edge};
use super::styled::ByStyle;
use crate::error::LayoutError;
use crate::ink::border_line;
use crate::model::border::Border;
use crate::model::section::Section;
use crate::model::table_properties::VAlign;
use crate::pages::{Group, Item, Page, PageNumber, Rect};
use crate::shape::Values;

impl<'a> Filler<'a, '_> {
    /// Adds headers and footers, which need to know how many pages there are.
    pub(super) fn finish(&mut self) -> Result<Vec<Page>, LayoutError> {
        let sheets = std::mem::take(&mut self.sheets);
        let total = sheets.len() as i64;
        let mut by_section: HashMap<usize, i64> = HashMap::new();
        for sheet in &sheets {
            *by_section.entry(sheet.section).or_default() += 1;
        }
        let document = self.layouter.document;
        let styled = std::mem::take(&mut self.styled);
        let by_style = ByStyle::of(&styled);
        let mut pages = Vec::with_capacity(sheets.len());
        for (place, sheet) in sheets.into_iter().enumerate() {
            let section = self.section_of(sheet.section)?;
            self.numbers.push(PageNumber {
                number: sheet.number,
                format: section.page_format,
                section: sheet.section as i64 + 1,
                section_pages: by_section.get(&sheet.section).copied().unwrap_or(1),
            });
            let values = Values {
                page: Some((sheet.number, section.page_format)),
                pages: Some(total),
                section_pages: by_section.get(&sheet.section).copied(),
                section: Some(sheet.section as i64 + 1),
                styled: document.style_refs.iter().map(|wanted| by_style.on(place, wanted)).collect(),
                ..Values::default()
            };
            pages.push(self.finish_sheet(sheet, section, &values)?);
        }
        Ok(pages)
    }

    fn finish_sheet(
        &self,
        mut sheet: Sheet<'a>,
        section: &'a Section,
        values: &Values,
    ) -> Result<Page, LayoutError> {
        let document = self.layouter.document;
        let (paper, settings) = (section.paper(), &document.settings);
        let left = left_edge(paper, sheet.number, settings.mirror_margins, settings.gutter_at_top);
        if section.align == VAlign::Both {
            let detail = "paragraphs are not spread over the height of the page";
            self.layouter.undrawn.borrow_mut().add("page-alignment", "", "", detail);
        }
        let shift = match section.align {
            VAlign::Center => (sheet.bottom - sheet.notes - sheet.end).max(0.0) / 2.0,
            VAlign::Bottom => (sheet.bottom - sheet.notes - sheet.end).max(0.0),
            _ => 0.0,
        };
        if shift > 0.0 {
            sheet.items.iter_mut().for_each(|item| item.shift(0.0, shift));
        }
        let mut items = Vec::new();
        if let Some(colour) = document.background {
            items.push(Item::Fill {
                rect: Rect { x: 0.0, y: 0.0, width: paper.width, height: paper.height },
                colour,
            });
        }
        // What page borders that count from the text surround (17.15.1.11, 17.15.1.12).
        let mut framed = (paper.top.abs(), paper.height - paper.bottom.abs());
        if !sheet.is_blank {
            let kind = header::kind(section, sheet.is_first, sheet.number, settings.even_and_odd_headers);
            for (refs, is_footer) in [(&section.headers, false), (&section.footers, true)] {
                let measured = self.headers.get(&(sheet.section, kind, is_footer)).and_then(Option::as_ref);
                let own;
                let flow = match measured.and_then(|measured| measured.flow.as_ref()) {
                    Some(flow) => flow,
                    None => match self.layouter.header(refs, kind, paper, values, is_footer)? {
                        Some(flow) => {
                            own = flow;
                            &own
                        }
                        None => continue,
                    },
                };
                let y = if is_footer { paper.height - paper.footer - flow.height() } else { paper.header };
                match is_footer {
                    true if settings.borders_surround.1 => framed.1 = paper.height - paper.footer,
                    false if settings.borders_surround.0 => framed.0 = paper.header,
                    _ => {}
                }
                let (text, floats) = header::draw(flow, (left, y), paper, &mut sheet);
                compose(text, floats, &mut items);
            }
        }
        let (mut text, floats) = (std::mem::take(&mut sheet.items), std::mem::take(&mut sheet.floats));
        text.append(&mut sheet.foot);
        if let Some(transform) = section.transform() {
            text = vec![Item::Group(Group::new(transform, text))];
        }
        compose(text, floats, &mut items);
        page_borders(paper, (left, sheet.is_first), framed, &mut items);
        Ok(Page { width: paper.width, height: paper.height, items })
    }
}

/// Objects behind the text, the text, objects in front of it.
fn compose(text: Vec<Item>, mut floats: Vec<PlacedFloat>, out: &mut Vec<Item>) {
    floats.sort_by_key(|float| float.order);
    let (behind, before): (Vec<_>, Vec<_>) = floats.into_iter().partition(|float| float.is_behind);
    out.extend(behind.into_iter().flat_map(|float| float.items));
    out.extend(text);
    out.extend(before.into_iter().flat_map(|float| float.items));
}

fn page_borders(
    section: &Section,
    (text_left, is_first): (f64, bool),
    framed: (f64, f64),
    out: &mut Vec<Item>,
) {
    let Some(own) = &section.borders else { return };
    if !(if is_first { own.on_first } else { own.on_others }) {
        return;
    }
    let space = |border: Option<Border>| border.map_or(0.0, |border| border.space);
    let borders = &own.borders;
    let (left, top, right, bottom) = if own.from_page {
        (
            space(borders.left),
            space(borders.top),
            section.width - space(borders.right),
            section.height - space(borders.bottom),
        )
    } else {
        (
            text_left - space(borders.left),
            framed.0 - space(borders.top),
            text_left + section.text_width() + space(borders.right),
            framed.1 + space(borders.bottom),
        )
    };
    let sides = [borders.top, borders.bottom, borders.left, borders.right];
    let drawn = sides.map(|border| border.filter(Border::is_drawn));
    border_line::draw_sides(drawn, (left, top), (right, bottom), out);
}
