//! Parses a tag's code into its tree: Jinja's grammar, as MiniJinja's own parser reads it, over MiniJinja's tokens.

use minijinja::machinery::{Span, Token, tokenize};
use minijinja::syntax::SyntaxConfig;

use super::signatures;
use super::syntax_fault::Fault;
use super::tree::{Argument, Expr, How, Operator};

/// Brackets and operators inside one another. MiniJinja's parser stops at a similar depth.
const DEPTH: usize = 120;

/// Names that no tag may give a value to.
const RESERVED: [&str; 8] = ["true", "True", "false", "False", "none", "None", "loop", "self"];

/// Reads the tokens of one tag.
pub(super) struct Parser<'c> {
    code: &'c str,
    tokens: Vec<(Token<'c>, Span)>,
    at: usize,
    depth: usize,
    /// What the lexer stumbled over behind the last token.
    stopped: Option<String>,
}

pub(super) type Parsed<T> = Result<T, Fault>;

impl<'c> Parser<'c> {
    pub fn new(code: &'c str) -> Parser<'c> {
        let (mut tokens, mut stopped) = (Vec::new(), None);
        for token in tokenize(code, true, SyntaxConfig::default()) {
            match token {
                Ok(token) => tokens.push(token),
                // The lexer would tell the same of the same place again and again.
                Err(error) => {
                    stopped = Some(error.detail().unwrap_or_default().to_owned());
                    break;
                }
            }
        }
        Parser { code, tokens, at: 0, depth: 0, stopped }
    }

    pub fn peek(&self) -> Option<&Token<'c>> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    fn peek_after(&self) -> Option<&Token<'c>> {
        self.tokens.get(self.at + 1).map(|(token, _)| token)
    }

    fn next(&mut self) -> Option<Token<'c>> {
        let token = self.tokens.get_mut(self.at)?;
        self.at += 1;
        Some(std::mem::replace(&mut token.0, Token::Comma))
    }

    pub fn is_at_end(&self) -> bool {
        self.at == self.tokens.len() && self.stopped.is_none()
    }

    /// Passes the token, if it comes next.
    pub fn skip(&mut self, token: &Token<'_>) -> bool {
        let is_next = self.is_next(token);
        self.at += usize::from(is_next);
        is_next
    }

    fn is_next(&self, token: &Token<'_>) -> bool {
        match (self.peek(), token) {
            (Some(Token::Ident(next)), Token::Ident(word)) => next == word,
            (Some(next), token) => std::mem::discriminant(next) == std::mem::discriminant(token),
            (None, _) => false,
        }
    }

    pub fn word(&mut self, word: &str) -> bool {
        self.skip(&Token::Ident(word))
    }

    pub fn expect(&mut self, token: &Token<'_>) -> Parsed<()> {
        if self.skip(token) { Ok(()) } else { Err(self.unexpected(&token.to_string())) }
    }

