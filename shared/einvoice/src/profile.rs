//! The profiles of Factur-X and ZUGFeRD 2: how much of an invoice is data.

/// A profile, from the one with the least data to the one with the most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Profile {
    /// What bookkeeping needs at the least; no invoice by law in most countries.
    Minimum,
    /// An invoice without its lines.
    BasicWl,
    /// An invoice with its lines.
    Basic,
    /// All that EN 16931 knows.
    En16931,
    /// More than that.
    Extended,
    /// EN 16931 as German authorities ask for it, of this version.
    XRechnung(String),
}

/// What the data is to the PDF (ISO 32000-2, `AFRelationship`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// It has some of what the PDF shows.
    Data,
    /// It says all that the PDF shows.
    Alternative,
}

/// The ids under which invoices name their profiles (BT-24).
const IDS: [(&str, Profile); 5] = [
    ("urn:factur-x.eu:1p0:minimum", Profile::Minimum),
    ("urn:factur-x.eu:1p0:basicwl", Profile::BasicWl),
    ("urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic", Profile::Basic),
    ("urn:cen.eu:en16931:2017", Profile::En16931),
    ("urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended", Profile::Extended),
];

/// What the ids of XRechnung begin with, before and since 2022; its version follows.
const XRECHNUNG: [&str; 2] = [
    "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_",
    "urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_",
];

impl Profile {
    /// The profile that an invoice names.
    pub fn of_id(id: &str) -> Option<Profile> {
        if let Some((_, profile)) = IDS.iter().find(|(known, _)| *known == id) {
            return Some(profile.clone());
        }
        let rest = XRECHNUNG.iter().find_map(|start| id.strip_prefix(start))?;
        // What follows a version is an extension's own id.
        let version = rest.split('#').next().unwrap_or_default();
        let is_version = (1..=8).contains(&version.len())
            && version.starts_with(|first: char| first.is_ascii_digit())
            && version.chars().all(|sign| sign.is_ascii_digit() || sign == '.');
        is_version.then(|| Profile::XRechnung(version.to_owned()))
    }

    /// The profile that people mean by a name such as `EN 16931` or `xrechnung`, or by its id.
    pub(crate) fn of_name(name: &str) -> Option<Profile> {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let all =
            IDS.iter().map(|(_, profile)| profile.clone()).chain([Profile::XRechnung("3.0".to_owned())]);
        let mut named = all.filter(|profile| profile.level().replace(' ', "").eq_ignore_ascii_case(&plain));
        named.next().or_else(|| Profile::of_id(name))
    }

    /// The names of all, as a sentence lists them.
    pub(crate) const NAMES: &str = "`MINIMUM`, `BASIC WL`, `BASIC`, `EN 16931`, `EXTENDED`, `XRECHNUNG`";

    /// The id under which an invoice names it (BT-24).
    pub(crate) fn id(&self) -> String {
        match self {
            Profile::XRechnung(version) => format!("{}{version}", XRECHNUNG[0]),
            _ => IDS.iter().find(|(_, known)| known == self).map_or("", |(id, _)| id).to_owned(),
        }
    }

    /// All ids, as a sentence lists them.
    pub(crate) fn ids() -> String {
        let known = IDS.iter().map(|(id, _)| format!("`{id}`"));
        known.chain([format!("`{}3.0`", XRECHNUNG[0])]).collect::<Vec<_>>().join(", ")
    }

    /// Its name, as the metadata has it (Factur-X 1.0, 6.3.2, `fx:ConformanceLevel`).
    pub fn level(&self) -> &'static str {
        match self {
            Profile::Minimum => "MINIMUM",
            Profile::BasicWl => "BASIC WL",
            Profile::Basic => "BASIC",
            Profile::En16931 => "EN 16931",
            Profile::Extended => "EXTENDED",
            Profile::XRechnung(_) => "XRECHNUNG",
        }
    }

    /// The version that the metadata has (`fx:Version`): that of Factur-X, or of XRechnung.
    pub fn version(&self) -> &str {
        match self {
            Profile::XRechnung(version) => version,
            _ => "1.0",
        }
    }

    /// How the file with the data is called.
    pub fn file_name(&self) -> &'static str {
        match self {
            Profile::XRechnung(_) => "xrechnung.xml",
            _ => "factur-x.xml",
        }
    }

    /// What the file is to the PDF.
    pub fn relation(&self) -> Relation {
        if self.has_lines() { Relation::Alternative } else { Relation::Data }
    }

    /// Whether its invoices have lines.
    pub(crate) fn has_lines(&self) -> bool {
        !matches!(self, Profile::Minimum | Profile::BasicWl)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_name_profiles() {
        for (id, profile) in IDS {
            assert_eq!(Profile::of_id(id), Some(profile));
        }
        let german = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
        let extension = format!("{german}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0");
        for id in [german, &extension] {
            let profile = Profile::of_id(id).unwrap();
            assert_eq!((profile.level(), profile.version()), ("XRECHNUNG", "3.0"));
            assert_eq!(profile.file_name(), "xrechnung.xml");
        }
        for id in ["", "urn:cen.eu:en16931:2017#", "urn:ferd:CrossIndustryDocument:invoice:1p0:comfort"] {
            assert_eq!(Profile::of_id(id), None, "{id}");
        }
        assert_eq!(Profile::of_id(&format!("{}x\"><", XRECHNUNG[0])), None, "what metadata cannot hold");
    }
}
