//! Converts other products' expressions to ours. JavaScript, SpEL, Velocity, FreeMarker and LINQ write the needs of
//! templates similarly: paths, comparisons, sums, choices and a few methods. A reason reports anything that ours cannot
//! express.

use super::reason::Reason;
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

/// What a value is for certain: it decides what `+` does, and how the languages write the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Any,
    Text,
    Number,
    /// A number without decimals, which all languages write alike.
    Whole,
    Truth,
}

/// Whose rules an expression follows where languages differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    JavaScript,
    /// Java and C#, and what is written for them.
    Java,
}

/// An expression as ours.
#[derive(Debug)]
pub(super) struct Translated {
    pub code: String,
    /// The code that writes the value as the product does.
    pub shown: String,
    pub kind: Kind,
    /// What was assumed, for the author to look at.
    pub assumed: Option<&'static str>,
}

/// Code of ours.
#[derive(Debug, Clone)]
struct Written {
    code: String,
    level: Level,
    kind: Kind,
    /// Of a choice, the code that writes its value as JavaScript does.
    shown: Option<String>,
}

/// Writes a number as JavaScript does, but for the last two of its digits, which are the noise of its arithmetic.
const DIGITS: &str = "\"%.15g\"";

pub(super) const EMPTY: &str = "an empty list or object is false here, and true in JavaScript";
const SUM: &str = "numbers are added and texts joined; a sum of numbers that is whole may be written as 5.0 here, and is 5 in JavaScript";
const TIES: &str = "of two results that are equally near the even one is written here (0.125 as 0.12), and the larger one in JavaScript (0.13)";
const CUT: &str = "a division of whole numbers leaves out the rest in Java and C#: write `//` if it should";
const REST: &str = "of a negative number the rest is positive here, and negative in the program";

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

/// Says what a path is called at its place, and what is there.
type Paths<'p> = dyn Fn(&str) -> Result<(String, Kind), Reason> + 'p;

/// Writes an expression as ours. `path` says what a path is called at its place.
///
/// # Errors
/// What cannot be written.
pub(super) fn translated(language: Language, code: &str, path: &Paths<'_>) -> Result<Translated, Reason> {
    let mut script = Script { tokens: tokens(code)?, at: 0, depth: 0, path, language, assumed: None };
    let written = script.choice()?;
    match script.peek() {
        None => Ok(Translated {
            shown: script.shown(&written).code,
            code: written.code,
            kind: written.kind,
            assumed: script.assumed,
        }),
        Some(token) => Err(format!("`{}` has no equivalent", token.text())),
    }
}

struct Script<'p> {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    path: &'p Paths<'p>,
    language: Language,
    assumed: Option<&'static str>,
}

type Read = Result<Written, Reason>;

impl Kind {
    fn is_number(self) -> bool {
        matches!(self, Kind::Number | Kind::Whole)
    }

    /// What two values make together: a number without decimals only of two of them.
    fn with(self, other: Kind) -> Kind {
        if (self, other) == (Kind::Whole, Kind::Whole) { Kind::Whole } else { Kind::Number }
    }

    /// What is one or the other.
    fn or(self, other: Kind) -> Kind {
        match (self, other) {
            (one, other) if one == other => one,
            (one, other) if one.is_number() && other.is_number() => Kind::Number,
            _ => Kind::Any,
        }
    }
}

impl Written {
    fn new(code: String, level: Level, kind: Kind) -> Written {
        Written { code, level, kind, shown: None }
    }

    fn whole(code: impl Into<String>) -> Written {
        Written::new(code.into(), Level::Whole, Kind::Any)
    }

    fn of(self, kind: Kind) -> Written {
        Written { kind, ..self }
    }

    fn text(text: &str) -> Written {
        let text = text.replace('\\', "\\\\").replace('"', "\\\"");
        Written::whole(format!("\"{text}\"")).of(Kind::Text)
    }

    /// The code as an operand of an operator that binds like `level`.
    fn within(&self, level: Level) -> String {
        if self.level < level { format!("({})", self.code) } else { self.code.clone() }
    }

    fn filtered(&self, filter: &str) -> Written {
        Written::whole(format!("{}|{filter}", self.within(Level::Whole)))
    }

