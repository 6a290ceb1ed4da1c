//! Formats and parses record ids in spreadsheets, such as `P12-9C4E`: a letter for the kind, the id, and a checksum of the company and id,
//! so that a file of another company cannot change a record that has the same id here. No I/O.

use sha2::{Digest, Sha256};

/// Formats an id. `house` is a value that differs between companies.
pub fn format_id(kind: char, house: &str, id: i64) -> String {
    format!("{kind}{id}-{}", sign(house, id))
}

/// Parses an id. Returns `None` if it is malformed or belongs to another kind or company.
pub fn parse_id(kind: char, house: &str, text: &str) -> Option<i64> {
    let text = text.trim().to_uppercase();
    let (number, given) = text.strip_prefix(kind)?.split_once('-')?;
    let id = number.parse().ok()?;
    (sign(house, id) == given).then_some(id)
}

fn sign(house: &str, id: i64) -> String {
    let digest = Sha256::digest(format!("{house}/{id}"));
    digest.iter().take(2).map(|byte| format!("{byte:02X}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_other_companies_and_kinds_are_refused() {
        let told = format_id('P', "terraza", 12);
        assert!(told.starts_with("P12-") && told.len() == 8, "{told}");
        assert_eq!(parse_id('P', "terraza", &format!(" {} ", told.to_lowercase())), Some(12));
        assert_eq!(parse_id('P', "chifa", &told), None);
        assert_eq!(parse_id('I', "terraza", &told), None);
        assert_eq!(parse_id('P', "terraza", &told.replace("P12", "P13")), None);
        for text in ["", "12", "P-", "P12", "P12-", "Pñ-ZZZZ", "P99999999999999999999-0000"] {
            assert_eq!(parse_id('P', "terraza", text), None, "{text}");
        }
    }
}
