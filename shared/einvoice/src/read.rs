//! Reading an invoice.

use platen_ooxml::xml::{Tree, XmlError};
use platen_ooxml::{Bounds, Exhausted};

use crate::element::Element;
use crate::fault::{Faults, quoted};
use crate::places::lines;
use crate::profile::Profile;
use crate::{breakdown, presence, sums};

/// The namespace of an invoice's root (UN/CEFACT, D16B).
const NAMESPACE: &str = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100";

/// Where the profile stands (BT-24).
const GUIDELINE: &str = "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID";

/// Bytes of an XML declaration that are looked at.
const DECLARATION_BYTES: usize = 200;

/// What other roots are, by their local names.
const OTHERS: [(&str, &str); 5] = [
    ("Invoice", "UBL, which PDFs do not carry"),
    ("CreditNote", "UBL, which PDFs do not carry"),
    ("CrossIndustryDocument", "ZUGFeRD 1, which is out of use"),
    ("SCRDMCCBDACIOMessageStructure", "Order-X, an order"),
    ("CrossIndustryOrder", "an order"),
];

/// Why an invoice is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvoiceError {
    /// It breaks rules.
    #[error("{0}")]
    Faults(Faults),
    /// Reading it took too long.
    #[error("{0}")]
    Exhausted(#[from] Exhausted),
}

/// Reads an invoice and looks at it by the rules of its profile.
///
/// Attack: XML with entities that grow, or a million elements in one another. [`Tree`] refuses a DOCTYPE and bounds the rest.
///
/// # Errors
/// [`InvoiceError::Faults`] with all that is wrong; [`InvoiceError::Exhausted`] when the budget ends.
pub fn read(xml: &[u8], bounds: Bounds<'_>) -> Result<Profile, InvoiceError> {
    let mut faults = Faults::default();
    if let Some(encoding) = declared_encoding(xml).filter(|encoding| !encoding.eq_ignore_ascii_case("utf-8"))
    {
        let detail = format!("it must be in UTF-8, not in {}", quoted(&encoding));
        faults.add("", String::new, detail);
        return Err(InvoiceError::Faults(faults));
    }
    let tree = match Tree::parse(xml.to_vec(), bounds) {
        Ok(tree) => tree,
        Err(XmlError::Exhausted(exhausted)) => return Err(exhausted.into()),
        Err(XmlError::Doctype) => {
            faults.add("", String::new, "it has a DOCTYPE; leave it out");
            return Err(InvoiceError::Faults(faults));
        }
        Err(error) => {
            faults.add("", String::new, error.to_string());
            return Err(InvoiceError::Faults(faults));
        }
    };
    let profile = profile(&tree, &mut faults);
    if let Some((root, profile)) = &profile {
        presence::check(*root, profile, &mut faults);
        sums::check(*root, profile, &mut faults);
        if profile.has_lines() && *profile != Profile::Extended {
            breakdown::check(*root, &mut faults);
        }
    }
    // Walks end early where the budget does.
    tree.check()?;
    match profile {
        Some((_, profile)) if faults.is_empty() => Ok(profile),
        _ => Err(InvoiceError::Faults(faults)),
    }
}

fn profile<'t>(tree: &'t Tree, faults: &mut Faults) -> Option<(Element<'t>, Profile)> {
    let Some(root) = Element::root(tree) else {
        faults.add("", String::new, "it has no element");
        return None;
    };
    let is_invoice =
        root.name() == "CrossIndustryInvoice" && root.declared_namespace().as_deref() == Some(NAMESPACE);
    if !is_invoice {
        let other = OTHERS.iter().find(|(name, _)| *name == root.name());
        let other = other.map_or(String::new(), |(_, what)| format!("; this is {what}"));
        let detail = format!("its root must be `CrossIndustryInvoice` of the namespace `{NAMESPACE}`{other}");
        faults.add("", || root.place(), detail);
        return None;
    }
    let place = || format!("{}/{GUIDELINE}", root.place());
    let Some(id) = root.text_at(GUIDELINE) else {
        faults.add(
            "BR-01",
            place,
            format!("the profile (BT-24) is missing; it is one of {}", Profile::ids()),
        );
        return None;
    };
    let Some(profile) = Profile::of_id(&id) else {
        let detail =
            format!("the profile (BT-24) {} is unknown; it is one of {}", quoted(&id), Profile::ids());
        faults.add("BR-01", place, detail);
        return None;
    };
    if !profile.has_lines() && lines(root).next().is_some() {
        let detail = format!("an invoice of the profile {} has no lines", profile.level());
        faults.add("", || root.place(), detail);
    }
    Some((root, profile))
}

/// The encoding that the XML declaration names (XML 1.0, 4.3.3).
fn declared_encoding(xml: &[u8]) -> Option<String> {
    let xml = xml.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(xml);
    let declaration = xml.strip_prefix(b"<?xml")?;
    let end = declaration.iter().take(DECLARATION_BYTES).position(|byte| *byte == b'>')?;
    let declaration = String::from_utf8_lossy(&declaration[..end]);
    let (_, after) = declaration.split_once("encoding")?;
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    value[1..].split_once(quote).map(|(encoding, _)| encoding.to_owned())
}
