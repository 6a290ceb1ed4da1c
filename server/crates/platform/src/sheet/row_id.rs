//! Formats and parses record ids in spreadsheets, such as `P12-9C4E`: a letter for the kind, the id, and a checksum of the company and id,
//! so that a file of another company cannot change a record that has the same id here. No I/O.

use sha2::{Digest, Sha256};

/// Formats an id. `company_key` is a value that differs between companies.
pub fn format_id(kind: char, company_key: &str, id: i64) -> String {
    format!("{kind}{id}-{}", sign(company_key, id))
}

/// Parses an id. Returns `None` if it is malformed or belongs to another kind or company.
pub fn parse_id(kind: char, company_key: &str, text: &str) -> Option<i64> {
    let text = text.trim().to_uppercase();
    let (number, signature) = text.strip_prefix(kind)?.split_once('-')?;
    let id = number.parse().ok()?;
    (sign(company_key, id) == signature).then_some(id)
}

fn sign(company_key: &str, id: i64) -> String {
    let digest = Sha256::digest(format!("{company_key}/{id}"));
    digest.iter().take(2).map(|byte| format!("{byte:02X}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_other_companies_and_kinds_are_refused() {
        let formatted = format_id('P', "terraza", 12);
        assert!(formatted.starts_with("P12-") && formatted.len() == 8, "{formatted}");
        assert_eq!(parse_id('P', "terraza", &format!(" {} ", formatted.to_lowercase())), Some(12));
        assert_eq!(parse_id('P', "chifa", &formatted), None);
        assert_eq!(parse_id('I', "terraza", &formatted), None);
        assert_eq!(parse_id('P', "terraza", &formatted.replace("P12", "P13")), None);
        for text in ["", "12", "P-", "P12", "P12-", "Pñ-ZZZZ", "P99999999999999999999-0000"] {
            assert_eq!(parse_id('P', "terraza", text), None, "{text}");
        }
    }
}
