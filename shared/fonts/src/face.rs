//! One face: its file, and what is read from it.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::DrawSettings;
use skrifa::outline::pen::ControlBoundsPen;

use crate::facts::Facts;
use crate::generic::Generic;
use crate::letters::Letters;
use crate::metrics::{LineMetrics, Reach};
use crate::opened::{FontData, Opened};
use crate::stretch::Fit;
use crate::symbols::{self, Codes};
use crate::unhinted;

/// Names a face of one [`crate::Library`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FaceId(pub(crate) u32);

/// Attack, or a mistake: a font folder with a file of gigabytes. The largest fonts, those of all Chinese characters in
/// several weights, have some 100 MB.
const MOST_BYTES: u64 = 256 << 20;

/// Where a face's bytes are.
#[derive(Clone)]
pub(crate) enum Source {
    Bundled(&'static [u8]),
    File(Arc<FontFile>),
    Embedded(Arc<[u8]>),
    /// Another face, with the widths and heights of the facts.
    Fitted(Box<Fitted>),
    /// Another face, scaled until its Arabic letters are as wide as those of the facts.
    FittedArabic(Box<Fitted>),
    /// Another face, with the widths of the facts for letters of one script.
    FittedLetters(Box<Fitted>, Letters),
    /// The bundled face for equations, with the widths of the facts for its letters and digits.
    FittedMath(Box<Fitted>),
    /// The bundled signs, under the codes and with the widths of this font (a place in [`symbols::FONTS`]).
    Signs(usize),
}

/// A font file. The faces of a collection share its bytes: ten copies of one of all Chinese characters fill the memory.
pub(crate) struct FontFile {
    path: PathBuf,
    /// Where it was opened before it is read.
    open: OnceLock<Option<File>>,
    bytes: OnceLock<Option<FontData>>,
}

impl FontFile {
    pub fn new(path: PathBuf) -> FontFile {
        FontFile { path, open: OnceLock::new(), bytes: OnceLock::new() }
    }

    fn bytes(&self) -> Option<FontData> {
        let read = || match self.open.get() {
            Some(open) => read(open.as_ref()?),
            None => read(&File::open(&self.path).ok()?),
        };
        self.bytes.get_or_init(read).clone()
    }
}

/// All of a font file that nobody has read from.
fn read(file: &File) -> Option<FontData> {
    let length = file.metadata().ok()?.len();
    let mut bytes = Vec::with_capacity(usize::try_from(length).ok().filter(|_| length <= MOST_BYTES)?);
    file.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    Some(Arc::new(bytes))
}

/// See [`Fit::new`].
#[derive(Clone)]
pub(crate) struct Fitted {
    pub face: Arc<Face>,
    pub like: Arc<Face>,
    pub facts: Facts,
}

impl Fitted {
    /// The face with this fit and the heights of the facts.
    fn open(&self, fit: impl FnOnce(&Opened) -> Option<Fit>) -> Option<Opened> {
        let mut opened = self.face.source.open(self.face.index, self.face.weight)?;
        opened.fit = Some(fit(&opened)?);
        opened.metrics = self.facts.line_metrics().unwrap_or(opened.metrics);
        opened.reach = self.facts.reach().unwrap_or(opened.reach);
        opened.has_ligatures = self.facts.has_ligatures_of_bundled();
        Some(opened)
    }
}

impl Source {
    /// Whether the outlines come with the program.
    fn is_bundled(&self) -> bool {
        match self {
            Source::Bundled(_) | Source::Signs(_) => true,
            Source::Fitted(fitted)
            | Source::FittedArabic(fitted)
            | Source::FittedLetters(fitted, _)
            | Source::FittedMath(fitted) => fitted.face.source.is_bundled(),
            Source::File(_) | Source::Embedded(_) => false,
        }
    }

