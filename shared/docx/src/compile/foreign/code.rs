//! The codes of mail merge fields (ECMA-376 part 1, 17.16.5) as expressions.

use crate::text::syntax;
use crate::text::syntax::{Expr, Operator};
use crate::text::word_fields::Field;
use platen_ooxml::field::{Instruction, Letter};
use platen_ooxml::sentinel::GUARD;

/// What a field of a mail merge is for a template.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Meaning {
    /// It shows a value.
    Value(Expr),
    /// `MERGEFIELD TableStart:items`: what follows is written for each element of a list.
    RegionStart(String),
    /// `MERGEFIELD TableEnd:items`
    RegionEnd(String),
    /// It stays as it is: why, and what to do.
    Not(&'static str, &'static str),
    /// Data has nothing to do with it.
    Other,
}

/// The first of the letters that stand for fields in a code: of the plane for private use.
const PLACES: u32 = 0xF_0000;

const COMPARISONS: [&str; 6] = ["=", "<>", "<", ">", "<=", ">="];

/// Fields in codes nest no deeper than this: hostile ones would overflow the stack.
const DEPTH: usize = 16;

/// Fields in one code, and bytes of it: an expression that is a long chain overflows the stack as well.
const INNER: usize = 32;
const BYTES: usize = 4 << 10;

/// Prefixes of names by which libraries for mail merge mark the ends of a list.
const STARTS: [&str; 3] = ["TableStart:", "BeginGroup:", "GroupStart:"];
const ENDS: [&str; 3] = ["TableEnd:", "EndGroup:", "GroupEnd:"];

const ASKED: &str = "asks nobody: it keeps what it showed last";

/// What each field that is not filled asks for.
const TOLD: [(&str, &str, &str); 8] = [
    (
        "ADDRESSBLOCK",
        "is not filled: it stays as it is",
        "insert the fields of the address one by one: Mailings, Insert Merge Field",
    ),
    (
        "GREETINGLINE",
        "is not filled: it stays as it is",
        "insert the greeting as text with fields in it: Mailings, Insert Merge Field",
    ),
    (
        "NEXT",
        "does nothing: all fields show one record",
        "repeat one row of labels: `{%tr for row in people|batch(3, {}) %}` in a table row above it, \
         `{{ row[0].name|default(\"\") }}`, `{{ row[1].name|default(\"\") }}` and so on in its cells, and \
         `{%tr endfor %}` in a table row below it",
    ),
    (
        "NEXTIF",
        "does nothing: all fields show one record",
        "choose the records in a loop over rows of labels: \
         `{%tr for row in people|selectattr(\"paid\")|batch(3, {}) %}`, `{{ row[0].name|default(\"\") }}` and so on, \
         `{%tr endfor %}`",
    ),
    ("SKIPIF", "does nothing: each item of the data becomes a document", "leave such items out of the data"),
    ("MERGEREC", "keeps what it showed last", "send the number as a field of the data"),
    ("ASK", ASKED, "write `{{ name }}` where its bookmark is shown, and send the answer with the data"),
    ("FILLIN", ASKED, "write `{{ name }}` in its place, and send the answer with the data"),
];

const IN_CODE: Meaning = Meaning::Not(
    "has a merge field in its code: it stays as it is",
    "write the text out and put a tag into it, as in https://example.org/{{ id }}",
);
const PICTURE: Meaning = Meaning::Not(
    "has a picture in one of its texts: it stays as it is",
    "put the picture between `{% if ... %}` and `{% endif %}`",
);
const UNREADABLE: Meaning = Meaning::Not(
    "cannot be read: it stays as it is",
    "write it as IF value = \"this\" \"text\" \"other text\", or with `{% if ... %}`",
);

