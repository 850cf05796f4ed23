//! Letter case, as the switch `\*` requests it (17.16.4.3.2).

/// Writes a text in a case: `Upper`, `Lower`, `FirstCap` or `Caps`, whatever the case of the word; as it is for other words.
#[must_use]
pub fn in_case(text: String, case: &str) -> String {
    match case.to_ascii_lowercase().as_str() {
        "upper" => text.to_uppercase(),
        "lower" => text.to_lowercase(),
        "firstcap" => first_capital(&text),
        "caps" => text.split(' ').map(first_capital).collect::<Vec<_>>().join(" "),
        _ => text,
    }
}

fn first_capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
}
