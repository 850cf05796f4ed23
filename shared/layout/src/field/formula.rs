//! Formulas (17.16.3): arithmetic, functions, and cells of the table around the field.

use crate::units::HUNDREDTHS;
use platen_ooxml::field::Marks;

/// Bound: places to which a number is rounded. A double has fifteen that are sure.
const MOST_PLACES: f64 = 15.0;

/// Parentheses and calls inside one another.
const MAX_DEPTH: usize = 32;

/// Values of one call: cells of a long column.
const MAX_VALUES: usize = 100_000;

/// The values that a formula can refer to.
pub(super) trait Values {
    /// Numbers of the cells above, below, left or right of the field's own.
    fn side(&self, side: Side) -> Vec<f64>;
    /// Numbers in a rectangle of cells, columns and rows from zero.
    fn cells(&self, from: (usize, usize), to: (usize, usize)) -> Vec<f64>;
    /// The number that a bookmark's text is.
    fn named(&self, name: &str) -> Option<f64>;
}

/// Cells beside the field's cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Above,
    Below,
    Left,
    Right,
}

/// Computes a formula.
///
/// # Errors
/// What it does not understand of it, in words for the author.
pub(super) fn compute(text: &str, marks: Marks, values: &dyn Values) -> Result<f64, &'static str> {
    let mut parser = Parser { signs: text.chars().collect(), at: 0, marks, values };
    let result = parser.comparison(0)?;
    parser.blank();
    if parser.at < parser.signs.len() {
        return Err("the formula contains an unknown sign");
    }
    if result.is_finite() { Ok(result) } else { Err("the formula divides by zero") }
}

struct Parser<'v> {
    signs: Vec<char>,
    at: usize,
    marks: Marks,
    values: &'v dyn Values,
}