    fn is_literal_number(&self) -> bool {
        self.code.chars().all(|c| c.is_ascii_digit() || c == '.')
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

    /// A value as the language writes it: JavaScript writes 6 / 3 as 2, and a comparison as `true`.
    fn shown(&self, value: &Written) -> Written {
        let differs = self.language == Language::JavaScript;
        match value.kind {
            _ if !differs => value.clone(),
            Kind::Number if !value.is_literal_number() => {
                Written::whole(format!("{DIGITS}|format({})", value.code)).of(Kind::Text)
            }
            Kind::Truth => {
                let code = format!("\"true\" if {} else \"false\"", value.within(Level::Or));
                Written::new(code, Level::Choice, Kind::Text)
            }
            _ => match &value.shown {
                Some(shown) => Written::new(shown.clone(), Level::Choice, Kind::Any),
                None => value.clone(),
            },
        }
    }

    /// A value is asked whether it is true.
    fn tested(&mut self, value: &Written) {
        if value.kind == Kind::Any && self.language == Language::JavaScript {
            self.assumed = self.assumed.or(Some(EMPTY));
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
            self.tested(&test);
            let choice = |value: &Written, otherwise: &Written| {
                let (value, otherwise) = (value.within(Level::Or), otherwise.within(Level::Or));
                format!("{value} if {} else {otherwise}", test.within(Level::Or))
            };
            Ok(Written {
                code: choice(&value, &otherwise),
                level: Level::Choice,
                kind: value.kind.or(otherwise.kind),
                shown: Some(choice(&self.shown(&value), &self.shown(&otherwise))),
            })
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
            self.tested(&left);
            left = Written::new(code, Level::Or, left.kind.or(right.kind));
        }
        Ok(left)
    }

    fn and(&mut self) -> Read {
        let mut left = self.compared()?;
        while self.skip(&["&&", "and"]).is_some() {
            let right = self.compared()?;
            let code = format!("{} and {}", left.within(Level::And), right.within(Level::Not));
            self.tested(&left);
            left = Written::new(code, Level::And, left.kind.or(right.kind));
        }
        Ok(left)
    }

    fn compared(&mut self) -> Read {
        let left = self.sum()?;
        let signs: Vec<&str> = COMPARISONS.iter().map(|(theirs, _)| *theirs).chain(["gte"]).collect();
        let Some(sign) = self.skip(&signs) else { return Ok(left) };
        let right = self.sum()?;
        let ours = COMPARISONS.iter().find(|(theirs, _)| *theirs == sign).map_or(">=", |(_, ours)| ours);
        // `==` of JavaScript takes a text that is a number for one.
        let loose = self.language == Language::JavaScript && matches!(sign.as_str(), "==" | "!=");
        let (left, right) = match loose {
            true => (alike(left.clone(), &right), alike(right, &left)),
            false => (left, right),
        };
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
            (false, true) if matches!(ours, "==" | "!=") => {
                return Ok(Written::whole(nothing(&left)).of(Kind::Truth));
            }
            (true, false) if matches!(ours, "==" | "!=") => {
                return Ok(Written::whole(nothing(&right)).of(Kind::Truth));
            }
            _ => format!("{} {ours} {}", left.within(Level::Sum), right.within(Level::Sum)),
        };
        Ok(Written::new(code, Level::Compared, Kind::Truth))
    }

