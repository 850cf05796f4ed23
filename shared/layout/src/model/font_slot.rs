//! The fonts of a run.

/// The choice among a run's fonts for a character (17.3.2.26).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FontSlot {
    Ascii,
    HAnsi,
    EastAsia,
    Cs,
}
