//! Pages as text, for tests and for inspection: one line for each drawn thing, in order.

use std::fmt::Write as _;

use crate::drawing::{Drawing, GradientForm, Ink, Paint, Segment};
use crate::pages::{Item, Laid, Page, Rect};

/// Tolerance: runs that are within so many points of each other are of one line.
const BESIDE: f64 = 0.05;

impl Laid {
    /// All pages as text. Positions are rounded to a tenth of a point; glyph runs that touch are one line.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for (number, page) in self.pages.iter().enumerate() {
            let _ = writeln!(out, "page {} {:.0}x{:.0}", number + 1, page.width, page.height);
            page.write_text(&mut out);
        }
        for undrawn in &self.undrawn {
            let _ = writeln!(out, "undrawn {} x{}: {}", undrawn.code, undrawn.count, undrawn.detail);
        }
        out
    }
}

/// Text that is put together from runs on one baseline.
#[derive(Default)]
struct Line {
    x: f64,
    y: f64,
    end: f64,
    size: f64,
    text: String,
}

impl Page {
    fn write_text(&self, out: &mut String) {
        write_items(&self.items, 1, out);
    }
}

/// Groups inside one another that are written.
const MAX_DEPTH: usize = 16;

fn write_items(items: &[Item], depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    let mut line = Line::default();
    for item in items {
        if let Item::Glyphs(run) = item {
            let joins =
                (run.y - line.y).abs() < BESIDE && (run.x - line.end).abs() < BESIDE && run.size == line.size;
            if !joins || line.text.is_empty() {
                flush(&mut line, &indent, out);
                line = Line { x: run.x, y: run.y, end: run.x, size: run.size, text: String::new() };
            }
            line.end = run.x + run.width();
            line.text.push_str(&run.text);
            continue;
        }
        flush(&mut line, &indent, out);
        let _ = match item {
            Item::Glyphs(_) => Ok(()),
            Item::Rule(rule) => writeln!(
                out,
                "{indent}rule {:.1},{:.1} {:.1},{:.1} width {:.2}",
                rule.from.0, rule.from.1, rule.to.0, rule.to.1, rule.width
            ),
            Item::Fill { rect, colour: [r, g, b] } => writeln!(
                out,
                "{indent}fill {:.1},{:.1} {:.1}x{:.1} #{r:02x}{g:02x}{b:02x}",
                rect.x, rect.y, rect.width, rect.height
            ),
            Item::Picture(picture) => {
                let rect = picture.rect;
                writeln!(
                    out,
                    "{indent}picture {:.1},{:.1} {:.1}x{:.1} {}",
                    rect.x, rect.y, rect.width, rect.height, picture.part
                )
            }
            Item::Link { rect, target, .. } => {
                writeln!(out, "{indent}link {:.1},{:.1} {target:?}", rect.x, rect.y)
            }
            Item::Drawing(drawing) => {
                write_drawing(drawing, &indent, out);
                Ok(())
            }
            Item::Group(group) => {
                let [a, b, c, d, e, f] = group.transform;
                let written = writeln!(out, "{indent}group {a:.1} {b:.1} {c:.1} {d:.1} {e:.1} {f:.1}");
                if depth < MAX_DEPTH {
                    write_items(&group.items, depth + 1, out);
                }
                written
            }
        };
    }
    flush(&mut line, &indent, out);
}

/// A line for each path: commands as in SVG, then its fill and its line.
fn write_drawing(drawing: &Drawing, indent: &str, out: &mut String) {
    if let Some(alt) = &drawing.alt {
        let _ = writeln!(out, "{indent}figure {alt:?}");
    }
    for path in &drawing.paths {
        let _ = write!(out, "{indent}path");
        for segment in &path.segments {
            let _ = match segment {
                Segment::Move((x, y)) => write!(out, " M{x:.1},{y:.1}"),
                Segment::Line((x, y)) => write!(out, " L{x:.1},{y:.1}"),
                Segment::Curve((a, b), (c, d), (x, y)) => {
                    write!(out, " C{a:.1},{b:.1},{c:.1},{d:.1},{x:.1},{y:.1}")
                }
                Segment::Close => write!(out, " Z"),
            };
        }
        if let Some(fill) = &path.fill {
            let _ = write!(out, " fill {}", paint(fill));
        }
        if let Some(stroke) = &path.stroke {
            let _ = write!(out, " stroke {:.2} {}", stroke.width, ink(stroke.ink));
            if !stroke.dash.is_empty() {
                let _ = write!(out, " dash {:?}", stroke.dash);
            }
        }
        let _ = writeln!(out);
    }
}

fn ink(Ink { colour: [r, g, b], opacity }: Ink) -> String {
    let share = if opacity < 1.0 { format!(" at {opacity:.2}") } else { String::new() };
    format!("#{r:02x}{g:02x}{b:02x}{share}")
}

fn flush(line: &mut Line, indent: &str, out: &mut String) {
    if !line.text.is_empty() {
        let _ = writeln!(
            out,
            "{indent}{:.1},{:.1} to {:.1} {}pt {:?}",
            line.x, line.y, line.end, line.size, line.text
        );
    }
    *line = Line::default();
}

fn paint(paint: &Paint) -> String {
    match paint {
        Paint::Plain(plain) => ink(*plain),
        Paint::Pattern(own) => {
            let bits = u64::from_be_bytes(own.bits);
            format!("pattern {bits:016x} {} on {}", ink(own.fore), ink(own.ground))
        }
        Paint::Picture(own) => {
            let Rect { x, y, width, height } = own.rect;
            format!("picture {x:.1},{y:.1} {width:.1}x{height:.1} {}", own.part)
        }
        Paint::Gradient(gradient) => {
            let stops: Vec<String> =
                gradient.stops.iter().map(|(at, own)| format!("{at:.2} {}", ink(*own))).collect();
            let form = match gradient.form {
                GradientForm::Linear { from, to } => {
                    format!("{:.1},{:.1} to {:.1},{:.1}", from.0, from.1, to.0, to.1)
                }
                GradientForm::Radial { centre, radius } => {
                    format!("about {:.1},{:.1} {radius:.1}", centre.0, centre.1)
                }
            };
            format!("gradient {form} ({})", stops.join(", "))
        }
    }
}
