//! The preset shapes of the standard (ECMA-376 part 1, 20.1.10.55 and annex D), one line for each thing:
//!
//! ```text
//! =NAME                            a shape begins
//! g NAME FORMULA                   a guide, adjustments first
//! t LEFT TOP RIGHT BOTTOM          the rectangle for text
//! p WIDTH HEIGHT FILL STROKE ...   a path: M x y, L x y, C x y x y x y, Q x y x y, A radii start swing, Z
//! ```
//!
//! `presets/make.py` writes the file from the standard's own. A shape is decoded when it is asked for.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::geometry::{Command, Geometry, PathFill, PathForm};
use super::guides::Operand;

static TABLE: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let text = include_str!("presets/presets.txt");
    text.split('=').filter_map(|shape| shape.split_once('\n')).collect()
});

/// The preset of a name; none if the standard has no such shape.
pub(crate) fn preset(name: &str) -> Option<Geometry> {
    let mut own = Geometry::default();
    for line in TABLE.get(name)?.lines() {
        let Some((kind, rest)) = line.split_once(' ') else { continue };
        match kind {
            "g" => {
                let (name, formula) = rest.split_once(' ').unwrap_or((rest, ""));
                own.add_guide(name, formula);
            }
            "t" => own.set_text(operands(&mut rest.split(' '))),
            _ => own.add_path(path(rest)),
        }
    }
    Some(own)
}

fn operands<'t, const N: usize>(words: &mut impl Iterator<Item = &'t str>) -> [Operand; N] {
    [(); N].map(|()| words.next().map_or(Operand::Number(0.0), Operand::parse))
}

fn path(text: &str) -> PathForm {
    let mut words = text.split(' ');
    let mut next = || words.next().unwrap_or_default();
    let size = (next().parse().unwrap_or(0.0), next().parse().unwrap_or(0.0));
    let (fill, is_stroked) = (PathFill::parse(next()), next() == "1");
    let mut commands = Vec::new();
    while let Some(word) = words.next() {
        commands.push(match word {
            "M" => Command::Move(operands(&mut words)),
            "L" => Command::Line(operands(&mut words)),
            "C" => Command::Cubic(operands(&mut words)),
            "Q" => Command::Quadratic(operands(&mut words)),
            "A" => Command::Arc(operands(&mut words)),
            _ => Command::Close,
        });
    }
    PathForm { size, fill, is_stroked, commands }
}

#[cfg(test)]
mod tests {
    use super::super::outline::Outline;
    use super::*;
    use crate::drawing::Segment;

    #[test]
    fn all_presets_lead_to_paths_in_a_sane_box() {
        assert_eq!(TABLE.len(), 187);
        for name in TABLE.keys() {
            let geometry = preset(name).expect("a shape");
            assert!(!geometry.paths.is_empty(), "{name}");
            for (width, height) in [(144.0, 72.0), (72.0, 144.0), (100.0, 0.0), (0.0, 0.0)] {
                let outline = Outline::of(&geometry, (width, height), (false, false));
                let text = outline.text;
                assert!([text.x, text.y, text.width, text.height].iter().all(|n| n.is_finite()), "{name}");
                let points = outline.paths.iter().flat_map(|path| &path.segments).flat_map(Segment::points);
                for (x, y) in points {
                    // Callouts and curved arrows reach out of their box.
                    let is_near = |at: f64| (-150.0..300.0).contains(&at);
                    assert!(is_near(x) && is_near(y), "{name} {width}x{height}: {x},{y}");
                }
            }
        }
    }

    #[test]
    fn outlines_grow_with_their_shape() {
        for name in TABLE.keys() {
            let of = |size| Outline::of(&preset(name).expect("a shape"), size, (false, false));
            let points = |outline: &Outline| -> Vec<_> {
                outline.paths.iter().flat_map(|path| &path.segments).flat_map(Segment::points).collect()
            };
            let (small, large) = (points(&of((60.0, 90.0))), points(&of((600.0, 900.0))));
            assert_eq!(small.len(), large.len(), "{name}");
            for (a, b) in small.iter().zip(&large) {
                let near = |a: f64, b: f64| (a * 10.0 - b).abs() < 0.1;
                assert!(near(a.0, b.0) && near(a.1, b.1), "{name}: {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn text_stands_in_the_rectangle_of_the_shape() {
        let outline =
            |name: &str| Outline::of(&preset(name).expect("a shape"), (100.0, 50.0), (false, false));
        // A rounded rectangle: corners of a sixth of the shorter side, text kept off them.
        let text = outline("roundRect").text;
        assert_eq!((text.x * 10.0).round(), 24.0);
        assert_eq!((text.width * 10.0).round(), 951.0);
        // A diamond: text in the inner half.
        let text = outline("diamond").text;
        assert_eq!((text.x, text.y, text.width, text.height), (25.0, 12.5, 50.0, 25.0));
        assert!(preset("circle").is_none());
    }

    #[test]
    fn arcs_of_a_cloud_meet_at_any_size() {
        for size in [(100.0, 100.0), (200.0, 50.0)] {
            let outline = Outline::of(&preset("cloud").expect("a shape"), size, (false, false));
            let points: Vec<_> = outline.paths[0].segments.iter().flat_map(Segment::points).collect();
            let ((x, y), (u, v)) = (points[0], points[points.len() - 1]);
            assert!((x - u).abs() < 1.0 && (y - v).abs() < 1.0, "{x},{y} {u},{v}");
        }
    }
}
