//! Sample values that fit the type and match the name.

use serde_json::{Value, json};

use super::fits::{is_date, is_listed};
use super::want::Want;
use platen_rich::Kind;

/// What a word of a name says about the value. The first row with a word of the name is taken.
const TEXTS: &[(&[&str], &str)] = &[
    (&["email", "mail"], "name@example.com"),
    (&["phone", "telephone", "tel", "mobile", "fax"], "+44 20 7946 0000"),
    (&["url", "website", "web", "link", "homepage"], "https://example.com"),
    (&["date", "day", "due", "today", "birthday", "deadline"], "2026-01-31"),
    (&["time"], "10:00"),
    (&["currency"], "EUR"),
    (&["city", "town"], "London"),
    (&["country"], "United Kingdom"),
    (&["street", "address"], "1 Example Street"),
    (&["zip", "postcode", "postal"], "EC1A 1AA"),
    (&["iban"], "GB33 BUKB 2020 1555 5555 55"),
    (&["company", "organisation", "organization", "firm"], "Example Ltd"),
    (&["firstname", "forename"], "Ada"),
    (&["lastname", "surname"], "Lovelace"),
    (&["id", "number", "no", "nr", "code", "reference", "ref", "sku"], "A-1001"),
];

/// Words that stand for an amount of money.
const AMOUNTS: &[&str] = &[
    "price", "total", "amount", "sum", "subtotal", "cost", "fee", "net", "gross", "tax", "vat", "discount",
    "balance", "salary",
];

/// Words that stand for a count.
const COUNTS: &[&str] =
    &["quantity", "qty", "count", "pieces", "units", "index", "position", "pos", "page", "pages"];

/// Words that stand for a share.
const RATES: &[&str] = &["rate", "percent", "percentage", "ratio", "factor", "weight", "score"];

/// One pixel, transparent.
const PICTURE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/// A value for a field: the first of the template's own `literals` that fits, else one that its name suggests.
pub(super) fn of<'v>(want: &Want, name: &str, literals: impl Iterator<Item = &'v Value>) -> Value {
    for literal in literals {
        let fits = match want {
            Want::Array | Want::Container { .. } | Want::Object | Want::Picture => false,
            Want::Text | Want::Characters | Want::Source(_) | Want::Suggestion(_) => literal.is_string(),
            Want::Number { .. } => literal.is_number(),
            Want::Boolean { .. } | Want::Truth => literal.is_boolean(),
            Want::Date { .. } => literal.as_str().is_some_and(is_date),
            Want::Anything | Want::Printable => !literal.is_array() && !literal.is_object(),
            Want::Choice(items) => is_listed(items, literal),
        };
        let empty = literal.as_str() == Some("");
        if fits && !empty {
            return literal.clone();
        }
    }
    let words = words(name);
    let has = |row: &[&str]| words.iter().any(|word| row.contains(&word.as_str()));
    match want {
        Want::Array | Want::Container { .. } => json!([]),
        Want::Object => json!({}),
        Want::Picture => json!({ "$image": PICTURE, "alt": text(&words) }),
        Want::Boolean { .. } | Want::Truth => json!(true),
        Want::Date { time: false, .. } => json!("2026-01-31"),
        Want::Date { time: true, .. } => json!("2026-01-31T10:00:00Z"),
        Want::Number { .. } => number(&has).unwrap_or(json!(1)),
        Want::Anything | Want::Printable => number(&has).unwrap_or_else(|| json!(text(&words))),
        Want::Source(kind) => json!(source(*kind, &words)),
        Want::Text | Want::Characters => json!(text(&words)),
        Want::Choice(items) | Want::Suggestion(items) => {
            match items.iter().find(|item| !item.value.is_empty()) {
                Some(item) => json!(item.value),
                None => items.first().map_or_else(|| json!(text(&words)), |item| json!(item.display_text)),
            }
        }
    }
}

fn number(has: &dyn Fn(&[&str]) -> bool) -> Option<Value> {
    // An amount comes first: a "unit price" is money, a "tax rate" a share.
    if has(RATES) {
        Some(json!(9.5))
    } else if has(COUNTS) {
        Some(json!(1))
    } else if has(AMOUNTS) && !has(&["number", "no", "id", "code", "currency", "date"]) {
        Some(json!(100))
    } else {
        None
    }
}

/// A text that a filter can make a rich value of.
fn source(kind: Kind, words: &[String]) -> String {
    match kind {
        Kind::Image => PICTURE.to_owned(),
        Kind::Link => "https://example.com".to_owned(),
        Kind::Markdown => format!("**{}**", text(words)),
        Kind::Html => format!("<b>{}</b>", text(words)),
        _ => text(words),
    }
}

fn text(words: &[String]) -> String {
    let pairs = words.windows(2).map(|pair| pair.concat());
    let known: Vec<String> = words.iter().cloned().chain(pairs).collect();
    let row = TEXTS.iter().find(|(row, _)| known.iter().any(|word| row.contains(&word.as_str())));
    match row {
        Some((_, text)) => (*text).to_owned(),
        None if words.is_empty() => "Sample text".to_owned(),
        None => format!("Sample {}", words.join(" ")),
    }
}

/// The words of `invoiceNo`, `invoice_no`, `Invoice No`, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && lower) {
            words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
        }
        lower = c.is_lowercase() || c.is_numeric();
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}
