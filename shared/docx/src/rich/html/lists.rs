//! Lists: which list an item belongs to, and at which level. HTML nests lists; Quill writes flat ones whose items tell their
//! levels; Word writes paragraphs that name their list. All of them become lists of the document, each with numbers of its own.

use html5gum::StartTag;

use super::super::numbering::{Glyph, ListKind, Marker, NumberFormat};
use super::reader::Reader;
use super::style_attribute::Style;
use super::{attributes, editor_classes};

/// Word's numbers end here.
const LARGEST: u32 = i32::MAX as u32;

/// The list elements of one level each that are open at one place: a list for each kind of marker. Those of deeper levels end
/// with an item above them.
#[derive(Debug, Default)]
pub(super) struct Levels(Vec<Vec<(Marker, usize)>>);

impl Levels {
    /// Index of the list to which an item of this marker at this level belongs; opens it with `start` where there is none.
    pub fn list(&mut self, level: usize, kind: ListKind, lists: &mut Vec<ListKind>) -> usize {
        self.begin(level);
        let here = &mut self.0[level];
        // Few markers: each is one of a handful.
        if let Some((_, list)) = here.iter().find(|(known, _)| *known == kind.marker) {
            return *list;
        }
        lists.push(kind);
        here.push((kind.marker, lists.len() - 1));
        lists.len() - 1
    }

    /// The first list at a level.
    fn first(&self, level: usize) -> Option<usize> {
        self.0.get(level)?.first().map(|(_, list)| *list)
    }

    /// An item begins at a level: those below count again.
    fn begin(&mut self, level: usize) {
        self.0.resize_with(level + 1, Vec::new);
    }

    /// Forgets the lists of a level: the next item opens another.
    fn restart(&mut self, level: usize) {
        self.0.truncate(level);
    }
}

/// An open list element.
#[derive(Debug)]
pub(super) struct ListInWork {
    marker: Option<Marker>,
    start: u32,
    levels: Levels,
}

/// `mso-list: l0 level1 lfo2`: the list, the level and the instance of a paragraph that Word copied ([MS-HTML], mso-list).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MsoItem {
    list: (u32, u32),
    /// From 0.
    level: usize,
}

impl MsoItem {
    pub fn parse(value: &str) -> Option<MsoItem> {
        let number = |start: &str| {
            let mut words = value.split_ascii_whitespace();
            words.find_map(|word| word.strip_prefix(start)?.parse::<u32>().ok())
        };
        let level = number("level")?.clamp(1, 9) as usize - 1;
        Some(MsoItem { list: (number("l")?, number("lfo").unwrap_or_default()), level })
    }

    pub fn level(self) -> u8 {
        self.level as u8
    }
}

/// `list-style-type`: a marker, or that there is none.
pub(super) fn marker_of_css(value: &str) -> Option<Option<Marker>> {
    let number = |format| Some(Marker::Number(Some(format)));
    let bullet = |glyph| Some(Marker::Bullet(Some(glyph)));
    Some(match value {
        "none" => None,
        "disc" => bullet(Glyph::Disc),
        "circle" => bullet(Glyph::Circle),
        "square" => bullet(Glyph::Square),
        "decimal" => number(NumberFormat::Decimal),
        "decimal-leading-zero" => number(NumberFormat::DecimalZero),
        "lower-alpha" | "lower-latin" => number(NumberFormat::LowerLetter),
        "upper-alpha" | "upper-latin" => number(NumberFormat::UpperLetter),
        "lower-roman" => number(NumberFormat::LowerRoman),
        "upper-roman" => number(NumberFormat::UpperRoman),
        _ => return None,
    })
}

/// The `type` attribute of `ol`, where case tells formats apart (HTML, 4.4.5), and of `ul`.
fn marker_of_type(word: &str) -> Option<Marker> {
    let css = match word {
        "1" => "decimal",
        "a" => "lower-alpha",
        "A" => "upper-alpha",
        "i" => "lower-roman",
        "I" => "upper-roman",
        _ => &word.to_ascii_lowercase(),
    };
    marker_of_css(css).flatten()
}

