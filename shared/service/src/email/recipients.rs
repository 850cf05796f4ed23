//! The addresses that e-mails are sent to.

use std::str::FromStr;

/// Bytes of an address (RFC 5321, 4.5.3.1.3, without its angle brackets), and of the part before its `@` (4.5.3.1.1).
const ADDRESS_BYTES: usize = 254;
const LOCAL_BYTES: usize = 64;

/// Bytes of a label of a host's name (RFC 1035, 2.3.4).
const LABEL_BYTES: usize = 63;

/// Whether a text is an address as people have it: `ada@example.com`. Neither a name beside it nor a quoted part is allowed, so
/// that no text of a caller can add a header, a recipient or a command.
pub fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    // Those of an "atom" (RFC 5322, 3.2.3).
    let is_atom = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte);
    let is_local = |local: &str| local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atom));
    text.len() <= ADDRESS_BYTES && local.len() <= LOCAL_BYTES && is_local(local) && is_domain(domain)
}

/// Whether a text is the domain of an address: two labels or more.
fn is_domain(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=LABEL_BYTES).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    text.contains('.') && text.split('.').all(is_label)
}

/// Who may get e-mails, as an operator lists them: `example.com` for all addresses of a domain, `ada@example.org` for one, `*` for
/// everybody. Nobody without an entry: a key must not become a way to send spam.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recipients(Vec<String>);

impl Recipients {
    /// Whether nobody is listed: no e-mail is sent.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether an address is listed.
    pub fn allow(&self, address: &str) -> bool {
        let address = address.to_ascii_lowercase();
        let domain = address.rsplit_once('@').map_or("", |(_, domain)| domain);
        self.0.iter().any(|entry| entry == "*" || *entry == address || entry == domain)
    }
}

impl FromStr for Recipients {
    /// The entry that is neither a domain nor an address.
    type Err = String;

    fn from_str(text: &str) -> Result<Recipients, String> {
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let read = |entry: &str| match entry == "*" || is_domain(entry) || is_address(entry) {
            true => Ok(entry.to_ascii_lowercase()),
            false => Err(entry.to_owned()),
        };
        entries.map(read).collect::<Result<_, _>>().map(Recipients)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn addresses_are_plain() {
        for good in ["ada@example.com", "a.b+c=d@sub.example.co", "x@xn--mller-kva.example"] {
            assert!(is_address(good), "{good}");
        }
        let long = format!("{}@example.com", "a".repeat(65));
        for wrong in [
            "",
            "ada",
            "@example.com",
            "ada@",
            "ada@localhost",
            "ada@example..com",
            "ada@-example.com",
            ".ada@example.com",
            "a..b@example.com",
            "ada@example.com ",
            "Ada <ada@example.com>",
            "\"a b\"@example.com",
            "ada@example.com,eve@example.com",
            "ada@example.com\r\nBcc: eve@example.com",
            "ada@[127.0.0.1]",
            "ada@müller.example",
            "ä@example.com",
            &long,
        ] {
            assert!(!is_address(wrong), "{wrong}");
        }
    }

    #[test]
    fn who_is_listed_gets_e_mails() {
        let listed: Recipients = "Example.com, ada@example.org,".parse().unwrap();
        for good in ["ada@example.com", "ADA@EXAMPLE.COM", "ada@example.org"] {
            assert!(listed.allow(good), "{good}");
        }
        for other in
            ["eve@example.org", "ada@sub.example.com", "ada@evil-example.com", "ada@example.com.evil.example"]
        {
            assert!(!listed.allow(other), "{other}");
        }
        assert!("*".parse::<Recipients>().unwrap().allow("eve@evil.example"));
        assert!("".parse::<Recipients>().unwrap().is_empty());
        for wrong in ["*.example.com", "example", "https://example.com", "a b", "@example.com"] {
            assert_eq!(wrong.parse::<Recipients>(), Err(wrong.to_owned()));
        }
    }

    proptest! {
        /// Attack: an address that ends its line in the dialog with the mail server, or in the e-mail's head.
        #[test]
        fn no_address_has_more_than_an_address(text in any::<String>(), local in "[ -~]{0,12}", domain in "[ -~]{0,12}") {
            for text in [text, format!("{local}@{domain}.example")] {
                if is_address(&text) {
                    prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>()[],;:\\\"".contains(&byte)));
                    prop_assert_eq!(text.matches('@').count(), 1);
                }
            }
        }
    }
}
