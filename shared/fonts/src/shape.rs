//! Turns items into glyphs.

use std::sync::Arc;

use harfrust::{BufferClusterLevel, Direction, Feature, Language, ShapeOptions, UnicodeBuffer};
use read_fonts::types::Tag;
use unicode_width::UnicodeWidthChar;

use crate::glyphs::{Features, Glyph, Shaped};
use crate::itemise::{self, Item};
use crate::library::Library;
use crate::opened::Opened;
use crate::words::{Word, Words};

impl Library {
    /// The glyphs of one item of `text`. Clusters are bytes of `text`, as the item's range is.
    #[must_use]
    pub fn shape(&self, text: &str, item: &Item, language: Option<&str>, features: Features) -> Shaped {
        let Some(stretch) = text.get(item.range.clone()) else { return Shaped::default() };
        let Some(opened) = self.face(item.choice.face).and_then(|face| face.opened()) else {
            return Shaped::default();
        };
        let features = Features { ligatures: features.ligatures && opened.has_ligatures, ..features };
        let mut glyphs = Vec::with_capacity(stretch.len());
        let offset = u32::try_from(item.range.start).unwrap_or(u32::MAX);
        if item.is_missing {
            glyphs.extend(stretch.char_indices().map(|(at, character)| {
                let cluster = offset.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
                Glyph { id: 0, cluster, advance: box_width(opened, character), x_offset: 0.0, y_offset: 0.0 }
            }));
            if item.is_right_to_left() {
                glyphs.reverse();
            }
            return Shaped { glyphs };
        }
        let is_signs = opened.codes.is_some();
        let is_simple = features == Features::default() && !item.is_right_to_left();
        if is_simple && stretch.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            let known = opened.first_block();
            glyphs.extend(stretch.bytes().zip(offset..).map(|(byte, cluster)| {
                let (id, advance) = known.get(usize::from(byte)).copied().unwrap_or_default();
                Glyph { id, cluster, advance, x_offset: 0.0, y_offset: 0.0 }
            }));
            return Shaped { glyphs };
        }
        if is_signs || is_simple && stretch.chars().all(is_plain) {
            glyphs.extend(stretch.char_indices().map(|(at, character)| {
                let (id, advance) = opened.glyph_and_advance(character);
                let cluster = offset.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
                Glyph { id, cluster, advance, x_offset: 0.0, y_offset: 0.0 }
            }));
            blank(text, stretch, opened, &mut glyphs);
            return Shaped { glyphs };
        }
        let mut pieces = pieces(stretch);
        if item.is_right_to_left() {
            pieces.reverse();
        }
        for (at, piece) in pieces {
            let offset = offset.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
            let word = self.word(opened, piece, item, language, features);
            glyphs.extend(
                word.iter().map(|glyph| Glyph { cluster: glyph.cluster.saturating_add(offset), ..*glyph }),
            );
        }
        blank(text, stretch, opened, &mut glyphs);
        Shaped { glyphs }
    }

    fn word(
        &self,
        opened: &Opened,
        text: &str,
        item: &Item,
        language: Option<&str>,
        features: Features,
    ) -> Arc<[Glyph]> {
        let shape = || shaped(opened, text, item, language, features);
        if !Words::keep(text) {
            return shape();
        }
        let word = Word {
            face: item.choice.face,
            features,
            right_to_left: item.is_right_to_left(),
            script: item.script,
            language: language.map(Into::into),
            text: text.into(),
        };
        self.words().get(word, shape)
    }
}

/// Marks in a row that are shaped together, and characters that joiners tie to one another.
///
/// Attack: a letter with a million accents, or an emoji of a million people. For each mark the shaper goes through all that
/// stand between it and its letter. No text that is read has more than some tens.
const MOST_MARKS: usize = 1_000;

/// What is shaped by itself, with where it begins: words with the space behind them, and parts of an endless row of marks.
fn pieces(text: &str) -> Vec<(usize, &str)> {
    let (mut pieces, mut start, mut marks) = (Vec::new(), 0, 0);
    let mut is_tied = false;
    for (at, character) in text.char_indices() {
        marks = if is_tied || character.width().unwrap_or_default() == 0 { marks + 1 } else { 0 };
        is_tied = character == JOINER;
        let end = match character {
            ' ' => at + 1,
            _ if marks > MOST_MARKS => {
                marks = 1;
                at
            }
            _ => continue,
        };
        pieces.extend(text.get(start..end).map(|piece| (start, piece)));
        start = end;
    }
    pieces.extend(text.get(start..).filter(|rest| !rest.is_empty()).map(|rest| (start, rest)));
    pieces
}

