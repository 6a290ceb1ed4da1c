//! Districts of Peru by their INEI code of six digits (ubigeo), as SUNAT's catalogue 13 lists them.

mod http;

pub use http::routes;

use comanda_base::{
    error::{Result, invalid},
    search::search_key,
};
use serde::Serialize;
use std::sync::LazyLock;

const CATALOGUE: &str = include_str!("ubigeo.csv");
/// The most rows of a search.
const MAX_FOUND: usize = 20;

/// A district.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct District {
    /// The code of six digits.
    pub ubigeo: &'static str,
    pub department: &'static str,
    pub province: &'static str,
    pub district: &'static str,
}

/// All districts in the order of their codes, each with its search key, which begins with the district, since that is what people type.
static DISTRICTS: LazyLock<Vec<(District, String)>> =
    LazyLock::new(|| CATALOGUE.lines().skip(1).filter_map(read).map(|d| (d, key(&d))).collect());

fn read(line: &'static str) -> Option<District> {
    let mut cells = line.trim_end().splitn(4, ',');
    let mut next = || cells.next();
    Some(District { ubigeo: next()?, department: next()?, province: next()?, district: next()? })
}

fn key(d: &District) -> String {
    search_key(&format!("{} {} {} {}", d.district, d.province, d.department, d.ubigeo))
}

/// Finds the district of a code.
pub fn find_district(ubigeo: &str) -> Option<District> {
    let found = DISTRICTS.binary_search_by(|(d, _)| d.ubigeo.cmp(ubigeo)).ok()?;
    DISTRICTS.get(found).map(|(d, _)| *d)
}

/// Finds the district of a code typed in a form, or refuses at the field `ubigeo`.
pub fn parse_ubigeo(ubigeo: &str) -> Result<District> {
    match find_district(ubigeo.trim()) {
        Some(found) => Ok(found),
        None => invalid("ubigeo", "Ese ubigeo no existe. Son 6 dígitos: busca tu distrito en la lista.").err(),
    }
}

/// Returns districts whose name, province, department or code contain all words of `term`; names that begin with it come first.
fn search(term: &str) -> Vec<District> {
    let wanted = search_key(term);
    let has_all = |key: &str| wanted.split_whitespace().all(|word| key.contains(word));
    let mut found: Vec<_> = DISTRICTS.iter().filter(|(_, key)| has_all(key)).collect();
    found.sort_by_key(|(d, key)| (!key.starts_with(&wanted), d.ubigeo));
    found.into_iter().take(MAX_FOUND).map(|(d, _)| *d).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_found_again() {
        assert!(DISTRICTS.len() > 1_800, "{}", DISTRICTS.len());
        for (d, _) in DISTRICTS.iter() {
            assert_eq!(find_district(d.ubigeo), Some(*d));
            assert!(d.ubigeo.len() == 6 && !d.district.is_empty(), "{d:?}");
        }
        assert_eq!(find_district("150122").map(|d| (d.department, d.district)), Some(("LIMA", "MIRAFLORES")));
        assert!(parse_ubigeo("999999").is_err() && parse_ubigeo("").is_err() && parse_ubigeo(" 150122 ").is_ok());
    }

    #[test]
    fn a_district_is_found_by_any_part_without_accents() {
        assert_eq!(search("miraflores lima").first().map(|d| d.ubigeo), Some("150122"));
        assert_eq!(search("150122").first().map(|d| d.district), Some("MIRAFLORES"));
        assert!(search("BREÑA").iter().any(|d| d.ubigeo == "150105"));
        assert!(search("brena").iter().any(|d| d.ubigeo == "150105"));
        assert!(search("no existe").is_empty() && search("").len() == MAX_FOUND);
    }
}
