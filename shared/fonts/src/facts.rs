//! Widths and heights of the fonts that documents name and that are not shipped: numbers that Word's own PDFs show
//! (`tables/facts.txt`, written by `tables/make.py`) and other programs know (`tables/further.py`), or open fonts and Adobe's metrics of the PostScript fonts
//! (`tables/open_families.txt`, written by `tables/open_families.py`). One line per face,
//! `@family;style;em;hhea;win;typo;underline;strikeout;heights;pitch;arabic` (lengths in font units, `style` one of `-`, `b`,
//! `i`, `bi`, `arabic` the mean width of the forms of Arabic letters, empty fields where nothing is known), then lines of neighbouring characters, `CODE WIDTH WIDTH ...`, the
//! code in hexadecimal.

use crate::metrics::{LineMetrics, Vertical};

const TABLES: [&str; 2] = [include_str!("../tables/facts.txt"), include_str!("../tables/open_families.txt")];

/// Families that are made for Chinese, Japanese or Korean. The tables have no code page bits.
const EAST_ASIAN: [&str; 14] = [
    "DengXian",
    "FangSong",
    "Malgun Gothic",
    "Microsoft JhengHei",
    "Microsoft YaHei",
    "MS Gothic",
    "MS Mincho",
    "MS PGothic",
    "PMingLiU",
    "SimSun",
    "Yu Gothic",
    "Yu Gothic Light",
    "Yu Gothic UI Semibold",
    "Yu Mincho",
];

/// How wide characters are beyond those that are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pitch {
    /// As in other fonts.
    Proportional,
    /// As in the open face: those that are listed are the exceptions.
    Twin,
    /// All have one width.
    All,
    /// Half an em, and one em for East Asian characters.
    Half,
}

/// What is known of one face.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts {
    pub family: &'static str,
    pub bold: bool,
    pub italic: bool,
    /// Whether it comes with neither Windows nor Office.
    pub is_open: bool,
    head: &'static str,
    lines: &'static str,
}

/// All faces of the tables, in their order.
pub(crate) fn all() -> impl Iterator<Item = Facts> {
    let faces = TABLES.into_iter().zip([false, true]);
    let faces = faces.flat_map(|(table, is_open)| table.split('@').skip(1).map(move |face| (face, is_open)));
    faces.filter_map(|(face, is_open)| {
        let (head, lines) = face.split_once('\n')?;
        let mut fields = head.splitn(3, ';');
        let (family, style) = (fields.next()?, fields.next()?);
        Some(Facts {
            family,
            bold: style.starts_with('b'),
            italic: style.ends_with('i'),
            is_open,
            head,
            lines,
        })
    })
}

impl Facts {
    fn field(&self, place: usize) -> &'static str {
        self.head.split(';').nth(place).unwrap_or_default()
    }

    /// The numbers of a field, if it has as many.
    fn numbers<const N: usize>(&self, place: usize) -> Option<[f32; N]> {
        let mut numbers = self.field(place).split(' ').map(str::parse);
        let mut found = [0.0; N];
        for number in &mut found {
            *number = numbers.next()?.ok()?;
        }
        Some(found)
    }

    fn em(&self) -> f32 {
        self.numbers::<1>(2).map_or(1000.0, |[em]| em)
    }

    pub(crate) fn is_east_asian(&self) -> bool {
        EAST_ASIAN.contains(&self.family)
    }

    /// The face's heights. `None`: its tables were never seen.
    pub(crate) fn line_metrics(&self) -> Option<LineMetrics> {
        let vertical = Vertical {
            units_per_em: self.em(),
            hhea: self.numbers(3)?,
            win: self.numbers(4),
            typo: self.numbers(5),
            underline: self.numbers(6).unwrap_or_default(),
            strikeout: self.numbers(7).unwrap_or_default(),
            heights: self.numbers(8).unwrap_or_default(),
            is_east_asian: self.is_east_asian(),
        };
        Some(vertical.line_metrics())
    }

    pub(crate) fn pitch(&self) -> Pitch {
        match self.field(9) {
            "twin" => Pitch::Twin,
            "all" => Pitch::All,
            "half" => Pitch::Half,
            _ => Pitch::Proportional,
        }
    }

    /// Mean width in em of the forms of Arabic letters.
    pub(crate) fn arabic(&self) -> Option<f32> {
        self.numbers::<1>(10).map(|[width]| width / self.em())
    }

    /// Whether the width of any character from `from` to `to` is known.
    pub(crate) fn has_any(&self, from: u32, to: u32) -> bool {
        // Asked of every face at each start: the numbers themselves are not read.
        self.lines.lines().any(|line| {
            let first = line.split(' ').next().and_then(|code| u32::from_str_radix(code, 16).ok());
            let count =
                || u32::try_from(line.bytes().filter(|byte| *byte == b' ').count()).unwrap_or_default();
            first.is_some_and(|first| first <= to && first.saturating_add(count()) > from)
        })
    }

    /// The known characters and their widths in em.
    pub(crate) fn widths(&self) -> impl Iterator<Item = (char, f32)> {
        let em = self.em();
        self.lines.lines().flat_map(move |line| {
            let mut fields = line.split(' ');
            let first = fields.next().and_then(|code| u32::from_str_radix(code, 16).ok()).unwrap_or_default();
            (first..).zip(fields).filter_map(move |(code, width)| {
                Some((char::from_u32(code)?, width.parse::<f32>().ok()? / em))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let mut faces = 0;
        for facts in all() {
            faces += 1;
            let count = facts.lines.lines().map(|line| line.split(' ').count() - 1).sum::<usize>();
            assert_eq!(facts.widths().count(), count, "{}", facts.family);
            assert!(facts.widths().all(|(_, width)| (0.0..16.0).contains(&width)), "{}", facts.family);
        }
        assert!(faces > 80, "{faces}");
    }

    #[test]
    fn faces_with_hebrew_are_those_with_widths_of_its_letters() {
        let letters = '\u{5d0}'..='\u{5ea}';
        let mut found = 0;
        for facts in all() {
            let has = facts.widths().any(|(character, _)| letters.contains(&character));
            assert_eq!(facts.has_any(0x5d0, 0x5ea), has, "{}", facts.family);
            found += usize::from(has);
        }
        assert!(found > 0);
    }

    #[test]
    fn heights_are_those_that_were_measured() {
        let height = |family: &str| {
            let facts = all().find(|facts| facts.family == family && !facts.bold && !facts.italic).unwrap();
            let metrics = facts.line_metrics().unwrap();
            metrics.line_gap + metrics.ascent + metrics.descent
        };
        for (family, measured) in [
            ("Aptos", 1.2204),
            ("Consolas", 1.1710),
            ("Verdana", 1.2166),
            ("Century Gothic", 1.2260),
            ("Lucida Fax", 1.1791),
        ] {
            assert!((height(family) - measured).abs() < 0.002, "{family} {}", height(family));
        }
        // Faces for East Asia: 1.3 times their box.
        assert!((height("Yu Mincho") - 1.673).abs() < 0.001, "{}", height("Yu Mincho"));
        assert!((height("Malgun Gothic") - 1.729).abs() < 0.001, "{}", height("Malgun Gothic"));
    }
}
