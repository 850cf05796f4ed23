//! How many dashes the lines of a picture have at most: a dash of a thousandth along a million is a page of text and
//! minutes of work.

/// Dashes of one picture.
const MOST: f64 = 100_000.0;

/// Elements that repeat others: what a dash costs in them is not counted.
const REPEATING: [&str; 5] = ["<use", "<marker", "<pattern", "<text", "<symbol"];

/// Looks at the text alone, before anything reads it: the sum of all numbers is more than the way that lines go.
///
/// # Errors
/// More dashes than [`MOST`], or dashes that cannot be counted.
pub(super) fn check(svg: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(svg);
    let mut least = f64::MAX;
    for after in text.split("dasharray").skip(1) {
        let value =
            after.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '=' | ':' | '"' | '\''));
        let value = value.split(['"', '\'', ';', '}', '<', '/']).next().unwrap_or_default();
        for length in value.split(|c: char| c == ',' || c.is_whitespace()).filter(|own| !own.is_empty()) {
            match length.trim_end_matches("px").parse::<f64>() {
                Ok(length) if length > 0.0 => least = least.min(length),
                Ok(_) => {}
                Err(_) if matches!(length, "none" | "inherit" | "null") => {}
                Err(_) => return Err("is an SVG picture with dashes that cannot be counted".to_owned()),
            }
        }
    }
    if least == f64::MAX {
        return Ok(());
    }
    if REPEATING.iter().any(|element| text.contains(element)) {
        return Err("is an SVG picture with dashes in parts that repeat".to_owned());
    }
    let is_other = |c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E'));
    // Colors are no numbers.
    let words = text.split('#').enumerate().flat_map(|(at, part)| {
        let part = if at == 0 { part } else { part.trim_start_matches(|c: char| c.is_ascii_hexdigit()) };
        part.split(is_other)
    });
    // An arc goes 2 pi times its radius at most; a curve no further than its points.
    let way = words.map(number).sum::<f64>() * 7.0;
    if way / least <= MOST { Ok(()) } else { Err("is an SVG picture with too many dashes".to_owned()) }
}

/// The number that a word begins with.
fn number(word: &str) -> f64 {
    let whole = |word: &str| word.parse::<f64>().ok();
    let parts = || word.split(['e', 'E']).filter_map(whole).sum::<f64>();
    // What is no number ends a path, but not before what stands in front of it.
    let begins =
        || word.match_indices(['e', 'E']).filter_map(|(at, _)| whole(word.get(..at)?)).fold(0.0, f64::max);
    whole(word).unwrap_or_else(|| begins() + parts())
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn dashes_are_counted_before_they_are_drawn() {
        let line = |dash: &str, to: &str| {
            check(
                format!(r#"<svg><path d="M0 0L{to} 0" style="stroke-dasharray: {dash}; fill: none"/></svg>"#)
                    .as_bytes(),
            )
        };
        assert!(line("4 2", "100").is_ok());
        assert!(line("none", "1e9").is_ok());
        assert!(line("0.001", "1000").is_err());
        assert!(line("4 2", "1e9").is_err());
        assert!(line("4 2", "1e9e").is_err());
        assert!(line("1%", "10").is_err());
        assert!(
            check(br##"<svg stroke-dasharray='4'><path id="a" d="M0 0L9 9"/><use href="#a"/></svg>"##)
                .is_err()
        );
    }
}
