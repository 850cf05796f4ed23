//! The text between the delimiters of other products. Readers called "loose" accept what cannot be distinguished from prose,
//! if other marks show which product's document it is.

use super::dialect::Dialect;
use super::mark::What;
use super::script_tokens::{Token, tokens};
use super::stamper;

type Read = Option<(Dialect, What)>;

const MODULE: &str = "a module of the program reads it, and nothing here says the same";
const RAW: &str = "data cannot contain Word markup: send {\"$html\": ...} and write `{{ name }}`";
const PICTURE: &str = "the data sends the picture as {\"$image\": ...}";
const HTML: &str = "the data sends the text as {\"$html\": ...}";
const DOCUMENT: &str = "the data sends the document as {\"$docx\": ...}";
const NUMBERED: &str =
    "a list of values is written by a loop: `{%p for item in items %}`, `{{ item }}`, `{%p endfor %}`";
const PROGRAM: &str = "a template cannot run program code";

/// Whether what stands in two braces is a statement of Handlebars or poi-tl.
pub(crate) fn is_of_handlebars(code: &str) -> bool {
    !matches!(handlebars(code), None | Some((Dialect::Handlebars, What::Value(_))))
}

/// What stands in two braces, where it is none of ours.
pub(super) fn handlebars(code: &str) -> Read {
    let code = code.trim().trim_matches('~').trim();
    let rest = code.get(1..).unwrap_or_default().trim();
    let of_poi = |what: What| Some((Dialect::PoiTl, what));
    let what = match (code.chars().next()?, rest) {
        ('#', "this") => return of_poi(What::Value("this".to_owned())),
        ('=', "#this") => return of_poi(What::Value("this".to_owned())),
        ('?', rest) if !rest.is_empty() => return of_poi(What::Section(rest.to_owned())),
        ('@', rest) if name(rest).is_some() && !is_turn(rest) => {
            return of_poi(What::Rich(rest.to_owned(), PICTURE));
        }
        ('+', rest) if name(rest).is_some() => return of_poi(What::Rich(rest.to_owned(), DOCUMENT)),
        ('*', rest) if name(rest).is_some() => return of_poi(What::strange(NUMBERED)),
        ('#', rest) => {
            let (word, argument) = rest.split_once(' ').unwrap_or((rest, ""));
            let argument = argument.trim().to_owned();
            match word {
                "each" => {
                    let (list, item) = argument.split_once(" as |").unwrap_or((&argument, ""));
                    What::For(name(item.trim_end_matches('|')), list.trim().to_owned())
                }
                "if" => What::If(argument),
                "unless" => What::Unless(argument),
                "with" => What::strange("`{{#with}}` is not supported: write the full path of each field"),
                _ if argument.is_empty() => What::Section(word.to_owned()),
                _ => What::strange("a Handlebars helper is not supported"),
            }
        }
        ('^', "") => What::Else,
        ('^', rest) => What::Unless(rest.to_owned()),
        ('/', rest) => What::End(rest.to_owned()),
        // Two of them are a name of ours.
        ('>', rest) if !rest.starts_with('>') => What::strange("a partial is a separate template"),
        _ if code == "else" => What::Else,
        _ => match code.strip_prefix("else if ") {
            Some(test) => What::ElseIf(test.to_owned()),
            None => What::Value(code.to_owned()),
        },
    };
    Some((Dialect::Handlebars, what))
}

/// `@index` and its like of Handlebars.
fn is_turn(word: &str) -> bool {
    matches!(word, "index" | "key" | "first" | "last" | "root" | "../index")
}

/// Whether a code computes with a text, as prose does not: `"Dear " + name`, `paid ? "yes" : "no"`.
fn is_computed(code: &str) -> bool {
    let tokens = tokens(code).unwrap_or_default();
    tokens.iter().any(|token| matches!(token, Token::Text(_)))
        && tokens.iter().any(|token| matches!(token, Token::Sign("+" | "?")))
        && !tokens.iter().any(|token| matches!(token, Token::Sign("," | "{" | "}")))
}

