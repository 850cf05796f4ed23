//! Lengths as people write them, in EMU (English Metric Units: 914,400 to the inch).

use serde_json::Value;

pub const EMU_PER_TWIP: u64 = 635;
pub(super) const EMU_PER_INCH: f64 = 914_400.0;
/// What a pixel is on the web.
pub const DPI: f64 = 96.0;
/// Larger than any page that Word lays out (22 inches), small enough to calculate with.
const LARGEST: f64 = 100.0 * EMU_PER_INCH;

/// EMU of so many pixels.
pub fn of_pixels(pixels: f64, dpi: f64) -> u64 {
    (pixels / dpi * EMU_PER_INCH).clamp(1.0, LARGEST).round() as u64
}

/// Reads `4cm`, `35 mm`, `1.5in`, `12pt`, `200px`, or a bare number of pixels.
///
/// # Errors
/// Says what a length looks like.
pub fn parse(value: &Value) -> Result<u64, String> {
    let wrong = || {
        format!(
            "{value} is not a length; lengths look like \"4cm\", \"35mm\", \"1.5in\", \"12pt\" or 200 (pixels)"
        )
    };
    let (number, unit) = match value {
        Value::Number(number) => (number.as_f64().ok_or_else(wrong)?, "px"),
        Value::String(text) => {
            let text = text.trim();
            let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
            (text[..end].trim().parse().map_err(|_| wrong())?, &text[end..])
        }
        _ => return Err(wrong()),
    };
    let per_unit = match unit.to_ascii_lowercase().as_str() {
        "cm" => EMU_PER_INCH / 2.54,
        "mm" => EMU_PER_INCH / 25.4,
        "in" => EMU_PER_INCH,
        "pt" => EMU_PER_INCH / 72.0,
        "px" | "" => EMU_PER_INCH / DPI,
        _ => return Err(wrong()),
    };
    let emu = number * per_unit;
    // Not a number, endless, or larger than a reader can calculate with.
    if !(1.0..=LARGEST).contains(&emu) {
        return Err(wrong());
    }
    Ok(emu.round() as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn units() {
        for (value, emu) in [
            (json!("2.54cm"), 914_400),
            (json!("10 mm"), 360_000),
            (json!("1in"), 914_400),
            (json!("72pt"), 914_400),
            (json!("96PX"), 914_400),
            (json!(48), 457_200),
            (json!("48"), 457_200),
        ] {
            assert_eq!(parse(&value), Ok(emu), "{value}");
        }
        for bad in
            [json!("4 parsecs"), json!(-3), json!(0), json!("NaN"), json!("1e99cm"), json!(true), json!("")]
        {
            assert!(parse(&bad).unwrap_err().contains("4cm"), "{bad}");
        }
    }
}
