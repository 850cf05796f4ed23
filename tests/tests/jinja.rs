//! Random expressions over typed data: Jinja2 itself (Python) and Platen write the same text, or both refuse.
//!
//! The expressions keep within what COMPATIBILITY.md does not list as a difference: no null, no text that is a number beside
//! a number, no float that is written with an exponent.

use platen_docx::{Limits, Pattern, RenderOptions};
use platen_tests::random::Random;
use platen_tests::witnesses::python;
use serde_json::{Value, json};

/// Expressions of a run.
const EXPRESSIONS: usize = 4_000;

/// Of these, at least so many must give a text: else the generator makes nothing but errors.
const WRITTEN: usize = 3_000;

/// Reads `[data, expressions]`, writes for each expression its text, or null for an error.
const JINJA: &str = r#"
import json, sys
from jinja2 import Environment, StrictUndefined
environment = Environment(undefined=StrictUndefined)
data, expressions = json.load(sys.stdin)
def text(expression):
    try:
        return environment.from_string("{{ " + expression + " }}").render(data)
    except Exception:
        return None
json.dump([text(expression) for expression in expressions], sys.stdout)
"#;

fn data() -> Value {
    json!({
        "n": 7, "m": -3, "z": 0, "big": 12, "price": 19.5, "rate": 0.25, "t": true, "f": false,
        "name": "Ann Lee", "city": "Zürich", "blank": "", "code": "ab-cd",
        "nums": [3, 1, 2, 10], "words": ["pear", "apple", "fig"], "nothing": [],
        "lines": [
            {"item": "pen", "qty": 3, "price": 1.5, "paid": true},
            {"item": "ink", "qty": 1, "price": 12.25, "paid": false},
            {"item": "pad", "qty": 10, "price": 4.0, "paid": true},
        ],
        "who": {"first": "Ann", "last": "Lee", "age": 41},
    })
}

#[derive(Clone, Copy)]
enum Kind {
    Number,
    Whole,
    Text,
    Flag,
    Numbers,
    Words,
}

/// Writes expressions of a kind.
struct Writer(Random);