    fn open(&self, index: u32, weight: Option<f32>) -> Option<Opened> {
        let data: FontData = match self {
            Source::Bundled(bytes) => Arc::new(*bytes),
            Source::Embedded(bytes) => Arc::new(Arc::clone(bytes)),
            Source::File(file) => file.bytes()?,
            Source::Fitted(fitted) => {
                return fitted.open(|own| Some(Fit::new(&fitted.facts, own, fitted.like.opened()?)));
            }
            Source::FittedArabic(fitted) => {
                return fitted.open(|own| Fit::of_arabic(fitted.facts.arabic()?, own));
            }
            Source::FittedLetters(fitted, letters) => {
                return fitted.open(|own| Fit::of_letters(&fitted.facts, own, letters.script()));
            }
            Source::FittedMath(fitted) => {
                return fitted.open(|own| Some(Fit::of_math(&fitted.facts, own)));
            }
            Source::Signs(font) => {
                let (name, ascent, descent) = *symbols::FONTS.get(*font)?;
                let mut opened = Opened::read(Arc::new(symbols::SIGNS), 0, None)?;
                let codes = Codes::of(name)?;
                let widths = codes.signs().filter_map(|sign| Some((opened.glyph(sign.drawn)?, sign.width?)));
                opened.fit = Some(Fit::of_signs(widths.collect::<Vec<_>>(), &opened));
                opened.metrics = LineMetrics { ascent, descent, line_gap: 0.0, ..opened.metrics };
                opened.reach = Reach { above: ascent, below: descent };
                opened.codes = Some(codes);
                return Some(opened);
            }
        };
        Opened::read(data, index, weight)
    }
}

/// A face: one style of a family. Its file is read when the face is first used.
pub struct Face {
    family: String,
    pub(crate) bold: bool,
    pub(crate) italic: bool,
    source: Source,
    /// Place in a collection.
    index: u32,
    /// Value of the axis `wght` of a variable font.
    weight: Option<f32>,
    opened: OnceLock<Option<Opened>>,
}

/// What is needed to embed a face: the bytes of its font, and which part of them is the face.
#[derive(Clone)]
pub struct Program {
    /// The font file.
    pub data: FontData,
    /// Place in a collection; 0 in other files.
    pub index: u32,
    /// Values of the axes of a variable font, by tag.
    pub variations: Vec<([u8; 4], f32)>,
    /// Whether the bytes stay in memory as long as the library does.
    pub is_shared: bool,
}

impl fmt::Debug for Face {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Face({}", self.family)?;
        out.write_str(if self.bold { ", bold" } else { "" })?;
        out.write_str(if self.italic { ", italic)" } else { ")" })
    }
}

impl Face {
    pub(crate) fn new(
        family: String,
        bold: bool,
        italic: bool,
        source: Source,
        index: u32,
        weight: Option<f32>,
    ) -> Face {
        Face { family, bold, italic, source, index, weight, opened: OnceLock::new() }
    }

    /// Whether it stands in for a font that comes with neither Windows nor Office.
    pub(crate) fn is_of_open_family(&self) -> bool {
        matches!(&self.source, Source::Fitted(own) if own.facts.is_open())
    }

    /// Opens the face's file, so that it can be read when no file can be opened anymore.
    pub(crate) fn open_file(&self) {
        if let Source::File(file) = &self.source {
            file.open.get_or_init(|| File::open(&file.path).ok());
        }
    }

    /// Family name, as the font itself or the stand-in's table gives it.
    #[must_use]
    pub fn family(&self) -> &str {
        &self.family
    }

    /// Whether this is the family's bold face.
    #[must_use]
    pub fn is_bold(&self) -> bool {
        self.bold
    }

    /// Whether this is the family's italic face.
    #[must_use]
    pub fn is_italic(&self) -> bool {
        self.italic
    }

    /// Whether the glyphs are bold, and italic: of a face that stands in for another the open face's.
    pub(crate) fn drawn_style(&self) -> (bool, bool) {
        match &self.source {
            Source::Fitted(fitted)
            | Source::FittedArabic(fitted)
            | Source::FittedLetters(fitted, _)
            | Source::FittedMath(fitted) => fitted.face.drawn_style(),
            _ => (self.bold, self.italic),
        }
    }

    /// Whether the face has a glyph of its own for the character.
    #[must_use]
    pub fn covers(&self, character: char) -> bool {
        self.opened().is_some_and(|opened| opened.glyph(character).is_some())
    }

    /// A glyph that draws nothing and takes no room: that of a zero-width space. `None`: the face has none, or shows it.
    #[must_use]
    pub fn blank(&self) -> Option<u16> {
        let opened = self.opened()?;
        let glyph = opened.glyph('\u{200b}').filter(|glyph| opened.plain_advance(*glyph) == 0.0)?;
        let outline = opened.font()?.outline_glyphs().get(skrifa::GlyphId::from(glyph))?;
        let mut bounds = ControlBoundsPen::default();
        outline.draw(DrawSettings::unhinted(Size::unscaled(), LocationRef::default()), &mut bounds).ok()?;
        bounds.bounding_box().is_none().then_some(glyph)
    }

    /// Width in em of the box that stands for a character without a glyph.
    #[must_use]
    pub fn box_width(&self) -> f32 {
        self.opened().map_or(0.0, |opened| opened.advance(0))
    }

    /// Whether the face has the widths of another font, so that some of its glyphs may be drawn otherwise than in its file.
    #[must_use]
    pub fn is_fitted(&self) -> bool {
        self.opened().is_some_and(|opened| opened.fit.is_some())
    }

    /// Whether any of `glyphs` is drawn otherwise than in the face's file: then [`Face::fitted_program`] is to be embedded,
    /// else [`Face::program`].
    #[must_use]
    pub fn is_changed(&self, glyphs: &BTreeSet<u16>) -> bool {
        self.opened().is_some_and(|opened| opened.fit.as_ref().is_some_and(|fit| fit.changes(opened, glyphs)))
    }

