//! Configuration of `/metrics`: who may read the server's metrics.

use sha2::{Digest, Sha256};
use std::{fmt, net::SocketAddr};

/// The least length of a token in characters; shorter ones can be guessed.
const MIN_TOKEN_LENGTH: usize = 16;

/// Where `/metrics` is served: nowhere, unless a listener or a token is given.
#[derive(Debug, Clone)]
pub struct Metrics {
    /// The address of a separate listener that serves `/metrics`, `/healthz` and `/readyz` only.
    pub listen: Option<SocketAddr>,
    /// The token that `/metrics` requires everywhere; without it the main port does not serve `/metrics`.
    pub token: Option<MetricsToken>,
    /// The number of companies that have metrics of their own; those of all others are summed.
    pub companies: usize,
}

impl Default for Metrics {
    fn default() -> Self {
        Self { listen: None, token: None, companies: 200 }
    }
}

/// A bearer token, of which only the hash is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct MetricsToken([u8; 32]);

impl MetricsToken {
    /// Hashes a token.
    ///
    /// # Errors
    /// The token is too short, or has characters that a header cannot carry; the Spanish message does not repeat the token.
    pub fn new(token: &str) -> Result<Self, String> {
        let token = token.trim();
        if token.len() < MIN_TOKEN_LENGTH || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(format!(
                "el token de las métricas lleva al menos {MIN_TOKEN_LENGTH} letras o cifras sin espacios; \
                 genera uno con: openssl rand -hex 16"
            ));
        }
        Ok(Self(hash(token)))
    }

    /// Whether a given token is this one. Hashes are compared, so the time that it takes reveals nothing about the token.
    #[must_use]
    pub fn matches(&self, token: &str) -> bool {
        hash(token) == self.0
    }
}

fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

impl fmt::Debug for MetricsToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MetricsToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_long_and_never_printed() {
        for bad in ["", "short", "fifteen-letters", "with a space in the middle", "con-eñe-y-mucho-más"] {
            let refused = MetricsToken::new(bad).unwrap_err();
            assert!(bad.is_empty() || !refused.contains(bad), "{refused}");
        }
        let token = MetricsToken::new("0123456789abcdef").unwrap();
        assert!(token.matches("0123456789abcdef"));
        assert!(!token.matches("0123456789abcdeF") && !token.matches(""));
        assert!(!format!("{token:?}").contains("0123"));
    }
}
