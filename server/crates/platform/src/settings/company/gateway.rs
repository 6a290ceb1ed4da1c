//! The provider's gateway of electronic documents: its URL, and a token that is never shown.

use super::model::{ChangeCompany, refuse_fields};
use comanda_base::{error::Result, outbound};

/// The stored settings of the gateway.
#[derive(Debug, Clone, Default, PartialEq, Eq, comanda_from_row::FromRow)]
pub(super) struct Gateway {
    pub apifact_url: String,
    pub token_apifact: String,
    pub correlative: String,
}

/// The text that is shown in place of a secret.
pub(super) const MASK: &str = "••••";

/// Returns a secret as it is shown.
pub(super) fn mask_secret(secret: &str) -> String {
    if secret.is_empty() { String::new() } else { MASK.to_owned() }
}

impl Gateway {
    /// Applies the given fields; a masked secret that is sent back stays as it is.
    pub(super) fn with_changes(mut self, form: &ChangeCompany) -> Self {
        if let Some(url) = &form.apifact_url {
            url.trim().trim_end_matches('/').clone_into(&mut self.apifact_url);
        }
        if let Some(token) = form.token_apifact.as_deref().filter(|t| !t.starts_with(MASK)) {
            token.trim().clone_into(&mut self.token_apifact);
        }
        if let Some(correlative) = &form.correlative {
            correlative.trim().clone_into(&mut self.correlative);
        }
        self
    }

    /// Refuses to send the stored token to another URL: a user who may change the URL must not be able to read the token there.
    pub(super) fn check_token_is_given(&self, had: &Self, form: &ChangeCompany) -> Result<()> {
        let is_given = form.token_apifact.as_deref().is_some_and(|token| !token.starts_with(MASK));
        let moves = self.apifact_url != had.apifact_url && !self.apifact_url.is_empty();
        if moves && !had.token_apifact.is_empty() && !is_given {
            return refuse_fields(&[(
                "token_apifact",
                "La dirección cambió: escribe otra vez el token del proveedor.",
            )]);
        }
        Ok(())
    }

    /// Refuses an unsafe URL, and secrets that a header cannot carry.
    pub(super) fn check(&self) -> Result<()> {
        let mut wrong = Vec::new();
        let url = &self.apifact_url;
        if !url.is_empty() && !is_safe_url(url) {
            wrong.push(("apifact_url", "La dirección empieza con https:// y lleva hasta 200 letras."));
        }
        let token = &self.token_apifact;
        if token.len() > 500 || token.chars().any(|c| !c.is_ascii_graphic()) {
            wrong.push(("token_apifact", "El token lleva hasta 500 letras y signos, sin espacios."));
        }
        if self.correlative.chars().count() > 20 {
            wrong.push(("correlative", "El correlativo lleva hasta 20 letras."));
        }
        refuse_fields(&wrong)
    }
}

fn is_safe_url(url: &str) -> bool {
    url.len() <= 200 && outbound::may_carry_secrets(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_masked() {
        for (secret, shown) in [("", ""), ("abc", "••••"), ("tok-1234567890", "••••")] {
            assert_eq!(mask_secret(secret), shown);
            let kept = Gateway { token_apifact: secret.into(), ..Default::default() };
            let form =
                ChangeCompany { token_apifact: Some(shown.to_owned()).filter(|t| !t.is_empty()), ..Default::default() };
            assert_eq!(kept.clone().with_changes(&form), kept, "sent back as it was shown");
        }
    }

    #[test]
    fn a_token_is_not_sent_to_another_url() {
        let url = |url: &str| url.to_owned();
        let had = Gateway { apifact_url: url("https://a.pe"), token_apifact: url("tok-1"), ..Default::default() };
        for (address, token, good) in [
            ("https://b.pe", None, false),
            ("https://b.pe", Some(MASK), false),
            ("https://b.pe", Some("tok-2"), true),
            ("https://b.pe", Some(""), true),
            ("https://a.pe/", None, true),
            ("", None, true),
        ] {
            let form = ChangeCompany {
                apifact_url: Some(url(address)),
                token_apifact: token.map(str::to_owned),
                ..Default::default()
            };
            let has = had.clone().with_changes(&form);
            assert_eq!(has.check_token_is_given(&had, &form).is_ok(), good, "{address} {token:?}");
        }
    }

    #[test]
    fn a_token_only_travels_encrypted() {
        for (url, good) in [
            ("https://api.apifact.pe/v1", true),
            ("http://api.apifact.pe", false),
            ("http://127.0.0.1:8080", true),
            ("http://127.0.0.1.example.pe", false),
            ("http://localhost@example.pe", false),
            ("https://", false),
            ("ftp://x", false),
        ] {
            assert_eq!(is_safe_url(url), good, "{url}");
        }
    }
}
