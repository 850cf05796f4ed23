//! Expressions of other products as ours. JavaScript, SpEL, Velocity, FreeMarker and LINQ write what templates ask for alike: paths,
//! comparisons, sums, choices and a few methods. What ours cannot say is a reason.

use super::foreign_expression::Reason;
use super::script_tokens::{Token, tokens};

/// Parentheses and choices inside one another.
const DEPTH: usize = 40;

/// How tightly the outermost operator of written code binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Or,
    And,
    Not,
    Compared,
    Sum,
    Product,
    Sign,
    Whole,
}

/// Code of ours.
#[derive(Debug, Clone)]
struct Written {
    code: String,
    level: Level,
    /// It is a text for certain: a sum with it joins texts.
    is_text: bool,
}

/// A function of one value, and what says the same here.
const METHODS: [(&str, &str); 12] = [
    ("length", "length"),
    ("size", "length"),
    ("Length", "length"),
    ("toUpperCase", "upper"),
    ("ToUpper", "upper"),
    ("toLowerCase", "lower"),
    ("ToLower", "lower"),
    ("trim", "trim"),
    ("Trim", "trim"),
    ("toString", "string"),
    ("ToString", "string"),
    ("Count", "length"),
];

/// What FreeMarker writes behind a question mark.
const BUILTINS: [(&str, &str); 13] = [
    ("upper_case", "upper"),
    ("lower_case", "lower"),
    ("cap_first", "capitalize"),
    ("capitalize", "title"),
    ("trim", "trim"),
    ("length", "length"),
    ("size", "length"),
    ("first", "first"),
    ("last", "last"),
    ("abs", "abs"),
    ("has_content", ""),
    ("html", ""),
    ("c", ""),
];

/// Those that are properties too.
const PROPERTIES: [&str; 3] = ["length", "Length", "Count"];

/// Words for the signs of comparisons.
const COMPARISONS: [(&str, &str); 17] = [
    ("===", "=="),
    ("!==", "!="),
    ("==", "=="),
    ("!=", "!="),
    ("<>", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("<", "<"),
    (">", ">"),
    ("=", "=="),
    ("eq", "=="),
    ("ne", "!="),
    ("lt", "<"),
    ("gt", ">"),
    ("le", "<="),
    ("lte", "<="),
    ("ge", ">="),
];

/// Writes an expression as ours. `path` says what a path is called at its place.
///
/// # Errors
/// What cannot be written.
pub(super) fn translated(
    code: &str,
    path: &dyn Fn(&str) -> Result<String, Reason>,
) -> Result<String, Reason> {
    let mut script = Script { tokens: tokens(code)?, at: 0, depth: 0, path };
    let written = script.choice()?;
    match script.peek() {
        None => Ok(written.code),
        Some(token) => Err(format!("`{}` has no equivalent", token.text())),
    }
}

struct Script<'p> {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    path: &'p dyn Fn(&str) -> Result<String, Reason>,
}

type Read = Result<Written, Reason>;

impl Written {
    fn whole(code: impl Into<String>) -> Written {
        Written { code: code.into(), level: Level::Whole, is_text: false }
    }

    fn text(text: &str) -> Written {
        let text = text.replace('\\', "\\\\").replace('"', "\\\"");
        Written { is_text: true, ..Written::whole(format!("\"{text}\"")) }
    }

    /// The code as an operand of an operator that binds like `level`.
    fn within(&self, level: Level) -> String {
        if self.level < level { format!("({})", self.code) } else { self.code.clone() }
    }

    fn filtered(&self, filter: &str) -> Written {
        Written::whole(format!("{}|{filter}", self.within(Level::Whole)))
    }
}

