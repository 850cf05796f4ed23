//! Units: each factor between two units has a name. Lengths are points everywhere except in the parts.

/// Unit: points in an inch.
pub(crate) const POINTS_PER_INCH: f64 = 72.0;

/// Unit: points in a pica (22.9.2.15).
pub(crate) const POINTS_PER_PICA: f64 = 12.0;

/// Unit: centimetres and millimetres in an inch.
pub(crate) const CENTIMETRES_PER_INCH: f64 = 2.54;
pub(crate) const MILLIMETRES_PER_INCH: f64 = 25.4;

/// Unit: twips in a point, and in an inch (22.9.2.14).
pub(crate) const TWIPS_PER_POINT: f64 = 20.0;
pub(crate) const TWIPS_PER_INCH: f64 = 1440.0;

/// Unit: half points in a point (17.18.42).
pub(crate) const HALVES_PER_POINT: f64 = 2.0;

/// Unit: eighths of a point in a point (17.18.23), in which borders are measured.
pub(crate) const EIGHTHS_PER_POINT: f64 = 8.0;

/// Unit: English Metric Units in a point (20.1.10.16).
pub(crate) const EMU_PER_POINT: f64 = 12_700.0;

/// Unit: pixels in an inch, as CSS and VML count them.
pub(crate) const PIXELS_PER_INCH: f64 = 96.0;

/// Unit: hundredths in a whole, whether of a per cent, of a line or of a character.
pub(crate) const HUNDREDTHS: f64 = 100.0;

/// Unit: thousandths of a per cent in a whole (22.9.2.9).
pub(crate) const PER_CENT_THOUSANDTHS: f64 = 100_000.0;

/// Unit: tenths in a whole.
pub(crate) const TENTHS: f64 = 10.0;

/// Unit: thousandths in a whole.
pub(crate) const THOUSANDTHS: f64 = 1000.0;

/// Unit: steps of a number whose fraction has 16 bits (19.1.2: `f` after a number of VML).
pub(crate) const FIXED_POINT: f64 = 65_536.0;

/// Unit: parts of a degree in which DrawingML measures angles (20.1.10.3).
pub(crate) const PARTS_PER_DEGREE: f64 = 60_000.0;

/// Unit: degrees in parts of a turn.
pub(crate) const EIGHTH_TURN: f64 = 45.0;
pub(crate) const QUARTER_TURN: f64 = 90.0;
pub(crate) const HALF_TURN: f64 = 180.0;
pub(crate) const THREE_QUARTERS_TURN: f64 = 270.0;
pub(crate) const FULL_TURN: f64 = 360.0;

/// Unit: the most of a channel of a colour that has eight bits.
pub(crate) const CHANNEL: f64 = 255.0;

/// Unit: seconds in a day.
pub(crate) const SECONDS_PER_DAY: f64 = 86_400.0;
