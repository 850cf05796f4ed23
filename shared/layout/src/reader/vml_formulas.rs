//! Formulas of VML shapes (ECMA-376 part 4, 19.1.2.6): numbers that a path refers to, computed from its adjustments.

use crate::read::Element;
use crate::units::{FIXED_POINT, FULL_TURN};

/// Formulas of one shape: Word's own have up to 60.
const MAX_FORMULAS: usize = 200;

/// Bound: the largest result. Angles count 65,536 to the degree, and products are larger on the way.
const LARGEST: f64 = 1e9;

/// The values that a shape's path may refer to.
pub(super) struct Values {
    size: (f64, f64),
    adjustments: Vec<f64>,
    results: Vec<f64>,
}

impl Values {
    /// Those of a shape of a type, in coordinates of a size. What the shape does not adjust is as its type has it.
    pub fn of(shape: Element<'_>, kind: Option<Element<'_>>, size: (f64, f64)) -> Values {
        let list = |own: Option<Element<'_>>| own.and_then(|own| own.attr("adj")).unwrap_or_default();
        let (usual, own) = (list(kind), list(Some(shape)));
        let mut own = own.split(',');
        let number = |word: &str| word.trim().parse::<f64>().ok().map(bounded);
        let mut adjustments: Vec<f64> = usual
            .split(',')
            .map(|usual| own.next().and_then(number).or(number(usual)).unwrap_or(0.0))
            .collect();
        adjustments.extend(own.map(|own| number(own).unwrap_or(0.0)));
        adjustments.truncate(MAX_FORMULAS);
        let mut values = Values { size, adjustments, results: Vec::new() };
        let formulas = [Some(shape), kind].into_iter().flatten().find_map(|own| own.child("formulas"));
        for formula in formulas.iter().flat_map(|own| own.children()).take(MAX_FORMULAS) {
            let result = values.compute(&formula.attr("eqn").unwrap_or_default());
            values.results.push(bounded(result));
        }
        values
    }

    /// The value of a number, a result (`@3`), an adjustment (`#0`), or a name.
    pub fn value(&self, word: &str) -> f64 {
        let of = |list: &[f64], at: &str| at.parse().ok().and_then(|at: usize| list.get(at).copied());
        let known = match word.split_at_checked(1) {
            Some(("@", at)) => of(&self.results, at),
            Some(("#", at)) => of(&self.adjustments, at),
            _ => match word {
                "width" => Some(self.size.0),
                "height" => Some(self.size.1),
                "xcenter" => Some(self.size.0 / 2.0),
                "ycenter" => Some(self.size.1 / 2.0),
                number => number.parse().ok().map(bounded),
            },
        };
        known.unwrap_or(0.0)
    }

    fn compute(&self, formula: &str) -> f64 {
        let mut words = formula.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut next = || words.next().map_or(0.0, |word| self.value(word));
        let (a, b, c) = (next(), next(), next());
        let turn = |angle: f64| (angle / FIXED_POINT).to_radians();
        match name {
            "val" => a,
            "sum" => a + b - c,
            "prod" => a * b / if c == 0.0 { 1.0 } else { c },
            "mid" => f64::midpoint(a, b),
            "abs" => a.abs(),
            "min" => a.min(b),
            "max" => a.max(b),
            "if" => {
                if a > 0.0 {
                    b
                } else {
                    c
                }
            }
            "mod" => a.hypot(b).hypot(c),
            "sqrt" => a.max(0.0).sqrt(),
            "atan2" => b.atan2(a).to_degrees() * FIXED_POINT,
            "sin" => a * turn(b).sin(),
            "cos" => a * turn(b).cos(),
            "tan" => a * turn(b).tan(),
            "cosatan2" => a * c.atan2(b).cos(),
            "sinatan2" => a * c.atan2(b).sin(),
            "sumangle" => (a + (b - c) * FIXED_POINT) % (FULL_TURN * FIXED_POINT),
            "ellipse" => c * (1.0 - (a / if b == 0.0 { 1.0 } else { b }).powi(2)).max(0.0).sqrt(),
            _ => 0.0,
        }
    }
}

fn bounded(value: f64) -> f64 {
    if value.is_finite() { value.clamp(-LARGEST, LARGEST) } else { 0.0 }
}
