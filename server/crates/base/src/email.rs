//! Checks and normalizes mail addresses.

use crate::error::{Result, invalid};
use lettre::Address;

/// The longest address that the standard allows, in bytes.
const MAX_ADDRESS_CHARS: usize = 254;

/// Returns the address trimmed and in lower case, or a refusal at `field`.
pub fn normalize_email(field: &str, text: &str) -> Result<String> {
    let email = text.trim().to_lowercase();
    let good = email.len() <= MAX_ADDRESS_CHARS && email.parse::<Address>().is_ok_and(|a| is_public_domain(a.domain()));
    if good {
        Ok(email)
    } else {
        invalid(field, "Ese correo no está bien escrito. Debe ser como ana@ejemplo.pe.").err()
    }
}

/// Whether a domain is a public name, and neither an IP address nor a single word of a local network.
fn is_public_domain(domain: &str) -> bool {
    domain.rsplit_once('.').is_some_and(|(_, last)| last.starts_with(|c: char| c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_good_addresses_and_refuses_bad_ones() {
        for (text, good) in [
            (" Ana.Lu+caja@Ejemplo.pe ", true),
            ("a@b.c", true),
            ("ana", false),
            ("ana@ejemplo", false),
            ("ana@ejemplo.", false),
            ("root@127.0.0.1", false),
            ("root@[127.0.0.1]", false),
            ("ana@@ejemplo.pe", false),
            ("ana lu@ejemplo.pe", false),
            ("ana@ejemplo.pe\r\nBcc: x@y.z", false),
            ("", false),
        ] {
            assert_eq!(normalize_email("email", text).is_ok(), good, "{text}");
        }
        assert_eq!(normalize_email("email", " Ana@Ejemplo.pe").unwrap(), "ana@ejemplo.pe");
    }
}
