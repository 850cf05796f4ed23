//! Guides: named values that formulas compute from a shape's size (20.1.9.11, 20.1.10.56).

use crate::units::{FULL_TURN, PARTS_PER_DEGREE, QUARTER_TURN};
use std::collections::HashMap;

/// A number, or the name of a guide. Lengths are EMU, angles 60,000ths of a degree clockwise.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Operand {
    Number(f64),
    Name(Box<str>),
}

impl Operand {
    pub fn parse(text: &str) -> Operand {
        match text.parse::<f64>() {
            // `inf` and `nan` could be names.
            Ok(number) if number.is_finite() => Operand::Number(number),
            _ => Operand::Name(text.into()),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Operation {
    MultiplyDivide,
    AddSubtract,
    AddDivide,
    IfElse,
    Abs,
    ArcTan,
    CosArcTan,
    SinArcTan,
    Cos,
    Sin,
    Tan,
    Max,
    Min,
    Modulus,
    Pin,
    Sqrt,
    Value,
}

/// An operation on up to three operands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Formula {
    operation: Operation,
    operands: [Operand; 3],
}

impl Formula {
    /// Reads `*/ w 1 2`; none if the operation is unknown. Operands that are missing are zero.
    pub fn parse(text: &str) -> Option<Formula> {
        let mut words = text.split_whitespace();
        let operation = match words.next()? {
            "*/" => Operation::MultiplyDivide,
            "+-" => Operation::AddSubtract,
            "+/" => Operation::AddDivide,
            "?:" => Operation::IfElse,
            "abs" => Operation::Abs,
            "at2" => Operation::ArcTan,
            "cat2" => Operation::CosArcTan,
            "sat2" => Operation::SinArcTan,
            "cos" => Operation::Cos,
            "sin" => Operation::Sin,
            "tan" => Operation::Tan,
            "max" => Operation::Max,
            "min" => Operation::Min,
            "mod" => Operation::Modulus,
            "pin" => Operation::Pin,
            "sqrt" => Operation::Sqrt,
            "val" => Operation::Value,
            _ => return None,
        };
        let mut operand = || words.next().map_or(Operand::Number(0.0), Operand::parse);
        Some(Formula { operation, operands: [operand(), operand(), operand()] })
    }
}

/// Unit: a turn and a quarter of it, in 60,000ths of a degree.
pub(super) const TURN: f64 = FULL_TURN * PARTS_PER_DEGREE;
const QUARTER: f64 = QUARTER_TURN * PARTS_PER_DEGREE;

/// Bound: the largest value that counts: squares of it stay finite. Presets need the fourth power of a length (`circularArrow`).
const MOST: f64 = 1e100;

/// 60,000ths of a degree.
pub(super) fn radians(angle: f64) -> f64 {
    (angle / PARTS_PER_DEGREE).to_radians()
}

/// Values of the guides of a shape of a size.
pub(super) struct Values<'g> {
    width: f64,
    height: f64,
    known: HashMap<&'g str, f64>,
}

impl<'g> Values<'g> {
    /// The values for a size in EMU.
    pub fn new(width: f64, height: f64) -> Values<'g> {
        Values { width, height, known: HashMap::new() }
    }

    /// Computes a guide from those before it. A repeated guide takes the new value.
    pub fn set(&mut self, name: &'g str, formula: &Formula) {
        let value = self.compute(formula);
        self.known.insert(name, value);
    }

    /// The value of an operand; zero if nothing has the name.
    pub fn get(&self, operand: &Operand) -> f64 {
        match operand {
            Operand::Number(number) => number.clamp(-MOST, MOST),
            Operand::Name(name) => {
                self.known.get(&**name).copied().or_else(|| self.built_in(name)).unwrap_or(0.0)
            }
        }
    }

