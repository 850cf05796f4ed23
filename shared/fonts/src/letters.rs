//! Letters that a font's bundled twin lacks: another face draws them with the font's own widths.

use unicode_script::Script;

use crate::facts::Facts;

/// Letters of one script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Letters {
    Hebrew,
    Cyrillic,
}

impl Letters {
    pub(crate) const ALL: [Letters; 2] = [Letters::Hebrew, Letters::Cyrillic];

    /// Those of a script.
    pub(crate) fn of(script: Script) -> Option<Letters> {
        Letters::ALL.into_iter().find(|own| own.script() == script)
    }

    pub(crate) fn script(self) -> Script {
        match self {
            Letters::Hebrew => Script::Hebrew,
            Letters::Cyrillic => Script::Cyrillic,
        }
    }

    /// First and last of the everyday ones.
    pub(crate) fn codes(self) -> (u32, u32) {
        match self {
            Letters::Hebrew => (0x5d0, 0x5ea),
            Letters::Cyrillic => (0x410, 0x44f),
        }
    }

    /// The bundled family that draws them, in lower case. Of the twins only Caladea, for Cambria, has no Cyrillic letters.
    pub(crate) fn face(self) -> &'static str {
        match self {
            Letters::Hebrew => "noto sans hebrew",
            Letters::Cyrillic => "liberation serif",
        }
    }

    /// Whether the widths that are known of a font are of use for them: those of Cyrillic letters where its twin lacks them. The
    /// tables of families that Word's PDFs do not show have no Hebrew; they are long, and all of this is asked at each start.
    pub(crate) fn are_known(self, facts: &Facts) -> bool {
        let (first, last) = self.codes();
        (self == Letters::Hebrew && facts.is_seen() || facts.is_twin()) && facts.has_any(first, last)
    }

    /// The name, which no document can ask for, of the face with those of a family.
    pub(crate) fn name(self, family: &str) -> String {
        let own = match self {
            Letters::Hebrew => "hebrew",
            Letters::Cyrillic => "cyrillic",
        };
        format!("{}\0{own}", family.to_lowercase())
    }
}
