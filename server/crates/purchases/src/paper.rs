//! The kind, series and number of a supplier's document, normalized, and the key that keeps a document from being recorded twice.

use comanda_base::{error::Faults, purchase_document::PurchaseDocument, search::search_key};

const MAX_SERIE_CHARS: usize = 8;
const MAX_NUMBER_CHARS: usize = 20;
/// The display text of a document without a number.
const UNNUMBERED: &str = "S/N";

/// The kind, series and number that identify a supplier's document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DocumentNumber {
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
}

impl DocumentNumber {
    /// Normalizes series and number; faults are added where they do not fit the kind of document.
    pub(super) fn normalize(document: PurchaseDocument, serie: &str, number: &str, faults: &mut Faults) -> Self {
        let (serie, number) = (tidy(serie), tidy(number));
        let is_plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        if document.is_numbered() && serie.is_empty() {
            faults.add("serie", format!("Escribe la serie de {}, como F001.", document.spanish()));
        } else if serie.chars().count() > MAX_SERIE_CHARS || !is_plain(&serie) {
            faults.add("serie", "La serie tiene hasta 8 letras y números, sin espacios.");
        }
        if number.is_empty() && (document.has_number() || !serie.is_empty()) {
            faults.add("number", "Escribe el número como está en el papel.");
        } else if number.chars().count() > MAX_NUMBER_CHARS || !is_plain(&number) {
            faults.add("number", "El número tiene hasta 20 letras y números, sin espacios.");
        }
        Self { document, serie, number }
    }
    /// `F014-28431`
    pub(super) fn full_number(&self) -> String {
        match (self.serie.as_str(), self.number.as_str()) {
            ("", "") => UNNUMBERED.to_owned(),
            ("", number) => number.to_owned(),
            (serie, number) => format!("{serie}-{number}"),
        }
    }
    /// Returns the number without leading zeros, so that 00028431 and 28431 are the same; `None` without a number, which is never a
    /// duplicate.
    pub(super) fn number_key(&self) -> Option<String> {
        let plain = self.number.trim_start_matches('0');
        let key = if plain.is_empty() { self.number.as_str() } else { plain };
        Some(key.to_owned()).filter(|key| !key.is_empty())
    }
    /// The normalized text that searches match.
    pub(super) fn search_key(&self) -> String {
        search_key(&self.full_number())
    }
}

fn tidy(text: &str) -> String {
    text.trim().to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use PurchaseDocument::{Boleta, Factura, Other, SalesNote};

    fn read(document: PurchaseDocument, serie: &str, number: &str) -> (DocumentNumber, Vec<String>) {
        let mut faults = Faults::default();
        let paper = DocumentNumber::normalize(document, serie, number, &mut faults);
        let named = match faults.finish() {
            Err(comanda_base::error::Error::Refused(refusal)) => refusal.errors.into_keys().collect(),
            _ => Vec::new(),
        };
        (paper, named)
    }

    #[test]
    fn series_and_number_are_normalized() {
        for (serie, number, full, key) in [
            (" f014 ", "28431", "F014-28431", Some("28431")),
            ("F014", "00028431", "F014-00028431", Some("28431")),
            ("", "a-17", "A-17", Some("A-17")),
            ("", "000", "000", Some("000")),
            ("", "", "S/N", None),
        ] {
            let (paper, faults) = read(Other, serie, number);
            assert_eq!((paper.full_number().as_str(), paper.number_key().as_deref()), (full, key));
            assert!(faults.is_empty(), "{faults:?}");
        }
    }

    #[test]
    fn missing_parts_are_reported_by_field() {
        assert_eq!(read(Factura, "", "").1, ["number", "serie"]);
        assert_eq!(read(Boleta, "B001", "").1, ["number"]);
        assert_eq!(read(SalesNote, "N001", "").1, ["number"]);
        assert_eq!(read(Factura, "F0000000014", "1 2").1, ["number", "serie"]);
    }
}
