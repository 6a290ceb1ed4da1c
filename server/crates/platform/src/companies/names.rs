//! What companies may be called by files, schemas and address bars.

use comanda_base::error::{Refusal, invalid};

/// A short name that can be a file and a schema.
pub(super) fn slug(slug: &str) -> Result<(), Refusal> {
    let good = slug.len() <= 40
        && slug.starts_with(|c: char| c.is_ascii_lowercase())
        && !slug.starts_with("pg_")
        && !["control", "information_schema", "public"].contains(&slug)
        && slug.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let text = "El nombre corto lleva minúsculas, dígitos y _, empieza con letra y no es 'control' ni 'public'.";
    if good { Ok(()) } else { Err(invalid("slug", text)) }
}

/// Whether a company can have this short name.
pub fn is_slug(name: &str) -> bool {
    slug(name).is_ok()
}

/// A host name as requests bring it: lower case, without protocol, port or path.
pub(super) fn domain(given: &str) -> Result<String, Refusal> {
    let domain = given.trim().trim_end_matches('.').to_lowercase();
    let label = |part: &str| {
        (1..=63).contains(&part.len())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            && !part.starts_with('-')
            && !part.ends_with('-')
    };
    let text = "El dominio es solo el nombre, como terraza.example.pe: sin http://, puerto ni barra.";
    if domain.len() <= 253 && domain.split('.').all(label) { Ok(domain) } else { Err(invalid("domain", text)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_and_domains_are_plain() {
        for good in ["a", "la_terraza2"] {
            assert!(slug(good).is_ok(), "{good}");
        }
        for bad in ["", "1a", "A", "a-b", "control", "public", "pg_x", "ñ", &"x".repeat(41)] {
            assert!(slug(bad).is_err(), "{bad}");
        }
        assert_eq!(domain(" Terraza.Example.PE. ").unwrap(), "terraza.example.pe");
        for bad in ["", "http://a.pe", "a.pe:80", "a.pe/x", "a..pe", "-a.pe", "ñ.pe"] {
            assert!(domain(bad).is_err(), "{bad}");
        }
    }
}
