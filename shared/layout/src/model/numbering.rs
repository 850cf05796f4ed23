//! Lists (17.9): what `word/numbering.xml` defines.

use std::collections::HashMap;

use super::paragraph_properties::{Align, TextLayer};
use super::theme::Theme;
use super::vml_style;
use crate::number_format::NumberFormat;
use crate::read::Element;

/// Levels of a list.
pub(crate) const LEVELS: usize = 9;

/// The separator after a label (17.9.28).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Suffix {
    Tab,
    Space,
    Nothing,
}

/// One level of a list.
#[derive(Debug, Clone)]
pub(crate) struct Level {
    pub start: i64,
    pub format: NumberFormat,
    /// The label, `%1` for the number of the first level.
    pub text: String,
    pub suffix: Suffix,
    pub align: Align,
    /// Levels above this one that make it start again (17.9.10): up to the one of this number, 0 for none.
    pub restart: Option<usize>,
    /// Whether all numbers of its label are decimal (17.9.4).
    pub is_legal: bool,
    /// The paragraph style of this level.
    style: Option<String>,
    /// The picture that is its bullet.
    pub picture: Option<i64>,
    pub properties: TextLayer,
}

#[derive(Debug, Default)]
struct Abstract {
    levels: [Option<Level>; LEVELS],
    style_link: Option<String>,
}

#[derive(Debug)]
struct Num {
    of: i64,
    starts: [Option<i64>; LEVELS],
    levels: [Option<Level>; LEVELS],
}

/// The lists of a document.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    abstracts: HashMap<i64, Abstract>,
    nums: HashMap<i64, Num>,
    /// Numbering styles, each with its list.
    styles: HashMap<String, i64>,
    pictures: HashMap<i64, PictureBullet>,
}

/// A picture used as a number (17.9.20).
#[derive(Debug)]
pub(crate) struct PictureBullet {
    pub relationship: String,
    /// How many times its height it is wide: a logo as a bullet keeps its proportions in Word.
    pub aspect: f64,
}

/// Bound: how many times its height a picture bullet may be wide.
const WIDEST_BULLET: f64 = 20.0;

/// The proportions of a picture bullet's shape.
fn aspect(bullet: Element<'_>) -> Option<f64> {
    let style = vml_style::Style::of(bullet.find("shape")?);
    let (width, height) = (style.points("width")?, style.points("height")?);
    (width > 0.0 && height > 0.0).then(|| (width / height).clamp(1.0 / WIDEST_BULLET, WIDEST_BULLET))
}

impl Numbering {
    /// Reads `word/numbering.xml`.
    pub fn read(root: Element<'_>, theme: &Theme) -> Numbering {
        let mut numbering = Numbering::default();
        for child in root.children() {
            match child.name() {
                "abstractNum" => {
                    if let Some(id) = child.int("abstractNumId") {
                        numbering.abstracts.insert(id, Abstract::read(child, theme));
                    }
                }
                "num" => {
                    if let Some(id) = child.int("numId") {
                        numbering.nums.insert(id, Num::read(child, theme));
                    }
                }
                "numPicBullet" => {
                    let picture = child.find("imagedata").or_else(|| child.find("blip"));
                    let relationship = picture.and_then(|p| p.attr("id").or_else(|| p.attr("embed")));
                    if let (Some(id), Some(relationship)) = (child.int("numPicBulletId"), relationship) {
                        let aspect = aspect(child).unwrap_or(1.0);
                        numbering.pictures.insert(id, PictureBullet { relationship, aspect });
                    }
                }
                _ => {}
            }
        }
        numbering
    }

    /// Makes the numbering style `style` a name for the list `num`.
    pub fn link_style(&mut self, style: &str, num: i64) {
        self.styles.insert(style.to_owned(), num);
    }

    /// The abstract list whose counters `num` uses; a link to a numbering style is followed once (17.9.21).
    pub fn abstract_of(&self, num: i64) -> Option<i64> {
        let own = self.nums.get(&num)?.of;
        let link = self.abstracts.get(&own).and_then(|known| known.style_link.as_ref());
        let linked = link.and_then(|style| self.styles.get(style)).and_then(|num| self.nums.get(num));
        Some(linked.map_or(own, |num| num.of))
    }

    /// A level of the list `num`, its overrides applied.
    pub fn level(&self, num: i64, level: usize) -> Option<&Level> {
        let own = self.nums.get(&num)?.levels.get(level)?;
        own.as_ref().or_else(|| self.abstracts.get(&self.abstract_of(num)?)?.levels.get(level)?.as_ref())
    }

    /// The number at which the list `num` starts a level again.
    pub fn start_override(&self, num: i64, level: usize) -> Option<i64> {
        *self.nums.get(&num)?.starts.get(level)?
    }

    /// The level of the list `num` that names a paragraph style (17.9.23).
    pub fn level_of_style(&self, num: i64, style: &str) -> Option<usize> {
        (0..LEVELS).find(|level| {
            self.level(num, *level).and_then(|level| level.style.as_deref()).is_some_and(|own| own == style)
        })
    }

    /// A picture bullet.
    pub fn picture(&self, id: i64) -> Option<&PictureBullet> {
        self.pictures.get(&id)
    }
}

impl Abstract {
    fn read(element: Element<'_>, theme: &Theme) -> Abstract {
        let mut list = Abstract::default();
        for child in element.children() {
            match child.name() {
                "lvl" => {
                    if let Some(slot) = slot(child, &mut list.levels) {
                        *slot = Some(Level::read(child, theme));
                    }
                }
                "numStyleLink" => list.style_link = child.val(),
                _ => {}
            }
        }
        list
    }
}

impl Num {
    fn read(element: Element<'_>, theme: &Theme) -> Num {
        let mut num = Num {
            of: element.child("abstractNumId").and_then(|of| of.int("val")).unwrap_or(-1),
            starts: [None; LEVELS],
            levels: Default::default(),
        };
        for change in element.children().into_iter().filter(|child| child.name() == "lvlOverride") {
            if let Some(start) = change.child("startOverride").and_then(|start| start.int("val"))
                && let Some(slot) = slot(change, &mut num.starts)
            {
                *slot = Some(start);
            }
            if let Some(level) = change.child("lvl")
                && let Some(slot) = slot(change, &mut num.levels)
            {
                *slot = Some(Level::read(level, theme));
            }
        }
        num
    }
}

fn slot<'a, T>(element: Element<'_>, slots: &'a mut [T; LEVELS]) -> Option<&'a mut T> {
    slots.get_mut(usize::try_from(element.int("ilvl")?).ok()?)
}

impl Level {
    fn read(element: Element<'_>, theme: &Theme) -> Level {
        let val = |name: &str| element.child(name).and_then(|child| child.val());
        let int = |name: &str| element.child(name).and_then(|child| child.int("val"));
        Level {
            start: int("start").unwrap_or(0),
            format: element.child("numFmt").map(NumberFormat::read).unwrap_or_default(),
            text: val("lvlText").unwrap_or_default(),
            suffix: match val("suff").as_deref() {
                Some("space") => Suffix::Space,
                Some("nothing") => Suffix::Nothing,
                _ => Suffix::Tab,
            },
            align: match val("lvlJc").as_deref() {
                Some("center") => Align::Center,
                Some("right" | "end") => Align::End,
                _ => Align::Start,
            },
            restart: int("lvlRestart").and_then(|level| usize::try_from(level).ok()),
            is_legal: element.child("isLgl").is_some_and(Element::on),
            style: val("pStyle"),
            picture: int("lvlPicBulletId"),
            properties: TextLayer::read(element, theme),
        }
    }
}
