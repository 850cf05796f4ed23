//! Hosts that no callback can reach: refused when a job is submitted, instead of after hours of attempts.

use std::net::{IpAddr, Ipv4Addr};

use super::is_public;

/// Names below which nothing is public: this machine, networks without the internet's names, examples (RFC 6761, 6762, 8375,
/// 2606, ICANN's `.internal`).
const PRIVATE: [&str; 7] = ["localhost", "local", "internal", "home.arpa", "test", "invalid", "onion"];

/// Services that answer any name with the address that is written in it.
const MIRRORS: [&str; 7] =
    ["nip.io", "sslip.io", "xip.io", "traefik.me", "lvh.me", "localtest.me", "vcap.me"];

/// Checks a host, a name or an address without brackets. What a name leads to is looked up, and checked, when it is called.
///
/// # Errors
/// What is wrong with it, in words that follow the member's name.
pub(super) fn check(host: &str) -> Result<(), &'static str> {
    const NOT_PUBLIC: &str = "leads to an address that is not public";
    if let Ok(address) = host.parse::<IpAddr>() {
        return if is_public(address) { Ok(()) } else { Err(NOT_PUBLIC) };
    }
    // What is left with a colon is an address with a zone (`fe80::1%eth0`), which means something on one machine only.
    if host.contains([':', '%']) {
        return Err(NOT_PUBLIC);
    }
    let name = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    let labels: Vec<&str> = name.split('.').collect();
    if labels.iter().any(|label| label.is_empty() || label.len() > 63) || name.len() > 253 {
        return Err("must have a host name such as example.com");
    }
    // `127.1`, `0x7f000001`, `2130706433`, `0177.0.0.1`: resolvers of C read them as addresses, whoever checks them as names.
    if labels.last().is_some_and(|last| is_number(last)) {
        return Err("must have an address of four decimal numbers, or a name");
    }
    let is_below = |names: &[&str]| {
        names
            .iter()
            .any(|above| name == *above || name.strip_suffix(above).is_some_and(|rest| rest.ends_with('.')))
    };
    if labels.len() < 2 || is_below(&PRIVATE) {
        return Err("must have a public host name, such as jobs.example.com");
    }
    if is_below(&MIRRORS) && !mirrored(&name).is_some_and(|address| is_public(address.into())) {
        return Err(NOT_PUBLIC);
    }
    Ok(())
}

/// Whether a resolver may take the last label for the end of an address (WHATWG URL, "ends in a number").
fn is_number(label: &str) -> bool {
    let hexadecimal = label.strip_prefix("0x");
    !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit())
        || hexadecimal.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// The address of IPv4 that is written in a name, with dots or hyphens.
fn mirrored(name: &str) -> Option<Ipv4Addr> {
    let numbers: Vec<u8> = name.split(['.', '-']).filter_map(|label| label.parse().ok()).collect();
    let last = numbers.last_chunk::<4>()?;
    Some(Ipv4Addr::from(*last))
}
