//! The fields of a form, in place of the annotations that were written where they stand (ISO 32000-2, 12.7). Each has an appearance
//! of its own, so that every reader shows it alike.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary, text_string};
use platen_layout::{FieldKind, FormField};

use super::form_places::PlacedField;
use crate::PdfError;
use crate::finish::lines::{self, DEPTH, HEIGHT};

/// Flags of annotations and fields (tables 167, 226, 230 and 233).
const PRINT: i64 = 1 << 2;
const READ_ONLY: i64 = 1;
const MULTI_LINE: i64 = 1 << 12;
const COMBO: i64 = 1 << 17;
const EDIT: i64 = 1 << 18;

/// What a text keeps from the edge of its field, and the thickness of its frame.
const INSET: f32 = 2.0;
const FRAME: f32 = 0.5;

/// The state of a box with its mark, and of one without (12.7.5.2.3).
const ON: &str = "Yes";
const OFF: &str = "Off";

/// Bytes of a name.
const NAME_BYTES: usize = 100;

/// How much smaller letters become, and how often at most, until a text of several lines fits into its field.
const SMALLER: f32 = 0.93;
const SMALLER_TIMES: usize = 16;

/// Lines of a text that its appearance draws.
const MOST_LINES: usize = 200;

/// Puts the fields into a document whose pages are those that were written.
///
/// # Errors
/// [`PdfError::Engine`].
pub(super) fn write(document: &mut Document, placed: &[PlacedField]) -> Result<(), PdfError> {
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let mut found = Vec::with_capacity(placed.len());
    for own in placed {
        let place =
            pages.get(own.page).and_then(|page| Some((*page, annotation(document, *page, own.annotation)?)));
        let (page, id) = place.ok_or(PdfError::Engine)?;
        let old = document.get_dictionary(id).map_err(|_| PdfError::Engine)?;
        let rect = old.get(b"Rect").cloned().map_err(|_| PdfError::Engine)?;
        let edges: Vec<f32> =
            rect.as_array().into_iter().flatten().filter_map(|edge| edge.as_float().ok()).collect();
        let [left, lower, right, upper] = edges.try_into().map_err(|_| PdfError::Engine)?;
        let size = ((right - left).abs(), (upper - lower).abs());
        let kept = old.get(b"StructParent").ok().cloned();
        found.push(Spot { own, page, id, rect, kept, look: Look::of(own, size) });
    }
    // All lines of all fields are written at once, with one font.
    let texts = found.iter().flat_map(|spot| spot.look.lines.iter().cloned());
    let drawn = lines::drawn(document, texts, false)?;
    let mut drawn = drawn.into_iter().map(|(form, _)| form);
    let mut names = Names::default();
    let mut fields = Vec::with_capacity(found.len());
    for spot in found {
        let lines: Vec<ObjectId> = drawn.by_ref().take(spot.look.lines.len()).collect();
        let id = spot.id;
        let widget = spot.widget(document, &lines, &mut names);
        document.objects.insert(id, widget.into());
        fields.push(Object::Reference(id));
    }
    let form = form(document, fields);
    let catalog = document.catalog_mut().map_err(|_| PdfError::Engine)?;
    catalog.set("AcroForm", form);
    Ok(())
}

/// An annotation of a page, by its place among them.
fn annotation(document: &Document, page: ObjectId, at: usize) -> Option<ObjectId> {
    let list = document.get_dictionary(page).ok()?.get_deref(b"Annots", document).ok()?;
    list.as_array().ok()?.get(at)?.as_reference().ok()
}

/// The form itself, with the fonts in which readers write what is filled in (12.7.3).
fn form(document: &mut Document, fields: Vec<Object>) -> Dictionary {
    let text = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica", "Encoding" => "WinAnsiEncoding",
    });
    let signs = document
        .add_object(dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "ZapfDingbats" });
    dictionary! {
        "Fields" => fields,
        "DA" => Object::string_literal("/Helv 0 Tf 0 g"),
        "DR" => dictionary! { "Font" => dictionary! { "Helv" => text, "ZaDb" => signs } },
    }
}