/// Reads a field.
pub(super) fn meaning(fields: &[Field], index: usize) -> Meaning {
    let field = &fields[index];
    let keyword = field.keyword();
    if let Some((_, why, hint)) = TOLD.iter().find(|(name, ..)| *name == keyword) {
        return Meaning::Not(why, hint);
    }
    let merges = mentions_merge(fields, index, 0);
    match keyword.as_str() {
        "MERGESEQ" => Meaning::Not(TOLD[5].1, TOLD[5].2),
        "MERGEFIELD" => {
            let name = name_of(&field.code);
            let region = |prefixes: &[&str]| {
                prefixes.iter().find_map(|p| {
                    let head = name.get(..p.len()).filter(|head| head.eq_ignore_ascii_case(p))?;
                    Some(name[head.len()..].trim().to_owned()).filter(|rest| !rest.is_empty())
                })
            };
            match (region(&STARTS), region(&ENDS), value(fields, index, 0)) {
                (Some(list), ..) => Meaning::RegionStart(list),
                (_, Some(list), _) => Meaning::RegionEnd(list),
                (.., Some(expr)) => Meaning::Value(expr),
                _ => Meaning::Not(
                    "has no name: it stays as it is",
                    "insert it again: Mailings, Insert Merge Field",
                ),
            }
        }
        // What it says is shown where a `REF` asks for it.
        "SET" => Meaning::Other,
        "IF" | "=" if merges && field.has_picture => PICTURE,
        "IF" | "COMPARE" | "QUOTE" | "REF" => match (merges, value(fields, index, 0)) {
            (false, _) => Meaning::Other,
            (true, Some(expr)) => Meaning::Value(expr),
            (true, None) if keyword == "IF" => UNREADABLE,
            (true, None) => IN_CODE,
        },
        _ if keyword.starts_with('=') => match (merges, value(fields, index, 0)) {
            (false, _) => Meaning::Other,
            (true, Some(expr)) => Meaning::Value(expr),
            (true, None) => UNREADABLE,
        },
        _ if merges => IN_CODE,
        _ => Meaning::Other,
    }
}

/// Whether data decides on a field: a `MERGEFIELD` stands in its code.
fn mentions_merge(fields: &[Field], index: usize, depth: usize) -> bool {
    let field = &fields[index];
    depth < DEPTH
        && (braced(&field.code).is_some()
            || field.set.is_some_and(|set| mentions_merge(fields, set, depth + 1))
            || field.inner.iter().any(|(_, inner)| {
                fields[*inner].keyword() == "MERGEFIELD" || mentions_merge(fields, *inner, depth + 1)
            }))
}

/// The first `{MERGEFIELD name}` that was typed instead of inserted.
fn braced(code: &str) -> Option<(usize, usize)> {
    let open = code.match_indices('{').map(|(at, _)| at).find(|at| {
        let inside = code[at + 1..].trim_start();
        inside.get(..10).is_some_and(|word| word.eq_ignore_ascii_case("MERGEFIELD"))
    })?;
    Some((open, open + code[open..].find('}')? + 1))
}

/// The value of a field, if it is one that templates compute.
fn value(fields: &[Field], index: usize, depth: usize) -> Option<Expr> {
    let field =
        fields.get(index).filter(|f| depth < DEPTH && f.code.len() <= BYTES && f.inner.len() <= INNER)?;
    let mut inner = Vec::new();
    let mut letters: Vec<Letter> = Vec::new();
    let mut at = 0;
    for (place, index) in &field.inner {
        typed(&field.code[at..*place], &mut letters, &mut inner)?;
        place_for(value(fields, *index, depth + 1)?, &mut letters, &mut inner);
        at = *place;
    }
    typed(&field.code[at..], &mut letters, &mut inner)?;
    let keyword = field.keyword();
    if matches!(keyword.as_str(), "IF" | "COMPARE") {
        letters = apart(letters);
    }
    let instruction = Instruction::of_letters(letters);
    let result = match keyword.as_str() {
        "MERGEFIELD" => named(&name_of(&field.code))?,
        "IF" => condition(&instruction, &inner)?,
        "COMPARE" => compared(&instruction, &inner)?,
        "QUOTE" => joined(&instruction.arguments(&[]), &inner)?,
        "SET" => joined(instruction.arguments(&[]).get(1..)?, &inner)?,
        "REF" => value(fields, field.set?, depth + 1)?,
        _ if keyword.starts_with('=') => formula(&instruction, inner)?,
        _ => return None,
    };
    Some(switched(result, &instruction, keyword.starts_with('=')))
}

