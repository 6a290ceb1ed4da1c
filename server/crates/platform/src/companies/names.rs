//! Rules for the slugs and domains of companies.

use comanda_base::error::{Refusal, invalid};

/// Refuses a slug that cannot name a file and a schema.
pub(super) fn check_slug(slug: &str) -> Result<(), Refusal> {
    let good = slug.len() <= 40
        && slug.starts_with(|c: char| c.is_ascii_lowercase())
        && !slug.starts_with("pg_")
        && !["control", "information_schema", "public"].contains(&slug)
        && slug.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let text = "El nombre corto lleva minúsculas, dígitos y _, empieza con letra y no es 'control' ni 'public'.";
    if good { Ok(()) } else { Err(invalid("slug", text)) }
}

/// Whether a company can have this slug.
pub fn is_slug(name: &str) -> bool {
    check_slug(name).is_ok()
}

/// Normalizes a host name to lower case; refuses a protocol, port or path.
pub(super) fn parse_domain(typed: &str) -> Result<String, Refusal> {
    let domain = typed.trim().trim_end_matches('.').to_lowercase();
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
            assert!(check_slug(good).is_ok(), "{good}");
        }
        for bad in ["", "1a", "A", "a-b", "control", "public", "pg_x", "ñ", &"x".repeat(41)] {
            assert!(check_slug(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_domain(" Terraza.Example.PE. ").unwrap(), "terraza.example.pe");
        for bad in ["", "http://a.pe", "a.pe:80", "a.pe/x", "a..pe", "-a.pe", "ñ.pe"] {
            assert!(parse_domain(bad).is_err(), "{bad}");
        }
    }
}
