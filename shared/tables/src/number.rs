//! Numbers as people write them.

use crate::fault::quoted;
use crate::unfit::Unfit;
use crate::writing::Writing;

/// Digits of the longest number that is read.
const LONGEST: usize = 40;

/// Characters that may stand between groups of digits in any language.
const SPACES: [char; 5] = [' ', '\u{a0}', '\u{202f}', '\'', '’'];

/// A number as JSON writes it. It may have a sign of currency or its code, and separators of thousands; with a percent sign
/// it is a hundredth, as in Excel, whose cell of 20 % holds 0.2.
///
/// Without a language, what two languages read in two ways is refused.
pub(crate) fn number(text: &str, writing: Option<&Writing>) -> Result<String, Unfit> {
    let unfit = || match writing {
        Some(Writing { tag, number, .. }) => {
            Unfit(format!("is {}; a number as {tag} writes it is required, such as {number}", quoted(text)))
        }
        None => Unfit(format!("is {}; a number is required", quoted(text))),
    };
    let Bare { is_negative, is_percent, body } = bare(text);
    let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == ',' || SPACES.contains(&c);
    let digits = body.bytes().filter(u8::is_ascii_digit).count();
    if digits == 0 || digits > LONGEST || !body.chars().all(is_part) {
        return Err(unfit());
    }
    let decimal = match writing {
        Some(writing) => Some(writing.decimal),
        None => decimal_sign(text, body)?,
    };
    let (whole, fraction) = decimal.and_then(|sign| body.rsplit_once(sign)).unwrap_or((body, ""));
    let is_group = |c: char| match writing {
        Some(writing) => writing.group == Some(c) || SPACES.contains(&c),
        None => !c.is_ascii_digit() && Some(c) != decimal,
    };
    let small = writing.is_some_and(|writing| writing.small_groups);
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) || !is_grouped(whole, is_group, small) {
        return Err(unfit());
    }
    let places = fraction.len() + if is_percent { 2 } else { 0 };
    let mut digits: String = whole.chars().filter(char::is_ascii_digit).collect();
    digits.push_str(fraction);
    let digits = format!("{digits:0>least$}", least = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let mut written = String::with_capacity(digits.len() + 2);
    if is_negative {
        written.push('-');
    }
    written.push_str(if whole.is_empty() { "0" } else { whole });
    if !fraction.is_empty() {
        written.push('.');
        written.push_str(fraction);
    }
    Ok(written)
}

/// A number without what stands around its digits and separators.
struct Bare<'a> {
    is_negative: bool,
    is_percent: bool,
    body: &'a str,
}

fn bare(text: &str) -> Bare<'_> {
    let mut is_negative = None;
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '+' | '-' | '−' if is_negative.is_none() => {
                is_negative = Some(first != '+');
                first.len_utf8()
            }
            _ if is_currency(first) => first.len_utf8(),
            _ => match letters(rest) {
                0 => break,
                letters => letters,
            },
        };
        rest = rest.get(length..).unwrap_or_default().trim_start();
    }
    let is_percent = rest.ends_with('%');
    let behind = match rest.chars().next_back() {
        Some('%') => 1,
        Some(last) if is_currency(last) => last.len_utf8(),
        _ if rest.as_bytes().last_chunk::<3>().is_some_and(|code| is_code(code)) => 3,
        _ => 0,
    };
    let body = rest.get(..rest.len() - behind).unwrap_or_default().trim_end();
    Bare { is_negative: is_negative == Some(true), is_percent, body }
}

/// How many letters a currency's code at the beginning has: `EUR`, or those of `R$`.
fn letters(text: &str) -> usize {
    let count = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let has_sign = text.get(count..).and_then(|rest| rest.chars().next()).is_some_and(is_currency);
    if count == 3 || count < 3 && has_sign { count } else { 0 }
}

/// A code of ISO 4217, such as `EUR`.
fn is_code(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_uppercase)
}

/// Unicode's general category Sc.
fn is_currency(c: char) -> bool {
    matches!(c,
        '$' | '¢'..='¥' | '֏' | '؋' | '৲' | '৳' | '৻' | '૱' | '௹' | '฿' | '៛' | '\u{20a0}'..='\u{20c0}' | '﷼' | '﹩' | '＄'
        | '￠' | '￡' | '￥' | '￦')
}

/// The decimal sign, as far as the number itself tells.
fn decimal_sign(text: &str, body: &str) -> Result<Option<char>, Unfit> {
    let mut signs = body.char_indices().filter(|(_, c)| matches!(c, '.' | ','));
    let Some((at, first)) = signs.next() else { return Ok(None) };
    let Some((_, last)) = signs.next_back() else {
        // 1,234 is 1234 to one reader and 1.234 to another: a document with a wrong amount is worse than a question.
        let (whole, fraction) = (&body[..at], &body[at + 1..]);
        let is_short = (1..=3).contains(&whole.len()) && !whole.starts_with('0');
        let is_plain = whole.bytes().all(|byte| byte.is_ascii_digit());
        if is_short && is_plain && fraction.len() == 3 {
            let name = if first == ',' { "comma" } else { "point" };
            return Err(Unfit(format!(
                "is {}, which may mean {whole}{fraction} or {whole}.{fraction}; set the locale that the rows are written in \
                 (such as \"en\" or \"de\"), or write it without the {name}",
                quoted(text)
            )));
        }
        return Ok(Some(first));
    };
    // 1.234.567 has points between its groups, and no decimals; of two kinds the last one begins the decimals.
    Ok((first != last).then_some(last))
}

/// Whether groups have three digits, the first one up to three; with `small`, those before the last may have two. No language
/// writes 500 as `0,500`: where the comma stands between groups, that is a half of another language.
fn is_grouped(whole: &str, is_group: impl Fn(char) -> bool, small: bool) -> bool {
    let mut groups = whole.split(&is_group);
    let first = groups.next().unwrap_or_default();
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let mut rest = groups.rev();
    let Some(last) = rest.next() else { return digits(first) };
    let fits = |group: &str| digits(group) && (group.len() == 3 || small && group.len() == 2);
    let is_first = !first.starts_with('0') && (1..=3).contains(&first.len());
    digits(first) && is_first && digits(last) && last.len() == 3 && rest.all(fits)
}
