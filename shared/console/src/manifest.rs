//! The manifest of the Word add-in, which tells Word where the add-in's page is: at the address that the service is known by.

use sha2::{Digest, Sha256};

/// Where it is asked for.
pub const PATH: &str = "/addin/manifest.xml";

/// Its media type.
pub(crate) const MEDIA_TYPE: &str = "application/xml; charset=utf-8";

const TEMPLATE: &str = include_str!("../dist/addin/manifest.xml");

/// Word refuses the add-in later, without a reason: whoever opens the file finds it here.
const HTTP: &str = "<!-- Word loads add-ins from https addresses only. Serve Platen over HTTPS, or set PUBLIC_URL to its https address, and download this file again. -->\n";

/// The manifest for a service at `base`, an absolute address without a `/` at its end: `https://docs.example.org/platen`.
/// Microsoft: "Office Add-ins manifest", add-in only.
pub fn manifest(base: &str) -> String {
    let base = escaped(base);
    let origin = match base.match_indices('/').nth(2) {
        Some((end, _)) => &base[..end],
        None => &base,
    };
    let warning = if base.starts_with("http:") { HTTP } else { "" };
    TEMPLATE
        .replace("$WARNING", warning)
        .replace("$ID", &id(&base))
        // Office wants four numbers, and loads the add-in's page again when they grow.
        .replace("$VERSION", concat!(env!("CARGO_PKG_VERSION"), ".0"))
        .replace("$BASE", &base)
        .replace("$ORIGIN", origin)
}

/// The add-in's id, the same for the same address: a person who works with two services has two add-ins. (RFC 9562, version 8.)
fn id(base: &str) -> String {
    let mut bytes = Sha256::digest(base.as_bytes());
    bytes[6] = (bytes[6] & 0x0f) | 0x80;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let digits = hex::encode(&bytes[..16]);
    let [a, b, c, d, e] = [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| &digits[range]);
    format!("{a}-{b}-{c}-{d}-{e}")
}

/// The address as an attribute's value. It may come from a request's own header.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_an_add_in_of_its_own() {
        let one = manifest("https://docs.example.org/platen");
        assert!(one.contains("<SourceLocation DefaultValue=\"https://docs.example.org/platen/addin/\"/>"));
        assert!(one.contains("<AppDomain>https://docs.example.org</AppDomain>"));
        assert!(!one.contains('$'), "{one}");
        assert_eq!(one, manifest("https://docs.example.org/platen"));
        assert_ne!(id("https://a.example"), id("https://b.example"));
        assert!(!one.contains("https addresses only"));
        let plain = manifest("http://docs.example.org");
        assert!(plain.contains("-->\n<OfficeApp"), "{plain}");
    }

    #[test]
    fn an_address_cannot_add_to_the_manifest() {
        let text = manifest("https://x\"/><Permissions>");
        assert_eq!(text.matches("<Permissions>").count(), 1, "{text}");
    }
}