/// What stands in one brace.
pub(super) fn braces(code: &str) -> Read {
    let is_plain = !code.starts_with(['#', '^', '/', '@']) && !is_of_carbone(code) && command(code).is_none();
    if is_plain && is_computed(code) {
        return Some((Dialect::Braces, What::Value(code.trim().to_owned())));
    }
    if code.contains(['{', '"', '“']) && !code.contains(':') || code.ends_with(['#', '%']) {
        return None;
    }
    if is_of_carbone(code) {
        let path = code.split(':').next().unwrap_or_default();
        let fits = path.chars().all(|c| c.is_alphanumeric() || "._[]+-=<>!, '$".contains(c));
        return fits.then(|| (Dialect::Carbone, What::Value(code.to_owned())));
    }
    if let Some(command) =
        command(code).filter(|_| code.trim_start().starts_with(|c: char| c.is_ascii_uppercase()))
    {
        return Some(command);
    }
    let rest = code.get(1..).unwrap_or_default().trim();
    let what = match code.chars().next()? {
        '#' => What::Section(condition(rest)?),
        '^' => What::Unless(condition(rest)?),
        '/' => What::End(rest.to_owned()),
        '@' if name(rest).is_some() => What::strange(RAW),
        '%' if name(rest).is_some() => What::Rich(rest.to_owned(), PICTURE),
        '~' => What::Rich(name(rest.trim_start_matches('~'))?, HTML),
        '.' if rest.is_empty() => What::Value(code.to_owned()),
        '-' => dash(rest)?,
        _ => What::Value(expression(code)?),
    };
    Some((Dialect::Braces, what)).filter(|_| !is_guid(code))
}

fn is_of_carbone(code: &str) -> bool {
    ["d.", "c.", "d["].iter().any(|root| code.starts_with(root))
}

/// `{-w:tr items}`: docxtemplater's loop over an element of this name.
fn dash(rest: &str) -> Option<What> {
    let (element, code) = rest.split_once(' ')?;
    let section = Box::new(What::Section(code.trim().to_owned()));
    Some(match element {
        "w:p" => What::Around("p", section),
        "w:tr" => What::Around("tr", section),
        "w:tc" => What::Around("tc", section),
        "w:r" => What::Around("r", section),
        _ if element.contains(':') => What::Around("", section),
        _ => return None,
    })
}

pub(super) fn loose_braces(code: &str) -> Read {
    let trimmed = code.trim();
    let first = trimmed.chars().next()?;
    let rest = trimmed[first.len_utf8()..].trim();
    if is_of_carbone(trimmed) {
        return Some((Dialect::Carbone, What::Value(trimmed.to_owned())));
    }
    let what = match first {
        _ if is_assignment(trimmed.trim_start_matches('@')) => {
            What::Run(trimmed.trim_start_matches('@').to_owned())
        }
        '#' => What::Section(rest.to_owned()),
        '^' => What::Unless(rest.to_owned()),
        '/' => What::End(rest.to_owned()),
        '@' => What::strange(RAW),
        '%' => match name(rest.trim_start_matches('%')) {
            Some(name) => What::Rich(name, PICTURE),
            None => What::strange(MODULE),
        },
        '-' => dash(rest).unwrap_or_else(|| What::strange(MODULE)),
        '=' => What::Value(rest.to_owned()),
        c if c.is_ascii_digit() => What::strange("it is a number: write it without braces"),
        c if c.is_alphanumeric() || "_$(!['\"“”‘’.".contains(c) => What::Value(trimmed.to_owned()),
        _ => What::strange(MODULE),
    };
    Some((Dialect::Braces, what))
}

/// `name = value`, no comparison.
fn is_assignment(code: &str) -> bool {
    code.split_once('=').is_some_and(|(name, value)| {
        let name = name.trim().trim_end_matches(['+', '-', '*', '/']).trim_end();
        let name = ["let ", "const ", "var "].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name);
        !value.starts_with(['=', '>'])
            && name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$'))
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
    })
}