impl Parser<'_> {
    fn blank(&mut self) {
        while self.signs.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.blank();
        self.signs.get(self.at).copied()
    }

    fn takes(&mut self, sign: &str) -> bool {
        self.blank();
        let is_next = sign.chars().enumerate().all(|(at, c)| self.signs.get(self.at + at) == Some(&c));
        if is_next {
            self.at += sign.len();
        }
        is_next
    }

    fn comparison(&mut self, depth: usize) -> Result<f64, &'static str> {
        let left = self.sum(depth)?;
        let test: fn(f64, f64) -> bool = if self.takes("<=") {
            |a, b| a <= b
        } else if self.takes(">=") {
            |a, b| a >= b
        } else if self.takes("<>") {
            |a, b| a != b
        } else if self.takes("<") {
            |a, b| a < b
        } else if self.takes(">") {
            |a, b| a > b
        } else if self.takes("=") {
            |a, b| a == b
        } else {
            return Ok(left);
        };
        let right = self.sum(depth)?;
        Ok(f64::from(u8::from(test(left, right))))
    }

    fn sum(&mut self, depth: usize) -> Result<f64, &'static str> {
        let mut left = self.product(depth)?;
        loop {
            if self.takes("+") {
                left += self.product(depth)?;
            } else if self.takes("-") {
                left -= self.product(depth)?;
            } else {
                return Ok(left);
            }
        }
    }

    fn product(&mut self, depth: usize) -> Result<f64, &'static str> {
        let mut left = self.power(depth)?;
        loop {
            if self.takes("*") {
                left *= self.power(depth)?;
            } else if self.takes("/") {
                left /= self.power(depth)?;
            } else {
                return Ok(left);
            }
        }
    }

    fn power(&mut self, depth: usize) -> Result<f64, &'static str> {
        let mut left = self.signed(depth)?;
        while self.takes("^") {
            left = left.powf(self.signed(depth)?);
        }
        if self.takes("%") {
            left /= HUNDREDTHS;
        }
        Ok(left)
    }

    fn signed(&mut self, depth: usize) -> Result<f64, &'static str> {
        let mut sign = 1.0;
        while matches!(self.peek(), Some('-' | '+')) {
            if self.signs.get(self.at) == Some(&'-') {
                sign = -sign;
            }
            self.at += 1;
        }
        Ok(sign * self.value(depth)?)
    }

    fn value(&mut self, depth: usize) -> Result<f64, &'static str> {
        if depth > MAX_DEPTH {
            return Err("the formula nests too deep");
        }
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let inner = self.comparison(depth + 1)?;
                if self.takes(")") { Ok(inner) } else { Err("a parenthesis is not closed") }
            }
            Some(c) if c.is_ascii_digit() || c == self.marks.decimal => self.number(),
            Some(c) if c.is_alphabetic() || c == '_' => self.name(depth),
            Some('$' | '€' | '£') => {
                self.at += 1;
                self.value(depth + 1)
            }
            _ => Err("the formula ends too early"),
        }
    }

    fn number(&mut self) -> Result<f64, &'static str> {
        let from = self.at;
        let is_part = |c: &char| c.is_ascii_digit() || *c == self.marks.decimal;
        while self.signs.get(self.at).is_some_and(is_part) {
            self.at += 1;
        }
        let text: String = self.signs.get(from..self.at).unwrap_or_default().iter().collect();
        text.replace(self.marks.decimal, ".").parse().map_err(|_| "a number cannot be read")
    }

    fn word(&mut self) -> String {
        let from = self.at;
        while self.signs.get(self.at).is_some_and(|c| c.is_alphanumeric() || *c == '_') {
            self.at += 1;
        }
        self.signs.get(from..self.at).unwrap_or_default().iter().collect()
    }

    fn name(&mut self, depth: usize) -> Result<f64, &'static str> {
        let word = self.word();
        if self.peek() == Some('(') {
            self.at += 1;
            return self.call(&word.to_ascii_uppercase(), depth);
        }
        match word.to_ascii_uppercase().as_str() {
            "TRUE" => return Ok(1.0),
            "FALSE" => return Ok(0.0),
            _ => {}
        }
        if let Some(number) = self.values.named(&word) {
            return Ok(number);
        }
        match cell(&word) {
            Some(cell) => Ok(self.values.cells(cell, cell).first().copied().unwrap_or(0.0)),
            None => Err("a name in the formula is neither a bookmark nor a cell"),
        }
    }

    /// The values in a call's parentheses: expressions, sides, ranges of cells.
    fn values(&mut self, depth: usize) -> Result<Vec<Vec<f64>>, &'static str> {
        let mut out: Vec<Vec<f64>> = Vec::new();
        while !self.takes(")") {
            let own = match self.cells() {
                Some(cells) => cells,
                None => vec![self.comparison(depth + 1)?],
            };
            if out.iter().map(Vec::len).sum::<usize>() + own.len() > MAX_VALUES {
                return Err("the formula has too many values");
            }
            out.push(own);
            if !self.takes(";") && !self.takes(",") && self.peek() != Some(')') {
                return Err("a parenthesis is not closed");
            }
        }
        Ok(out)
    }

    /// A side or a range of cells, if there is one here.
    fn cells(&mut self) -> Option<Vec<f64>> {
        self.blank();
        let begin = self.at;
        let word = self.word().to_ascii_uppercase();
        let side = match word.as_str() {
            "ABOVE" => Some(Side::Above),
            "BELOW" => Some(Side::Below),
            "LEFT" => Some(Side::Left),
            "RIGHT" => Some(Side::Right),
            _ => None,
        };
        if let Some(side) = side {
            return Some(self.values.side(side));
        }
        if let Some(from) = cell(&word)
            && self.takes(":")
        {
            self.blank();
            if let Some(to) = cell(&self.word()) {
                return Some(self.values.cells(from, to));
            }
        }
        self.at = begin;
        None
    }

    fn call(&mut self, name: &str, depth: usize) -> Result<f64, &'static str> {
        if name == "DEFINED" {
            let begin = self.at;
            let is_defined = self.comparison(depth + 1).is_ok();
            if !is_defined {
                self.at = begin;
                while self.peek().is_some_and(|c| c != ')') {
                    self.at += 1;
                }
            }
            return if self.takes(")") {
                Ok(f64::from(u8::from(is_defined)))
            } else {
                Err("a parenthesis is not closed")
            };
        }
        let lists = self.values(depth)?;
        let all: Vec<f64> = lists.iter().flatten().copied().collect();
        let of = |place: usize| lists.get(place).and_then(|list| list.first()).copied();
        let one = of(0).ok_or("a function has no value");
        let two = of(1).ok_or("a function lacks a value");
        let truth = |is: bool| f64::from(u8::from(is));
        Ok(match name {
            "SUM" => all.iter().sum(),
            "AVERAGE" => all.iter().sum::<f64>() / all.len() as f64,
            "COUNT" => all.len() as f64,
            "PRODUCT" => all.iter().product(),
            "MIN" => all.iter().copied().fold(f64::INFINITY, f64::min),
            "MAX" => all.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            "ABS" => one?.abs(),
            "INT" => one?.trunc(),
            "SIGN" => one.map(|number| if number == 0.0 { 0.0 } else { number.signum() })?,
            "NOT" => truth(one? == 0.0),
            "AND" => truth(all.iter().all(|number| *number != 0.0)),
            "OR" => truth(all.iter().any(|number| *number != 0.0)),
            "MOD" => one? - two? * (one? / two?).trunc(),
            "ROUND" => {
                let factor = 10_f64.powi(two?.clamp(-MOST_PLACES, MOST_PLACES) as i32);
                (one? * factor).round() / factor
            }
            "IF" => {
                if one? != 0.0 {
                    two?
                } else {
                    of(2).ok_or("a function lacks a value")?
                }
            }
            _ => return Err("the formula calls an unknown function"),
        })
    }
}

