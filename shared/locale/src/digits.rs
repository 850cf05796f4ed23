//! Numbers with the digits, the decimal sign and the groups of a language.

use std::rc::Rc;

use icu_decimal::DecimalFormatter;
use icu_decimal::options::{DecimalFormatterOptions, GroupingStrategy};

use crate::{Kept, Locale};

thread_local! {
    static FORMATTERS: Kept<(icu_locale_core::Locale, GroupingStrategy), DecimalFormatter> = const { Kept::new() };
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