/// Letters of a code with the fields in it that were typed in braces.
fn typed(code: &str, letters: &mut Vec<Letter>, inner: &mut Vec<Expr>) -> Option<()> {
    let mut rest = code;
    while let Some((open, end)) = braced(rest) {
        if inner.len() >= INNER {
            return None;
        }
        letters.extend(rest[..open].chars().map(|c| (c, false)));
        let code = rest[open + 1..end].trim_end_matches('}');
        let instruction = Instruction::parse(code);
        place_for(switched(named(&name_of(code))?, &instruction, false), letters, inner);
        rest = &rest[end..];
    }
    letters.extend(rest.chars().map(|c| (c, false)));
    Some(())
}

/// Puts two letters that no document can hold in the place of a field's value.
fn place_for(value: Expr, letters: &mut Vec<Letter>, inner: &mut Vec<Expr>) {
    let index = char::from_u32(PLACES + inner.len() as u32).unwrap_or(GUARD);
    letters.extend([(GUARD, true), (index, true)]);
    inner.push(value);
}

/// The index that the second of the two letters stands for.
fn index(letter: Option<char>) -> Option<usize> {
    (letter? as usize).checked_sub(PLACES as usize)
}

/// The name of a merge field. Word quotes names with spaces; other programs do not.
pub(super) fn name_of(code: &str) -> String {
    let name = Instruction::parse(code).arguments(&["\\b", "\\f"]).join(" ");
    // Libraries mark what they fill with a picture or HTML; here the data says so.
    let plain = ["Image:", "Html:"].iter().find_map(|kind| {
        name.get(..kind.len()).filter(|head| head.eq_ignore_ascii_case(kind)).map(|head| head.len())
    });
    name[plain.unwrap_or_default()..].trim().to_owned()
}

/// The field of a name: in the element of the list around it first.
fn named(name: &str) -> Option<Expr> {
    (!name.is_empty() && !name.starts_with("__")).then(|| Expr::Lookup(name.to_owned()))
}

/// Writes spaces around the sign of a comparison: Word needs none where a field ends.
fn apart(letters: Vec<Letter>) -> Vec<Letter> {
    let mut out = Vec::with_capacity(letters.len() + 4);
    let (mut quoted, mut before) = (false, false);
    for (c, is_plain) in letters {
        let is_sign = !is_plain && !quoted && matches!(c, '=' | '<' | '>');
        if is_sign != before {
            out.push((' ', false));
        }
        before = is_sign;
        quoted ^= !is_plain && matches!(c, '"' | '“' | '”');
        out.push((c, is_plain));
    }
    out
}

/// `IF left operator right "then" "else"`
fn condition(instruction: &Instruction, inner: &[Expr]) -> Option<Expr> {
    let arguments = instruction.arguments(&[]);
    let [left, operator, right, texts @ ..] = arguments.as_slice() else { return None };
    if !COMPARISONS.contains(operator) || texts.len() > 2 {
        return None;
    }
    let text = |at: usize| operand(texts.get(at).copied().unwrap_or_default(), inner);
    let test = operand(left, inner)?
        .filtered("__field_holds", vec![Expr::Text((*operator).to_owned()), operand(right, inner)?]);
    Some(Expr::Choice {
        value: Box::new(text(0)?),
        test: Box::new(test),
        otherwise: Some(Box::new(text(1)?)),
    })
}

/// `COMPARE left operator right` shows 1 or 0 (17.16.5.11).
fn compared(instruction: &Instruction, inner: &[Expr]) -> Option<Expr> {
    let arguments = instruction.arguments(&[]);
    let [left, operator, right] = arguments.as_slice() else { return None };
    if !COMPARISONS.contains(operator) {
        return None;
    }
    let holds = vec![Expr::Text((*operator).to_owned()), operand(right, inner)?];
    Some(Expr::Choice {
        test: Box::new(operand(left, inner)?.filtered("__field_holds", holds)),
        value: Box::new(Expr::Text("1".to_owned())),
        otherwise: Some(Box::new(Expr::Text("0".to_owned()))),
    })
}

/// Texts one behind the other, as `QUOTE` shows them (17.16.5.49). A number there is the code of a character.
fn joined(words: &[&str], inner: &[Expr]) -> Option<Expr> {
    let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit());
    match words.iter().any(is_number) {
        true => None,
        false => operand(&words.concat(), inner),
    }
}

