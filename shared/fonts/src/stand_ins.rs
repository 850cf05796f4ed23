//! Stand-ins for families that cannot be bundled.

use std::sync::Arc;

use crate::bundled;
use crate::face::{Face, Fitted, Source};
use crate::facts::Facts;
use crate::family_names::without_weight;
use crate::generic::Generic;
use crate::group::Group;
use crate::letters::Letters;
use crate::scan::Found;
use crate::symbols;

/// `(family of the facts, bundled family that is fitted to it)`. The bundled family is the one whose letters look most
/// alike. Families of the facts that are not listed are fitted by their looks.
const FITTED: [(&str, &str); 148] = [
    ("Arial", "Liberation Sans"),
    ("Calibri", "Carlito"),
    ("Times New Roman", "Liberation Serif"),
    ("Courier New", "Liberation Mono"),
    ("Cambria", "Caladea"),
    ("Aptos", "Carlito"),
    ("Aptos Display", "Carlito"),
    ("Cambria Math", "Caladea"),
    ("Consolas", "Liberation Mono"),
    ("MS Mincho", "Liberation Mono"),
    ("MS Gothic", "Liberation Mono"),
    ("SimSun", "Liberation Mono"),
    ("FangSong", "Liberation Mono"),
    ("Verdana", "Liberation Sans"),
    ("Yu Mincho", "Liberation Serif"),
    ("Candara", "Carlito"),
    ("Tahoma", "Liberation Sans"),
    ("Segoe UI", "Selawik"),
    ("Century Gothic", "Liberation Sans"),
    ("Garamond", "Liberation Serif"),
    ("Trebuchet MS", "Carlito"),
    ("Georgia", "Gelasio"),
    ("Arial Black", "Liberation Sans"),
    ("Arial Narrow", "Liberation Sans"),
    ("Impact", "Liberation Sans"),
    ("Century", "Gelasio"),
    ("Lucida Fax", "Gelasio"),
    ("Lucida Console", "Liberation Mono"),
    ("Open Sans", "Selawik"),
    ("Noto Sans", "Selawik"),
    ("Source Sans Pro", "Selawik"),
    ("Nunito", "Selawik"),
    ("Ubuntu", "Selawik"),
    ("Lato", "Carlito"),
    ("Fira Sans", "Carlito"),
    ("PT Sans", "Carlito"),
    ("Cabin", "Carlito"),
    ("Nunito Sans", "Selawik"),
    ("Merriweather", "Gelasio"),
    ("Lora", "Gelasio"),
    ("PT Serif", "Gelasio"),
    ("Noto Serif", "Gelasio"),
    ("Source Serif Pro", "Gelasio"),
    ("IBM Plex Serif", "Gelasio"),
    ("Libre Baskerville", "Gelasio"),
    ("Bitter", "Gelasio"),
    ("Typewriter", "Gelasio"),
    ("Inconsolata", "Liberation Mono"),
    ("Comic Sans MS", "Carlito"),
    ("Palatino Linotype", "Gelasio"),
    ("Book Antiqua", "Gelasio"),
    ("Bookman Old Style", "Gelasio"),
    ("Century Schoolbook", "Gelasio"),
    ("Sylfaen", "Liberation Serif"),
    ("Helvetica", "Liberation Sans"),
    ("Times", "Liberation Serif"),
    ("Courier", "Liberation Mono"),
    ("Roboto Mono", "Liberation Mono"),
    ("PMingLiU", "Liberation Serif"),
    ("Angsana New", "Liberation Serif"),
    ("TH Sarabun New", "Carlito"),
    ("B Nazanin", "Liberation Serif"),
    ("Traditional Arabic", "Liberation Serif"),
    ("Avenir", "Selawik"),
    ("Avenir Next", "Selawik"),
    ("Myriad Pro", "Carlito"),
    ("Constantia", "Gelasio"),
    ("Rockwell", "Gelasio"),
    ("Rockwell Condensed", "Gelasio"),
    ("Rockwell Extra Bold", "Gelasio"),
    ("Lucida Bright", "Gelasio"),
    ("Elephant", "Gelasio"),
    ("Sitka Text", "Gelasio"),
    ("Cooper", "Gelasio"),
    ("Bernard MT Condensed", "Gelasio"),
    ("American Typewriter", "Gelasio"),
    ("Batang", "Liberation Serif"),
    ("BatangChe", "Liberation Serif"),
    ("Gungsuh", "Liberation Serif"),
    ("GungsuhChe", "Liberation Serif"),
    ("MS PMincho", "Liberation Serif"),
    ("Baskerville Old Face", "Liberation Serif"),
    ("Californian FB", "Liberation Serif"),
    ("Castellar", "Liberation Serif"),
    ("Centaur", "Liberation Serif"),
    ("High Tower Text", "Liberation Serif"),
    ("Footlight MT Light", "Liberation Serif"),
    ("Monotype Corsiva", "Liberation Serif"),
    ("Gabriola", "Liberation Serif"),
    ("Engravers MT", "Liberation Serif"),
    ("Felix Titling", "Liberation Serif"),
    ("Modern No. 20", "Liberation Serif"),
    ("Colonna MT", "Liberation Serif"),
    ("Imprint MT Shadow", "Liberation Serif"),
    ("STSong", "Liberation Serif"),
    ("STZhongsong", "Liberation Serif"),
    ("STFangsong", "Liberation Serif"),
    ("STKaiti", "Liberation Serif"),
    ("Andalus", "Liberation Serif"),
    ("Arabic Transparent", "Liberation Serif"),
    ("Arabic Typesetting", "Liberation Serif"),
    ("Simplified Arabic", "Liberation Serif"),
    ("David", "Liberation Serif"),
    ("FrankRuehl", "Liberation Serif"),
    ("Narkisim", "Liberation Serif"),
    ("LilyUPC", "Liberation Serif"),
    ("Browallia New", "Liberation Serif"),
    ("Cochin", "Liberation Serif"),
    ("Didot", "Liberation Serif"),
    ("Hoefler Text", "Liberation Serif"),
    ("Palatino", "Gelasio"),
    ("Athelas", "Liberation Serif"),
    ("Big Caslon", "Liberation Serif"),
    ("SimHei", "Liberation Mono"),
    ("KaiTi", "Liberation Mono"),
    ("NSimSun", "Liberation Mono"),
    ("MingLiU", "Liberation Mono"),
    ("MingLiU_HKSCS", "Liberation Mono"),
    ("DFKai-SB", "Liberation Mono"),
    ("YouYuan", "Liberation Mono"),
    ("LiSu", "Liberation Mono"),
    ("DotumChe", "Liberation Mono"),
    ("GulimChe", "Liberation Mono"),
    ("Lucida Sans Typewriter", "Liberation Mono"),
    ("OCR A Extended", "Liberation Mono"),
    ("Menlo", "Liberation Mono"),
    ("Monaco", "Liberation Mono"),
    ("Miriam Fixed", "Liberation Mono"),
    ("Rod", "Liberation Mono"),
    ("Simplified Arabic Fixed", "Liberation Mono"),
    ("Copperplate Gothic", "Liberation Sans"),
    ("Gill Sans", "Carlito"),
    ("Gill Sans MT", "Carlito"),
    ("Corbel", "Carlito"),
    ("Segoe Print", "Carlito"),
    ("Segoe Script", "Carlito"),
    ("Bradley Hand ITC", "Carlito"),
    ("Ink Free", "Carlito"),
    ("Kristen ITC", "Carlito"),
    ("Optima", "Carlito"),
    ("Chalkboard", "Carlito"),
    ("Gadugi", "Selawik"),
    ("Ebrima", "Selawik"),
    ("Leelawadee UI", "Selawik"),
    ("Nirmala UI", "Selawik"),
    ("Lao UI", "Selawik"),
    ("Yu Gothic UI", "Selawik"),
    ("Dubai", "Selawik"),
];

