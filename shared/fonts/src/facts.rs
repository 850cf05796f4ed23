//! Widths and heights of the fonts that documents name and that are not shipped. `tables/README.md` says whence the numbers of
//! each table are. One line per face,
//! `@family;style;em;hhea;win;typo;underline;strikeout;heights;pitch;arabic` (lengths in font units, `style` one of `-`, `b`,
//! `i`, `bi`, `pitch` empty, `all`, `half`, `twin` or `as FAMILY`, `arabic` the mean width of the forms of Arabic letters, empty
//! fields where nothing is known), then lines of neighbouring characters, `CODE WIDTH WIDTH ...`, the code in hexadecimal.

use crate::metrics::{LineMetrics, Reach, Vertical};

/// A table of faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Table {
    /// Of fonts that Word's PDFs show.
    Seen,
    /// Of further fonts of Windows and Office.
    Office,
    /// Of fonts that come with neither.
    Others,
}

const TABLES: [(&str, Table); 4] = [
    (include_str!("../tables/facts.txt"), Table::Seen),
    (include_str!("../tables/office.txt"), Table::Office),
    (include_str!("../tables/mac.txt"), Table::Others),
    (include_str!("../tables/open_families.txt"), Table::Others),
];

/// Families that are made for Chinese, Japanese or Korean. The tables have no code page bits.
const EAST_ASIAN: [&str; 46] = [
    "Arial Unicode MS",
    "Batang",
    "BatangChe",
    "DengXian",
    "DFKai-SB",
    "Dotum",
    "DotumChe",
    "FangSong",
    "Gulim",
    "GulimChe",
    "Gungsuh",
    "GungsuhChe",
    "KaiTi",
    "LiSu",
    "Malgun Gothic",
    "Meiryo",
    "Meiryo UI",
    "Microsoft JhengHei",
    "Microsoft YaHei",
    "MingLiU",
    "MingLiU_HKSCS",
    "MS Gothic",
    "MS Mincho",
    "MS PGothic",
    "MS PMincho",
    "MS UI Gothic",
    "NSimSun",
    "PMingLiU",
    "SimHei",
    "SimSun",
    "STCaiyun",
    "STFangsong",
    "STHupo",
    "STKaiti",
    "STLiti",
    "STSong",
    "STXihei",
    "STXingkai",
    "STXinwei",
    "STZhongsong",
    "YouYuan",
    "Yu Gothic",
    "Yu Gothic Light",
    "Yu Gothic UI",
    "Yu Gothic UI Semibold",
    "Yu Mincho",
];

/// Those of them that are made for Japanese.
const OF_JAPAN: [&str; 12] = [
    "Meiryo",
    "Meiryo UI",
    "MS Gothic",
    "MS Mincho",
    "MS PGothic",
    "MS PMincho",
    "MS UI Gothic",
    "Yu Gothic",
    "Yu Gothic Light",
    "Yu Gothic UI",
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
    table: Table,
    head: &'static str,
    lines: &'static str,
}

