//! Text of equations, and atoms side by side.

use std::collections::HashMap;

use platen_fonts::{Features, Itemise};

use super::boxes::Boxed;
use super::class;
use super::class::Class;
use super::setter::{Atom, How, Setter, colour};
use crate::error::LayoutError;
use crate::model::equation::Text;
use crate::model::font_slot::FontSlot;
use crate::model::run::RunStyle;
use crate::pages::{GlyphRun, Item, PlacedGlyph};

impl Setter<'_> {
    /// A text as its atoms.
    pub(super) fn text(&self, text: &Text, how: How, out: &mut Vec<Atom>) -> Result<(), LayoutError> {
        self.shaper.budget.spend(text.text.len() as u64 * 8)?;
        let Some(alphabet) = text.alphabet else {
            let boxed = self.plain(&text.text, &text.style, how)?;
            out.push(Atom { aligns: text.aligns, ..Atom::new(Class::Ordinary, boxed) });
            return Ok(());
        };
        let face = self.face(&text.style, how)?;
        let first = out.len();
        // Reading the tables of a face costs more than a copy.
        let mut known: HashMap<char, Boxed> = HashMap::new();
        let lift = face.em(face.font.lift());
        let mut aligns = text.aligns;
        let characters: Vec<char> = text.text.chars().collect();
        for (at, character) in characters.iter().enumerate() {
            // Marks of linear notation that are not drawn: invisible operators, and the joint of text and operator.
            if matches!(character, '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\n' | '\r')
            {
                continue;
            }
            let drawn = alphabet.of(*character);
            let boxed = match known.get(&drawn) {
                Some(boxed) => Boxed::clone(boxed),
                None => {
                    let glyph = face.font.glyph(drawn, how.level);
                    let boxed = match glyph.or_else(|| face.font.glyph(*character, how.level)) {
                        Some(glyph) => face.glyph(glyph, drawn),
                        None => self.plain(&character.to_string(), &text.style, how)?,
                    };
                    known.insert(drawn, boxed.clone());
                    boxed
                }
            };
            let mut own = class::of(drawn);
            let beside = |place: Option<usize>| {
                place.and_then(|place| characters.get(place)).is_some_and(char::is_ascii_digit)
            };
            if drawn == ',' && beside(at.checked_sub(1)) && beside(Some(at + 1)) {
                // The comma of a number.
                own = Class::Ordinary;
            }
            let is_operator = matches!(own, Class::Relation | Class::Binary);
            let boxed = if is_operator { boxed.lifted(lift) } else { boxed };
            let aligns_here = aligns && (is_operator || characters.len() == 1);
            aligns &= !aligns_here;
            join_letters(out, first);
            out.push(Atom { aligns: aligns_here, ..Atom::new(own, boxed) });
        }
        Ok(())
    }

    /// Plain text in its own font (22.1.2.72), or a character that the face of equations lacks.
    fn plain(&self, text: &str, style: &RunStyle, how: How) -> Result<Boxed, LayoutError> {
        let size = self.face(style, how)?.size;
        let choice = self.shaper.choice(style, FontSlot::Ascii);
        let language = style.language.as_deref();
        let itemise = Itemise { choice, right_to_left: false, levels: None, language };
        let mut out = Boxed::default();
        for item in self.shaper.library.itemise(text, &itemise) {
            let shaped = self.shaper.library.shape(text, &item, language, Features::default());
            self.shaper.budget.spend(shaped.glyphs.len() as u64 * 8)?;
            let own = text.get(item.range.clone()).unwrap_or_default();
            if item.is_missing {
                self.shaper.missing(own);
            }
            let mut ends: Vec<usize> = shaped.glyphs.iter().map(|glyph| glyph.cluster as usize).collect();
            ends.push(item.range.end);
            ends.sort_unstable();
            let glyphs: Vec<PlacedGlyph> = shaped
                .glyphs
                .iter()
                .map(|glyph| {
                    let start = glyph.cluster as usize;
                    let behind = ends.partition_point(|end| *end <= start);
                    let end = ends.get(behind).copied().unwrap_or(item.range.end);
                    let offset = [glyph.x_offset, glyph.y_offset].map(|own| f64::from(own) * size);
                    let text = start.saturating_sub(item.range.start)..end.saturating_sub(item.range.start);
                    PlacedGlyph::new(glyph.id, f64::from(glyph.advance) * size, offset.into(), text)
                })
                .collect();
            let metrics = item.choice.line_metrics();
            let height = if metrics.cap_height > 0.0 { metrics.cap_height } else { metrics.ascent };
            let run = GlyphRun {
                face: item.choice.face,
                synthetic_bold: item.choice.synthetic_bold,
                synthetic_italic: item.choice.synthetic_italic,
                size,
                scale: 1.0,
                colour: colour(style),
                x: 0.0,
                y: 0.0,
                glyphs,
                text: own.to_owned(),
                is_rtl: item.is_right_to_left(),
                is_spaced: false,
                link: None,
                element: None,
            };
            let width = run.width();
            let (ascent, descent) = (f64::from(height) * size, f64::from(metrics.descent) * size);
            let items = vec![Item::Glyphs(run)];
            out.append(Boxed { width, ascent, descent, accent: width / 2.0, items, ..Boxed::default() });
        }
        Ok(out)
    }

    /// The space before each atom, in points.
    pub(super) fn gaps(&self, atoms: &mut [Atom], how: How, size: f64) -> Vec<f64> {
        let mut classes: Vec<Class> = atoms.iter().map(|atom| atom.class).collect();
        class::settle(&mut classes);
        close_up(atoms, &classes);
        let mut before: Option<Class> = None;
        let mut is_spaced = false;
        let mut out = Vec::with_capacity(atoms.len());
        for (atom, class) in atoms.iter_mut().zip(classes) {
            atom.class = class;
            if class == Class::Space {
                is_spaced = true;
                out.push(0.0);
                continue;
            }
            let gap = match before {
                Some(before) if how.level == 0 => class::gap(before, class),
                _ => 0.0,
            };
            // Beside a space that the author typed Word leaves about half of its own (0.35 em behind `= ` in one of its
            // PDFs, where a space has 0.22 and a relation 0.28).
            let share = if is_spaced && before != Some(Class::Punctuation) { 0.5 } else { 1.0 };
            out.push(gap * share * size);
            is_spaced = false;
            before = Some(class);
        }
        out
    }

    /// Atoms side by side as one box.
    pub(super) fn joined(&self, mut atoms: Vec<Atom>, how: How, size: f64) -> Boxed {
        let gaps = self.gaps(&mut atoms, how, size);
        let mut out = Boxed::default();
        for (atom, gap) in atoms.into_iter().zip(gaps) {
            if gap > 0.0 {
                out.append(Boxed::space(gap));
            }
            out.append(atom.boxed);
        }
        out
    }
}

/// Takes the room from one or two spaces behind a comma, which has its own: 54 commas of two documents have the same
/// space in Word with them and without (.16 em, in scripts none). Three spaces have theirs (twice in one of them).
fn close_up(atoms: &mut [Atom], classes: &[Class]) {
    for (at, _) in classes.iter().enumerate().filter(|(_, class)| **class == Class::Punctuation) {
        let behind = classes.iter().skip(at + 1);
        let spaces = behind.take_while(|class| **class == Class::Space).count();
        if spaces <= 2 {
            for space in atoms.iter_mut().skip(at + 1).take(spaces) {
                space.boxed.close();
            }
        }
    }
}

/// Makes one atom of the last two, if they are letters of one text (which begins at `first`): a long word is a few boxes. The
/// last letter of a text stays alone, for the scripts behind it.
fn join_letters(out: &mut Vec<Atom>, first: usize) {
    let is_letter = |atom: &Atom| atom.class == Class::Ordinary && !atom.aligns;
    let own = out.get(first..).unwrap_or_default();
    if !matches!(own, [.., before, last] if is_letter(before) && is_letter(last)) {
        return;
    }
    if let (Some(last), Some(before)) = (out.pop(), out.last_mut()) {
        before.boxed.append(last.boxed);
    }
}
