//! Paths of VML shapes and of their types (ECMA-376 part 4, 19.2.2.1.13).

use std::f64::consts::{FRAC_PI_2, TAU};

use super::vml_formulas::Values;
use crate::bounds::FARTHEST_PLACED;
use crate::draw::{Command, Geometry, Operand, PathFill, PathForm};
use crate::drawing::arc_handle;
use crate::read::Element;
use crate::units::FIXED_POINT;

/// Unit: default coordinates of a shape from side to side (19.1.2.19).
pub(super) const COORDINATES: f64 = 1000.0;

/// Bound: commands of a path that are read.
pub(super) const MAX_COMMANDS: usize = 20_000;

/// Commands of two letters, but for those that begin with an `h`: they say how an editor shows what follows.
const PAIRS: [&str; 10] = ["nf", "ns", "ae", "al", "at", "ar", "wa", "wr", "qx", "qy"];

/// The outline of a shape with this path, which is its own or that of its type; none if parts of it cannot be read.
pub(super) fn outline(path: &str, shape: Element<'_>, kind: Option<Element<'_>>) -> Option<Geometry> {
    let pair = |name: &str, usual: f64| {
        pair(shape.attr(name).or_else(|| kind?.attr(name)).as_deref().unwrap_or_default(), usual)
    };
    let least = |side: f64| if side > 0.0 { side } else { COORDINATES };
    let size = pair("coordsize", COORDINATES);
    let size = (least(size.0), least(size.1));
    let values = Values::of(shape, kind, size);
    let mut pen = Pen::new(pair("coordorigin", 0.0), size);
    let mut rest = path.trim();
    while let Some(letter) = rest.chars().next() {
        if pen.count > MAX_COMMANDS {
            return None;
        }
        let two = rest.get(..2).filter(|two| PAIRS.contains(two) || letter == 'h');
        let name = two.or_else(|| rest.get(..letter.len_utf8()))?;
        rest = rest.get(name.len()..)?;
        let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (numbers, after) = rest.split_at(end);
        rest = after;
        pen.take(name, &operands(numbers, &values))?;
    }
    pen.end();
    if pen.count < 2 {
        return None;
    }
    let text = kind.and_then(|kind| kind.child("path")).and_then(|own| own.attr("textboxrect"));
    if let Some(sides) = text.as_deref().and_then(|own| own.split(';').next()) {
        set_text(&mut pen, &operands(sides, &values));
    }
    Some(pen.out)
}

/// Two numbers: an origin or a size of coordinates (19.1.2.19).
pub(super) fn pair(text: &str, usual: f64) -> (f64, f64) {
    let mut numbers = text.split(',').map(|own| own.trim().parse::<f64>().ok().filter(|own| own.is_finite()));
    let mut next = || numbers.next().flatten().unwrap_or(usual);
    (next(), next())
}

/// Sets the room for text, whose sides are in the path's coordinates.
fn set_text(pen: &mut Pen, sides: &[f64]) {
    let &[left, top, right, bottom] = sides else { return };
    let (origin, size) = (pen.origin, pen.size);
    let mut side = |name: &str, whole: &str, at: f64, of: f64| {
        pen.out.add_guide(name, &format!("*/ {whole} {at} {of}"));
        Operand::Name(name.into())
    };
    let sides = [
        side("text left", "w", left - origin.0, size.0),
        side("text top", "h", top - origin.1, size.1),
        side("text right", "w", right - origin.0, size.0),
        side("text bottom", "h", bottom - origin.1, size.1),
    ];
    pen.out.set_text(sides);
}

/// Numbers of a command. Those that are left out are zero; a sign begins the next one.
fn operands(text: &str, values: &Values) -> Vec<f64> {
    let mut apart = String::with_capacity(text.len() + 8);
    for c in text.trim().chars() {
        if matches!(c, '@' | '#' | '-') {
            apart.push(' ');
        }
        apart.push(c);
    }
    if apart.trim().is_empty() {
        return Vec::new();
    }
    let parts = apart
        .split(',')
        .map(|part| part.split_whitespace().map(|word| values.value(word)).collect::<Vec<f64>>());
    parts.flat_map(|own| if own.is_empty() { vec![0.0] } else { own }).collect()
}

/// Draws a path: each of its parts, up to an `e`, has a fill and a line or not.
struct Pen {
    out: Geometry,
    origin: (f64, f64),
    size: (f64, f64),
    at: (f64, f64),
    commands: Vec<Command>,
    /// Commands so far.
    count: usize,
    has_fill: bool,
    has_line: bool,
}

impl Pen {
    fn new(origin: (f64, f64), size: (f64, f64)) -> Pen {
        Pen {
            out: Geometry::default(),
            origin,
            size,
            at: (0.0, 0.0),
            commands: Vec::new(),
            count: 0,
            has_fill: true,
            has_line: true,
        }
    }

    fn point(&self, (x, y): (f64, f64)) -> [Operand; 2] {
        let place =
            |own: f64, from: f64| Operand::Number((own - from).clamp(-FARTHEST_PLACED, FARTHEST_PLACED));
        [place(x, self.origin.0), place(y, self.origin.1)]
    }

    fn push(&mut self, command: Command) {
        self.count += 1;
        // Attack: one command with the points of a million.
        if self.count <= MAX_COMMANDS {
            self.commands.push(command);
        }
    }

    fn move_to(&mut self, to: (f64, f64)) {
        self.at = to;
        self.push(Command::Move(self.point(to)));
    }

    fn line_to(&mut self, to: (f64, f64)) {
        self.at = to;
        self.push(Command::Line(self.point(to)));
    }

