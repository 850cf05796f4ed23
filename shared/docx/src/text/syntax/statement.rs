//! Statements: the code after a keyword.

use minijinja::machinery::Token;

use super::super::effect::Effect;
use super::field_names;
use super::grammar::{Parsed, Parser, ended};
use super::syntax_fault::Fault;
use super::tree::{Argument, Expr, How, Parameter, Syntax, Target};

/// Statements that are a keyword alone.
const WORDS: [&str; 13] = [
    "else",
    "endfor",
    "endif",
    "endset",
    "endwith",
    "endmacro",
    "endcall",
    "endfilter",
    "endautoescape",
    "break",
    "continue",
    "raw",
    "endraw",
];

/// Reads a statement; one with an unknown keyword is nothing.
pub(super) fn read(keyword: &str, rest: &str) -> Parsed<Syntax> {
    let mut parser = Parser::new(rest);
    let syntax = match keyword {
        "for" => return each(rest),
        "if" => return condition(rest).map(Syntax::If),
        "elif" => return condition(rest).map(Syntax::Elif),
        "set" => set(&mut parser)?,
        "with" => Syntax::With(with(&mut parser)?),
        "macro" => {
            let name = parser.name("the macro's name")?;
            parser.expect(&Token::ParenOpen)?;
            Syntax::Macro(name, parameters(&mut parser)?)
        }
        "call" => {
            let parameters =
                if parser.skip(&Token::ParenOpen) { parameters(&mut parser)? } else { Vec::new() };
            Syntax::Call(parameters, call(&mut parser)?)
        }
        "do" => Syntax::Do(call(&mut parser)?),
        "filter" => Syntax::Filter(parser.filter_chain()?),
        "autoescape" => Syntax::Autoescape(parser.expr()?),
        // In other places it became something else before tags are read.
        "trans" | "endtrans" => {
            let message =
                "only texts of paragraphs, charts and pictures' alternative texts can be translated"
                    .to_owned();
            return Err(Fault {
                message,
                hint: Some("remove `trans` and `endtrans` here".to_owned()),
                at: 0,
            });
        }
        _ => match (Effect::of_keyword(keyword), WORDS.iter().find(|word| **word == keyword)) {
            (Some((Effect::Page, _)), _) => Syntax::Cell(Effect::Page, Some(page(&mut parser)?)),
            (Some((effect, true)), _) if !parser.is_at_end() => Syntax::Cell(effect, Some(parser.expr()?)),
            (Some((effect, _)), _) => Syntax::Cell(effect, None),
            (None, Some(word)) => Syntax::Word(word),
            (None, None) => return Ok(Syntax::Nothing),
        },
    };
    ended(&parser, syntax)
}

/// A condition; a name that is no expression is looked up as it stands, behind `not` too.
fn condition(rest: &str) -> Parsed<Expr> {
    let mut parser = Parser::new(rest);
    let read = parser.without_choice().and_then(|expr| ended(&parser, expr));
    let (not, name) = rest.trim().strip_prefix("not ").map_or((false, rest), |name| (true, name));
    let name = name.trim();
    let denied = |of: Expr| if not { Expr::Not(Box::new(of)) } else { of };
    match read {
        Ok(Expr::Not(of)) if not => Ok(denied(field_names::dashed(name, *of))),
        Ok(expr) => Ok(field_names::dashed(name, expr)),
        Err(fault) => Ok(denied(field_names::looked_up(name).ok_or(fault)?)),
    }
}

fn each(rest: &str) -> Parsed<Syntax> {
    let mut parser = Parser::new(rest);
    let target = target(&mut parser, false)?;
    if !parser.word("in") {
        return Err(parser.unexpected("`in`"));
    }
    let name = rest.split_once(" in ").map_or("", |(_, name)| name.trim());
    let (items, condition, recursive) = match items(&mut parser) {
        Ok((items, condition, recursive)) => (field_names::dashed(name, items), condition, recursive),
        Err(fault) => (field_names::looked_up(name).ok_or(fault)?, None, false),
    };
    Ok(Syntax::For { target, items, condition, recursive })
}

