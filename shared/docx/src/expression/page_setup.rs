//! What `{% page %}` says of its section: the paper, which way it lies, and its margins. Lengths are twips (twentieths of a point,
//! `ST_TwipsMeasure`, ECMA-376 part 1, 17.18.91 and 22.9.2.14).

use minijinja::Error;
use minijinja::value::Value;

use super::cell_value::given;
use super::fault::wrong;

/// The longest side that Word gives paper, and its largest margin: 22 inches.
const LARGEST: f64 = 22.0 * PER_INCH;

/// Twips in an inch, a centimeter, a millimeter and a point.
const PER_INCH: f64 = 1440.0;
const PER_CENTIMETER: f64 = PER_INCH / 2.54;
pub(crate) const PER_MILLIMETER: f64 = PER_INCH / 25.4;
const PER_POINT: f64 = 20.0;

/// What a length of the tag is.
const LENGTH: &str = "a length from 0cm to 22in, such as 2cm (in cm, mm, in or pt)";

/// Papers by their names: width and height upright, and the number that Word gives to printers (`w:code`, 17.6.13).
///
/// Source: ISO 216 and ANSI/ASME Y14.1, rounded to twips as Word writes them.
pub(crate) const PAPERS: [Paper; 5] = [
    Paper { name: "A3", width: 16838, height: 23811, code: 8 },
    Paper { name: "A4", width: 11906, height: 16838, code: 9 },
    Paper { name: "A5", width: 8391, height: 11906, code: 11 },
    Paper { name: "Letter", width: 12240, height: 15840, code: 1 },
    Paper { name: "Legal", width: 12240, height: 20160, code: 5 },
];

/// A paper that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Paper {
    pub name: &'static str,
    pub width: u32,
    pub height: u32,
    pub code: u32,
}

/// Which way paper lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Orientation {
    Portrait,
    Landscape,
}

/// How large paper is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// It lies as the section's own did.
    Named(Paper),
    /// A width and a height.
    Exact(u32, u32),
}

/// An argument of the tag; of the margins, in the order of CSS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Argument {
    Orientation,
    Size,
    Margins,
    Margin(usize),
}

/// The names of all arguments.
pub(crate) const ARGUMENTS: [(&str, Argument); 7] = [
    ("orientation", Argument::Orientation),
    ("size", Argument::Size),
    ("margins", Argument::Margins),
    ("top", Argument::Margin(0)),
    ("right", Argument::Margin(1)),
    ("bottom", Argument::Margin(2)),
    ("left", Argument::Margin(3)),
];

/// What tags say of one section; nothing leaves what the template has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PageSetup {
    pub orientation: Option<Orientation>,
    pub size: Option<Size>,
    /// Top, right, bottom, left.
    pub margins: [Option<u32>; 4],
}

impl Argument {
    /// The argument of a name.
    pub fn of(name: &str) -> Option<Argument> {
        ARGUMENTS.iter().find(|(known, _)| *known == name).map(|(_, argument)| *argument)
    }

    /// What the starter model has for a field that stands there.
    pub fn sample(self) -> &'static str {
        match self {
            Argument::Orientation => "landscape",
            Argument::Size => "A4",
            Argument::Margins | Argument::Margin(_) => "2cm",
        }
    }
}

impl PageSetup {
    /// Takes the value of an argument. All of `margins` give way to those that are named themselves, and come first.
    ///
    /// # Errors
    /// The value cannot be used.
    pub fn take(&mut self, argument: Argument, value: &Value) -> Result<(), Error> {
        let Some(text) = given(value) else { return Ok(()) };
        match argument {
            Argument::Orientation => {
                self.orientation = Some(match text.to_lowercase().as_str() {
                    "portrait" => Orientation::Portrait,
                    "landscape" => Orientation::Landscape,
                    _ => return Err(wrong(value, "orientation", "portrait or landscape")),
                });
            }
            Argument::Size => {
                let wanted = "A3, A4, A5, Letter, Legal, or a width and a height of at most 22in, such as 210mm x 297mm";
                self.size = Some(size(&text).ok_or_else(|| wrong(value, "paper size", wanted))?);
            }
            Argument::Margins => {
                let wanted =
                    "one length such as 2cm, or four: top, right, bottom and left, such as 2cm 15mm 2cm 15mm";
                let four = margins(&text).ok_or_else(|| wrong(value, "list of margins", wanted))?;
                self.margins = four.map(Some);
            }
            Argument::Margin(side) => {
                self.margins[side] = Some(twips(&text).ok_or_else(|| wrong(value, "margin", LENGTH))?);
            }
        }
        Ok(())
    }

    /// Adds what another tag says of the same section.
    ///
    /// # Errors
    /// The name of what the two disagree on.
    pub fn join(&mut self, other: PageSetup) -> Result<(), &'static str> {
        const SIDES: [&str; 4] = ["top margin", "right margin", "bottom margin", "left margin"];
        one_of(&mut self.orientation, other.orientation).ok_or("orientation")?;
        one_of(&mut self.size, other.size).ok_or("paper size")?;
        for (side, name) in SIDES.into_iter().enumerate() {
            one_of(&mut self.margins[side], other.margins[side]).ok_or(name)?;
        }
        Ok(())
    }
}

