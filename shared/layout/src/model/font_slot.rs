//! The fonts of a run.

/// Which of a run's fonts a character is set in (17.3.2.26).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FontSlot {
    Ascii,
    HAnsi,
    EastAsia,
    Cs,
}
