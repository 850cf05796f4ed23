//! Sums and averages of lists, of a member of each element, or of what is computed of members: `items|sum("qty * price")`.
//!
//! What is computed is parsed where the template is compiled (`compile::syntax`), and comes here as a list in postfix order:
//! `[".qty", ".price", "*"]`. Numbers are added as decimals, so that a hundred times 0.1 is 10.

use minijinja::value::{Kwargs, ValueKind};
use minijinja::{Error, State, Value};

use super::arguments::{Arguments, Given};
use super::bound::Bound;
use crate::expression::fault::misused;
use crate::expression::operators::spend;
use crate::expression::{member, wrong};

/// `sum(attribute=None, start=0)`
pub(super) fn sum(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    if value.is_none() {
        return Ok(value.clone());
    }
    let args = Arguments::of(args, &["attribute", "start"])?;
    if let Some(start) = args.get("start").filter(|start| !start.is_number()) {
        // Jinja2 adds lists and texts too.
        let attribute = args.get("attribute").and_then(Value::as_str);
        let none = Kwargs::from_iter(std::iter::empty::<(&str, Value)>());
        return minijinja::filters::sum(state, value.clone(), attribute, Some(start.clone()), none);
    }
    let start = args.get("start").map(Number::of).transpose()?.flatten().unwrap_or(Number::ZERO);
    let (sum, _) = added(state, value, &args, start)?;
    Ok(sum.into_value())
}

/// `avg(attribute=None)`: of no numbers there is none.
pub(super) fn avg(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    if value.is_none() {
        return Ok(value.clone());
    }
    let args = Arguments::of(args, &["attribute"])?;
    let (sum, count) = added(state, value, &args, Number::ZERO)?;
    if count == 0 {
        return Ok(Value::UNDEFINED);
    }
    Ok(sum.divided(Number::whole(i128::from(count)), value)?.into_value())
}

/// The sum, and how many numbers it is of. What is null or missing is none.
fn added(state: &State, value: &Value, args: &Arguments, start: Number) -> Result<(Number, i64), Error> {
    let attribute = args.get("attribute");
    let items = Bound::of(state).collect(value)?;
    if let Some(program) = attribute.filter(|attribute| attribute.as_str().is_none()) {
        spend(state, ELEMENT.saturating_mul(program.len().unwrap_or(0)).saturating_mul(items.len()))?;
    }
    let (mut sum, mut count) = (start, 0);
    for item in items {
        let number = match attribute {
            None => Number::of(&item)?,
            Some(path) => match path.as_str() {
                Some(path) => Number::of(&member(item, path))?,
                None => computed(&item, path)?,
            },
        };
        if let Some(number) = number {
            sum = sum.plus(number);
            count += 1;
        }
    }
    Ok((sum, count))
}

/// What a program makes of an element; nothing where a member is nothing.
fn computed(item: &Value, program: &Value) -> Result<Option<Number>, Error> {
    let broken =
        || misused("this cannot be computed for each element; write it as in `sum(\"qty * price\")`");
    let mut stack: Vec<Number> = Vec::new();
    for step in program.try_iter()? {
        let number = match step.as_str() {
            None => Number::of(&step)?.ok_or_else(broken)?,
            Some(text) => match text.strip_prefix('.') {
                Some(path) => match Number::of(&member(item.clone(), path))? {
                    Some(number) => number,
                    None => return Ok(None),
                },
                None => {
                    let (right, left) = (stack.pop().ok_or_else(broken)?, stack.pop().ok_or_else(broken)?);
                    match text {
                        "+" => left.plus(right),
                        "-" => left.plus(right.times(Number::whole(-1))),
                        "*" => left.times(right),
                        _ => left.divided(right, item)?,
                    }
                }
            },
        };
        stack.push(number);
    }
    match stack.as_slice() {
        [only] => Ok(Some(*only)),
        _ => Err(broken()),
    }
}

/// A number as a decimal, as far as it has so few digits, and as a float.
#[derive(Debug, Clone, Copy)]
struct Number {
    /// `units / 10^scale`
    exact: Option<(i128, u32)>,
    float: f64,
    /// All that it was computed of were integers.
    integer: bool,
}

/// What a step of a program counts.
const ELEMENT: usize = 8;

/// Decimals that are kept.
const SCALE: u32 = 24;

impl Number {
    const ZERO: Number = Number { exact: Some((0, 0)), float: 0.0, integer: true };

    fn whole(number: i128) -> Number {
        Number { exact: Some((number, 0)), float: number as f64, integer: true }
    }

    /// Nothing for what is null or missing.
    fn of(value: &Value) -> Result<Option<Number>, Error> {
        match value.kind() {
            ValueKind::None | ValueKind::Undefined => Ok(None),
            ValueKind::Number | ValueKind::Bool if value.is_integer() || value.kind() == ValueKind::Bool => {
                Ok(Some(Number::whole(i128::try_from(value.clone())?)))
            }
            ValueKind::Number => Ok(Some(Number::decimal(f64::try_from(value.clone())?))),
            _ => Err(wrong(value, "number", "a number")),
        }
    }

    /// The decimal that a float is the nearest to, which is what its sender wrote.
    fn decimal(float: f64) -> Number {
        let text = float.to_string();
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        let scale = decimals.len() as u32;
        let units = format!("{whole}{decimals}").parse().ok().filter(|_| scale <= SCALE);
        Number { exact: units.map(|units| (units, scale)), float, integer: false }
    }

    fn plus(self, other: Number) -> Number {
        let exact = self.exact.zip(other.exact).and_then(|((a, a_scale), (b, b_scale))| {
            let scale = a_scale.max(b_scale);
            let a = a.checked_mul(10i128.pow(scale - a_scale))?;
            Some((a.checked_add(b.checked_mul(10i128.pow(scale - b_scale))?)?, scale))
        });
        Number { exact, float: self.float + other.float, integer: self.integer && other.integer }
    }

    fn times(self, other: Number) -> Number {
        let exact = self.exact.zip(other.exact).and_then(|((a, a_scale), (b, b_scale))| {
            let mut product = (a.checked_mul(b)?, a_scale + b_scale);
            while product.1 > 0 && product.0 % 10 == 0 {
                product = (product.0 / 10, product.1 - 1);
            }
            Some(product).filter(|(_, scale)| *scale <= SCALE)
        });
        Number { exact, float: self.float * other.float, integer: self.integer && other.integer }
    }

    fn divided(self, by: Number, of: &Value) -> Result<Number, Error> {
        if by.as_float() == 0.0 {
            return Err(wrong(of, "element to divide in", "one whose divisor is not 0"));
        }
        Ok(Number::decimal(self.as_float() / by.as_float()))
    }

    /// The float nearest to the decimal.
    fn as_float(self) -> f64 {
        match self.exact {
            Some((units, scale)) => format!("{units}e-{scale}").parse().unwrap_or(self.float),
            None => self.float,
        }
    }

    fn into_value(self) -> Value {
        match self.exact {
            Some((units, 0)) if self.integer => {
                i64::try_from(units).map_or_else(|_| Value::from(units), Value::from)
            }
            _ => Value::from(self.as_float()),
        }
    }
}