/// A field that has its place.
struct Spot<'a> {
    own: &'a PlacedField,
    page: ObjectId,
    id: ObjectId,
    rect: Object,
    /// Its number among what belongs to the structure.
    kept: Option<Object>,
    look: Look,
}

/// What a field shows at first.
struct Look {
    width: f32,
    height: f32,
    /// Size of its letters.
    size: f32,
    lines: Vec<String>,
}

impl Look {
    fn of(own: &PlacedField, (width, height): (f32, f32)) -> Look {
        let FormField { kind, value, .. } = &own.field;
        let room = (height - 2.0 * FRAME).max(1.0);
        let size = (own.size as f32).clamp(1.0, 200.0);
        let (size, lines) = match kind {
            FieldKind::CheckBox { .. } | FieldKind::Signature => (size, Vec::new()),
            FieldKind::Text { is_long: true } => {
                fitted(value, size.min(room / HEIGHT), width - 2.0 * INSET, room)
            }
            _ => (size.min(room / HEIGHT), vec![value.replace('\n', " ")]),
        };
        Look { width, height, size, lines }
    }

    /// Where the baseline's left end of a line is.
    fn start(&self, line: usize) -> (f32, f32) {
        let step = HEIGHT * self.size;
        // One line stands in the middle, several begin at the top.
        let top = if self.lines.len() == 1 { (self.height + step) / 2.0 } else { self.height - FRAME };
        (INSET, top - step * (line as f32 + 1.0) + DEPTH * self.size)
    }

    fn frame(&self) -> String {
        let (width, height) = (self.width - FRAME, self.height - FRAME);
        let inset = FRAME / 2.0;
        format!("q 0.6 G {FRAME} w {inset} {inset} {width:.2} {height:.2} re S Q\n")
    }

    fn form(&self, content: String, resources: Dictionary) -> Stream {
        let edges = [0.0, 0.0, self.width, self.height].map(Object::Real).to_vec();
        let dictionary = dictionary! {
            "Type" => "XObject", "Subtype" => "Form", "BBox" => edges, "Resources" => resources,
        };
        let mut stream = Stream::new(dictionary, content.into_bytes());
        // Uncompressed, it is merely larger.
        let _ = stream.compress();
        stream
    }

    /// A frame with lines, which are drawings of one unit to the em.
    fn text(&self, lines: &[ObjectId]) -> Stream {
        let mut content = self.frame();
        let (width, height) = (self.width - 2.0 * FRAME, self.height - 2.0 * FRAME);
        let _ = writeln!(content, "/Tx BMC q {FRAME} {FRAME} {width:.2} {height:.2} re W n");
        let mut drawings = Dictionary::new();
        for (at, line) in lines.iter().enumerate() {
            let (x, y) = self.start(at);
            let (size, lower) = (self.size, y - DEPTH * self.size);
            let _ = writeln!(content, "q {size:.3} 0 0 {size:.3} {x:.2} {lower:.2} cm /L{at} Do Q");
            drawings.set(format!("L{at}"), *line);
        }
        content += "Q EMC\n";
        self.form(content, dictionary! { "XObject" => drawings })
    }

    /// A box, with a mark or without.
    fn mark(&self, is_checked: bool) -> Stream {
        let mut content = self.frame();
        if is_checked {
            let at = |x: f32, y: f32| (x * self.width, y * self.height);
            let ((a, b), (c, d), (e, f)) = (at(0.2, 0.5), at(0.42, 0.24), at(0.8, 0.78));
            let thick = self.width * 0.11;
            let _ =
                writeln!(content, "q 0 G {thick:.2} w {a:.2} {b:.2} m {c:.2} {d:.2} l {e:.2} {f:.2} l S Q");
        }
        self.form(content, Dictionary::new())
    }
}

