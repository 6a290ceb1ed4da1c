//! Ranges of network addresses to search.

use std::{fmt, net::Ipv4Addr, str::FromStr};

/// The maximum number of hosts of one search: a restaurant's network has 254, and a search of thousands would disturb it for minutes.
pub const MAX_HOSTS: u32 = 1024;

/// A range of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Range {
    first: u32,
    last: u32,
}

/// The error of a text that is not a range, or a too large one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongRange {
    /// The text is not a range.
    #[error("Escribe la red así: 192.168.1.0/24, 192.168.1.10-60 o 192.168.1.50")]
    Unreadable,
    /// The range has more than [`MAX_HOSTS`].
    #[error("Esa red tiene más de 1024 direcciones: busca en una parte, por ejemplo 10.0.5.0/24")]
    TooLarge,
}

impl Range {
    /// Creates the range of an address's network.
    ///
    /// # Errors
    /// Returns [`WrongRange`] if the prefix is not valid or the network too large.
    pub fn network(address: Ipv4Addr, prefix: u8) -> Result<Self, WrongRange> {
        if !(1..=32).contains(&prefix) {
            return Err(WrongRange::Unreadable);
        }
        let mask = u32::MAX << (32 - u32::from(prefix));
        let (first, last) = (u32::from(address) & mask, u32::from(address) | !mask);
        // The first and last address of a network are the network itself and its broadcast address.
        let inner = u32::from(prefix < 31);
        Self::between(first + inner, last - inner)
    }

    fn between(first: u32, last: u32) -> Result<Self, WrongRange> {
        match last.checked_sub(first) {
            None => Err(WrongRange::Unreadable),
            Some(more) if more >= MAX_HOSTS => Err(WrongRange::TooLarge),
            Some(_) => Ok(Self { first, last }),
        }
    }

    /// Returns the networks of this machine; of one larger than 256 addresses only the part around this machine.
    #[must_use]
    pub fn local() -> Vec<Self> {
        let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
        let mut ranges = Vec::new();
        for interface in interfaces {
            if let if_addrs::IfAddr::V4(address) = &interface.addr
                && !address.is_loopback()
                && !address.ip.is_link_local()
                && let Ok(range) = Self::network(address.ip, address.prefixlen.max(24))
                && !ranges.contains(&range)
            {
                ranges.push(range);
            }
        }
        ranges
    }

    /// All addresses, in order.
    pub fn hosts(self) -> impl Iterator<Item = Ipv4Addr> {
        (self.first..=self.last).map(Ipv4Addr::from)
    }

    /// The number of addresses.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.last - self.first + 1
    }
}

impl FromStr for Range {
    type Err = WrongRange;

    fn from_str(text: &str) -> Result<Self, WrongRange> {
        let text = text.trim();
        let address = |text: &str| text.trim().parse::<Ipv4Addr>().map_err(|_| WrongRange::Unreadable);
        if let Some((network, prefix)) = text.split_once('/') {
            return Self::network(address(network)?, prefix.parse().map_err(|_| WrongRange::Unreadable)?);
        }
        let Some((first, last)) = text.split_once('-') else {
            let one = u32::from(address(text)?);
            return Self::between(one, one);
        };
        let first = address(first)?;
        let last = match last.trim().parse::<u8>() {
            Ok(end) => Ipv4Addr::from(u32::from(first) & !0xff | u32::from(end)),
            Err(_) => address(last)?,
        };
        Self::between(u32::from(first), u32::from(last))
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", Ipv4Addr::from(self.first), Ipv4Addr::from(self.last))
    }
}

#[cfg(test)]
mod tests {
    use super::{Range, WrongRange};

    fn ends(text: &str) -> Result<(String, u32), WrongRange> {
        text.parse::<Range>().map(|range| (range.to_string(), range.count()))
    }

    #[test]
    fn ranges_are_parsed() {
        assert_eq!(ends("192.168.1.0/24"), Ok(("192.168.1.1-192.168.1.254".into(), 254)));
        assert_eq!(ends("192.168.1.77/24"), Ok(("192.168.1.1-192.168.1.254".into(), 254)));
        assert_eq!(ends("192.168.1.10 - 60"), Ok(("192.168.1.10-192.168.1.60".into(), 51)));
        assert_eq!(ends("10.0.0.250-10.0.1.5"), Ok(("10.0.0.250-10.0.1.5".into(), 12)));
        assert_eq!(ends("10.0.0.7"), Ok(("10.0.0.7-10.0.0.7".into(), 1)));
        assert_eq!(ends("255.255.255.255/32"), Ok(("255.255.255.255-255.255.255.255".into(), 1)));
        assert_eq!(ends("10.0.0.0/22").map(|(_, count)| count), Ok(1022));
        for large in ["10.0.0.0/21", "10.0.0.0/8", "0.0.0.0-255.255.255.255"] {
            assert_eq!(ends(large), Err(WrongRange::TooLarge), "{large}");
        }
        for wrong in ["", "red", "192.168.1.0/0", "192.168.1.0/33", "192.168.1.0/-1", "192.168.1.60-10", "1.2.3.400"] {
            assert_eq!(ends(wrong), Err(WrongRange::Unreadable), "{wrong}");
        }
    }
}
