//! What is known about a font that is not available.

/// The looks of a font, as far as a stand-in for an unknown one needs them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Generic {
    /// With serifs (`w:family="roman"`).
    Serif,
    /// Without (`w:family="swiss"`).
    Sans,
    /// All characters of one width (`w:family="modern"`, `w:pitch="fixed"`).
    Mono,
}
