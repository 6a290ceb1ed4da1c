//! The name of an adjustment on paper and screen.

use crate::orders::account::{AdjustmentKind, ChargeCode, Rate};

/// Returns the entered description, else the kind of the adjustment, with its rate: `Descuento 10%`, `Cumpleaños 10%`, `Cortesía: demora`,
/// `Propina`.
pub fn adjustment_label(kind: AdjustmentKind, code: Option<ChargeCode>, rate: Rate, description: &str) -> String {
    let description = description.trim();
    let plain = match (kind, code) {
        (AdjustmentKind::Courtesy, _) if description.is_empty() => return "Cortesía".into(),
        (AdjustmentKind::Courtesy, _) => return format!("Cortesía: {description}"),
        (AdjustmentKind::Discount, _) => "Descuento",
        (AdjustmentKind::Tip, _) => "Propina",
        (AdjustmentKind::Service | AdjustmentKind::ServiceIncluded, _) => "Recargo al consumo",
        (_, Some(ChargeCode::Delivery)) => "Delivery",
        _ => "Otro cargo",
    };
    let name = if description.is_empty() { plain } else { description };
    match rate {
        Rate::Percent(percent) if !name.contains('%') => format!("{name} {percent}%"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::money::Money;

    #[test]
    fn shows_the_description_and_the_rate() {
        use AdjustmentKind::*;
        let percent = |text: &str| Rate::Percent(text.parse().unwrap());
        for (kind, code, rate, description, expected) in [
            (Discount, None, percent("10"), "", "Descuento 10%"),
            (Discount, None, percent("12.5"), " Cumpleaños ", "Cumpleaños 12.5%"),
            (Discount, None, percent("10"), "Martes 10%", "Martes 10%"),
            (Discount, None, Rate::Fixed(Money::units(5)), "", "Descuento"),
            (Courtesy, None, percent("100"), "", "Cortesía"),
            (Courtesy, None, percent("100"), "demora", "Cortesía: demora"),
            (Tip, Some(ChargeCode::Tip), Rate::Fixed(Money::units(5)), "", "Propina"),
            (Service, Some(ChargeCode::Service), percent("10"), "", "Recargo al consumo 10%"),
            (Charge, Some(ChargeCode::Delivery), Rate::Fixed(Money::units(7)), "Delivery", "Delivery"),
            (Charge, Some(ChargeCode::Other), Rate::Fixed(Money::units(7)), "Descorche", "Descorche"),
        ] {
            assert_eq!(adjustment_label(kind, code, rate, description), expected);
        }
    }
}
