//! Who may read what the server measures of itself.

use sha2::{Digest, Sha256};
use std::{fmt, net::SocketAddr};

/// Shorter ones can be guessed.
const MIN_TOKEN_LENGTH: usize = 16;

/// `/metrics`: nowhere, unless a listener or a token is given.
#[derive(Debug, Clone)]
pub struct Metrics {
    /// A listener of its own, where `/metrics`, `/healthz` and `/readyz` answer and nothing else.
    pub listen: Option<SocketAddr>,
    /// Asked for wherever `/metrics` answers; without it the main port has none.
    pub token: Option<MetricsToken>,
    /// So many companies have figures of their own; those of all others are added up.
    pub companies: usize,
}

impl Default for Metrics {
    fn default() -> Self {
        Self { listen: None, token: None, companies: 200 }
    }
}

/// A bearer token, kept as its hash alone.
#[derive(Clone, PartialEq, Eq)]
pub struct MetricsToken([u8; 32]);

impl MetricsToken {
    /// Takes a token.
    ///
    /// # Errors
    /// It is short, or has characters that no header carries; the text says so in Spanish and does not repeat it.
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

    /// Whether this is it. What is compared are hashes: how long it takes tells nothing of the token.
    #[must_use]
    pub fn is(&self, given: &str) -> bool {
        hash(given) == self.0
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
    fn a_token_is_long_and_told_to_nobody() {
        for bad in ["", "short", "fifteen-letters", "with a space in the middle", "con-eñe-y-mucho-más"] {
            let refused = MetricsToken::new(bad).unwrap_err();
            assert!(bad.is_empty() || !refused.contains(bad), "{refused}");
        }
        let token = MetricsToken::new("0123456789abcdef").unwrap();
        assert!(token.is("0123456789abcdef"));
        assert!(!token.is("0123456789abcdeF") && !token.is(""));
        assert!(!format!("{token:?}").contains("0123"));
    }
}