/// Takes a value where there is none; nothing if it is another one.
fn one_of<T: PartialEq>(own: &mut Option<T>, other: Option<T>) -> Option<()> {
    match (&*own, other) {
        (_, None) => Some(()),
        (None, other) => {
            *own = other;
            Some(())
        }
        (Some(one), Some(other)) => (*one == other).then_some(()),
    }
}

/// `A4`, or `210mm x 297mm`: of two lengths, the first may go without the unit.
fn size(text: &str) -> Option<Size> {
    let upright = |paper: &&Paper| paper.name.eq_ignore_ascii_case(text);
    if let Some(paper) = PAPERS.iter().find(upright) {
        return Some(Size::Named(*paper));
    }
    let (width, height) = text.split_once(['x', 'X', '×'])?;
    let unit = height.trim().trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let width = twips(width).or_else(|| twips(&format!("{width}{unit}")));
    let sides = (width.filter(|side| *side > 0)?, twips(height).filter(|side| *side > 0)?);
    Some(Size::Exact(sides.0, sides.1))
}

/// One length for all sides, or four.
fn margins(text: &str) -> Option<[u32; 4]> {
    let mut lengths: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lengths.last_mut() {
            // `2 cm`
            Some(last) if word.bytes().all(|b| b.is_ascii_alphabetic()) => last.push_str(word),
            _ => lengths.push(word.to_owned()),
        }
        // Attack: a megabyte of lengths.
        if lengths.len() > 4 {
            return None;
        }
    }
    let sides = lengths.iter().map(|length| twips(length)).collect::<Option<Vec<u32>>>()?;
    match sides[..] {
        [all] => Some([all; 4]),
        [top, right, bottom, left] => Some([top, right, bottom, left]),
        _ => None,
    }
}

/// Twips of `2cm`, `20 mm`, `0.8in` or `57pt`; only 0 needs no unit.
fn twips(text: &str) -> Option<u32> {
    let (number, unit) = measure(text)?;
    let per_unit = match unit.to_ascii_lowercase().as_str() {
        "" if number == 0.0 => PER_POINT,
        unit => per_unit(unit)?,
    };
    let twips = (number * per_unit).round();
    (0.0..=LARGEST).contains(&twips).then_some(twips as u32)
}

/// A number and the unit behind it, which may be none.
pub(crate) fn measure(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    Some((text[..end].trim().parse().ok()?, &text[end..]))
}

/// Twips in a unit of lengths.
pub(crate) fn per_unit(unit: &str) -> Option<f64> {
    Some(match unit {
        "cm" => PER_CENTIMETER,
        "mm" => PER_MILLIMETER,
        "in" => PER_INCH,
        "pt" => PER_POINT,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(argument: &str, value: &str) -> Result<PageSetup, String> {
        let mut setup = PageSetup::default();
        let argument = Argument::of(argument).unwrap();
        setup.take(argument, &Value::from(value)).map(|()| setup).map_err(|error| error.to_string())
    }

    #[test]
    fn papers_are_named_or_measured() {
        assert_eq!(read("size", "a4").unwrap().size, Some(Size::Named(PAPERS[1])));
        for text in ["210mm x 297mm", "210 x 297 mm", "21cm×29.7cm", " 21cmX297mm "] {
            assert_eq!(read("size", text).unwrap().size, Some(Size::Exact(11906, 16838)), "{text}");
        }
        assert_eq!(read("size", "22in x 22in").unwrap().size, Some(Size::Exact(31680, 31680)));
        assert_eq!(read("size", " ").unwrap().size, None);
        for bad in
            ["A44", "210x297", "210mm", "23in x 10in", "-1cm x 2cm", "0 x 0", "1e2cm x 2cm", "x", "NaN x 1cm"]
        {
            assert!(read("size", bad).unwrap_err().contains("210mm x 297mm"), "{bad}");
        }
    }

    #[test]
    fn margins_are_one_or_four() {
        assert_eq!(read("margins", "1in").unwrap().margins, [Some(1440); 4]);
        let four = [Some(1440), Some(20), Some(0), Some(57)];
        assert_eq!(read("margins", "1 in 1pt 0 1mm").unwrap().margins, four);
        assert_eq!(read("top", "72pt").unwrap().margins, [Some(1440), None, None, None]);
        for bad in ["2", "1cm 2cm", "1cm 2cm 3cm", "-1cm", "23in", "cm", "1cm 1cm 1cm 1cm 1cm", "1cm, 1cm"] {
            assert!(read("margins", bad).unwrap_err().contains("2cm 15mm 2cm 15mm"), "{bad}");
        }
        assert!(read("left", "-1cm").unwrap_err().contains("from 0cm to 22in"));
        assert!(read("orientation", "upright").unwrap_err().contains("portrait or landscape"));
        assert_eq!(read("orientation", "LANDSCAPE").unwrap().orientation, Some(Orientation::Landscape));
    }

    #[test]
    fn tags_of_one_section_complete_one_another() {
        let mut setup = read("size", "A4").unwrap();
        assert_eq!(setup.join(read("top", "1in").unwrap()), Ok(()));
        assert_eq!(setup.join(read("size", "A4").unwrap()), Ok(()));
        assert_eq!(setup.margins, [Some(1440), None, None, None]);
        assert_eq!(setup.join(read("size", "A5").unwrap()), Err("paper size"));
        assert_eq!(setup.join(read("margins", "2in").unwrap()), Err("top margin"));
    }
}
