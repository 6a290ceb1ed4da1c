//! Checks the number of a client's identity document.

pub use comanda_base::identity::{is_dni, is_ruc};
pub use comanda_base::words::IdentityDocument;

use comanda_base::error::{Result, invalid};

/// The DNI under which documents to unnamed customers are issued.
pub const ANONYMOUS_DNI: &str = "00000000";

/// Refuses a number that is impossible for its kind; returns it without blanks.
pub fn check_number(kind: IdentityDocument, number: &str) -> Result<String> {
    let number: String = number.chars().filter(|c| !c.is_whitespace()).collect();
    let (good, message) = match kind {
        IdentityDocument::Dni => (is_dni(&number), "El DNI tiene 8 dígitos. Revisa el número."),
        IdentityDocument::Ruc => {
            (is_ruc(&number), "El RUC tiene 11 dígitos y el último es de control. Revisa el número.")
        }
        IdentityDocument::Ce | IdentityDocument::Passport => (
            (4..=15).contains(&number.len()) && number.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'),
            "El número de documento lleva de 4 a 15 letras y dígitos.",
        ),
    };
    if good { Ok(number) } else { invalid("document_number", message).err() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_numbers_are_refused() {
        use IdentityDocument::{Ce, Dni, Passport, Ruc};
        for (kind, number, good) in [
            (Dni, "40563821", true),
            (Dni, " 4056 3821 ", true),
            (Dni, "4056382", false),
            (Dni, "4056382a", false),
            (Ruc, "20601234565", true),
            (Ruc, "20100070970", true),
            (Ruc, "20131312955", true),
            (Ruc, "20601234566", false),
            (Ruc, "30601234565", false),
            (Ruc, "2060123456", false),
            (Ce, "001234567", true),
            (Passport, "X1", false),
        ] {
            assert_eq!(check_number(kind, number).is_ok(), good, "{kind} {number}");
        }
    }
}