/// The condition of a section: a name, or a calculation with names.
fn condition(code: &str) -> Option<String> {
    let fits = |c: char| c.is_alphanumeric() || "_.$ -><=!&|()'+*[]".contains(c);
    (code.starts_with(|c: char| c.is_alphabetic() || "_!($".contains(c)) && code.chars().all(fits))
        .then(|| code.to_owned())
}

/// A path, or a path with filters behind it.
fn expression(code: &str) -> Option<String> {
    let (path, filters) = code.split_once('|').unwrap_or((code, ""));
    let path = path.trim().trim_end_matches('!');
    let is_filter = |filter: &str| {
        let filter = filter.trim();
        filter.is_empty() && filters.is_empty()
            || filter.starts_with(|c: char| c.is_alphabetic())
                && filter.chars().all(|c| c.is_alphanumeric() || "_:'. ,()".contains(c))
                && !filter.contains(" in ")
    };
    (name(path).is_some() && filters.split('|').all(is_filter)).then(|| code.trim().to_owned())
}

/// A dotted name: what no prose has.
pub(super) fn name(code: &str) -> Option<String> {
    let code = code.trim();
    let fits = code.starts_with(|c: char| c.is_alphabetic() || "_$@".contains(c))
        && code.chars().all(|c| c.is_alphanumeric() || "_.$-[]@".contains(c))
        && code.len() <= 100;
    fits.then(|| code.to_owned())
}

/// A name of several words.
pub(super) fn words(code: &str) -> Option<String> {
    let fits = code.starts_with(char::is_alphabetic)
        && code.len() <= 60
        && code.split(' ').count() <= 4
        && code.chars().all(|c| c.is_alphanumeric() || " _.-'".contains(c))
        && !code.ends_with([' ', '.'])
        && !PROSE.iter().any(|word| word.eq_ignore_ascii_case(code));
    fits.then(|| code.to_owned())
}

/// What prose puts into brackets.
const PROSE: [&str; 16] = [
    "sic",
    "x",
    "X",
    "ibid",
    "citation needed",
    "optional",
    "emphasis added",
    "emphasis in original",
    "and",
    "or",
    "the",
    "a",
    "s",
    "signed",
    "seal",
    "blank",
];

/// `{6C3C8BC8-F283-45AE-878A-BAB7291924A1}`
fn is_guid(code: &str) -> bool {
    code.len() == 36 && code.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
}

