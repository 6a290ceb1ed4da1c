//! The rules for the names and numbers of series.

use super::series::{MAX_NUMBER, SeriesForm};
use comanda_base::document_kind::DocumentKind;
use comanda_base::error::{Faults, Result, invalid};

/// Normalizes and validates the name of a series for its kind of document.
///
/// Electronic boletas begin with B, electronic facturas with F, and have four characters (SUNAT, Resolución 097-2012, annex 1); internal
/// documents must not look like either.
pub(super) fn validate_series_name(billing_type_id: i64, is_contingency: bool, typed: &str) -> Result<String> {
    let serie = typed.trim().to_uppercase();
    let four = serie.len() == 4 && serie.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    if is_contingency {
        return validate_contingency(billing_type_id, serie);
    }
    let (good, text) = match DocumentKind::from_id(billing_type_id) {
        Some(DocumentKind::Boleta) => {
            (serie.starts_with('B'), "La serie de boletas empieza con B y tiene 4 letras o dígitos: B001.")
        }
        Some(DocumentKind::Factura) => {
            (serie.starts_with('F'), "La serie de facturas empieza con F y tiene 4 letras o dígitos: F001.")
        }
        Some(DocumentKind::SaleNote) => {
            (serie.starts_with("NV"), "La serie de notas de venta empieza con NV y tiene 4 letras o dígitos: NV01.")
        }
        Some(DocumentKind::DebitNote) => (
            serie.starts_with(['B', 'F']),
            "La serie de notas de débito empieza con F (de facturas) o B (de boletas) y tiene 4 letras o dígitos: FD01.",
        ),
        Some(DocumentKind::CreditNote) => (
            serie.starts_with(['B', 'F']),
            "La serie de notas de crédito empieza con F (de facturas) o B (de boletas) y tiene 4 letras o dígitos: FC01.",
        ),
        None => (
            !serie.starts_with(['B', 'F']) && !serie.starts_with("NV"),
            "La serie tiene 4 letras o dígitos y no empieza con B, F ni NV, que son de otros comprobantes.",
        ),
    };
    if good && four { Ok(serie) } else { invalid("serie", text).err() }
}

/// Validates a contingency series: it has digits only (rule 1001), and is for boletas or facturas only.
fn validate_contingency(billing_type_id: i64, serie: String) -> Result<String> {
    if !matches!(DocumentKind::from_id(billing_type_id), Some(DocumentKind::Boleta | DocumentKind::Factura)) {
        return invalid("billing_type_id", "Una serie de contingencia es de boletas o de facturas.").err();
    }
    let good = serie.len() == 4 && serie.bytes().all(|b| b.is_ascii_digit()) && serie != "0000";
    let text = "La serie de contingencia tiene los 4 dígitos del papel autorizado por la SUNAT: 0001.";
    if good { Ok(serie) } else { invalid("serie", text).err() }
}

/// The range of numbers authorised for the paper documents of a contingency series.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct AuthorisedNumbers {
    pub is_contingency: bool,
    pub first: Option<i64>,
    pub last: Option<i64>,
}

impl AuthorisedNumbers {
    /// Applies the given fields; null removes a limit. A series that is not for contingency has no limits.
    pub(super) fn with_changes(mut self, form: &SeriesForm, faults: &mut Faults) -> Self {
        const BOUNDS: &str = "Los números autorizados van de 1 a 99999999. Déjalo vacío si no sabes el rango.";
        const ORDER: &str = "El último número autorizado no puede ser menor que el primero.";
        self.is_contingency |= form.is_contingency.unwrap_or_default();
        self.first = form.first_number.unwrap_or(self.first);
        self.last = form.last_number.unwrap_or(self.last);
        if !self.is_contingency {
            return Self::default();
        }
        let can_be = |number: Option<i64>| number.is_none_or(|n| (1..=MAX_NUMBER).contains(&n));
        faults.check(can_be(self.first), "first_number", BOUNDS);
        faults.check(can_be(self.last), "last_number", BOUNDS);
        let are_in_order = self.last.is_none_or(|last| last >= self.first.unwrap_or(1));
        faults.check(!can_be(self.last) || are_in_order, "last_number", ORDER);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_first_letters() {
        for (kind, typed, kept) in [
            (1, "b002", Some("B002")),
            (1, " B00A ", Some("B00A")),
            (1, "F001", None),
            (1, "B01", None),
            (1, "B0001", None),
            (1, "B0-1", None),
            (1, "BÑ01", None),
            (2, "F001", Some("F001")),
            (2, "FF01", Some("FF01")),
            (2, "B001", None),
            (2, "", None),
            (3, "NV02", Some("NV02")),
            (3, "N001", None),
            (4, "FC02", Some("FC02")),
            (4, "bc01", Some("BC01")),
            (4, "NC01", None),
            (5, "fd01", Some("FD01")),
            (5, "BD02", Some("BD02")),
            (5, "ND01", None),
            (101, "T001", Some("T001")),
            (101, "B001", None),
            (101, "F001", None),
            (101, "NV01", None),
        ] {
            assert_eq!(validate_series_name(kind, false, typed).ok().as_deref(), kept, "{kind} {typed:?}");
        }
    }

    #[test]
    fn contingency_series_have_digits_only() {
        for (kind, typed, kept) in [
            (1, "0001", Some("0001")),
            (2, " 0002 ", Some("0002")),
            (1, "0000", None),
            (1, "001", None),
            (1, "00001", None),
            (1, "B001", None),
            (2, "000A", None),
            (3, "0001", None),
            (4, "0001", None),
        ] {
            assert_eq!(validate_series_name(kind, true, typed).ok().as_deref(), kept, "{kind} {typed:?}");
        }
    }

    #[test]
    fn an_authorised_range_is_in_order() {
        for (first, last, good) in [
            (None, None, true),
            (Some(1), Some(1), true),
            (Some(0), Some(5), false),
            (Some(1), Some(0), false),
            (None, Some(500), true),
            (Some(10), Some(9), false),
            (Some(-1), None, false),
            (None, Some(100_000_000), false),
        ] {
            let form = SeriesForm {
                is_contingency: Some(true),
                first_number: Some(first),
                last_number: Some(last),
                ..SeriesForm::default()
            };
            let mut faults = Faults::default();
            AuthorisedNumbers::default().with_changes(&form, &mut faults);
            assert_eq!(faults.finish().is_ok(), good, "{first:?} {last:?}");
        }
    }
}