/// Families that are heavier than their names say.
const HEAVY: [&str; 9] = [
    "bauhaus 93",
    "bernard mt condensed",
    "broadway",
    "elephant",
    "franklin gothic demi cond",
    "goudy stout",
    "haettenschweiler",
    "impact",
    "showcard gothic",
];

/// Families that exist in one style: Word thickens and slants it, and keeps its widths.
const SINGLE: [&str; 1] = ["Cambria Math"];

/// The fitted faces of one family of the facts: four styles, the letters that another face lends, and that which sets equations.
pub(crate) fn faces(bundled: &Group, family: &[Facts]) -> Vec<Found> {
    let mut found = Vec::new();
    let Some(drawn) = family.first().map(|facts| Drawn::of(facts.family)) else { return found };
    let letters = Letters::ALL
        .map(|letters| (letters, family.iter().filter(|facts| letters.are_known(facts)).collect::<Vec<_>>()));
    let is_single = family.iter().all(|facts| SINGLE.contains(&facts.family));
    let styles = [(false, false), (true, false), (false, true), (true, true)];
    for (bold, italic) in styles.into_iter().take(if is_single { 1 } else { 4 }) {
        // The style itself, else one of the same weight, else any.
        let distance = |facts: &&Facts| 2 * u8::from(facts.bold != bold) + u8::from(facts.italic != italic);
        let Some(facts) = family.iter().min_by_key(distance) else { continue };
        let with_widths = || family.iter().filter(|facts| facts.has_widths()).min_by_key(distance);
        let lent = if facts.has_widths() { None } else { with_widths() };
        let facts = &lent.map_or(*facts, |other| facts.with_widths_of(other));
        found.extend(drawn.fitted(bundled, facts, bold, italic));
        found.extend(fitted_arabic(bundled, facts, bold, italic));
        for (letters, known) in &letters {
            let known = known.iter().copied().min_by_key(distance);
            found.extend(known.and_then(|facts| fitted_letters(bundled, facts, *letters, (bold, italic))));
        }
    }
    found.extend(family.first().filter(|facts| facts.family == "Cambria Math").map(fitted_math));
    found
}

