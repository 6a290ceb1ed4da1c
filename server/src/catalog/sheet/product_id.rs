//! The id of a product as a sheet holds it: `P12-9C4E`. The sign at its end says of which restaurant it is, so that a sheet of
//! another one never changes the product that happens to have the same number here. Pure.

use crate::ids::ProductId;
use sha2::{Digest, Sha256};

/// As a cell says it. `house` tells restaurants apart.
pub(super) fn told(house: &str, id: ProductId) -> String {
    format!("P{id}-{}", sign(house, id))
}

/// The id that a cell says; `None` where it is of another restaurant, or nothing of ours.
pub(super) fn read(house: &str, text: &str) -> Option<ProductId> {
    let text = text.trim().to_uppercase();
    let (number, given) = text.strip_prefix('P')?.split_once('-')?;
    let id = ProductId(number.parse().ok()?);
    (sign(house, id) == given).then_some(id)
}

fn sign(house: &str, id: ProductId) -> String {
    let digest = Sha256::digest(format!("{house}/{id}"));
    digest.iter().take(2).map(|byte| format!("{byte:02X}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_in_its_own_restaurant_only() {
        let told = told("terraza", ProductId(12));
        assert!(told.starts_with("P12-") && told.len() == 8, "{told}");
        assert_eq!(read("terraza", &format!(" {} ", told.to_lowercase())), Some(ProductId(12)));
        assert_eq!(read("chifa", &told), None);
        assert_eq!(read("terraza", &told.replace("P12", "P13")), None);
        for text in ["", "12", "P-", "P12", "P12-", "Pñ-ZZZZ", "P99999999999999999999-0000"] {
            assert_eq!(read("terraza", text), None, "{text}");
        }
    }
}
