//! Which number a client's identity document can have.

pub use crate::identity::{is_dni, is_ruc};

use crate::error::{Result, invalid};

/// The DNI under which documents to unnamed customers are issued.
pub const NOBODY_DNI: &str = "00000000";

/// The kinds of identity document a client can have.
pub const KINDS: [&str; 4] = ["DNI", "RUC", "CE", "PASAPORTE"];

/// Refuses a number that cannot be one of its kind; gives it without blanks.
pub fn checked(kind: &str, number: &str) -> Result<String> {
    let number: String = number.chars().filter(|c| !c.is_whitespace()).collect();
    let (good, message) = match kind {
        "DNI" => (is_dni(&number), "El DNI tiene 8 dígitos. Revisa el número."),
        "RUC" => (is_ruc(&number), "El RUC tiene 11 dígitos y el último es de control. Revisa el número."),
        _ => (
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
    fn tells_good_numbers_from_bad_ones() {
        for (kind, number, good) in [
            ("DNI", "40563821", true),
            ("DNI", " 4056 3821 ", true),
            ("DNI", "4056382", false),
            ("DNI", "4056382a", false),
            ("RUC", "20601234565", true),
            ("RUC", "20100070970", true),
            ("RUC", "20131312955", true),
            ("RUC", "20601234566", false),
            ("RUC", "30601234565", false),
            ("RUC", "2060123456", false),
            ("CE", "001234567", true),
            ("PASAPORTE", "X1", false),
        ] {
            assert_eq!(checked(kind, number).is_ok(), good, "{kind} {number}");
        }
    }
}
