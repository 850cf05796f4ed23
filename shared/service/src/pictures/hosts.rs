//! The hosts that pictures are fetched from.

use std::str::FromStr;

use crate::callback::CallbackUrl;

/// Hosts, as an operator lists them: `img.example.com`, `*.cdn.example.com` for all names below it, `img.example.com:8443` for
/// another port than the scheme's own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PictureHosts(Vec<Host>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Host {
    /// In lower case; with a `.` at its beginning, the names below it.
    name: String,
    port: Option<u16>,
}

impl PictureHosts {
    /// Whether no host is listed: nothing is fetched.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the host of an address, and its port, is listed.
    pub(super) fn allow(&self, url: &CallbackUrl) -> bool {
        let name = url.host().to_ascii_lowercase();
        let own_port = if url.is_encrypted() { 443 } else { 80 };
        self.0.iter().any(|host| {
            let is_named = match host.name.strip_prefix('.') {
                Some(_) => name.ends_with(&host.name),
                None => name == host.name,
            };
            is_named && url.port() == host.port.unwrap_or(own_port)
        })
    }
}

impl FromStr for PictureHosts {
    /// The entry that is no host.
    type Err = String;

    fn from_str(text: &str) -> Result<PictureHosts, String> {
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        entries
            .map(|entry| host(entry).ok_or_else(|| entry.to_owned()))
            .collect::<Result<_, _>>()
            .map(PictureHosts)
    }
}

fn host(entry: &str) -> Option<Host> {
    let (name, port) = match entry.rsplit_once(':') {
        Some((name, port)) => (name, Some(port.parse().ok().filter(|port| *port > 0)?)),
        None => (entry, None),
    };
    let name = name.to_ascii_lowercase();
    let (below, labels) = match name.strip_prefix("*.") {
        Some(labels) => (".", labels),
        None => ("", name.as_str()),
    };
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    labels.split('.').all(is_label).then(|| Host { name: format!("{below}{labels}"), port })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::callback::Callbacks;

    #[test]
    fn hosts_are_listed_by_name_below_a_name_and_with_a_port() {
        let hosts: PictureHosts = "img.Example.com, *.cdn.example.org,127.0.0.1:8080,".parse().unwrap();
        let allows = |url: &str| hosts.allow(&CallbackUrl::parse(url, Callbacks::Anywhere).unwrap());
        for listed in [
            "https://img.example.com/a.png",
            "https://IMG.example.com:443/a.png",
            "http://img.example.com/a.png",
            "https://a.b.cdn.example.org/",
            "http://127.0.0.1:8080/a.png",
        ] {
            assert!(allows(listed), "{listed}");
        }
        for other in [
            "https://example.com/",
            "https://img.example.com:8443/",
            "https://img.example.com.evil.example/",
            "https://evil-img.example.com/",
            "https://cdn.example.org/",
            "https://evilcdn.example.org/",
            "http://127.0.0.1/",
        ] {
            assert!(!allows(other), "{other}");
        }
    }

    #[test]
    fn what_is_no_host_is_named() {
        for wrong in
            ["https://a.example", "a..example", "*", "a.example:", "a.example:0", "a b", "a/b", "[::1]"]
        {
            assert_eq!(wrong.parse::<PictureHosts>(), Err(wrong.to_owned()));
        }
        assert!("".parse::<PictureHosts>().unwrap().is_empty());
    }
}