impl Spot<'_> {
    /// The field, which is its own annotation.
    fn widget(self, document: &mut Document, lines: &[ObjectId], names: &mut Names) -> Dictionary {
        let FormField { tag, title, kind, value, is_locked, .. } = &self.own.field;
        let name = unique(tag.as_deref().or(title.as_deref()), names);
        let mut widget = dictionary! {
            "Type" => "Annot", "Subtype" => "Widget", "Rect" => self.rect.clone(), "P" => self.page, "F" => PRINT,
            "T" => text_string(&name),
            "TU" => text_string(title.as_deref().or(tag.as_deref()).unwrap_or(&name)),
            "MK" => dictionary! { "BC" => vec![Object::Real(0.6)] },
            "BS" => dictionary! { "W" => FRAME, "S" => "S" },
        };
        if let Some(number) = &self.kept {
            widget.set("StructParent", number.clone());
        }
        let locked = if *is_locked { READ_ONLY } else { 0 };
        let write = format!("/Helv {:.1} Tf 0 g", self.look.size);
        match kind {
            FieldKind::CheckBox { is_checked } => {
                let state = Object::Name(if *is_checked { ON } else { OFF }.into());
                let [on, off] = [true, false].map(|is_on| document.add_object(self.look.mark(is_on)));
                widget.set("FT", "Btn");
                widget.set("Ff", locked);
                widget.set("V", state.clone());
                widget.set("DV", state.clone());
                widget.set("AS", state);
                widget.set("AP", dictionary! { "N" => dictionary! { ON => on, OFF => off } });
                widget.set("DA", Object::string_literal("/ZaDb 0 Tf 0 g"));
                // A check mark of ZapfDingbats, for readers that draw it themselves.
                let mark =
                    dictionary! { "BC" => vec![Object::Real(0.6)], "CA" => Object::string_literal("4") };
                widget.set("MK", mark);
                return widget;
            }
            FieldKind::Signature => {
                let look = document.add_object(self.look.text(&[]));
                widget.set("FT", "Sig");
                widget.set("Ff", locked);
                widget.set("AP", dictionary! { "N" => look });
                return widget;
            }
            FieldKind::Text { is_long } => {
                widget.set("FT", "Tx");
                widget.set("Ff", locked | if *is_long { MULTI_LINE } else { 0 });
                widget.set("V", text_string(value));
                widget.set("DV", text_string(value));
            }
            FieldKind::List { items, is_open } => {
                let pair = |(value, shown): &(String, String)| -> Object {
                    vec![text_string(value), text_string(shown)].into()
                };
                let chosen = items.iter().find(|(_, shown)| shown == value).map_or(value, |(value, _)| value);
                widget.set("FT", "Ch");
                widget.set("Ff", locked | COMBO | if *is_open { EDIT } else { 0 });
                widget.set("Opt", items.iter().map(pair).collect::<Vec<_>>());
                widget.set("V", text_string(chosen));
                widget.set("DV", text_string(chosen));
            }
        }
        let look = document.add_object(self.look.text(lines));
        widget.set("AP", dictionary! { "N" => look });
        widget.set("DA", Object::string_literal(write));
        widget
    }
}

/// A text in lines of a width that are no higher together than there is room, in letters of at most this size.
fn fitted(text: &str, size: f32, width: f32, room: f32) -> (f32, Vec<String>) {
    let mut size = size;
    let mut lines = Vec::new();
    for _ in 0..SMALLER_TIMES {
        lines = lines::broken(text, width / size, MOST_LINES);
        if lines.len() as f32 * HEIGHT * size <= room {
            break;
        }
        size *= SMALLER;
    }
    (size, lines)
}

/// Names of fields that are taken.
#[derive(Default)]
struct Names {
    taken: BTreeSet<String>,
    /// How many fields wanted a name: a table with a control in each of thousands of rows has one for all.
    wanted: BTreeMap<String, usize>,
}

/// A name that no other field has. A period would make it the child of another (12.7.4.2).
fn unique(wanted: Option<&str>, names: &mut Names) -> String {
    let mut base: String = wanted.unwrap_or("field").chars().filter(|sign| !sign.is_control()).collect();
    base = base.trim().replace('.', "_");
    while base.len() > NAME_BYTES {
        base.pop();
    }
    if base.is_empty() {
        base = "field".to_owned();
    }
    let number = names.wanted.entry(base.clone()).or_insert(0);
    loop {
        *number += 1;
        let name = if *number == 1 { base.clone() } else { format!("{base}_{number}") };
        if names.taken.insert(name.clone()) {
            return name;
        }
    }
}
