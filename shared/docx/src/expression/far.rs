//! `range` for numbers that can be counted: MiniJinja's own overflows at the ends of what an integer holds.

use minijinja::{Environment, Error, ErrorKind, Value, functions};

/// As far from zero as a number of `range` can be, so that the way from one end to the other fits as well.
const FARTHEST: usize = usize::MAX / 8;

pub(crate) fn add(env: &mut Environment<'static>) {
    env.add_function("range", range);
}

fn range(lower: isize, upper: Option<isize>, step: Option<isize>) -> Result<Value, Error> {
    let numbers = [Some(lower), upper, step];
    if let Some(far) = numbers.into_iter().flatten().find(|number| number.unsigned_abs() > FARTHEST) {
        return Err(Error::new(
            ErrorKind::InvalidOperation,
            format!("range cannot count as far as {far}; use smaller numbers"),
        ));
    }
    functions::range(lower, upper, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_end_where_integers_end() {
        let mut env = Environment::new();
        add(&mut env);
        let told = |code: &str| {
            let value = env.compile_expression(code).and_then(|code| code.eval(()));
            value.map_or_else(|error| error.to_string(), |value| value.to_string())
        };
        assert_eq!(told("range(3, 0, -1)|list"), "[3, 2, 1]");
        assert_eq!(told("range(2)|list"), "[0, 1]");
        for far in [
            "range(9223372036854775807, -9223372036854775808, -1)",
            "range(5000000000000000000, -5000000000000000000, -9000000000000000000)",
            "range(1, 0, -9223372036854775808)",
        ] {
            assert!(told(far).contains("range cannot count as far as"), "{far}: {}", told(far));
        }
        let wide = "range(2305843009213693951, -2305843009213693951, -2305843009213693951)|list|length";
        assert_eq!(told(wide), "2");
    }
}