/// The fonts of signs.
pub(crate) fn signs() -> Vec<Found> {
    let fonts = symbols::FONTS.iter().enumerate();
    let found = fonts.map(|(place, (font, ..))| {
        let face = Face::new((*font).to_owned(), false, false, Source::Signs(place), 0, None);
        Found { face, names: vec![font.to_lowercase()] }
    });
    found.collect()
}

/// How a family of the facts is drawn.
struct Drawn {
    /// In lower case, as `used`.
    name: String,
    /// The bundled family that is fitted to it.
    used: String,
    is_heavy: bool,
}

impl Drawn {
    fn of(family: &str) -> Drawn {
        let name = family.to_lowercase();
        let (base, is_heavy) = without_weight(&name).unwrap_or((&name, HEAVY.contains(&name.as_str())));
        let fitted_to = |name: &str| FITTED.iter().find(|(wanted, _)| wanted.eq_ignore_ascii_case(name));
        let light = || name.ends_with(" light").then_some(&("", "Platen Light"));
        let used = fitted_to(&name).or_else(light).or_else(|| fitted_to(base)).map(|(_, used)| *used);
        let used = used.unwrap_or_else(|| bundled_of(by_name(family))).to_lowercase();
        Drawn { used, is_heavy, name }
    }

    fn fitted(&self, bundled: &Group, facts: &Facts, bold: bool, italic: bool) -> Option<Found> {
        let (_, face) = bundled.nearest(&self.used, bold || self.is_heavy, italic).next()?;
        let (_, like) = bundled.nearest(&self.used, facts.bold || self.is_heavy, facts.italic).next()?;
        let source = Fitted { face: Arc::clone(face), like: Arc::clone(like), facts: *facts };
        let stand_in =
            Face::new(facts.family.to_owned(), bold, italic, Source::Fitted(Box::new(source)), 0, None);
        Some(Found { face: stand_in, names: vec![self.name.clone()] })
    }
}