/// The column and row, from zero, that a name such as `B3` is.
fn cell(name: &str) -> Option<(usize, usize)> {
    let split = name.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = name.split_at(split);
    if letters.is_empty() || letters.len() > 2 {
        return None;
    }
    let mut column = 0_usize;
    for c in letters.chars() {
        column = column * 26
            + (c.to_ascii_uppercase() as usize).checked_sub('A' as usize).filter(|own| *own < 26)?
            + 1;
    }
    let row = digits.parse::<usize>().ok().filter(|row| (1..=32_767).contains(row))?;
    Some((column - 1, row - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Cells;

    impl Values for Cells {
        fn side(&self, side: Side) -> Vec<f64> {
            if side == Side::Above { vec![1.0, 2.0, 3.5] } else { Vec::new() }
        }

        fn cells(&self, from: (usize, usize), to: (usize, usize)) -> Vec<f64> {
            (from.1..=to.1)
                .flat_map(|row| (from.0..=to.0).map(move |column| (row * 10 + column) as f64))
                .collect()
        }

        fn named(&self, name: &str) -> Option<f64> {
            (name == "price").then_some(9.5)
        }
    }

    #[test]
    fn formulas_are_computed() {
        let of = |text: &str| compute(text, Marks::of("en"), &Cells);
        assert_eq!(of("1 + 2 * 3 ^ 2"), Ok(19.0));
        assert_eq!(of("-(2 - 5) / 2"), Ok(1.5));
        assert_eq!(of("SUM(ABOVE)"), Ok(6.5));
        assert_eq!(of("AVERAGE(A1:B2) + B2"), Ok(16.5));
        assert_eq!(of("ROUND(price * 2.005, 2)"), Ok(19.05));
        assert_eq!(of("IF(price > 9, 1, 0) + MOD(7,4) + DEFINED(nothing)"), Ok(4.0));
        assert_eq!(of("25%"), Ok(0.25));
        assert_eq!(compute("SUM(1,5; 2)", Marks::of("de"), &Cells), Ok(3.5));
    }

    #[test]
    fn what_is_no_formula_is_told() {
        let of = |text: &str| compute(text, Marks::of("en"), &Cells);
        assert!(of("1 / 0").is_err() && of("").is_err() && of("1 +").is_err() && of("what").is_err());
        assert!(of(&"(".repeat(5_000)).is_err() && of("SUM(1").is_err());
    }
}
