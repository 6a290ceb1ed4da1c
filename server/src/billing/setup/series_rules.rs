//! What a series may be called. Pure.

use crate::{
    billing::{BillingKind, notes},
    error::{Result, invalid},
};

/// A series' name as it is kept, or why it cannot be one of this kind.
///
/// Electronic boletas begin with B, electronic facturas with F, and have four characters (SUNAT, Resolución 097-2012, annex 1);
/// the house's own papers must not look like either.
pub(super) fn checked(billing_type_id: i64, given: &str) -> Result<String> {
    let serie = given.trim().to_uppercase();
    let four = serie.len() == 4 && serie.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let (good, text) = match BillingKind::from_id(billing_type_id) {
        Some(BillingKind::Boleta) => {
            (serie.starts_with('B'), "La serie de boletas empieza con B y tiene 4 letras o dígitos: B001.")
        }
        Some(BillingKind::Factura) => {
            (serie.starts_with('F'), "La serie de facturas empieza con F y tiene 4 letras o dígitos: F001.")
        }
        Some(BillingKind::NotaVenta) => {
            (serie.starts_with("NV"), "La serie de notas de venta empieza con NV y tiene 4 letras o dígitos: NV01.")
        }
        None if billing_type_id == notes::TYPE => (
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

#[cfg(test)]
mod tests {
    use super::checked;

    #[test]
    fn each_kind_has_its_letters() {
        for (kind, given, kept) in [
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
            (101, "T001", Some("T001")),
            (101, "B001", None),
            (101, "F001", None),
            (101, "NV01", None),
        ] {
            assert_eq!(checked(kind, given).ok().as_deref(), kept, "{kind} {given:?}");
        }
    }
}