/// All faces of the tables, in their order.
pub(crate) fn all() -> impl Iterator<Item = Facts> {
    let faces = TABLES.into_iter();
    let faces = faces.flat_map(|(text, table)| text.split('@').skip(1).map(move |face| (face, table)));
    faces.filter_map(|(face, table)| {
        let (head, lines) = face.split_once('\n')?;
        let mut fields = head.splitn(3, ';');
        let (family, style) = (fields.next()?, fields.next()?);
        Some(Facts { family, bold: style.starts_with('b'), italic: style.ends_with('i'), table, head, lines })
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

    /// Whether it comes with neither Windows nor Office.
    pub(crate) fn is_open(&self) -> bool {
        self.table == Table::Others
    }

    /// Whether Word's own PDFs show the family.
    pub(crate) fn is_seen(&self) -> bool {
        self.table == Table::Seen
    }

    /// Whether the widths that are listed are the exceptions. Asked of every face at each start.
    pub(crate) fn is_twin(&self) -> bool {
        self.field(9) == "twin"
    }

    pub(crate) fn is_east_asian(&self) -> bool {
        EAST_ASIAN.contains(&self.family)
    }

    pub(crate) fn is_of_japan(&self) -> bool {
        OF_JAPAN.contains(&self.family)
    }

    /// The face's heights. `None`: its tables were never seen.
    pub(crate) fn line_metrics(&self) -> Option<LineMetrics> {
        Some(self.vertical()?.line_metrics())
    }

    /// How far the face's letters reach. `None`: as for [`Facts::line_metrics`].
    pub(crate) fn reach(&self) -> Option<Reach> {
        Some(self.vertical()?.reach())
    }

    fn vertical(&self) -> Option<Vertical> {
        Some(Vertical {
            units_per_em: self.em(),
            hhea: self.numbers(3)?,
            win: self.numbers(4),
            typo: self.numbers(5),
            underline: self.numbers(6).unwrap_or_default(),
            strikeout: self.numbers(7).unwrap_or_default(),
            heights: self.numbers(8).unwrap_or_default(),
            is_east_asian: self.is_east_asian(),
        })
    }

    pub(crate) fn has_widths(&self) -> bool {
        !self.lines.is_empty()
    }

    /// The face's heights with the widths of another style of its family: the first are known of more styles.
    pub(crate) fn with_widths_of(&self, other: &Facts) -> Facts {
        if self.em() == other.em() { Facts { head: self.head, ..*other } } else { *other }
    }

    /// The face whose widths the font has: its own, or that of the family which the table names.
    fn lender(&self) -> Facts {
        let Some(family) = self.field(9).strip_prefix("as ") else { return *self };
        let distance =
            |other: &Facts| 2 * u8::from(other.bold != self.bold) + u8::from(other.italic != self.italic);
        all().filter(|other| other.family == family).min_by_key(distance).unwrap_or(*self)
    }

    pub(crate) fn pitch(&self) -> Pitch {
        match self.lender().field(9) {
            "twin" => Pitch::Twin,
            "all" => Pitch::All,
            "half" => Pitch::Half,
            _ => Pitch::Proportional,
        }
    }

    /// Whether the face has the ligatures of the bundled face that is fitted to it: a twin has, and Calibri Light has
    /// those of Calibri (Word's PDFs show `ti`). Others lack `ti` and `tt`, and a letter of a monospaced face would be lost.
    pub(crate) fn has_ligatures_of_bundled(&self) -> bool {
        self.pitch() == Pitch::Twin || self.family == "Calibri Light"
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
        let lender = self.lender();
        let em = lender.em();
        lender.lines.lines().flat_map(move |line| {
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
            let count = facts.lender().lines.lines().map(|line| line.split(' ').count() - 1).sum::<usize>();
            assert_eq!(facts.widths().count(), count, "{}", facts.family);
            assert!(facts.widths().all(|(_, width)| (0.0..16.0).contains(&width)), "{}", facts.family);
        }
        assert!(faces > 80, "{faces}");
    }

    #[test]
    fn faces_with_hebrew_are_those_with_widths_of_its_letters() {
        let letters = '\u{5d0}'..='\u{5ea}';
        let mut found = 0;
        // Those that lend their widths are asked themselves.
        for facts in all().filter(|facts| facts.lender().family == facts.family) {
            let has = facts.widths().any(|(character, _)| letters.contains(&character));
            assert_eq!(facts.has_any(0x5d0, 0x5ea), has, "{}", facts.family);
            found += usize::from(has);
        }
        assert!(found > 0);
    }

    #[test]
    fn a_family_lends_its_widths_and_not_its_heights() {
        let named = |family: &str| all().find(|facts| facts.family == family).unwrap();
        let (menlo, console) = (named("Menlo"), named("Lucida Console"));
        assert!(console.widths().count() > 5 && menlo.widths().eq(console.widths()));
        assert!((menlo.line_metrics().unwrap().ascent - 0.9282).abs() < 0.0001);
        for facts in all() {
            let lender = facts.lender();
            assert!(!lender.field(9).starts_with("as "), "{} has the widths of nobody", facts.family);
        }
    }

    #[test]
    fn baselines_are_those_that_were_measured() {
        let baseline = |family: &str, bold: bool| {
            let facts =
                all().find(|facts| facts.family == family && facts.bold == bold && !facts.italic).unwrap();
            let metrics = facts.line_metrics().unwrap();
            metrics.line_gap + metrics.ascent
        };
        // In Word for Windows at 16 points, to 0.0075.
        for (family, measured) in [("Palatino Linotype", 1.051), ("Bookman Old Style", 0.941)] {
            assert!((baseline(family, false) - measured).abs() < 0.0076, "{family}");
        }
        assert!(baseline("Book Antiqua", true) < baseline("Book Antiqua", false), "styles have their own");
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
            ("Constantia", 1.2207),
            ("Franklin Gothic Medium", 1.1338),
            ("Gill Sans MT", 1.1597),
            ("Rockwell", 1.1743),
            ("Book Antiqua", 1.2427),
            ("Palatino Linotype", 1.3491),
            ("Lucida Sans Unicode", 1.5366),
            ("Meiryo", 1.95),
            ("MS PMincho", 1.297),
            ("Batang", 1.3),
            ("DFKai-SB", 1.3),
        ] {
            assert!((height(family) - measured).abs() < 0.002, "{family} {}", height(family));
        }
        // Faces for East Asia: their box and three tenths of it.
        assert!((height("Yu Mincho") - 1.673).abs() < 0.001, "{}", height("Yu Mincho"));
        assert!((height("Malgun Gothic") - 1.729).abs() < 0.001, "{}", height("Malgun Gothic"));
    }
}
