//! The id of a row's thing as a sheet holds it: `P12-9C4E`. Its letter says of which kind it is, the sign at its end of which restaurant,
//! so that a sheet of another one never changes what happens to have the same number here. Pure.

use sha2::{Digest, Sha256};

/// As a cell says it. `house` tells restaurants apart.
pub fn told(kind: char, house: &str, id: i64) -> String {
    format!("{kind}{id}-{}", sign(house, id))
}

/// The id that a cell says; `None` where it is of another kind or restaurant, or nothing of ours.
pub fn read(kind: char, house: &str, text: &str) -> Option<i64> {
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
    fn an_id_is_read_in_its_own_restaurant_and_kind_only() {
        let told = told('P', "terraza", 12);
        assert!(told.starts_with("P12-") && told.len() == 8, "{told}");
        assert_eq!(read('P', "terraza", &format!(" {} ", told.to_lowercase())), Some(12));
        assert_eq!(read('P', "chifa", &told), None);
        assert_eq!(read('I', "terraza", &told), None);
        assert_eq!(read('P', "terraza", &told.replace("P12", "P13")), None);
        for text in ["", "12", "P-", "P12", "P12-", "Pñ-ZZZZ", "P99999999999999999999-0000"] {
            assert_eq!(read('P', "terraza", text), None, "{text}");
        }
    }
}