fn check_box(checked: bool) -> Marker {
    Marker::Bullet(Some(if checked { Glyph::Checked } else { Glyph::Unchecked }))
}

/// The marker and the number that Word wrote in front of an item: `·`, `1.`, `(b)`, `iv.`, `2.1`.
fn marker_of_text(text: &str) -> ListKind {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{A0}');
    let last = text.trim_end_matches(['.', ')', ':', ']']);
    let is_number = text.len() > last.len() || text.ends_with(|c: char| c.is_ascii_digit());
    let last = last.rsplit(['.', '(', '[', ' ', '-']).next().unwrap_or_default();
    let kind =
        |format, start: u32| ListKind { marker: Marker::Number(Some(format)), start: start.min(LARGEST) };
    let lower = last.to_ascii_lowercase();
    let upper_or = |upper, other| if last == lower { other } else { upper };
    // A letter alone is a bullet of a font of symbols.
    if !is_number {
        return ListKind { marker: Marker::Bullet(None), start: 1 };
    }
    if let Ok(number) = last.parse() {
        return kind(NumberFormat::Decimal, number);
    }
    match (lower.as_str(), roman(&lower)) {
        ("i", _) | (_, Some(2..)) if lower.len() > 1 || lower == "i" => {
            kind(upper_or(NumberFormat::UpperRoman, NumberFormat::LowerRoman), roman(&lower).unwrap_or(1))
        }
        (letter, _) if letter.len() == 1 && letter.as_bytes()[0].is_ascii_alphabetic() => {
            let number = u32::from(letter.as_bytes()[0] - b'a') + 1;
            kind(upper_or(NumberFormat::UpperLetter, NumberFormat::LowerLetter), number)
        }
        _ => ListKind { marker: Marker::Bullet(None), start: 1 },
    }
}

/// The value of a number in small Roman figures.
fn roman(text: &str) -> Option<u32> {
    let value = |c| {
        Some(match c {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            'd' => 500,
            'm' => 1000,
            _ => return None,
        })
    };
    // The longest below 4000 is mmmdccclxxxviii.
    let values: Vec<u32> = text.chars().take(16).map(value).collect::<Option<_>>()?;
    let signed = values.iter().enumerate().map(|(at, value)| {
        let is_less = values.get(at + 1).is_some_and(|next| value < next);
        if is_less { -i64::from(*value) } else { i64::from(*value) }
    });
    u32::try_from(signed.sum::<i64>()).ok().filter(|_| !values.is_empty())
}