    /// What to embed to draw glyphs as the face's file has them, without the hints of bundled faces. `None`: the file has gone or is damaged, in which case
    /// no [`crate::Choice`] has named the face.
    #[must_use]
    pub fn program(&self) -> Option<Program> {
        let opened = self.opened()?;
        let variations: Vec<_> = opened.weight.map(|weight| (*b"wght", weight)).into_iter().collect();
        let is_shared = !matches!(self.source, Source::Embedded(_));
        // Those of variable faces go when the weight is chosen.
        if self.source.is_bundled() && variations.is_empty() {
            let bare = opened.font().and_then(|font| unhinted::program(&font, opened.reach));
            if let Some(bare) = bare {
                return Some(Program { data: Arc::new(bare), index: 0, variations, is_shared: false });
            }
        }
        Some(Program { data: Arc::clone(&opened.data), index: opened.index, variations, is_shared })
    }

    /// What to embed to draw `glyphs` of a face that is fitted to another font's widths: a font of these glyphs only.
    /// `None`: the face is not fitted, or as for [`Face::program`].
    #[must_use]
    pub fn fitted_program(&self, glyphs: &BTreeSet<u16>) -> Option<Program> {
        let opened = self.opened()?;
        let data = opened.fit.as_ref()?.program(opened, glyphs, self.stand_in_name())?;
        Some(Program { data: Arc::new(data), index: 0, variations: Vec::new(), is_shared: false })
    }

    /// The glyphs of the letters and signs that most documents in Latin script have.
    #[must_use]
    pub fn usual_glyphs(&self) -> BTreeSet<u16> {
        let usual = (' '..='~')
            .chain('\u{a0}'..='\u{ff}')
            .chain(['–', '—', '‘', '’', '‚', '“', '”', '„', '•', '…', '€']);
        let Some(opened) = self.opened() else { return BTreeSet::new() };
        usual.map(|character| opened.glyph_and_advance(character).0).collect()
    }

    /// PostScript name of a fitted face. The open face's own name is reserved for what its authors made, and the wanted
    /// font's is its owner's.
    fn stand_in_name(&self) -> &'static str {
        if matches!(self.source, Source::Signs(_)) {
            return "PlatenSigns";
        }
        if self.is_math_stand_in() {
            return "PlatenMath";
        }
        let name = match self.generic() {
            Generic::Serif => {
                ["PlatenSerif", "PlatenSerif-Bold", "PlatenSerif-Italic", "PlatenSerif-BoldItalic"]
            }
            Generic::Sans => ["PlatenSans", "PlatenSans-Bold", "PlatenSans-Italic", "PlatenSans-BoldItalic"],
            Generic::Mono => ["PlatenMono", "PlatenMono-Bold", "PlatenMono-Italic", "PlatenMono-BoldItalic"],
        };
        let [regular, bold, italic, bold_italic] = name;
        match (self.bold, self.italic) {
            (false, false) => regular,
            (true, false) => bold,
            (false, true) => italic,
            (true, true) => bold_italic,
        }
    }

    /// Whether the face sets equations in place of Cambria Math.
    pub(crate) fn is_math_stand_in(&self) -> bool {
        matches!(self.source, Source::FittedMath(_))
    }

    /// The looks of a bundled face, or of one that is fitted.
    pub(crate) fn generic(&self) -> Generic {
        let family = match &self.source {
            Source::Fitted(fitted) => &fitted.face.family,
            _ => &self.family,
        };
        match family.as_str() {
            "Liberation Mono" => Generic::Mono,
            "Liberation Serif" | "Caladea" | "Gelasio" => Generic::Serif,
            _ => Generic::Sans,
        }
    }

    /// What the face is known of, if it stands in for another.
    pub(crate) fn facts(&self) -> Option<&Facts> {
        match &self.source {
            Source::Fitted(fitted)
            | Source::FittedArabic(fitted)
            | Source::FittedLetters(fitted, _)
            | Source::FittedMath(fitted) => Some(&fitted.facts),
            _ => None,
        }
    }

    /// Whether the face stands in for a font of signs, so that [`Face::text_of`] changes what is read.
    #[must_use]
    pub fn is_signs(&self) -> bool {
        matches!(self.source, Source::Signs(_))
    }

    /// The character that readers and searches are to find where `character` is drawn: for fonts of signs the sign, else
    /// the character itself.
    #[must_use]
    pub fn text_of(&self, character: char) -> char {
        let sign = self.opened().and_then(|opened| opened.codes.as_ref()?.get(character));
        sign.map_or(character, |sign| sign.text)
    }

    /// Reads the file, the first time. `None`: it is missing or damaged.
    pub(crate) fn opened(&self) -> Option<&Opened> {
        self.opened.get_or_init(|| self.source.open(self.index, self.weight)).as_ref()
    }
}