    fn curve_to(&mut self, first: (f64, f64), second: (f64, f64), to: (f64, f64)) {
        let ([a, b], [c, d], [e, f]) = (self.point(first), self.point(second), self.point(to));
        self.at = to;
        self.push(Command::Cubic([a, b, c, d, e, f]));
    }

    /// Takes a command with its operands; none if it is not known.
    fn take(&mut self, name: &str, operands: &[f64]) -> Option<()> {
        let point = |chunk: &[f64], at: usize| {
            let number = |at: usize| chunk.get(at).copied().unwrap_or(0.0);
            (number(at * 2), number(at * 2 + 1))
        };
        let on = |from: (f64, f64), by: (f64, f64)| (from.0 + by.0, from.1 + by.1);
        match name {
            "m" => self.move_to(point(operands, 0)),
            "t" => self.move_to(on(self.at, point(operands, 0))),
            "l" => operands.chunks(2).for_each(|chunk| self.line_to(point(chunk, 0))),
            "r" => operands.chunks(2).for_each(|chunk| self.line_to(on(self.at, point(chunk, 0)))),
            "c" => {
                for chunk in operands.chunks(6) {
                    self.curve_to(point(chunk, 0), point(chunk, 1), point(chunk, 2));
                }
            }
            "v" => {
                for chunk in operands.chunks(6) {
                    let [a, b, c] = [0, 1, 2].map(|at| on(self.at, point(chunk, at)));
                    self.curve_to(a, b, c);
                }
            }
            "qx" | "qy" => {
                for (at, chunk) in operands.chunks(2).enumerate() {
                    self.quarter(point(chunk, 0), (name == "qx") == (at % 2 == 0));
                }
            }
            "at" | "ar" | "wa" | "wr" => {
                for chunk in operands.chunks(8) {
                    let (corner, end) = (point(chunk, 0), point(chunk, 1));
                    let is_clockwise = name.starts_with('w');
                    let is_joined = matches!(name, "at" | "wa");
                    self.arc((corner, end), (point(chunk, 2), point(chunk, 3)), is_clockwise, is_joined);
                }
            }
            "ae" | "al" => {
                for chunk in operands.chunks(6) {
                    let (center, radii, angles) = (point(chunk, 0), point(chunk, 1), point(chunk, 2));
                    let turn = |own: f64| (own / FIXED_POINT).to_radians();
                    // Angles count against the clock, from the right.
                    self.swing(
                        center,
                        radii,
                        (-turn(angles.0), -turn(angles.1).clamp(-TAU, TAU)),
                        name == "ae",
                    );
                }
            }
            "x" => self.push(Command::Close),
            "nf" => self.has_fill = false,
            "ns" => self.has_line = false,
            "e" => self.end(),
            hint if hint.starts_with('h') => {}
            _ => return None,
        }
        Some(())
    }

    /// A quarter of an ellipse to a point, which begins across or down.
    fn quarter(&mut self, to: (f64, f64), is_across: bool) {
        let (from, handle) = (self.at, arc_handle(FRAC_PI_2));
        let (across, down) = ((to.0 - from.0) * handle, (to.1 - from.1) * handle);
        let near = (from.0 + across, from.1 + down);
        let far = (to.0 - across, to.1 - down);
        let (first, second) =
            if is_across { ((near.0, from.1), (to.0, far.1)) } else { ((from.0, near.1), (far.0, to.1)) };
        self.curve_to(first, second, to);
    }

    /// The part of the ellipse in a box between the rays to two points.
    fn arc(
        &mut self,
        (corner, end): ((f64, f64), (f64, f64)),
        (from, to): ((f64, f64), (f64, f64)),
        is_clockwise: bool,
        is_joined: bool,
    ) {
        let center = (f64::midpoint(corner.0, end.0), f64::midpoint(corner.1, end.1));
        let radii = ((end.0 - corner.0).abs() / 2.0, (end.1 - corner.1).abs() / 2.0);
        if radii.0 == 0.0 || radii.1 == 0.0 {
            return;
        }
        let angle = |own: (f64, f64)| ((own.1 - center.1) / radii.1).atan2((own.0 - center.0) / radii.0);
        let (first, last) = (angle(from), angle(to));
        let whole = |swing: f64| if swing == 0.0 { TAU } else { swing };
        let swing = if is_clockwise {
            whole((last - first).rem_euclid(TAU))
        } else {
            -whole((first - last).rem_euclid(TAU))
        };
        self.swing(center, radii, (first, swing), is_joined);
    }

    /// A part of an ellipse from an angle, clockwise on the page; a line or nothing leads there.
    fn swing(&mut self, center: (f64, f64), radii: (f64, f64), (first, swing): (f64, f64), is_joined: bool) {
        let on = |angle: f64, out: f64| {
            let (sin, cos) = angle.sin_cos();
            (center.0 + radii.0 * (cos - out * sin), center.1 + radii.1 * (sin + out * cos))
        };
        let begin = on(first, 0.0);
        if is_joined && !self.commands.is_empty() {
            self.line_to(begin)
        } else {
            self.move_to(begin)
        }
        let parts = (swing.abs() / FRAC_PI_2).ceil().max(1.0);
        let step = swing / parts;
        let handle = arc_handle(step);
        for part in 0..parts as usize {
            let (from, to) = (first + step * part as f64, first + step * (part + 1) as f64);
            self.curve_to(on(from, handle), on(to, -handle), on(to, 0.0));
        }
    }

    /// Ends a part of the path.
    fn end(&mut self) {
        let commands = std::mem::take(&mut self.commands);
        let fill = if self.has_fill { PathFill::Normal } else { PathFill::None };
        self.out.add_path(PathForm { size: self.size, fill, is_stroked: self.has_line, commands });
        (self.has_fill, self.has_line) = (true, true);
    }
}
