//! The statement on documents of what was sold by weight or volume: the measure in its own unit of catalogue 03, at the price of one of it.
//! Pure.

use comanda_base::{
    measure::{Measure, SaleUnit},
    money::{Money, Quantity},
};
use comanda_sunat::document::{Millionths, Unit};

/// The quantity of a line in a unit of catalogue 03, and the price of one of that unit.
pub(super) struct DocumentQuantity {
    pub unit: Unit,
    pub quantity: Millionths,
    pub unit_price: Millionths,
}

/// States `pieces` of a measure. Catalogue 03 has no 100 grams, so those are kilograms, ten times the price.
pub(super) fn document_quantity(measure: &Measure, pieces: Quantity, piece_price: Money) -> DocumentQuantity {
    let (unit, per_unit) = match measure.unit {
        SaleUnit::Unit => {
            return DocumentQuantity {
                unit: Unit::Goods,
                quantity: Millionths(pieces.millionths()),
                unit_price: Millionths(piece_price.millionths()),
            };
        }
        SaleUnit::Kilogram => (Unit::Kilogram, 1),
        SaleUnit::Hectogram => (Unit::Kilogram, 10),
        SaleUnit::Gram => (Unit::Gram, 1),
        SaleUnit::Litre => (Unit::Litre, 1),
        SaleUnit::Millilitre => (Unit::Millilitre, 1),
    };
    DocumentQuantity {
        unit,
        quantity: Millionths(measure.times(pieces).millionths() / per_unit),
        unit_price: Millionths(measure.unit_price(piece_price).millionths() * per_unit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_is_stated_in_its_unit() {
        for (unit, measure, price, piece, code, quantity, unit_price) in [
            (SaleUnit::Unit, "1", "38", "38", "NIU", 1_000_000, 38_000_000),
            (SaleUnit::Kilogram, "0.85", "120", "102", "KGM", 850_000, 120_000_000),
            (SaleUnit::Hectogram, "2.5", "6", "15", "KGM", 250_000, 60_000_000),
            (SaleUnit::Gram, "330", "0.12", "39.60", "GRM", 330_000_000, 120_000),
            (SaleUnit::Litre, "0.5", "14", "7", "LTR", 500_000, 14_000_000),
            (SaleUnit::Millilitre, "750", "0.03", "22.50", "MLT", 750_000_000, 30_000),
        ] {
            let measure = Measure { unit, quantity: measure.parse().unwrap(), price: Some(price.parse().unwrap()) };
            let stated = document_quantity(&measure, Quantity::units(1), piece.parse().unwrap());
            assert_eq!((stated.unit.code(), stated.quantity.0, stated.unit_price.0), (code, quantity, unit_price));
        }
    }
}
