//! Numbers with the digits, the decimal sign and the groups of a language.

use std::rc::Rc;

use fixed_decimal::Decimal;
use icu_decimal::DecimalFormatter;
use icu_decimal::options::{DecimalFormatterOptions, GroupingStrategy};

use crate::{Kept, Locale};

thread_local! {
    static FORMATTERS: Kept<(icu_locale_core::Locale, GroupingStrategy), DecimalFormatter> = const { Kept::new() };
    static SEPARATORS: Kept<String, (char, char)> = const { Kept::new() };
}

/// What writes numbers in a language.
///
/// # Errors
/// The language has no data.
pub fn digits_of(locale: &Locale, grouping: GroupingStrategy) -> Result<Rc<DecimalFormatter>, String> {
    let create = || {
        let mut options = DecimalFormatterOptions::default();
        options.grouping_strategy = Some(grouping);
        DecimalFormatter::try_new((&locale.tag).into(), options).map_err(|error| error.to_string())
    };
    FORMATTERS.with(|formatters| formatters.get(&(locale.tag.clone(), grouping), create))
}

/// The decimal sign of a language (BCP 47) and the sign between thousands, as in `1,000,000.1`; those of American English
/// where it is none.
pub fn separators(language: &str) -> (char, char) {
    let read = || found(language).ok_or(());
    SEPARATORS.with(|known| known.get(language, read)).map_or(('.', ','), |found| *found)
}

fn found(language: &str) -> Option<(char, char)> {
    let locale = Locale::parse(language).unwrap_or_default().with_latin_digits();
    let digits = digits_of(&locale, GroupingStrategy::Always).ok()?;
    let written = digits.format(&"1000000.1".parse::<Decimal>().ok()?).to_string();
    let mut signs = written.chars().filter(|sign| !sign.is_ascii_digit());
    let group = signs.next()?;
    Some((signs.next_back()?, group))
}

#[cfg(test)]
mod tests {
    #[test]
    fn languages_and_their_regions_have_separators() {
        for (language, separators) in [
            ("en-US", ('.', ',')),
            ("de-DE", (',', '.')),
            ("de-CH", ('.', '\'')),
            ("es-ES", (',', '.')),
            ("es-MX", ('.', ',')),
            ("fr-FR", (',', '\u{202f}')),
            ("ar-EG", ('.', ',')),
            ("", ('.', ',')),
        ] {
            assert_eq!(super::separators(language), separators, "{language}");
        }
    }
}