    /// Names that every shape has (20.1.10.56).
    fn built_in(&self, name: &str) -> Option<f64> {
        let (width, height) = (self.width, self.height);
        Some(match name {
            "l" | "t" => 0.0,
            "r" | "w" => width,
            "b" | "h" => height,
            "hc" => width / 2.0,
            "vc" => height / 2.0,
            "ss" => width.min(height),
            "ls" => width.max(height),
            "cd2" => TURN / 2.0,
            "cd4" => QUARTER,
            "cd8" => QUARTER / 2.0,
            "3cd4" => TURN - QUARTER,
            "3cd8" => QUARTER + QUARTER / 2.0,
            "5cd8" => TURN / 2.0 + QUARTER / 2.0,
            "7cd8" => TURN - QUARTER / 2.0,
            _ => {
                let part = |prefix: &str| name.strip_prefix(prefix)?.parse::<u32>().ok().filter(|n| *n > 0);
                let (whole, share) = (part("ssd").map(|n| (width.min(height), n)))
                    .or_else(|| part("wd").map(|n| (width, n)))
                    .or_else(|| part("hd").map(|n| (height, n)))?;
                whole / f64::from(share)
            }
        })
    }

    fn compute(&self, formula: &Formula) -> f64 {
        let [x, y, z] = formula.operands.each_ref().map(|operand| self.get(operand));
        let value = match formula.operation {
            Operation::MultiplyDivide => x * y / z,
            Operation::AddSubtract => x + y - z,
            Operation::AddDivide => (x + y) / z,
            Operation::IfElse => {
                if x > 0.0 {
                    y
                } else {
                    z
                }
            }
            Operation::Abs => x.abs(),
            Operation::ArcTan => y.atan2(x).to_degrees() * PARTS_PER_DEGREE,
            Operation::CosArcTan => x * z.atan2(y).cos(),
            Operation::SinArcTan => x * z.atan2(y).sin(),
            Operation::Cos => x * radians(y).cos(),
            Operation::Sin => x * radians(y).sin(),
            Operation::Tan => x * radians(y).tan(),
            Operation::Max => x.max(y),
            Operation::Min => x.min(y),
            Operation::Modulus => (x * x + y * y + z * z).sqrt(),
            // The lower bound wins where the bounds cross.
            Operation::Pin => y.min(z).max(x),
            Operation::Sqrt => x.max(0.0).sqrt(),
            Operation::Value => x,
        };
        // Attack: a division by zero, or products that grow without end.
        if value.is_finite() { value.clamp(-MOST, MOST) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(formula: &str) -> f64 {
        Values::new(2000.0, 1000.0).compute(&Formula::parse(formula).expect("a formula"))
    }

    #[test]
    fn formulas_have_their_values() {
        assert_eq!(value("*/ w 1 4"), 500.0);
        assert_eq!(value("+- r 0 ss"), 1000.0);
        assert_eq!(value("+/ w h 3"), 1000.0);
        assert_eq!([value("?: 1 2 3"), value("?: 0 2 3"), value("?: -1 2 3")], [2.0, 3.0, 3.0]);
        assert_eq!([value("pin 0 7 5"), value("pin 0 -7 5"), value("pin 0 3 5")], [5.0, 0.0, 3.0]);
        assert_eq!(value("mod 3 4 0"), 5.0);
        assert_eq!(value("at2 1 1").round(), 2_700_000.0);
        assert_eq!(value("cos 10 cd2").round(), -10.0);
        assert_eq!(value("sat2 10 3 4").round(), 8.0);
        assert_eq!([value("val wd8"), value("val hd10"), value("val ssd16")], [250.0, 100.0, 62.5]);
    }

    #[test]
    fn values_stay_finite() {
        let hostile = [
            "*/ 1 1 0",
            "*/ 1e300 1e300 1e-300",
            "tan 1e300 5400000",
            "sqrt -1",
            "val nan",
            "mod inf inf inf",
        ];
        for formula in hostile {
            assert!(value(formula).is_finite(), "{formula}");
        }
        assert_eq!(Formula::parse("exec w h"), None);
    }
}
