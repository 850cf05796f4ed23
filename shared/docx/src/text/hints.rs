//! Hints for authors who come from other products, spreadsheets or programming languages: their syntax, and the equivalent
//! here.

use super::scan::{Delimiter, Tag};
use super::syntax::syntax_fault::Fault;
use crate::spelling::nearest;

/// Two things that other engines' marks may mean.
pub(crate) const LOOP_OR_NAME: &str =
    "a loop is written `{% for item in items %}` ... `{% endfor %}`; names of letters and digits are safest";

/// What parentheses are for.
pub(crate) const FUNCTIONS: &str =
    "a template can call its own macros and functions such as `range`; names of fields have no parentheses";

/// What methods there are.
pub(crate) const METHODS: &str = "methods are those of Python's texts, lists and objects, such as `name.upper()` and `name.split(\",\")`; a field needs no parentheses";

const BLOCKS: &str = "a loop is written `{% for item in items %}` ... `{% endfor %}`, a condition `{% if paid %}` ... `{% endif %}`";

/// Characters and signs of other languages, as they begin in the code where the parser stopped, and the hint.
const SIGNS: &[(&str, &str)] = &[
    ("&&", "write `and`: `{% if a and b %}`"),
    ("||", "write `or`: `{% if a or b %}`"),
    ("??", "write `default`: `{{ a|default(\"\") }}`"),
    ("?", "a choice is written `{{ \"yes\" if paid else \"no\" }}`"),
    ("!=", "compare two values: `{% if a != b %}`"),
    ("!", "write `not`: `{% if not paid %}`"),
    (",", "a tag prints one value, as in `{{ a }}, {{ b }}`"),
    (
        "%",
        "names of fields cannot contain this character: rename the field, or use a content control with this name",
    ),
    (";", "a tag ends without a semicolon"),
    ("<>", "unequal is written `!=`"),
    ("≠", "Word inserted this character: write `!=`"),
    ("≥", "Word inserted this character: write `>=`"),
    ("≤", "Word inserted this character: write `<=`"),
    ("×", "Word inserted this character: multiply with `*`"),
    ("÷", "Word inserted this character: divide with `/`"),
    ("–", "Word inserted this dash: write `-` for minus"),
    ("—", "Word inserted this dash: write `-` for minus"),
    ("…", "Word inserted this character: type the code instead"),
    ("→", "Word inserted this character: type the code instead"),
];

/// Names of filters, tests and functions of other products, and what to write here.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (
        &["today", "now", "current_date", "utcnow", "getdate"],
        "write `{{ today }}`: templates have no clock, so send the date as the option `today` or with the data, as in {\"today\": \"2026-01-31\"}",
    ),
    (&["len", "size", "lengthof"], "write `{{ items|length }}`"),
    (
        &["null", "nil", "empty", "blank"],
        "ask `{% if a is none %}`, or `{% if not a %}` for what is empty or missing too",
    ),
    (
        &[
            "currency",
            "money",
            "formatcurrency",
            "format_currency",
            "euro",
            "euros",
            "eur",
            "dollar",
            "dollars",
            "usd",
            "pound",
            "pounds",
            "gbp",
            "chf",
        ],
        "write a filter: `{{ price|currency(\"EUR\") }}`",
    ),
    (
        &["formatdate", "format_date", "dateformat", "strftime", "todate"],
        "write a filter: `{{ day|date(\"d MMMM yyyy\") }}`",
    ),
    (
        &["formatnumber", "format_number", "number_format", "numberformat", "intcomma"],
        "write a filter: `{{ amount|number(2) }}`",
    ),
    (&["markdown", "inline_markdown", "md"], "write a filter: `{{ text|markdown }}`"),
    (
        &["html", "rawhtml", "nl2br", "linebreaks"],
        "write a filter: `{{ text|html }}`; line breaks of a plain text are kept",
    ),
    (
        &["image", "img", "inline_image", "inlineimage", "picture", "show"],
        "send the picture in the data as \"data:image/png;base64,...\" and write a filter: `{{ logo|image(\"4cm\") }}`",
    ),
    (&["equation", "formula", "math", "latex"], "write a filter: `{{ formula|equation }}`"),
    (&["footnote", "note"], "write a filter: `{{ source|footnote }}`"),
    (&["qr", "qrcode"], "write a filter: `{{ code|qr(\"3cm\") }}`"),
    (&["barcode", "bar_code"], "write a filter: `{{ code|barcode(\"ean13\") }}`"),
    (&["link", "hyperlink", "url"], "write a filter: `{{ website|link(\"our website\") }}`"),
    (
        &["include_docx_template", "include_docx", "subdoc", "subtemplate"],
        "send the document in the data: {\"$docx\": \"...\"}, printed by `{{ part }}`",
    ),
    (&["ifelse", "iif", "if_else", "ifempty"], "a choice is written `{{ \"yes\" if paid else \"no\" }}`"),
    (&["concat", "concatenate"], "join texts with `~`: `{{ first ~ \" \" ~ last }}`"),
    (&["ucfirst", "capitalise", "firstupper"], "write a filter: `{{ name|capitalize }}`"),
    (&["toupper", "touppercase", "uppercase"], "write a filter: `{{ name|upper }}`"),
    (&["tolower", "tolowercase", "lowercase"], "write a filter: `{{ name|lower }}`"),
    (&["str", "tostring"], "write a filter: `{{ value|string }}`"),
    (&["parseint", "tonumber", "number", "decimal"], "write a filter: `{{ value|float }}`"),
    (&["encode", "decode"], "texts need no encoding: write `{{ name }}`"),
    (&["enumerate"], "`loop.index` counts the turns: `{% for item in items %}{{ loop.index }}`"),
];

