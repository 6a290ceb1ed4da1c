//! Peruvian identity numbers: a DNI has 8 digits, a RUC 11 with a check digit.

/// Whether the text is 8 digits.
pub fn is_dni(number: &str) -> bool {
    number.len() == 8 && number.bytes().all(|b| b.is_ascii_digit())
}

/// Whether the text is 11 digits that begin with a tax payer's prefix and end with their check digit.
pub fn is_ruc(number: &str) -> bool {
    number.len() == 11
        && number.bytes().all(|b| b.is_ascii_digit())
        && ["10", "15", "16", "17", "20"].iter().any(|kind| number.starts_with(kind))
        && number.bytes().last().map(char::from) == ruc_check_digit(&number[..10])
}

/// Computes the eleventh digit of a RUC (modulo 11) from the first ten; `None` unless there are ten digits.
pub fn ruc_check_digit(ten: &str) -> Option<char> {
    const WEIGHTS: [u32; 10] = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
    let digits: Vec<u32> = ten.chars().map(|c| c.to_digit(10)).collect::<Option<_>>()?;
    if digits.len() != WEIGHTS.len() {
        return None;
    }
    let sum: u32 = digits.iter().zip(WEIGHTS).map(|(d, w)| d * w).sum();
    char::from_digit((11 - sum % 11) % 10, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_texts_that_only_look_like_a_number() {
        assert!(is_dni("45678912") && is_ruc("20100070970"));
        for bad in ["", "2010007097", "20100070971", "30100070970", "2010007097x", "201000709７0"] {
            assert!(!is_ruc(bad), "{bad}");
        }
        // This one has as many bytes as a RUC, and a two-byte letter where the check digit is split off.
        assert!(!is_ruc("201234567ñ"));
        for bad in ["", "4567891", "456789123", "4567891x", "4567ññ"] {
            assert!(!is_dni(bad), "{bad}");
        }
    }
}