impl Writer {
    fn one<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.0.below(choices.len())]
    }

    /// One in fifty expressions stands where another kind belongs: both engines must take it alike. Truth stands for
    /// nothing else, since two of them may meet in a sum: that Python counts with it is a difference that is listed. So is
    /// what a text that is a number does beside a number: a letter keeps texts from being numbers.
    fn operand(&mut self, kind: Kind, depth: usize) -> String {
        let strays: &[Kind] = match kind {
            Kind::Number | Kind::Whole => &[Kind::Text, Kind::Numbers, Kind::Words],
            _ => &[Kind::Number, Kind::Whole, Kind::Text, Kind::Numbers, Kind::Words],
        };
        let kind = if self.0.below(50) == 0 { strays[self.0.below(strays.len())] } else { kind };
        match self.expression(kind, depth) {
            text if matches!(kind, Kind::Text) => format!("({text} ~ 'x')"),
            other => other,
        }
    }

    fn expression(&mut self, kind: Kind, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(kind);
        }
        let depth = depth - 1;
        if self.0.below(12) == 0 {
            let (yes, flag, no) =
                (self.expression(kind, depth), self.operand(Kind::Flag, depth), self.expression(kind, depth));
            return format!("({yes} if {flag} else {no})");
        }
        match kind {
            Kind::Number => self.number(depth),
            Kind::Whole => self.whole(depth),
            Kind::Text => self.text(depth),
            Kind::Flag => self.flag(depth),
            Kind::Numbers => self.numbers(depth),
            Kind::Words => self.words(depth),
        }
    }

    fn leaf(&mut self, kind: Kind) -> String {
        let choices: &[&str] = match kind {
            Kind::Number => &["n", "m", "z", "big", "price", "rate", "2", "0.5", "lines[0].price", "who.age"],
            Kind::Whole => {
                &["n", "m", "z", "big", "2", "5", "lines[1].qty", "who['age']", "nums[0]", "nums[-1]"]
            }
            Kind::Text => {
                &["name", "city", "blank", "code", "'x'", "\"a b\"", "who.first", "lines[2].item", "words[1]"]
            }
            Kind::Flag => &["t", "f", "true", "false", "lines[0].paid"],
            Kind::Numbers => &[
                "nums",
                "nothing",
                "[1, 2, 3]",
                "[n, m]",
                "range(4)|list",
                "lines|map(attribute='qty')|list",
            ],
            Kind::Words => {
                &["words", "nothing", "['b', 'a']", "code.split('-')", "lines|map(attribute='item')|list"]
            }
        };
        self.one(choices).to_owned()
    }

    fn number(&mut self, depth: usize) -> String {
        match self.0.below(6) {
            0..=2 => {
                let sign = self.one(&["+", "-", "*", "/"]);
                format!(
                    "({} {sign} {})",
                    self.operand(Kind::Number, depth),
                    self.operand(Kind::Number, depth)
                )
            }
            3 => format!("{}|round({})", self.filtered(Kind::Number, depth), self.0.below(3)),
            4 => format!("{}|{}", self.filtered(Kind::Number, depth), self.one(&["abs", "float"])),
            _ => format!("{}|sum", self.filtered(Kind::Numbers, depth)),
        }
    }

    fn whole(&mut self, depth: usize) -> String {
        match self.0.below(7) {
            0 | 1 => {
                let sign = self.one(&["+", "-", "*", "//", "%"]);
                let left = match sign {
                    // A text here would be a pattern, which Platen takes from a literal only. A product may be one: `3 * 'x'`.
                    "%" => format!("({})|int", self.expression(Kind::Whole, depth)),
                    _ => self.operand(Kind::Whole, depth),
                };
                format!("({left} {sign} {})", self.operand(Kind::Whole, depth))
            }
            2 => format!("({} ** 2)", self.operand(Kind::Whole, depth)),
            3 => format!("{}({})", self.one(&["-", "+", "-+"]), self.operand(Kind::Whole, depth)),
            4 => format!("{}|length", self.filtered(Kind::Text, depth)),
            // The first of none is missing, and what is missing has rules of its own.
            5 => format!(
                "({} + [5])|{}",
                self.filtered(Kind::Numbers, depth),
                self.one(&["first", "last", "min", "max", "count"])
            ),
            _ => format!("{}|int", self.filtered(Kind::Number, depth)),
        }
    }

    fn text(&mut self, depth: usize) -> String {
        match self.0.below(10) {
            0 => format!("({} ~ {})", self.operand(Kind::Text, depth), self.operand(Kind::Whole, depth)),
            1 => format!("({} + {})", self.operand(Kind::Text, depth), self.operand(Kind::Text, depth)),
            2 => {
                let filter =
                    self.one(&["upper", "lower", "title", "capitalize", "trim", "reverse", "first", "last"]);
                format!("({} ~ 'x')|{filter}", self.filtered(Kind::Text, depth))
            }
            3 => format!(
                "{}|replace({})",
                self.filtered(Kind::Text, depth),
                self.one(&["'a', ''", "'e', '-'", "old=' ', new='-'", "new='', old='a'"])
            ),
            4 => {
                format!("{}|join({})", self.filtered(Kind::Words, depth), self.one(&["', '", "''", "d='|'"]))
            }
            5 => format!(
                "({}){}",
                self.expression(Kind::Text, depth),
                self.one(&["[:2]", "[1:]", "[-2:]", "[::2]", "[:-1]"])
            ),
            // A number has the methods of its text: that is listed, too.
            6 => format!(
                "({}).{}",
                self.expression(Kind::Text, depth),
                self.one(&[
                    "upper()",
                    "lower()",
                    "strip()",
                    "swapcase()",
                    "zfill(9)",
                    "replace('e', 'E')",
                    "center(11)",
                    "split(maxsplit=1)|join('/')",
                    "rsplit(' ', maxsplit=1)|join('/')"
                ])
            ),
            7 => format!(
                "({} ~ ' well-known')|wordwrap({})",
                self.filtered(Kind::Text, depth),
                self.one(&["5", "width=9", "4, false", "3, break_on_hyphens=false, wrapstring='|'"])
            ),
            // A text with a percent sign would be a pattern for what stands behind `%`: Platen takes one from a literal only.
            8 => format!(
                "'{}'.format({})|replace('%', 'p')",
                self.one(&["{:.1%}", "{:>9.0%}", "{0:+.2%}", "{:012,.1%}"]),
                self.expression(Kind::Number, depth)
            ),
            _ => format!(
                "{}|default({})",
                self.filtered(Kind::Text, depth),
                self.one(&["'none'", "'none', true"])
            ),
        }
    }

    fn flag(&mut self, depth: usize) -> String {
        match self.0.below(7) {
            0 | 1 => {
                let sign = self.one(&["==", "!=", "<", "<=", ">", ">="]);
                format!(
                    "({} {sign} {})",
                    self.operand(Kind::Number, depth),
                    self.operand(Kind::Number, depth)
                )
            }
            2 => {
                let sign = self.one(&["==", "!=", "<", ">="]);
                let kind = [Kind::Text, Kind::Numbers, Kind::Words][self.0.below(3)];
                format!("({} {sign} {})", self.operand(kind, depth), self.operand(kind, depth))
            }
            3 => {
                let word = self.one(&["and", "or"]);
                format!("({} {word} {})", self.operand(Kind::Flag, depth), self.operand(Kind::Flag, depth))
            }
            4 => format!("(not {})", self.operand(Kind::Flag, depth)),
            5 => {
                let word = self.one(&["in", "not in"]);
                format!(
                    "({} {word} {})",
                    self.operand(Kind::Whole, depth),
                    self.operand(Kind::Numbers, depth)
                )
            }
            _ => format!(
                "({} is {})",
                self.operand(Kind::Whole, depth),
                self.one(&["odd", "even", "number", "string", "divisibleby(3)", "defined"])
            ),
        }
    }

    fn numbers(&mut self, depth: usize) -> String {
        match self.0.below(5) {
            0 => {
                let sort = self.one(&["sort", "sort(true)", "sort(reverse=true)", "sort(false, true)"]);
                format!("{}|{sort}", self.filtered(Kind::Numbers, depth))
            }
            1 => format!("{}|reverse|list", self.filtered(Kind::Numbers, depth)),
            2 => format!("{}|unique|list", self.filtered(Kind::Numbers, depth)),
            3 => {
                let some = self.one(&["select('odd')", "reject('even')", "select('gt', 2)"]);
                format!("{}|{some}|list", self.filtered(Kind::Numbers, depth))
            }
            _ => format!("({}){}", self.operand(Kind::Numbers, depth), self.one(&["[:2]", "[1:]", "[::-1]"])),
        }
    }

    fn words(&mut self, depth: usize) -> String {
        match self.0.below(4) {
            0 => format!("{}|sort", self.filtered(Kind::Words, depth)),
            1 => format!("{}|map('upper')|list", self.filtered(Kind::Words, depth)),
            2 => format!("{}|list", self.filtered(Kind::Text, depth)),
            _ => format!("({} + {})", self.operand(Kind::Words, depth), self.operand(Kind::Words, depth)),
        }
    }

    /// What a filter may follow. Always of its kind: Python's filters take almost anything, and write what nobody asked for.
    fn filtered(&mut self, kind: Kind, depth: usize) -> String {
        format!("({})", self.expression(kind, depth))
    }
}