/// `+++FOR item IN items+++`
pub(super) fn command(code: &str) -> Read {
    let code = code.trim();
    let (word, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
    let rest = rest.trim();
    let what = match word {
        "INS" => What::Value(rest.to_owned()),
        _ if word.starts_with('=') => What::Value(code.trim_start_matches('=').trim().to_owned()),
        "FOR" => {
            let (item, list) = rest.split_once(" IN ").or_else(|| rest.split_once(" in "))?;
            What::For(name(item), list.trim().to_owned())
        }
        "IF" => What::If(rest.to_owned()),
        "END-FOR" | "END-IF" => What::End(String::new()),
        "IMAGE" | "HTML" | "LINK" => What::strange(
            "send it as a value that is more than text, such as {\"$image\": ...}, and write `{{ name }}`",
        ),
        "EXEC" => What::Run(rest.to_owned()),
        _ if word.starts_with('!') => What::Run(code.trim_start_matches('!').trim().to_owned()),
        "ALIAS" => {
            let (alias, command) = rest.split_once(char::is_whitespace)?;
            let (_, what) = self::command(command).or_else(|| loose_command(command))?;
            What::Alias(alias.to_owned(), Box::new(what))
        }
        "QUERY" => What::strange("the program asks for its data with it: send the data itself"),
        "CMD_NODE" => What::strange(PROGRAM),
        _ => return None,
    };
    Some((Dialect::Commands, what))
}

/// A command, or a value without one: `+++name+++`, `+++$item.price * 2+++`.
pub(super) fn plus_command(code: &str) -> Read {
    let is_value = code.trim().starts_with(|c: char| c.is_alphabetic() || matches!(c, '$' | '_' | '*'));
    command(code).or_else(|| loose_command(code).filter(|_| is_value && tokens(code).is_ok()))
}

pub(super) fn loose_command(code: &str) -> Read {
    let code = code.trim();
    let what = match code.strip_prefix('*') {
        Some(alias) => What::Aliased(alias.trim().to_owned()),
        None if code.is_empty() => return None,
        None => What::Value(code.to_owned()),
    };
    Some((Dialect::Commands, what))
}

/// `[#list items as item]`
pub(super) fn freemarker(code: &str) -> Read {
    let what = if let Some(closed) = code.strip_prefix("/#") {
        What::End(closed.trim().to_owned())
    } else {
        let (word, rest) = code.strip_prefix('#')?.split_once(' ').unwrap_or((code.get(1..)?, ""));
        match word {
            "list" => {
                let (list, item) = rest.split_once(" as ")?;
                What::For(name(item), list.trim().to_owned())
            }
            "if" => What::If(rest.to_owned()),
            "elseif" => What::ElseIf(rest.to_owned()),
            "else" => What::Else,
            "assign" | "local" | "global" if is_assignment(rest) => What::Run(rest.to_owned()),
            _ => What::strange("this statement is not known"),
        }
    };
    Some((Dialect::Dollar, what))
}

pub(super) fn loose_freemarker(code: &str) -> Read {
    let what = match code.strip_prefix('=') {
        Some(value) => What::Value(value.trim().to_owned()),
        None => What::strange("this statement is not known"),
    };
    Some((Dialect::Dollar, what))
}

/// `#{displayParagraphIf(paid)}` of docx-stamper.
pub(super) fn inline(code: &str) -> What {
    match stamper::is_processor(code) {
        true => What::strange(
            "its place decides what it acts on: write `{%p if ... %}` or `{%tr for ... %}` there",
        ),
        false => What::strange("this statement is not known"),
    }
}

/// What stands in two angle brackets.
pub(super) fn angles(code: &str) -> Read {
    let code = code.trim();
    let bracketed = |code: &str| {
        let inside = code.trim().strip_prefix('[')?;
        Some(inside[..inside.rfind(']')?].trim().to_owned())
    };
    let section = |code: &str| code.get(3..).and_then(name);
    let what = if let Some(value) = bracketed(code) {
        What::Value(value.split(':').next().unwrap_or_default().to_owned())
    } else if let Some(closed) = code.strip_prefix('/') {
        What::End(name(closed)?)
    } else if let Some(rest) = code.strip_prefix("foreach") {
        let inside = bracketed(rest)?;
        let (item, list) = inside.split_once("in ").unwrap_or(("", &inside));
        What::For(item.split_whitespace().last().and_then(name), list.trim().to_owned())
    } else if let Some(rest) = code.strip_prefix("if ") {
        What::If(bracketed(rest)?)
    } else if let Some(rest) = code.strip_prefix("elseif ") {
        What::ElseIf(bracketed(rest)?)
    } else if code == "else" {
        What::Else
    } else {
        match code.get(..3) {
            Some("rs_" | "rr_") => What::For(None, section(code)?),
            Some("cs_" | "cr_") => What::If(section(code)?),
            Some("es_" | "er_" | "ec_") => What::End(section(code)?),
            _ => What::Value(words(code)?),
        }
    };
    Some((Dialect::Angles, what))
}

pub(super) fn loose_angles(code: &str) -> Read {
    let code = code.trim();
    let computed = |code: &str| code.strip_prefix('{')?.strip_suffix('}').map(str::to_owned);
    let what = match code.get(..3) {
        Some("cs_" | "cr_") => computed(&code[3..]).map(What::If),
        _ => computed(code).map(What::Value),
    };
    Some((Dialect::Angles, what.unwrap_or_else(|| What::strange("this statement is not known"))))
}