/// A word of a code, with the values of the fields in it.
fn operand(word: &str, inner: &[Expr]) -> Option<Expr> {
    let mut parts = word.split(GUARD);
    let first = parts.next().unwrap_or_default();
    let mut whole = (!first.is_empty()).then(|| Expr::Text(first.to_owned()));
    let mut add = |part: Expr| {
        whole = Some(match whole.take() {
            Some(before) => Expr::Binary(Operator::Concat, Box::new(before), Box::new(part)),
            None => part,
        });
    };
    for part in parts {
        let mut letters = part.chars();
        add(inner.get(index(letters.next())?)?.clone());
        if !letters.as_str().is_empty() {
            add(Expr::Text(letters.as_str().to_owned()));
        }
    }
    Some(whole.unwrap_or(Expr::Text(String::new())))
}

/// `= price * 1.2` (17.16.3): numbers, fields, the four operations, powers and parentheses.
fn formula(instruction: &Instruction, inner: Vec<Expr>) -> Option<Expr> {
    let mut code = String::new();
    let formula = instruction.formula();
    let mut letters = formula.chars();
    while let Some(c) = letters.next() {
        match c {
            GUARD => code.push_str(&format!("v{}", index(letters.next())?)),
            '^' => code.push_str("**"),
            c if c.is_ascii_digit() || matches!(c, '+' | '-' | '*' | '/' | '(' | ')' | '.' | ' ') => {
                code.push(c)
            }
            _ => return None,
        }
    }
    let mut computed = syntax::value(&code).ok()?;
    let mut values: Vec<Option<Expr>> = inner.into_iter().map(Some).collect();
    computed.rewrite(&mut |expr| match &expr {
        Expr::Name(name) => {
            let index = name.strip_prefix('v').and_then(|index| index.parse::<usize>().ok());
            let value = index.and_then(|index| values.get_mut(index)?.take());
            value.map_or(expr, |value| value.filtered("__field_number_of", Vec::new()))
        }
        _ => expr,
    });
    Some(computed)
}

/// Words of `\*` for the case of letters, for the form of a number, and for what the fields of templates have anyway.
const CASES: [&str; 4] = ["upper", "lower", "firstcap", "caps"];
const FORMS: [&str; 9] =
    ["arabic", "arabicdash", "alphabetic", "roman", "cardtext", "ordtext", "ordinal", "dollartext", "hex"];
const LOOKS: [&str; 2] = ["mergeformat", "charformat"];

/// The word of a switch `\*` that says what no template does.
pub(super) fn undone(field: &Field) -> Option<String> {
    let instruction = Instruction::parse(&field.code);
    let is_known =
        |word: &&str| CASES.iter().chain(&FORMS).chain(&LOOKS).any(|known| known.eq_ignore_ascii_case(word));
    let word = instruction.values("\\*").find(|word| !is_known(word)).map(str::to_owned);
    word.filter(|_| field.keyword() == "MERGEFIELD")
}

/// What the switches make of a value; a formula comes out as a number even without a picture.
fn switched(value: Expr, instruction: &Instruction, is_formula: bool) -> Expr {
    let text = |text: &str| Expr::Text(text.to_owned());
    let mut value = value;
    match (instruction.value("\\#"), instruction.value("\\@")) {
        (Some(picture), _) => value = value.filtered("__field_number", vec![text(picture)]),
        (None, Some(picture)) => value = value.filtered("__field_date", vec![text(picture)]),
        (None, None) if is_formula => value = value.filtered("__field_number", vec![text("")]),
        (None, None) => {}
    }
    for word in instruction.values("\\*") {
        let is_in = |list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(word));
        if is_in(&CASES) {
            value = value.filtered("__field_case", vec![text(word)]);
        } else if is_in(&FORMS) {
            value = value.filtered("__field_form", vec![text(word)]);
        }
    }
    match (instruction.value("\\b"), instruction.value("\\f")) {
        (None, None) => value,
        (before, after) => {
            let around = vec![text(before.unwrap_or_default()), text(after.unwrap_or_default())];
            value.filtered("__field_around", around)
        }
    }
}