fn jinja2(data: &Value, expressions: &[String]) -> Vec<Option<String>> {
    serde_json::from_str(&python(JINJA, &json!([data, expressions]))).unwrap()
}

fn platen(data: &Value, expression: &str) -> Option<String> {
    let pattern = Pattern::compile(&format!("{{{{ {expression} }}}}"), &Limits::default()).ok()?;
    pattern.render(data, &RenderOptions::default()).ok()
}

#[test]
fn random_expressions_give_what_jinja2_gives() {
    let mut writer = Writer(Random::new());
    let kinds = [Kind::Number, Kind::Whole, Kind::Text, Kind::Flag, Kind::Numbers, Kind::Words];
    let expressions: Vec<String> =
        (0..EXPRESSIONS).map(|turn| writer.expression(kinds[turn % kinds.len()], 1 + turn % 3)).collect();
    let data = data();
    let theirs = jinja2(&data, &expressions);
    assert!(theirs.iter().flatten().count() >= WRITTEN, "{} texts", theirs.iter().flatten().count());
    let mut differ: Vec<String> = Vec::new();
    for (expression, theirs) in expressions.iter().zip(theirs) {
        let ours = platen(&data, expression);
        if ours != theirs {
            differ.push(format!("{expression}\n    Jinja2 {theirs:?}\n    Platen {ours:?}"));
        }
    }
    differ.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    differ.dedup();
    let cut = |text: &String| text.chars().take(2_000).collect::<String>();
    let shown = differ.iter().take(20).map(cut).collect::<Vec<_>>().join("\n");
    assert!(differ.is_empty(), "{} of {EXPRESSIONS} differ, the shortest:\n{shown}", differ.len());
}