/// The name, which no document can ask for, of the face with the Arabic letters of a family.
pub(crate) fn arabic_of(family: &str) -> String {
    format!("{}\0arabic", family.to_lowercase())
}

fn fitted_arabic(bundled: &Group, facts: &Facts, bold: bool, italic: bool) -> Option<Found> {
    facts.arabic()?;
    let (_, face) = bundled.nearest("vazirmatn", bold, italic).next()?;
    let source = Fitted { face: Arc::clone(face), like: Arc::clone(face), facts: *facts };
    let source = Source::FittedArabic(Box::new(source));
    let stand_in = Face::new(facts.family.to_owned(), bold, italic, source, 0, None);
    Some(Found { face: stand_in, names: vec![arabic_of(facts.family)] })
}

fn fitted_letters(
    bundled: &Group,
    facts: &Facts,
    letters: Letters,
    (bold, italic): (bool, bool),
) -> Option<Found> {
    let (_, face) = bundled.nearest(letters.face(), bold, italic).next()?;
    let source = Fitted { face: Arc::clone(face), like: Arc::clone(face), facts: *facts };
    let source = Source::FittedLetters(Box::new(source), letters);
    let stand_in = Face::new(facts.family.to_owned(), bold, italic, source, 0, None);
    Some(Found { face: stand_in, names: vec![letters.name(facts.family)] })
}

/// The name, which no document can ask for, of the face that sets equations in place of a family.
pub(crate) fn math_of(family: &str) -> String {
    format!("{}\0math", family.to_lowercase())
}

fn fitted_math(facts: &Facts) -> Found {
    let face = Arc::new(bundled::math());
    let source = Source::FittedMath(Box::new(Fitted { like: Arc::clone(&face), face, facts: *facts }));
    let stand_in = Face::new(facts.family.to_owned(), false, false, source, 0, None);
    Found { face: stand_in, names: vec![math_of(facts.family)] }
}

/// The family, in lower case, that stands in for one of which only the looks are known, or the name alone.
pub(crate) fn of_looks(family: &str, generic: Option<Generic>) -> &'static str {
    match generic.unwrap_or_else(|| by_name(family)) {
        Generic::Serif => "times new roman",
        Generic::Sans if is_narrow(family) => "arial narrow",
        Generic::Sans => "arial",
        Generic::Mono => "courier new",
    }
}

/// Whether the name of a family says that it is narrow.
fn is_narrow(family: &str) -> bool {
    let name = family.to_lowercase();
    let mut words = name.split([' ', '-']);
    words.any(|word| ["condensed", "narrow", "compressed", "cond", "cn"].contains(&word))
}

fn bundled_of(generic: Generic) -> &'static str {
    match generic {
        Generic::Serif => "Liberation Serif",
        Generic::Sans => "Liberation Sans",
        Generic::Mono => "Liberation Mono",
    }
}

/// What the parts of a font's name say of its looks. A name that says nothing is taken for a sans serif: most fonts of
/// recent years are, and a serif in their place is the difference that readers see first.
fn by_name(family: &str) -> Generic {
    let name = family.to_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    if has(&["mono", "courier", "console", "consolas", "code"]) {
        Generic::Mono
    } else if has(&["sans", "gothic", "grotes", "arial", "helvet"]) {
        Generic::Sans
    } else if has(&[
        "serif",
        "slab",
        "roman",
        "times",
        "garamond",
        "georgia",
        "bodoni",
        "didot",
        "caslon",
        "baskerville",
        "goudy",
        "merriweather",
        "playfair",
        "minion",
        "sabon",
        "bembo",
        "caladea",
        "lora",
        "mincho",
        "ming",
        "song",
        "book",
        "antiqua",
        "schoolbook",
        "rockwell",
        "perpetua",
        "calisto",
        "bell mt",
        "crimson",
        "spectral",
        "typewriter",
        "alegreya",
        "arvo",
        "average",
        "old standard",
    ]) {
        Generic::Serif
    } else {
        Generic::Sans
    }
}
