//! Faces that stand in for families that cannot be bundled.

use std::borrow::Cow;
use std::sync::Arc;

use crate::bundled;
use crate::face::{Face, Fitted, Source};
use crate::facts::{self, Facts};
use crate::generic::Generic;
use crate::group::Group;
use crate::letters::Letters;
use crate::scan::Found;
use crate::symbols;

/// `(family of the facts, bundled family that is fitted to it)`. The bundled family is the one whose letters look most
/// alike. Families of the facts that are not listed are fitted by their looks.
const FITTED: [(&str, &str); 66] = [
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
];

/// Other names of families, all in lower case: names in the language of their country, those of other systems, and
/// families that differ by little from one that is known or bundled.
const KNOWN_AS: [(&str, &str); 108] = [
    ("arialmt", "arial"),
    ("arial unicode ms", "arial"),
    ("arial nova", "arial"),
    ("microsoft sans serif", "arial"),
    ("ms sans serif", "arial"),
    ("helvetica neue", "helvetica"),
    ("helv", "helvetica"),
    ("open sans condensed", "arial narrow"),
    ("source sans 3", "source sans pro"),
    ("source sans", "source sans pro"),
    ("source serif 4", "source serif pro"),
    ("source serif", "source serif pro"),
    ("exo 2.0", "exo 2"),
    ("pt serif caption", "pt serif"),
    ("noto sans display", "noto sans"),
    ("inter display", "inter"),
    ("ubuntu sans", "ubuntu"),
    ("comic sans", "comic sans ms"),
    ("comic neue", "comic sans ms"),
    ("palatino lt std", "palatino linotype"),
    ("zapf calligraphic", "palatino linotype"),
    ("itc bookman", "bookman old style"),
    ("bookman", "bookman old style"),
    ("swiss", "arial"),
    ("timesnewromanpsmt", "times new roman"),
    ("times roman", "times new roman"),
    ("cg times", "times new roman"),
    ("tms rmn", "times new roman"),
    ("couriernewpsmt", "courier new"),
    ("calibri (body)", "calibri"),
    ("calibri light (headings)", "calibri light"),
    ("aptos (body)", "aptos"),
    ("aptos display (headings)", "aptos display"),
    ("aptos narrow", "arial narrow"),
    ("aptos serif", "cambria"),
    ("aptos mono", "consolas"),
    ("segoe", "segoe ui"),
    ("segoe ui emoji", "segoe ui"),
    ("segoe ui symbol", "segoe ui"),
    ("corbel", "candara"),
    ("gill sans mt", "candara"),
    ("gill sans", "candara"),
    ("lucida sans unicode", "verdana"),
    ("lucida sans", "verdana"),
    ("lucida grande", "verdana"),
    ("dejavu sans", "verdana"),
    ("bitstream vera sans", "verdana"),
    ("geneva", "verdana"),
    ("franklin gothic book", "libre franklin"),
    ("franklin gothic medium", "libre franklin medium"),
    ("tw cen mt", "jost"),
    ("futura", "jost"),
    ("avenir next lt pro", "avenir next"),
    ("myriad", "myriad pro"),
    ("new century schoolbook", "century schoolbook"),
    ("constantia", "georgia"),
    ("palatino", "palatino linotype"),
    ("lucida bright", "lucida fax"),
    ("rockwell", "lucida fax"),
    ("adobe garamond pro", "garamond"),
    ("perpetua", "garamond"),
    ("baskerville old face", "times new roman"),
    ("lucida sans typewriter", "lucida console"),
    ("american typewriter", "bookman old style"),
    ("dejavu sans mono", "lucida console"),
    ("menlo", "lucida console"),
    ("monaco", "lucida console"),
    ("cascadia mono", "cascadia code"),
    ("haettenschweiler", "impact"),
    ("symbolmt", "symbol"),
    ("th sarabunpsk", "th sarabun new"),
    ("th sarabun psk", "th sarabun new"),
    ("th sarabunit๙", "th sarabun new"),
    ("zapfdingbats", "wingdings"),
    ("ｍｓ 明朝", "ms mincho"),
    ("ms 明朝", "ms mincho"),
    ("ｍｓ ゴシック", "ms gothic"),
    ("ms ゴシック", "ms gothic"),
    ("ｍｓ ｐゴシック", "ms pgothic"),
    ("ｍｓ ｐ明朝", "yu mincho"),
    ("ms pmincho", "yu mincho"),
    ("游明朝", "yu mincho"),
    ("yumincho", "yu mincho"),
    ("游ゴシック", "yu gothic"),
    ("yugothic", "yu gothic"),
    ("游ゴシック light", "yu gothic light"),
    ("meiryo", "yu gothic"),
    ("メイリオ", "yu gothic"),
    ("宋体", "simsun"),
    ("nsimsun", "simsun"),
    ("黑体", "simsun"),
    ("simhei", "simsun"),
    ("仿宋", "fangsong"),
    ("仿宋_gb2312", "fangsong"),
    ("fangsong_gb2312", "fangsong"),
    ("楷体", "fangsong"),
    ("楷体_gb2312", "fangsong"),
    ("kaiti", "fangsong"),
    ("kaiti_gb2312", "fangsong"),
    ("新宋体", "simsun"),
    ("微軟正黑體", "microsoft jhenghei"),
    ("等线", "dengxian"),
    ("等线 light", "dengxian"),
    ("微软雅黑", "microsoft yahei"),
    ("新細明體", "pmingliu"),
    ("細明體", "pmingliu"),
    ("맑은 고딕", "malgun gothic"),
    ("바탕", "malgun gothic"),
];