/// Every keyword that a statement may begin with.
const KEYWORDS: [&str; 34] = [
    "for",
    "endfor",
    "if",
    "elif",
    "else",
    "endif",
    "set",
    "endset",
    "with",
    "endwith",
    "macro",
    "endmacro",
    "call",
    "endcall",
    "filter",
    "endfilter",
    "autoescape",
    "endautoescape",
    "do",
    "raw",
    "endraw",
    "break",
    "continue",
    "cellbg",
    "rowbg",
    "colspan",
    "color",
    "style",
    "list",
    "page",
    "vm",
    "hm",
    "trans",
    "endtrans",
];

/// Keywords of other languages, and what to write here.
const FOREIGN: &[(&[&str], &str)] = &[
    (&["foreach", "each", "loop"], "a loop is written `{% for item in items %}` ... `{% endfor %}`"),
    (&["endforeach", "endeach", "endloop", "next"], "a loop ends with `{% endfor %}`"),
    (&["elseif", "elsif", "elsf"], "did you mean `elif`?"),
    (&["unless"], "write `{% if not paid %}` ... `{% endif %}`"),
    (&["switch", "case", "when"], "write `{% if a == 1 %}` ... `{% elif a == 2 %}` ... `{% endif %}`"),
    (&["end", "done"], "close a block with `{% endif %}` or `{% endfor %}`"),
    (&["fi"], "did you mean `if`? A condition ends with `{% endif %}`"),
    (&["let", "var", "assign", "define"], "give a name a value with `{% set total = 1 %}`"),
    (
        &["include"],
        "registered templates include one another, and on the command line files beside the template; in a document's data send {\"$docx\": \"...\", \"data\": {...}}",
    ),
    (
        &["import", "from", "extends", "block", "endblock"],
        "a template is one document: put the text into it, or send a document in the data as {\"$docx\": \"...\"}",
    ),
    (
        &["orientation", "landscape", "portrait", "margins", "pagesize", "pagesetup"],
        "write `{% page orientation=\"landscape\" %}`, with `size` and `margins` if they change",
    ),
    (&["comment", "rem"], "a comment is written `{# comment #}`"),
    (
        &["p", "r", "tc", "tr"],
        "write this letter right behind the sign, without a space: `{%tr for item in items %}`, `{%p if paid %}`",
    ),
];

/// What to write instead of a filter, test or function of another product.
pub(crate) fn elsewhere(name: &str) -> Option<&'static str> {
    of_list(ELSEWHERE, &name.to_lowercase())
}

/// What to write instead of a keyword that there is not. Capital letters count for nothing.
pub(crate) fn keyword(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let known = of_list(FOREIGN, &lower).map(str::to_owned);
    known.or_else(|| {
        let near = nearest(&lower, known_statements()).filter(|near| *near != word);
        near.map(|near| format!("did you mean `{near}`?"))
    })
}

/// The keywords of all statements, those that end a block among them.
pub fn known_statements() -> impl Iterator<Item = &'static str> {
    KEYWORDS.into_iter()
}

pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// The fault of a keyword that there is not.
pub(crate) fn unknown(word: &str) -> Fault {
    let message = match word {
        "" => "this tag is empty".to_owned(),
        _ => format!("`{word}` is not a known statement"),
    };
    Fault { message, hint: keyword(word), at: 0 }
}

/// The fault of a statement's code that begins with no keyword.
pub(crate) fn without_keyword(code: &str) -> Fault {
    let inner = code.trim_matches('%').trim();
    if inner.len() == code.len() || inner.is_empty() {
        return unknown("");
    }
    Fault {
        message: "this tag has more than one `%` at its ends".to_owned(),
        hint: Some(format!("write `{{% {inner} %}}`")),
        at: 0,
    }
}

fn of_list(list: &'static [(&[&str], &str)], word: &str) -> Option<&'static str> {
    list.iter().find(|(words, _)| words.contains(&word)).map(|(_, hint)| *hint)
}

/// The fault with a hint, where it is a known slip.
pub(crate) fn explain(tag: &Tag, mut fault: Fault) -> Fault {
    let rest = match tag.delimiter {
        Delimiter::Block => &tag.code[tag.keyword().len()..],
        _ => tag.code.as_str(),
    };
    fault.hint = fault.hint.or_else(|| hint(tag, rest, fault.at)).or_else(|| unclosed(rest, &fault.message));
    fault.message = format!("this tag's code is wrong: {}", fault.message);
    fault
}

/// A bracket that does not end.
fn unclosed(code: &str, message: &str) -> Option<String> {
    [('[', ']', "`items[0].name`"), ('(', ')', "`name|replace(\"a\", \"b\")`")].into_iter().find_map(
        |(opens, closes, example)| {
            let is_open = code.matches(opens).count() > code.matches(closes).count();
            (is_open && message.contains("expected"))
                .then(|| format!("a `{opens}` needs its `{closes}`, as in {example}"))
        },
    )
}

fn hint(tag: &Tag, code: &str, at: usize) -> Option<String> {
    let keyword = tag.keyword();
    let rest = code.get(at..).unwrap_or_default();
    if keyword == "else" && rest.starts_with("if ") {
        return Some(format!("write `{{% elif {} %}}`", rest["if ".len()..].trim()));
    }
    if tag.delimiter == Delimiter::Variable && code.starts_with(['#', '/', '^']) {
        return Some(BLOCKS.to_owned());
    }
    if matches!(keyword, "if" | "elif") && rest.starts_with('=') {
        return Some("compare with two equals signs: `==`".to_owned());
    }
    if code.contains("{{") || code.contains("{%") {
        return Some(
            "write braces only once around a tag: inside, write the name alone, as in `{% if paid %}`"
                .to_owned(),
        );
    }
    let before = code.get(..at).unwrap_or_default().trim();
    if tag.delimiter == Delimiter::Variable && rest.starts_with(':') && before.contains('|') {
        let argument = rest.trim_start_matches(':').trim();
        return Some(format!("a filter's argument stands in parentheses: `{{{{ {before}({argument}) }}}}`"));
    }
    let quote = before.chars().next_back().filter(|c| matches!(c, '"' | '\''));
    if let Some(quote) = quote.filter(|_| rest.starts_with(char::is_alphanumeric)) {
        let other = if quote == '"' { '\'' } else { '"' };
        return Some(format!(
            "a text in {quote} cannot contain {quote}: put it in the other quotes, as in `{other}He said {quote}hi{quote}{other}`"
        ));
    }
    // The second sign of two may be the one that the parser stopped at.
    let doubled = code.get(at.saturating_sub(1)..).unwrap_or_default();
    let sign =
        SIGNS.iter().find(|(sign, _)| rest.starts_with(sign) || sign.len() == 2 && doubled.starts_with(sign));
    if let Some((_, hint)) = sign {
        return Some((*hint).to_owned());
    }
    match (tag.delimiter, keyword) {
        (Delimiter::Block, "for") if !code.contains(" in ") => {
            Some("a loop is written `{% for item in items %}`".to_owned())
        }
        (Delimiter::Variable, _) => {
            let name = code.trim_start_matches(['=', '$', '@', '&', '!', '*', ':', '<', '>', '{']);
            // `$.customer.name` is a path from the root of the data.
            let name = name.trim_start_matches('.');
            let name = name.trim_end_matches([';', '}']).trim();
            let is_field =
                !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
            (is_field && name.len() < code.len())
                .then(|| format!("write the field's name alone: `{{{{ {name} }}}}`"))
        }
        _ => None,
    }
}
