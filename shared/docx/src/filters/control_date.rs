//! A date control's value: its format (`w:dateFormat`, ECMA-376 part 1, 17.5.2.7) in its language (`w:lid`, 17.5.2.18).

use jiff::civil::DateTime;

use super::date_picture::pattern_of;
use super::dates::Moment;
use crate::expression::Locale;
use platen_locale::date_pattern::with_pattern;

/// Reads an ISO 8601 date or date-time; an offset is dropped: the control shows the sender's own calendar day.
pub(crate) fn parse(text: &str) -> Option<DateTime> {
    Moment::parse(text).map(|moment| moment.at)
}

/// Writes a date in a date picture, with the names of a language. A language that is not known counts as Word's
/// default, American English. `None` for a picture that asks for what no date has.
pub(crate) fn write(at: DateTime, picture: &str, language: Option<&str>) -> Option<String> {
    let locale = language.and_then(Locale::parse).unwrap_or_default();
    // Word writes its own digits whatever the language.
    with_pattern(at, &pattern_of(picture), &locale.with_latin_digits()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_written_in_the_controls_language() {
        let at = parse("2026-03-07T15:04:09+02:00").unwrap();
        for (language, picture, text) in [
            (None, "d MMMM yyyy", "7 March 2026"),
            (None, "dd/MM/yy", "07/03/26"),
            (Some("x-none"), "dddd, MMM d", "Saturday, Mar 7"),
            (Some("en-US"), "M/d/yyyy h:mm am/pm", "3/7/2026 3:04 PM"),
            (Some("en-US"), "HH:mm:ss", "15:04:09"),
            (Some("en-US"), "'on' d", "on 7"),
            (Some("en-GB"), "dddd, d MMMM yyyy", "Saturday, 7 March 2026"),
            (Some("de-DE"), "dddd, d. MMMM yyyy", "Samstag, 7. März 2026"),
            (Some("fr-FR"), "d MMMM yyyy", "7 mars 2026"),
            (Some("es-ES"), "d 'de' MMMM 'de' yyyy", "7 de marzo de 2026"),
            (Some("pl-PL"), "d MMMM yyyy", "7 marca 2026"),
            (Some("pl-PL"), "MMMM yyyy", "marzec 2026"),
            (Some("tr-TR"), "d MMMM yyyy dddd", "7 Mart 2026 Cumartesi"),
            (Some("ja-JP"), "yyyy年M月d日(dddd)", "2026年3月7日(土曜日)"),
            (Some("ar-EG"), "d MMMM yyyy", "7 مارس 2026"),
        ] {
            assert_eq!(write(at, picture, language).unwrap(), text);
        }
        assert_eq!(write(parse("2026-01-31").unwrap(), "h am/pm", None).unwrap(), "12 AM");
        assert_eq!(parse("31.01.2026"), None);
    }
}
