//! Finds the client of a request behind proxies.

use std::net::IpAddr;
use std::str::FromStr;

use http::HeaderMap;

/// The header in which each proxy appends the address that it was called from.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Addresses and networks (`10.0.0.0/8`), separated by commas.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Networks(Vec<Network>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Network {
    address: IpAddr,
    bits: u32,
}

impl Networks {
    /// Whether an address is in one of them.
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(address))
    }

    /// The client of a request that came from `peer`. Of what a proxy in these networks says the last address that is none
    /// of theirs counts: what stands before it the client may have written itself.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        let said = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
        let said: Vec<&str> = said.flat_map(|value| value.split(',')).collect();
        for address in said.into_iter().rev() {
            if !self.contains(client) {
                break;
            }
            let Ok(address) = address.trim().parse::<IpAddr>() else { break };
            client = address.to_canonical();
        }
        client
    }
}

impl Network {
    fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let differing = own.to_bits() ^ other.to_bits();
                differing.leading_zeros() >= self.bits
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let differing = own.to_bits() ^ other.to_bits();
                differing.leading_zeros() >= self.bits
            }
            _ => false,
        }
    }
}

impl FromStr for Networks {
    type Err = String;

    /// # Errors
    /// The first word that is neither an address nor a network.
    fn from_str(text: &str) -> Result<Networks, String> {
        let network = |word: &str| {
            let (address, bits) =
                word.split_once('/').map_or((word, None), |(address, bits)| (address, Some(bits)));
            let address: IpAddr = address.parse().ok()?;
            let most = if address.is_ipv4() { 32 } else { 128 };
            let bits = bits.map_or(Some(most), |bits| bits.parse().ok().filter(|bits| *bits <= most))?;
            Some(Network { address, bits })
        };
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        words.map(|word| network(word).ok_or_else(|| word.to_owned())).collect::<Result<_, _>>().map(Networks)
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn networks_hold_their_addresses() {
        let networks: Networks = "10.0.0.0/8, 192.0.2.7,2001:db8::/32".parse().unwrap();
        let holds = |address: &str| networks.contains(address.parse().unwrap());
        assert!(
            holds("10.255.0.1") && holds("192.0.2.7") && holds("2001:db8:1::1") && holds("::ffff:10.1.1.1")
        );
        assert!(!holds("11.0.0.1") && !holds("192.0.2.8") && !holds("2001:db9::1"));
        assert!("0.0.0.0/0".parse::<Networks>().unwrap().contains([203, 0, 113, 1].into()));
        for (wrong, word) in [("10.0.0.0/33", "10.0.0.0/33"), ("127.0.0.1, here", "here"), ("1/2/3", "1/2/3")]
        {
            assert_eq!(wrong.parse::<Networks>(), Err(word.to_owned()));
        }
        assert_eq!("".parse(), Ok(Networks::default()));
    }

    #[test]
    fn only_proxies_are_believed() {
        let client = |peer: &str, said: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in said {
                headers.append(FORWARDED_FOR, HeaderValue::from_static(value));
            }
            let proxies: Networks = "127.0.0.1,10.0.0.0/8".parse().unwrap();
            proxies.client(peer.parse().unwrap(), &headers).to_string()
        };
        assert_eq!(client("203.0.113.1", &["198.51.100.1"]), "203.0.113.1", "no proxy of ours");
        assert_eq!(client("127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client("127.0.0.1", &["1.1.1.1, 198.51.100.1", "10.0.0.7"]), "198.51.100.1");
        assert_eq!(client("127.0.0.1", &["198.51.100.1, forged"]), "127.0.0.1");
        assert_eq!(client("127.0.0.1", &[]), "127.0.0.1");
    }
}