/// Last words of the names of families that are one weight of another, as Windows splits them, and whether that is bold
/// rather than regular.
const WEIGHTS: [(&str, bool); 15] = [
    ("thin", false),
    ("extralight", false),
    ("ultralight", false),
    ("light", false),
    ("semilight", false),
    ("regular", false),
    ("book", false),
    ("medium", false),
    ("demi", true),
    ("demibold", true),
    ("semibold", true),
    ("bold", true),
    ("extrabold", true),
    ("heavy", true),
    ("black", true),
];

/// Families that are heavier than their names say.
const HEAVY: [&str; 1] = ["impact"];

/// Families that exist in one style: Word thickens and slants it, and keeps its widths.
const SINGLE: [&str; 1] = ["Cambria Math"];

/// The name, in lower case, under which a stand-in for `family` (lower case) is found.
pub(crate) fn known_as(family: &str) -> Cow<'_, str> {
    let known = KNOWN_AS.iter().find(|(other, _)| *other == family);
    known.map_or(Cow::Borrowed(family), |(_, name)| Cow::Borrowed(*name))
}

/// The family that `family` (lower case) is one weight of, and whether the weight is bold.
pub(crate) fn without_weight(family: &str) -> Option<(&str, bool)> {
    let (base, last) = family.rsplit_once(' ')?;
    let weight = WEIGHTS.iter().find(|(weight, _)| *weight == last);
    weight.map(|(_, is_bold)| (base.trim_end(), *is_bold))
}

/// Four fitted faces for each family of the facts, and the fonts of signs.
pub(crate) fn faces(bundled: &Group) -> Vec<Found> {
    let mut found = Vec::new();
    let all: Vec<Facts> = facts::all().collect();
    for family in all.chunk_by(|a, b| a.family == b.family) {
        let is_single = family.iter().all(|facts| SINGLE.contains(&facts.family));
        let styles = [(false, false), (true, false), (false, true), (true, true)];
        for (bold, italic) in styles.into_iter().take(if is_single { 1 } else { 4 }) {
            // The style itself, else one of the same weight, else any.
            let distance =
                |facts: &&Facts| 2 * u8::from(facts.bold != bold) + u8::from(facts.italic != italic);
            let Some(facts) = family.iter().min_by_key(distance) else { continue };
            found.extend(fitted(bundled, facts, bold, italic));
            found.extend(fitted_arabic(bundled, facts, bold, italic));
            for letters in Letters::ALL {
                let known = family.iter().filter(|facts| letters.are_known(facts)).min_by_key(distance);
                found.extend(known.and_then(|facts| fitted_letters(bundled, facts, letters, (bold, italic))));
            }
        }
    }
    found.extend(all.iter().find(|facts| facts.family == "Cambria Math").map(fitted_math));
    for (place, (font, ..)) in symbols::FONTS.iter().enumerate() {
        let face = Face::new((*font).to_owned(), false, false, Source::Signs(place), 0, None);
        found.push(Found { face, names: vec![font.to_lowercase()] });
    }
    found
}

fn fitted(bundled: &Group, facts: &Facts, bold: bool, italic: bool) -> Option<Found> {
    let name = facts.family.to_lowercase();
    let (base, is_heavy) = without_weight(&name).unwrap_or((&name, HEAVY.contains(&name.as_str())));
    let fitted_to = |name: &str| FITTED.iter().find(|(wanted, _)| wanted.eq_ignore_ascii_case(name));
    let light = || name.ends_with(" light").then_some(&("", "Platen Light"));
    let used = fitted_to(&name).or_else(light).or_else(|| fitted_to(base)).map(|(_, used)| *used);
    let used = used.unwrap_or_else(|| bundled_of(by_name(facts.family))).to_lowercase();
    let (_, face) = bundled.nearest(&used, bold || is_heavy, italic).next()?;
    let (_, like) = bundled.nearest(&used, facts.bold || is_heavy, facts.italic).next()?;
    let source = Fitted { face: Arc::clone(face), like: Arc::clone(like), facts: *facts };
    let stand_in =
        Face::new(facts.family.to_owned(), bold, italic, Source::Fitted(Box::new(source)), 0, None);
    Some(Found { face: stand_in, names: vec![name] })
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
    ]) {
        Generic::Serif
    } else {
        Generic::Sans
    }
}