fn items(parser: &mut Parser<'_>) -> Parsed<(Expr, Option<Expr>, bool)> {
    let items = parser.without_choice()?;
    let condition = if parser.word("if") { Some(parser.expr()?) } else { None };
    let recursive = parser.word("recursive");
    ended(parser, (items, condition, recursive))
}

fn set(parser: &mut Parser<'_>) -> Parsed<Syntax> {
    let target = target(parser, true)?;
    if parser.skip(&Token::Pipe) {
        return Ok(Syntax::Capture(target, Some(parser.filter_chain()?)));
    }
    if parser.is_at_end() {
        return Ok(Syntax::Capture(target, None));
    }
    parser.expect(&Token::Assign)?;
    let mut items = vec![parser.expr()?];
    let mut is_tuple = false;
    while parser.skip(&Token::Comma) {
        is_tuple = true;
        if parser.is_at_end() {
            break;
        }
        items.push(parser.expr()?);
    }
    let value = match items.pop() {
        Some(value) if !is_tuple => value,
        last => Expr::Tuple(items.into_iter().chain(last).collect()),
    };
    Ok(Syntax::Set(target, value))
}

fn with(parser: &mut Parser<'_>) -> Parsed<Vec<(Target, Expr)>> {
    let mut list = Vec::new();
    while !parser.is_at_end() {
        if !list.is_empty() {
            parser.expect(&Token::Comma)?;
        }
        let target = match parser.skip(&Token::ParenOpen) {
            true => grouped(parser, false)?,
            false => Target::Name(vec![parser.new_name()?]),
        };
        parser.expect(&Token::Assign)?;
        list.push((target, parser.expr()?));
    }
    Ok(list)
}

/// The arguments of `page`, which stand by their names, as those of a call.
fn page(parser: &mut Parser<'_>) -> Parsed<Expr> {
    let mut arguments = Vec::new();
    while !parser.is_at_end() {
        if !arguments.is_empty() {
            parser.expect(&Token::Comma)?;
        }
        let name = parser.name("`orientation`, `size` or `margins`")?;
        parser.expect(&Token::Assign)?;
        arguments.push(Argument { how: How::Named(name), value: parser.expr()? });
    }
    Ok(Expr::Call(Box::new(Expr::name("page")), arguments))
}

/// Names that get a value, behind a parenthesis.
fn grouped(parser: &mut Parser<'_>, dotted: bool) -> Parsed<Target> {
    let inner = target(parser, dotted)?;
    parser.expect(&Token::ParenClose).map(|()| inner)
}

fn target(parser: &mut Parser<'_>, dotted: bool) -> Parsed<Target> {
    let mut targets = Vec::new();
    let mut is_list = false;
    loop {
        targets.push(match parser.skip(&Token::ParenOpen) {
            true => grouped(parser, dotted)?,
            false => {
                let mut path = vec![parser.new_name()?];
                while dotted && parser.skip(&Token::Dot) {
                    path.push(parser.name("the name of a member")?);
                }
                Target::Name(path)
            }
        });
        if !parser.skip(&Token::Comma) {
            break;
        }
        is_list = true;
        if matches!(parser.peek(), None | Some(Token::ParenClose | Token::Assign | Token::Ident("in"))) {
            break;
        }
    }
    match targets.pop() {
        Some(target) if !is_list => Ok(target),
        last => Ok(Target::List(targets.into_iter().chain(last).collect())),
    }
}

fn parameters(parser: &mut Parser<'_>) -> Parsed<Vec<Parameter>> {
    let mut list: Vec<Parameter> = Vec::new();
    while parser.goes_on(list.is_empty(), &Token::ParenClose)? {
        let name = parser.new_name()?;
        let default = match parser.skip(&Token::Assign) {
            true => Some(parser.expr()?),
            false if list.iter().any(|(_, default)| default.is_some()) => {
                return Err(parser.unexpected("`=` and a default, as those before it have"));
            }
            false => None,
        };
        list.push((name, default));
    }
    Ok(list)
}

fn call(parser: &mut Parser<'_>) -> Parsed<Expr> {
    let fault = Fault {
        message: "expected the call of a macro, as in `address(customer)`".to_owned(),
        hint: None,
        at: 0,
    };
    match parser.expr()? {
        call @ Expr::Call(..) => Ok(call),
        _ => Err(fault),
    }
}
