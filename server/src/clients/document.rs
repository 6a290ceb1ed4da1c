//! Peruvian identity numbers: a DNI has 8 digits, a RUC 11 with a check digit.

use crate::error::{Result, invalid};

/// The DNI under which documents to unnamed customers are issued.
pub const NOBODY_DNI: &str = "00000000";

/// True for 8 digits.
pub fn is_dni(number: &str) -> bool {
    number.len() == 8 && number.bytes().all(|b| b.is_ascii_digit())
}

/// True for 11 digits that begin like a tax payer's and end with their check digit.
pub fn is_ruc(number: &str) -> bool {
    number.len() == 11
        && ["10", "15", "16", "17", "20"].iter().any(|kind| number.starts_with(kind))
        && number.bytes().last().map(char::from) == ruc_check_digit(&number[..10])
}

/// The eleventh digit of a RUC (modulo 11); `None` unless there are ten digits.
pub fn ruc_check_digit(ten: &str) -> Option<char> {
    const WEIGHTS: [u32; 10] = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
    let digits: Vec<u32> = ten.chars().map(|c| c.to_digit(10)).collect::<Option<_>>()?;
    if digits.len() != WEIGHTS.len() {
        return None;
    }
    let sum: u32 = digits.iter().zip(WEIGHTS).map(|(d, w)| d * w).sum();
    char::from_digit((11 - sum % 11) % 10, 10)
}

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
