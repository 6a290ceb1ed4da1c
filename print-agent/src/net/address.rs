//! The server's address, parsed from a technician's input.

use std::str::FromStr;

use super::NetError;

/// The parts of `https://host:port/base`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Whether the scheme is `https`.
    pub is_secure: bool,
    /// The name or IP, without brackets.
    pub host: String,
    /// The port: 443 or 80 where none is given.
    pub port: u16,
    /// The path before `/api`, without a slash at its end; usually empty.
    pub base: String,
}

impl FromStr for Address {
    type Err = NetError;

    /// Parses an address. Without a scheme it is `https`: nobody should send a token unencrypted by accident.
    fn from_str(text: &str) -> Result<Self, NetError> {
        let wrong = || NetError::Address(text.to_owned());
        let text = text.trim();
        let whole = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
        let uri: hyper::Uri = whole.parse().map_err(|_| wrong())?;
        let is_secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(wrong()),
        };
        let host = uri.host().map(|host| host.trim_start_matches('[').trim_end_matches(']')).filter(|h| !h.is_empty());
        let authority = uri.authority().ok_or_else(wrong)?;
        let host_length = uri.host().map_or(0, str::len);
        let wrong_port = authority.as_str().len() > host_length && uri.port_u16().is_none();
        if authority.as_str().contains('@') || uri.query().is_some() || wrong_port {
            return Err(wrong());
        }
        Ok(Self {
            is_secure,
            host: host.ok_or_else(wrong)?.to_owned(),
            port: uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 }),
            base: uri.path().trim_end_matches('/').to_owned(),
        })
    }
}

impl Address {
    /// Returns `host:port`, with brackets around an IPv6.
    #[must_use]
    pub fn authority(&self) -> String {
        if self.host.contains(':') {
            format!("[{}]:{}", self.host, self.port)
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    /// Returns the `Host` header, which leaves out the default port.
    #[must_use]
    pub fn host_header(&self) -> String {
        let usual = if self.is_secure { 443 } else { 80 };
        if self.port == usual && !self.host.contains(':') { self.host.clone() } else { self.authority() }
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}://{}{}", if self.is_secure { "https" } else { "http" }, self.host_header(), self.base)
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn valid_addresses_are_parsed() {
        let cases = [
            ("https://mirestaurante.pe", "https://mirestaurante.pe"),
            ("mirestaurante.pe", "https://mirestaurante.pe"),
            (" https://mirestaurante.pe/ ", "https://mirestaurante.pe"),
            ("http://192.168.1.10:8080", "http://192.168.1.10:8080"),
            ("http://caja:80/comanda/", "http://caja/comanda"),
            ("https://[::1]:8443", "https://[::1]:8443"),
        ];
        for (typed, meant) in cases {
            assert_eq!(typed.parse::<Address>().expect(typed).to_string(), meant);
        }
    }

    #[test]
    fn invalid_addresses_are_refused() {
        for typed in
            ["", "https://", "ftp://caja", "mi restaurante", "https://a@b", "https://caja:99999", "https://caja/?a=1"]
        {
            assert!(typed.parse::<Address>().is_err(), "{typed}");
        }
    }
}