impl Script<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// Passes a sign or word that comes next.
    fn skip(&mut self, signs: &[&str]) -> Option<String> {
        let text = match self.peek()? {
            Token::Sign(sign) => (*sign).to_owned(),
            Token::Name(name) => name.clone(),
            _ => return None,
        };
        let found = signs.contains(&text.as_str());
        self.at += usize::from(found);
        found.then_some(text)
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), Reason> {
        match (self.skip(&[sign]), self.peek()) {
            (Some(_), _) => Ok(()),
            (None, Some(token)) => Err(format!("`{}` has no equivalent", token.text())),
            (None, None) => Err(format!("a `{sign}` is missing in it")),
        }
    }

    /// `a ? b : c`, `a ?: b`, `a ?? b`
    fn choice(&mut self) -> Read {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        let test = self.or()?;
        let read = if self.skip(&["?"]).is_some() {
            let value = self.choice()?;
            self.expect(":")?;
            let otherwise = self.choice()?;
            let code = format!(
                "{} if {} else {}",
                value.within(Level::Or),
                test.within(Level::Or),
                otherwise.within(Level::Or)
            );
            let is_text = value.is_text && otherwise.is_text;
            Ok(Written { code, level: Level::Choice, is_text })
        } else if self.skip(&["??", "?:"]).is_some() {
            let otherwise = self.choice()?;
            Ok(test.filtered(&format!("default({}, true)", otherwise.code)))
        } else {
            Ok(test)
        };
        self.depth -= 1;
        read
    }

    fn or(&mut self) -> Read {
        let mut left = self.and()?;
        while self.skip(&["||", "or"]).is_some() {
            let right = self.and()?;
            let code = format!("{} or {}", left.within(Level::Or), right.within(Level::And));
            left = Written { code, level: Level::Or, is_text: false };
        }
        Ok(left)
    }

    fn and(&mut self) -> Read {
        let mut left = self.compared()?;
        while self.skip(&["&&", "and"]).is_some() {
            let right = self.compared()?;
            let code = format!("{} and {}", left.within(Level::And), right.within(Level::Not));
            left = Written { code, level: Level::And, is_text: false };
        }
        Ok(left)
    }

    fn compared(&mut self) -> Read {
        let left = self.sum()?;
        let signs: Vec<&str> = COMPARISONS.iter().map(|(theirs, _)| *theirs).chain(["gte"]).collect();
        let Some(sign) = self.skip(&signs) else { return Ok(left) };
        let right = self.sum()?;
        let ours = COMPARISONS.iter().find(|(theirs, _)| *theirs == sign).map_or(">=", |(_, ours)| ours);
        let none = |side: &Written| side.code == "none";
        // A missing member is null to programs.
        let nothing = |of: &Written| {
            let of = of.within(Level::Whole);
            match ours {
                "==" => format!("({of} is undefined or {of} is none)"),
                _ => format!("({of} is defined and {of} is not none)"),
            }
        };
        let code = match (none(&left), none(&right)) {
            (false, true) if matches!(ours, "==" | "!=") => return Ok(Written::whole(nothing(&left))),
            (true, false) if matches!(ours, "==" | "!=") => return Ok(Written::whole(nothing(&right))),
            _ => format!("{} {ours} {}", left.within(Level::Sum), right.within(Level::Sum)),
        };
        Ok(Written { code, level: Level::Compared, is_text: false })
    }

    fn sum(&mut self) -> Read {
        let mut left = self.product()?;
        while let Some(sign) = self.skip(&["+", "-"]) {
            let right = self.product()?;
            // From the first text on, `+` joins what texts show. Ours bind differently beside `+`, so that parentheses stand.
            let joins = sign == "+" && (left.is_text || right.is_text);
            let sign = if joins { "~" } else { &sign };
            let before = match (joins, left.level) {
                (true, Level::Sum) if !left.is_text => format!("({})", left.code),
                (false, Level::Sum) if left.is_text => format!("({})", left.code),
                _ => left.within(Level::Sum),
            };
            let code = format!("{before} {sign} {}", right.within(Level::Product));
            left = Written { code, level: Level::Sum, is_text: joins };
        }
        Ok(left)
    }

    fn product(&mut self) -> Read {
        let mut left = self.sign()?;
        while let Some(sign) = self.skip(&["*", "/", "%", "div", "mod"]) {
            let right = self.sign()?;
            let sign = match sign.as_str() {
                "div" => "/",
                "mod" => "%",
                sign => sign,
            };
            let code = format!("{} {sign} {}", left.within(Level::Product), right.within(Level::Sign));
            left = Written { code, level: Level::Product, is_text: false };
        }
        Ok(left)
    }

    fn sign(&mut self) -> Read {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        let read = if self.skip(&["!", "not"]).is_some() {
            let of = self.sign()?;
            Written { code: format!("not {}", of.within(Level::Sign)), level: Level::Not, is_text: false }
        } else if self.skip(&["-"]).is_some() {
            let of = self.sign()?;
            Written { code: format!("-{}", of.within(Level::Sign)), level: Level::Sign, is_text: false }
        } else {
            self.steps()?
        };
        self.depth -= 1;
        Ok(read)
    }

    /// A value with its members and methods.
    fn steps(&mut self) -> Read {
        let mut value = match self.peek().cloned() {
            Some(Token::Text(text)) => {
                self.at += 1;
                Written::text(&text)
            }
            Some(Token::Number(number)) => {
                self.at += 1;
                Written::whole(number)
            }
            Some(Token::Name(name)) => {
                self.at += 1;
                self.named(name)?
            }
            Some(Token::Sign("(")) => {
                self.at += 1;
                let inside = self.choice()?;
                self.expect(")")?;
                Written { code: format!("({})", inside.code), level: Level::Whole, is_text: inside.is_text }
            }
            Some(Token::Sign(".")) => {
                self.at += 1;
                Written::whole((self.path)(".")?)
            }
            Some(Token::Sign("[")) => {
                self.at += 1;
                Written::whole(format!("[{}]", self.list("]")?.join(", ")))
            }
            Some(token) => return Err(format!("`{}` has no equivalent", token.text())),
            None => return Err("it is not complete".to_owned()),
        };
        loop {
            if self.skip(&[".", "?."]).is_some() {
                let Some(Token::Name(name)) = self.peek().cloned() else {
                    return Err("a name is missing behind a dot".to_owned());
                };
                self.at += 1;
                value = self.member(value, &name)?;
            } else if self.skip(&["["]).is_some() {
                let index = self.choice()?;
                self.expect("]")?;
                value = Written::whole(format!("{}[{}]", value.within(Level::Whole), index.code));
            } else if let Some(written) = self.builtin(&value) {
                value = written;
            } else if self.skip(&["!"]).is_some() {
                // `name!"none"` of FreeMarker; without a text nothing is written.
                let otherwise = match self.peek() {
                    Some(Token::Text(_) | Token::Number(_) | Token::Sign("(")) => self.steps()?.code,
                    _ => "\"\"".to_owned(),
                };
                value = value.filtered(&format!("default({otherwise})"));
            } else {
                return Ok(value);
            }
        }
    }

    /// `name?upper_case` and `name??` of FreeMarker.
    fn builtin(&mut self, of: &Written) -> Option<Written> {
        let ends = |token: Option<&Token>| match token {
            None => true,
            Some(token) => matches!(token.text(), ")" | "&&" | "||" | "and" | "or"),
        };
        let (sign, next) = (self.peek()?.text(), self.tokens.get(self.at + 1));
        if sign == "??" && ends(next) {
            self.at += 1;
            let of = of.within(Level::Whole);
            return Some(Written::whole(format!("({of} is defined and {of} is not none)")));
        }
        let name = next.filter(|_| sign == "?")?.text();
        let (_, filter) = BUILTINS.iter().find(|(theirs, _)| *theirs == name)?;
        // A choice has the same sign.
        if matches!(self.tokens.get(self.at + 2), Some(Token::Sign(":" | "."))) {
            return None;
        }
        self.at += 2;
        Some(if filter.is_empty() { of.clone() } else { of.filtered(filter) })
    }

    /// What a name begins: a word of the language, or a path as far as it goes.
    fn named(&mut self, name: String) -> Read {
        let word = match name.as_str() {
            "true" | "True" => "true",
            "false" | "False" => "false",
            "null" | "undefined" | "nil" | "None" | "none" => "none",
            _ => "",
        };
        if !word.is_empty() {
            return Ok(Written::whole(word));
        }
        let mut path = name;
        loop {
            let ahead =
                (self.tokens.get(self.at), self.tokens.get(self.at + 1), self.tokens.get(self.at + 2));
            match ahead {
                (Some(Token::Sign("(")), ..) => {
                    return Err(format!(
                        "`{path}()` is a function of a program: let the data contain what it computes"
                    ));
                }
                (Some(Token::Sign("." | "?.")), Some(Token::Name(next)), after) => {
                    let is_method = after == Some(&Token::Sign("("));
                    if is_method || PROPERTIES.contains(&next.as_str()) {
                        break;
                    }
                    path = format!("{path}.{next}");
                    self.at += 2;
                }
                (Some(Token::Sign("[")), Some(Token::Number(index)), Some(Token::Sign("]"))) => {
                    path = format!("{path}[{index}]");
                    self.at += 3;
                }
                _ => break,
            }
        }
        (self.path)(&path).map(Written::whole)
    }

    fn member(&mut self, value: Written, name: &str) -> Read {
        let filter = METHODS.iter().find(|(theirs, _)| *theirs == name).map(|(_, ours)| *ours);
        if self.skip(&["("]).is_none() {
            return Ok(match filter {
                Some(filter) if PROPERTIES.contains(&name) => value.filtered(filter),
                _ => Written::whole(format!("{}.{name}", value.within(Level::Whole))),
            });
        }
        let arguments = self.list(")")?;
        let of = value.within(Level::Whole);
        Ok(match (name, arguments.as_slice()) {
            (_, []) if filter.is_some() => {
                let is_text = filter != Some("length");
                Written { is_text, ..value.filtered(filter.unwrap_or_default()) }
            }
            ("isEmpty", []) => Written { code: format!("not {of}"), level: Level::Not, is_text: false },
            ("join" | "Join", []) => Written { is_text: true, ..value.filtered("join(\",\")") },
            ("join" | "Join", [by]) => Written { is_text: true, ..value.filtered(&format!("join({by})")) },
            ("toFixed", [places]) if places.parse::<u8>().is_ok() => {
                Written { is_text: true, ..Written::whole(format!("\"%.{places}f\"|format({})", value.code)) }
            }
            ("includes" | "contains" | "Contains", [part]) => {
                Written { code: format!("{part} in {of}"), level: Level::Compared, is_text: false }
            }
            ("startsWith" | "StartsWith", [part]) => Written::whole(format!("{of}.startswith({part})")),
            ("endsWith" | "EndsWith", [part]) => Written::whole(format!("{of}.endswith({part})")),
            ("equals" | "Equals", [other]) => {
                Written { code: format!("{of} == {other}"), level: Level::Compared, is_text: false }
            }
            ("get", [key]) => Written::whole(format!("{of}[{key}]")),
            ("substring" | "slice", [from]) => Written::whole(format!("{of}[{from}:]")),
            ("substring" | "slice", [from, to]) => Written::whole(format!("{of}[{from}:{to}]")),
            // A property of a Java object is a member of the data.
            (_, []) if name.starts_with("get") && name.len() > 3 => {
                let mut letters = name[3..].chars();
                let first = letters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
                Written::whole(format!("{of}.{first}{}", letters.as_str()))
            }
            _ => {
                return Err(format!(
                    "`{name}()` is a function of a program: let the data contain what it computes"
                ));
            }
        })
    }

    /// What stands between commas, up to a sign.
    fn list(&mut self, end: &'static str) -> Result<Vec<String>, Reason> {
        let mut items = Vec::new();
        if self.skip(&[end]).is_some() {
            return Ok(items);
        }
        loop {
            items.push(self.choice()?.code);
            if self.skip(&[","]).is_none() {
                self.expect(end)?;
                return Ok(items);
            }
        }
    }
}