/// Gives characters that draw nothing a space's glyph where the face has none for them: a box would be drawn, and archives
/// refuse it. White space keeps a width, an ideographic space that of an ideograph (the shaper would take it for a space like
/// others). `stretch` is the part of the text that has the glyphs: a text of two directions has many.
fn blank(text: &str, stretch: &str, opened: &Opened, glyphs: &mut [Glyph]) {
    let is_wide = stretch.contains(WIDE_SPACE) && opened.glyph_and_advance(WIDE_SPACE).0 == 0;
    for glyph in glyphs.iter_mut().filter(|glyph| is_wide || glyph.id == 0) {
        let character = text.get(glyph.cluster as usize..).and_then(|rest| rest.chars().next());
        let Some(character) = character.filter(|own| itemise::draws_nothing(*own, opened)) else { continue };
        if glyph.id != 0 && character != WIDE_SPACE {
            continue;
        }
        let (id, width) = opened.glyph_and_advance(' ');
        glyph.id = id;
        glyph.advance = match character {
            WIDE_SPACE => 1.0,
            '\u{2028}' | '\u{2029}' => 0.0,
            _ if character.is_whitespace() && !character.is_control() => width,
            _ => 0.0,
        };
    }
}

/// Width in em of the box for a character that no face has: what nearly all fonts that have it give it, so that lines
/// and pages end where they should. Wide characters (UAX 11) fill an em, marks nothing.
fn box_width(opened: &Opened, character: char) -> f32 {
    match character.width() {
        Some(2) => 1.0,
        Some(0) => 0.0,
        _ => opened.advance(0),
    }
}

/// Runs the font's own rules over a text of one item.
fn shaped(
    opened: &Opened,
    text: &str,
    item: &Item,
    language: Option<&str>,
    features: Features,
) -> Arc<[Glyph]> {
    let Some(font) = opened.font() else { return Arc::new([]) };
    let shaper = opened.shaper.shaper(&font).instance(Some(&opened.instance)).build();
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    let direction = if item.is_right_to_left() { Direction::RightToLeft } else { Direction::LeftToRight };
    buffer.set_direction(direction);
    if let Some(script) = harfrust::Script::from_iso15924_tag(Tag::new(&tag(item.script))) {
        buffer.set_script(script);
    }
    if let Some(language) = language.and_then(Language::new) {
        buffer.set_language(language);
    }
    buffer.set_cluster_level(BufferClusterLevel::MonotoneGraphemes);
    let features = switches(item.script, features);
    let buffer = shaper.shape(buffer, ShapeOptions::new().features(&features));
    let glyphs = buffer.glyph_infos().iter().zip(buffer.glyph_positions());
    glyphs
        .map(|(info, position)| {
            let id = u16::try_from(info.glyph_id).unwrap_or_default();
            let factor = opened.factor(id);
            let em = |units: i32| units as f32 / opened.units_per_em;
            Glyph {
                id,
                cluster: info.cluster,
                advance: em(position.x_advance) * factor,
                x_offset: em(position.x_offset) * factor,
                y_offset: em(position.y_offset),
            }
        })
        .collect()
}

/// OpenType features that are switched on or off. Scripts that cannot be written without ligatures keep theirs.
fn switches(script: unicode_script::Script, features: Features) -> Vec<Feature> {
    use unicode_script::Script;
    let is_simple = matches!(script, Script::Latin | Script::Greek | Script::Cyrillic | Script::Common);
    let mut off: Vec<&[u8; 4]> = Vec::new();
    if !features.kerning {
        off.push(b"kern");
    }
    if !features.ligatures && is_simple {
        off.extend([b"liga", b"clig", b"calt"]);
    }
    let on = features.vertical.then(|| Feature::new(Tag::new(b"vert"), 1, ..));
    off.into_iter().map(|tag| Feature::new(Tag::new(tag), 0, ..)).chain(on).collect()
}

/// The script's ISO 15924 tag.
fn tag(script: unicode_script::Script) -> [u8; 4] {
    script.short_name().as_bytes().try_into().unwrap_or(*b"Zyyy")
}

/// Ties the characters on both sides of it into one sign (Unicode, 23.2).
const JOINER: char = '\u{200d}';

/// The space as wide as an ideograph.
const WIDE_SPACE: char = '\u{3000}';

/// Whether a character is drawn by its own glyph at its own width in every font: no marks, no joining, nothing that
/// depends on its neighbours.
fn is_plain(character: char) -> bool {
    matches!(character,
        ' '..='~' | '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{2ff}' // Latin
        | '\u{370}'..='\u{482}' | '\u{48a}'..='\u{52f}' // Greek, Cyrillic
        | '\u{1e00}'..='\u{1fff}' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{20a0}'..='\u{20cf}'
        | '\u{2100}'..='\u{2bff}' // signs
        | '\u{3000}'..='\u{3029}' | '\u{3030}'..='\u{3098}' | '\u{309b}'..='\u{30ff}' | '\u{3105}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{a48c}' | '\u{ac00}'..='\u{d7a3}' // East Asia
        | '\u{e000}'..='\u{faff}' | '\u{ff01}'..='\u{ffee}')
}
