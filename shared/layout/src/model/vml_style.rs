//! Style attributes of VML: names and values, as in CSS.

use crate::read::Element;
use crate::units::{PIXELS_PER_INCH, POINTS_PER_INCH};

/// A style attribute.
pub(crate) struct Style(Vec<(String, String)>);

impl Style {
    /// The style of an element.
    pub fn of(element: Element<'_>) -> Style {
        let text = element.attr("style").unwrap_or_default();
        let pairs = text.split(';').take(64).filter_map(|pair| pair.split_once(':'));
        Style(pairs.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect())
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// A plain number, whatever unit follows it.
    pub fn number(&self, name: &str) -> Option<f64> {
        let value = self.get(name)?.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        value.parse::<f64>().ok().filter(|value| value.is_finite())
    }

    /// A length, in points.
    pub fn points(&self, name: &str) -> Option<f64> {
        Style::length(self.get(name)?)
    }

    /// A length with its unit, or in pixels of 1/96 inch; in points.
    pub fn length(value: &str) -> Option<f64> {
        let value = value.trim();
        crate::read::points(value.strip_suffix("px").unwrap_or(value), PIXELS_PER_INCH / POINTS_PER_INCH)
    }
}