impl Reader<'_> {
    /// Opens a list element.
    pub(super) fn open_list(&mut self, tag: &StartTag<()>, ordered: bool, style: &Style) -> ListInWork {
        let of_type = attributes::text(tag, "type").and_then(|word| marker_of_type(&word));
        let class = attributes::text(tag, "class").unwrap_or_default();
        let boxes = attributes::text(tag, "data-checked").map(|checked| check_box(checked == "true"));
        let boxes = boxes.or_else(|| {
            class.split_ascii_whitespace().any(|c| c == "tox-checklist").then(|| check_box(false))
        });
        let usual = if ordered { Marker::Number(None) } else { Marker::Bullet(None) };
        ListInWork {
            marker: style.marker.unwrap_or_else(|| Some(boxes.or(of_type).unwrap_or(usual))),
            start: attributes::number(tag, "start").unwrap_or(1).min(LARGEST),
            levels: Levels::default(),
        }
    }

    /// The list of an item that begins, if it has a marker, and its level.
    pub(super) fn begin_item(&mut self, tag: &StartTag<()>, style: &Style) -> (Option<usize>, u8) {
        let class = attributes::text(tag, "class").unwrap_or_default();
        let (outer, inner) = (self.open.lists().saturating_sub(1), editor_classes::level(&class));
        let level = (outer + inner).min(8) as u8;
        let restart = attributes::number(tag, "value").map(|start| start.min(LARGEST));
        let Some(list) = self.open.list_mut() else { return (None, level) };
        let of_quill = attributes::text(tag, "data-list").and_then(|word| match word.as_str() {
            "ordered" => Some(Marker::Number(None)),
            "bullet" => Some(Marker::Bullet(None)),
            "checked" | "unchecked" => Some(check_box(word == "checked")),
            _ => None,
        });
        let is_checked = class.split_ascii_whitespace().any(|c| c == "tox-checklist--checked");
        let of_item = of_quill.or_else(|| is_checked.then(|| check_box(true)));
        let marker = of_item.map(Some).or(style.marker).unwrap_or(list.marker);
        let Some(marker) = marker else {
            list.levels.begin(inner);
            return (None, level);
        };
        let is_number = matches!(marker, Marker::Number(_));
        // To Word a list that goes on from another number is another list (HTML, 4.4.8).
        if restart.is_some() && is_number {
            list.levels.restart(inner);
        }
        let start = restart.unwrap_or(if inner == 0 { list.start } else { 1 });
        let kind = ListKind { marker, start: if is_number { start } else { 1 } };
        (Some(list.levels.list(inner, kind, &mut self.document.lists)), level)
    }

    /// An `input` element: a check box at the beginning of an item is its marker; elsewhere it is a character.
    pub(super) fn check_box(&mut self, tag: &StartTag<()>) -> Result<(), String> {
        let checked = attributes::text(tag, "checked").is_some();
        let marker = check_box(checked);
        let is_first = self.open.unnumbered().is_some();
        if let Some(list) = self.open.list_mut().filter(|_| is_first) {
            let list = list.levels.list(0, ListKind { marker, start: 1 }, &mut self.document.lists);
            if let Some(item) = self.open.unnumbered() {
                item.number = Some(list);
            }
            return Ok(());
        }
        self.text(if checked { "\u{2612}" } else { "\u{2610}" })
    }

    /// The list of a paragraph that Word copied, by the number that it wrote in front of the first item.
    pub(super) fn mso_list(&mut self, item: MsoItem) -> usize {
        let written = std::mem::take(&mut self.hidden_text);
        let levels = self.mso_lists.entry(item.list).or_default();
        levels.begin(item.level);
        match levels.first(item.level) {
            Some(list) => list,
            None => levels.list(item.level, marker_of_text(&written), &mut self.document.lists),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_are_read() {
        for (text, expected) in [
            ("·\u{A0}\u{A0}", "Bullet(None) 1"),
            ("o", "Bullet(None) 1"),
            ("§", "Bullet(None) 1"),
            ("1.", "Number(Some(Decimal)) 1"),
            ("(12)", "Number(Some(Decimal)) 12"),
            ("2.1.3", "Number(Some(Decimal)) 3"),
            ("c)", "Number(Some(LowerLetter)) 3"),
            ("C.", "Number(Some(UpperLetter)) 3"),
            ("i.", "Number(Some(LowerRoman)) 1"),
            ("IV.", "Number(Some(UpperRoman)) 4"),
            ("", "Bullet(None) 1"),
        ] {
            let ListKind { marker, start } = marker_of_text(text);
            assert_eq!(format!("{marker:?} {start}"), expected, "{text}");
        }
        assert_eq!(MsoItem::parse("l3 level2 lfo7"), Some(MsoItem { list: (3, 7), level: 1 }));
        assert_eq!(MsoItem::parse("none"), None);
    }

    proptest::proptest! {
        #[test]
        fn no_number_breaks_the_reader(text in "[ivxlcdm.()a-z0-9 ]{0,30}") {
            let _ = marker_of_text(&text);
        }
    }
}