    fn sum(&mut self) -> Read {
        let mut left = self.product()?;
        while let Some(sign) = self.skip(&["+", "-"]) {
            let right = self.product()?;
            // From the first text on, `+` joins what texts show. Ours bind differently beside `+`, so that parentheses stand.
            let is_text = |side: &Written| side.kind == Kind::Text;
            let joins = sign == "+" && (is_text(&left) || is_text(&right));
            let (kind, sign) = match sign.as_str() {
                "+" if joins => (Kind::Text, "~"),
                "+" if !left.kind.is_number() && !right.kind.is_number() => {
                    if self.language == Language::JavaScript {
                        self.assumed = self.assumed.or(Some(SUM));
                    }
                    (Kind::Any, "+")
                }
                "+" => (left.kind.with(right.kind), "+"),
                _ => (left.kind.with(right.kind), "-"),
            };
            let (before, behind) = match joins {
                true => (self.shown(&left), self.shown(&right)),
                false => (left.clone(), right),
            };
            let before = match before.level {
                Level::Sum if joins != is_text(&left) => format!("({})", before.code),
                _ => before.within(Level::Sum),
            };
            let code = format!("{before} {sign} {}", behind.within(Level::Product));
            left = Written::new(code, Level::Sum, kind);
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
            let kind = match sign {
                "/" if self.language == Language::Java => {
                    self.assumed = self.assumed.or(Some(CUT));
                    Kind::Number
                }
                "/" => Kind::Number,
                "%" => {
                    self.assumed = self.assumed.or(Some(REST));
                    left.kind.with(right.kind)
                }
                _ => left.kind.with(right.kind),
            };
            left = Written::new(code, Level::Product, kind);
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
            self.tested(&of);
            Written::new(format!("not {}", of.within(Level::Sign)), Level::Not, Kind::Truth)
        } else if self.skip(&["-"]).is_some() {
            let of = self.sign()?;
            Written::new(format!("-{}", of.within(Level::Sign)), Level::Sign, of.kind.with(of.kind))
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
                let kind = if number.contains('.') { Kind::Number } else { Kind::Whole };
                Written::whole(number).of(kind)
            }
            Some(Token::Name(name)) => {
                self.at += 1;
                self.named(name)?
            }
            Some(Token::Sign("(")) => {
                self.at += 1;
                let inside = self.choice()?;
                self.expect(")")?;
                let shown = inside.shown.map(|shown| format!("({shown})"));
                Written { shown, ..Written::whole(format!("({})", inside.code)).of(inside.kind) }
            }
            Some(Token::Sign(".")) => {
                self.at += 1;
                self.path_of(".")?
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
            let kind = if word == "none" { Kind::Any } else { Kind::Truth };
            return Ok(Written::whole(word).of(kind));
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
        self.path_of(&path)
    }

    fn path_of(&self, path: &str) -> Read {
        let (code, kind) = (self.path)(path)?;
        let level = if code.starts_with("not ") { Level::Not } else { Level::Whole };
        Ok(Written::new(code, level, kind))
    }

    fn member(&mut self, value: Written, name: &str) -> Read {
        let filter = METHODS.iter().find(|(theirs, _)| *theirs == name).map(|(_, ours)| *ours);
        if self.skip(&["("]).is_none() {
            return Ok(match filter {
                Some(filter) if PROPERTIES.contains(&name) => value.filtered(filter).of(Kind::Whole),
                _ => Written::whole(format!("{}.{name}", value.within(Level::Whole))),
            });
        }
        let arguments = self.list(")")?;
        let of = value.within(Level::Whole);
        Ok(match (name, arguments.as_slice()) {
            (_, []) if filter.is_some() => match filter {
                Some("length") => value.filtered("length").of(Kind::Whole),
                Some("string") => {
                    let shown = self.shown(&value);
                    if shown.kind == Kind::Text { shown } else { value.filtered("string").of(Kind::Text) }
                }
                filter => value.filtered(filter.unwrap_or_default()).of(Kind::Text),
            },
            ("isEmpty", []) => Written::new(format!("not {of}"), Level::Not, Kind::Truth),
            ("join" | "Join", []) => value.filtered("join(\",\")").of(Kind::Text),
            ("join" | "Join", [by]) => value.filtered(&format!("join({by})")).of(Kind::Text),
            ("toFixed", [places]) if places.parse::<u8>().is_ok() => {
                let (code, assumed) = fixed(&value.code, places);
                self.assumed = self.assumed.or(assumed);
                Written::whole(code).of(Kind::Text)
            }
            ("includes" | "contains" | "Contains", [part]) => {
                Written::new(format!("{part} in {of}"), Level::Compared, Kind::Truth)
            }
            ("startsWith" | "StartsWith", [part]) => {
                Written::whole(format!("{of}.startswith({part})")).of(Kind::Truth)
            }
            ("endsWith" | "EndsWith", [part]) => {
                Written::whole(format!("{of}.endswith({part})")).of(Kind::Truth)
            }
            ("equals" | "Equals", [other]) => {
                Written::new(format!("{of} == {other}"), Level::Compared, Kind::Truth)
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

/// A number with so many decimals, and what was assumed. `number` rounds as JavaScript does where no decimals are left: only there
/// is every tie the exact value of a number.
pub(super) fn fixed(code: &str, places: &str) -> (String, Option<&'static str>) {
    match places.trim_start_matches('0') {
        "" => (format!("{}|number(0, grouping=false, locale=\"en\")", operand(code)), None),
        _ => (format!("\"%.{places}f\"|format({code})"), Some(TIES)),
    }
}

/// Code that a filter may stand behind.
fn operand(code: &str) -> String {
    let is_path = code.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']'));
    if is_path { code.to_owned() } else { format!("({code})") }
}

/// What is compared with a text that is a number, as a text; anything else as it is.
fn alike(side: Written, other: &Written) -> Written {
    let is_number = other.code.trim_matches('"').parse::<u64>().is_ok();
    match (side.kind, other.kind) {
        (Kind::Any, Kind::Text) if is_number => side.filtered("string").of(Kind::Text),
        _ => side,
    }
}
