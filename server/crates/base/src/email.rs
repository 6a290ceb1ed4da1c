//! Mail addresses: checked and written in one way.

use crate::error::{Result, invalid};
use lettre::Address;

/// Longest address that the standard allows.
const LONGEST: usize = 254;

/// The address without blanks and in lower case, or a refusal at `field`.
pub fn checked(field: &str, text: &str) -> Result<String> {
    let email = text.trim().to_lowercase();
    let good = email.len() <= LONGEST && email.parse::<Address>().is_ok_and(|a| is_name(a.domain()));
    if good {
        Ok(email)
    } else {
        invalid(field, "Ese correo no está bien escrito. Debe ser como ana@ejemplo.pe.").err()
    }
}

/// Whether a domain is a public name: no number of a machine, and no single word of a local network.
fn is_name(domain: &str) -> bool {
    domain.rsplit_once('.').is_some_and(|(_, last)| last.starts_with(|c: char| c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_good_addresses_from_bad_ones() {
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
            assert_eq!(checked("email", text).is_ok(), good, "{text}");
        }
        assert_eq!(checked("email", " Ana@Ejemplo.pe").unwrap(), "ana@ejemplo.pe");
    }
}