    /// The fault of what stands here instead of `wanted`.
    pub fn unexpected(&self, wanted: &str) -> Fault {
        let rest = match self.tokens.get(self.at) {
            Some((_, span)) => self.code.get(span.start_offset as usize..),
            None => {
                let end = self.at.checked_sub(1).map_or(0, |last| self.tokens[last].1.end_offset as usize);
                self.code.get(end..).map(str::trim_start)
            }
        };
        let rest = rest.unwrap_or_default();
        let message = match (self.peek(), &self.stopped) {
            (Some(Token::Ident(name)), _) => format!("unexpected `{name}`, expected {wanted}"),
            (Some(token), _) => format!("unexpected {token}, expected {wanted}"),
            (None, Some(_)) if rest.starts_with(['"', '\'']) => "this text has no closing quote".to_owned(),
            (None, Some(_)) if !rest.is_empty() => {
                format!("unexpected `{}`", rest.chars().next().unwrap_or_default())
            }
            (None, Some(detail)) => detail.clone(),
            (None, None) => format!("its end is missing: expected {wanted}"),
        };
        Fault { message, hint: None, at: self.code.len() - rest.len() }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > DEPTH {
            let message = format!("brackets and operators are nested more than {DEPTH} levels deep");
            return Err(Fault { message, hint: Some("split the tag with `{% set %}`".to_owned()), at: 0 });
        }
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// `value if test else otherwise`
    pub fn expr(&mut self) -> Parsed<Expr> {
        self.deeper(|parser| {
            let mut expr = parser.without_choice()?;
            while parser.word("if") {
                let test = Box::new(parser.without_choice()?);
                let otherwise = if parser.word("else") { Some(Box::new(parser.expr()?)) } else { None };
                expr = Expr::Choice { value: Box::new(expr), test, otherwise };
            }
            Ok(expr)
        })
    }

    /// An expression that ends before an `if`.
    pub fn without_choice(&mut self) -> Parsed<Expr> {
        self.binary(0)
    }

    /// Operators from the loosest to the tightest.
    fn binary(&mut self, level: usize) -> Parsed<Expr> {
        match level {
            2 => return self.not(),
            3 => return self.compared(),
            8 => return self.unary(),
            _ => {}
        }
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.peek().and_then(|token| operator(token, level)) {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = match (operator, left) {
                (Operator::Remainder, pattern @ Expr::Text(_)) => printf(pattern, right),
                (_, left) => Expr::Binary(operator, Box::new(left), Box::new(right)),
            };
        }
        Ok(left)
    }

    fn not(&mut self) -> Parsed<Expr> {
        match self.word("not") {
            true => self.deeper(|parser| Ok(Expr::Not(Box::new(parser.not()?)))),
            false => self.binary(3),
        }
    }

    fn compared(&mut self) -> Parsed<Expr> {
        let first = self.binary(4)?;
        let mut rest = Vec::new();
        loop {
            let sign = match self.peek() {
                Some(Token::Eq) => "==",
                Some(Token::Ne) => "!=",
                Some(Token::Lt) => "<",
                Some(Token::Lte) => "<=",
                Some(Token::Gt) => ">",
                Some(Token::Gte) => ">=",
                Some(Token::Ident("in")) => "in",
                Some(Token::Ident("not")) => {
                    self.at += 1;
                    if !self.is_next(&Token::Ident("in")) {
                        return Err(self.unexpected("`in`"));
                    }
                    "not in"
                }
                _ => break,
            };
            self.at += 1;
            rest.push((sign, self.binary(4)?));
        }
        Ok(if rest.is_empty() { first } else { Expr::Compared(Box::new(first), rest) })
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let expr = self.operand()?;
        self.filters(expr)
    }

    /// A value with its sign, members, items and calls.
    fn operand(&mut self) -> Parsed<Expr> {
        if self.skip(&Token::Minus) {
            return self.deeper(|parser| Ok(Expr::Negative(Box::new(parser.operand()?))));
        }
        // Nothing but a number has a sign: what is negated twice is the same number, or an error.
        if self.skip(&Token::Plus) {
            return self.deeper(|parser| {
                let negative = Expr::Negative(Box::new(parser.operand()?));
                Ok(Expr::Negative(Box::new(negative)))
            });
        }
        let expr = self.deeper(Self::primary)?;
        self.postfix(expr)
    }

    fn postfix(&mut self, mut expr: Expr) -> Parsed<Expr> {
        loop {
            expr = match self.peek() {
                Some(Token::Dot) => {
                    self.at += 1;
                    match self.peek() {
                        Some(Token::Int(index)) => {
                            let index = u128::from(*index);
                            self.at += 1;
                            Expr::Item(Box::new(expr), Box::new(Expr::Integer(index)))
                        }
                        _ => Expr::Member(Box::new(expr), self.name("the name of a member")?),
                    }
                }
                Some(Token::BracketOpen) => {
                    self.at += 1;
                    self.subscript(expr)?
                }
                Some(Token::ParenOpen) => {
                    let arguments = self.arguments()?;
                    let arguments = match &expr {
                        Expr::Member(_, method) => signatures::of_method(method, arguments),
                        _ => arguments,
                    };
                    Expr::Call(Box::new(expr), arguments)
                }
                _ => return Ok(expr),
            };
        }
    }

    fn subscript(&mut self, of: Expr) -> Parsed<Expr> {
        let ends = |parser: &Self| matches!(parser.peek(), Some(Token::Colon | Token::BracketClose));
        let mut bounds = [None, None, None];
        let mut colons = 0;
        for bound in &mut bounds {
            if !ends(self) {
                *bound = Some(Box::new(self.expr()?));
            }
            if colons == 2 || !self.skip(&Token::Colon) {
                break;
            }
            colons += 1;
        }
        self.expect(&Token::BracketClose)?;
        match (colons, bounds) {
            (0, [Some(index), ..]) => Ok(Expr::Item(Box::new(of), index)),
            (0, _) => {
                self.at -= 1;
                Err(self.unexpected("a name or a number between the brackets"))
            }
            (_, bounds) => Ok(Expr::Slice(Box::new(of), bounds)),
        }
    }

    /// Filters and tests behind a value.
    pub fn filters(&mut self, mut expr: Expr) -> Parsed<Expr> {
        loop {
            expr = match self.peek() {
                Some(Token::Pipe) => {
                    self.at += 1;
                    let (name, arguments) = self.filter()?;
                    Expr::Filter { of: Some(Box::new(expr)), name, arguments }
                }
                Some(Token::ParenOpen) => Expr::Call(Box::new(expr), self.arguments()?),
                Some(Token::Ident("is")) => {
                    self.at += 1;
                    let negated = self.word("not");
                    let name = self.dotted("the name of a test")?;
                    let arguments = match self.peek() {
                        Some(Token::ParenOpen) => self.arguments()?,
                        Some(token) if begins_argument(token) => vec![Argument::positional(self.operand()?)],
                        _ => Vec::new(),
                    };
                    let test = Expr::Test { of: Box::new(expr), name, arguments };
                    if negated { Expr::Not(Box::new(test)) } else { test }
                }
                _ => return Ok(expr),
            };
        }
    }

    /// The name of a filter and what it is given.
    fn filter(&mut self) -> Parsed<(String, Vec<Argument>)> {
        let name = self.dotted("the name of a filter")?;
        let arguments = if self.is_next(&Token::ParenOpen) { self.arguments()? } else { Vec::new() };
        let arguments = signatures::as_taken(&name, arguments);
        Ok((name, arguments))
    }

    fn dotted(&mut self, wanted: &str) -> Parsed<String> {
        let mut name = self.name(wanted)?;
        while self.skip(&Token::Dot) {
            name = format!("{name}.{}", self.name(wanted)?);
        }
        Ok(name)
    }

    /// `filter|filter`, of a block.
    pub fn filter_chain(&mut self) -> Parsed<Expr> {
        let (name, arguments) = self.filter()?;
        let mut chain = Expr::Filter { of: None, name, arguments };
        while self.skip(&Token::Pipe) {
            let (name, arguments) = self.filter()?;
            chain = Expr::Filter { of: Some(Box::new(chain)), name, arguments };
        }
        Ok(chain)
    }

    pub fn name(&mut self, wanted: &str) -> Parsed<String> {
        match self.peek() {
            Some(Token::Ident(name)) => {
                let name = (*name).to_owned();
                self.at += 1;
                Ok(name)
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    /// A name that gets a value.
    pub fn new_name(&mut self) -> Parsed<String> {
        let at = self.at;
        let name = self.name("a name")?;
        if RESERVED.contains(&name.as_str()) {
            self.at = at;
            return Err(self.unexpected("another name: this one is reserved"));
        }
        Ok(name)
    }

    fn arguments(&mut self) -> Parsed<Vec<Argument>> {
        self.expect(&Token::ParenOpen)?;
        let mut arguments: Vec<Argument> = Vec::new();
        while self.goes_on(arguments.is_empty(), &Token::ParenClose)? {
            let how = match (self.peek(), self.peek_after()) {
                (Some(Token::Pow), _) => How::SpreadNamed,
                (Some(Token::Mul), _) => How::Spread,
                (Some(Token::Ident(name)), Some(Token::Assign)) => How::Named((*name).to_owned()),
                _ => How::Positional,
            };
            self.at += match how {
                How::Positional => 0,
                How::Named(_) => 2,
                _ => 1,
            };
            let after_named = arguments.iter().any(|a| matches!(a.how, How::Named(_) | How::SpreadNamed));
            if after_named && how == How::Positional {
                return Err(self.unexpected("an argument with a name, since those before it have names"));
            }
            arguments.push(Argument { how, value: self.expr()? });
        }
        Ok(arguments)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        if !self.peek().is_some_and(begins_value) {
            return Err(self.unexpected("a value"));
        }
        Ok(match self.next() {
            Some(Token::Ident("true" | "True")) => Expr::Word("true"),
            Some(Token::Ident("false" | "False")) => Expr::Word("false"),
            Some(Token::Ident("none" | "None")) => Expr::Word("none"),
            Some(Token::Ident(name)) => Expr::Name(name.to_owned()),
            Some(Token::Str(text)) => self.text(text.to_owned()),
            Some(Token::String(text)) => self.text(text.into()),
            Some(Token::Int(number)) => Expr::Integer(number.into()),
            Some(Token::Int128(number)) => Expr::Integer(*number),
            Some(Token::Float(number)) => Expr::Float(number),
            Some(Token::ParenOpen) => self.tuple_or_group()?,
            Some(Token::BracketOpen) => Expr::List(self.items(Vec::new(), &Token::BracketClose)?),
            _ => self.map()?,
        })
    }

    /// Texts that follow one another are one.
    fn text(&mut self, mut text: String) -> Expr {
        while let Some(Token::Str(_) | Token::String(_)) = self.peek() {
            match self.next() {
                Some(Token::Str(more)) => text.push_str(more),
                Some(Token::String(more)) => text.push_str(&more),
                _ => {}
            }
        }
        Expr::Text(text)
    }

    fn tuple_or_group(&mut self) -> Parsed<Expr> {
        if self.skip(&Token::ParenClose) {
            return Ok(Expr::Tuple(Vec::new()));
        }
        let first = self.expr()?;
        match self.peek() {
            Some(Token::Comma) => Ok(Expr::Tuple(self.items(vec![first], &Token::ParenClose)?)),
            _ => self.expect(&Token::ParenClose).map(|()| first),
        }
    }

    /// Whether a list has another element, which stands behind a comma but for the first; a comma may be the last.
    pub(super) fn goes_on(&mut self, is_first: bool, closing: &Token<'_>) -> Parsed<bool> {
        if self.skip(closing) {
            return Ok(false);
        }
        if is_first {
            return Ok(true);
        }
        self.expect(&Token::Comma)?;
        Ok(!self.skip(closing))
    }

    fn items(&mut self, mut items: Vec<Expr>, closing: &Token<'_>) -> Parsed<Vec<Expr>> {
        while self.goes_on(items.is_empty(), closing)? {
            items.push(self.expr()?);
        }
        Ok(items)
    }

    fn map(&mut self) -> Parsed<Expr> {
        let mut members = Vec::new();
        while self.goes_on(members.is_empty(), &Token::BraceClose)? {
            let key = self.expr()?;
            self.expect(&Token::Colon)?;
            members.push((key, self.expr()?));
        }
        Ok(Expr::Map(members))
    }
}

fn operator(token: &Token<'_>, level: usize) -> Option<Operator> {
    Some(match (level, token) {
        (0, Token::Ident("or")) => Operator::Or,
        (1, Token::Ident("and")) => Operator::And,
        (4, Token::Plus) => Operator::Add,
        (4, Token::Minus) => Operator::Subtract,
        (5, Token::Tilde) => Operator::Concat,
        (6, Token::Mul) => Operator::Multiply,
        (6, Token::Div) => Operator::Divide,
        (6, Token::FloorDiv) => Operator::FloorDivide,
        (6, Token::Mod) => Operator::Remainder,
        (7, Token::Pow) => Operator::Power,
        _ => return None,
    })
}

/// Python's `"%.2f" % price`: MiniJinja's `%` divides only. A text that a variable holds is not known here: there the
/// filter has to be written.
fn printf(pattern: Expr, values: Expr) -> Expr {
    match values {
        Expr::Tuple(values) => pattern.filtered("format", values),
        value => pattern.filtered("format", vec![value]),
    }
}

fn begins_value(token: &Token<'_>) -> bool {
    if let Token::Ident(word) = token {
        return !matches!(*word, "and" | "else" | "if" | "in" | "is" | "not" | "or");
    }
    matches!(
        token,
        Token::Str(_)
            | Token::String(_)
            | Token::Int(_)
            | Token::Int128(_)
            | Token::Float(_)
            | Token::ParenOpen
            | Token::BracketOpen
            | Token::BraceOpen
    )
}

/// Whether a test takes what comes next as its argument (`x is divisibleby 3`).
fn begins_argument(token: &Token<'_>) -> bool {
    begins_value(token) || matches!(token, Token::Minus)
}

/// What was read, if it was all.
pub(super) fn ended<T>(parser: &Parser<'_>, read: T) -> Parsed<T> {
    if parser.is_at_end() { Ok(read) } else { Err(parser.unexpected("the tag's end")) }
}
