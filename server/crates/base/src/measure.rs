//! Units and measures of products that are sold by weight or volume. A measure has the unit, how much of it one piece is, and the price of
//! one unit. On an account such a piece counts as one: `1 Lenguado`, of `0.850 kg × 120.00`. Papers and documents name the measure.

use crate::{
    money::{Money, Quantity, SCALE},
    words::text_enum,
};
use serde::Serialize;
use utoipa::ToSchema;

text_enum!(
    /// The unit that a product is sold by; its price is the price of one of them.
    #[derive(Default)]
    SaleUnit {
        #[default]
        Unit = "UNIT",
        Kilogram = "KG",
        /// 100 grams.
        Hectogram = "HG",
        Gram = "G",
        Litre = "L",
        Millilitre = "ML",
    }
);

/// The precision of a measure: thousandths of its unit, as scales weigh.
const STEP: i64 = SCALE / 1000;

impl SaleUnit {
    pub const ALL: [Self; 6] = [Self::Unit, Self::Kilogram, Self::Hectogram, Self::Gram, Self::Litre, Self::Millilitre];

    /// Whether it is weighed or measured, and not counted.
    pub const fn is_measured(self) -> bool {
        !matches!(self, Self::Unit)
    }
    /// Returns the largest measure of one piece: 999 kg or litres, the same in the smaller units.
    pub const fn largest(self) -> Quantity {
        match self {
            Self::Unit | Self::Kilogram | Self::Litre => Quantity::units(999),
            Self::Hectogram => Quantity::units(9_990),
            Self::Gram | Self::Millilitre => Quantity::units(999_000),
        }
    }
    /// Returns what stands after the price: `kg`, `100 g`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Unit => "und",
            Self::Kilogram => "kg",
            Self::Hectogram => "100 g",
            Self::Gram => "g",
            Self::Litre => "l",
            Self::Millilitre => "ml",
        }
    }
    /// Writes a measure as it is spoken: `0.850 kg`, `250 g`.
    pub fn describe(self, measure: Quantity) -> String {
        let thousandths = measure.millionths() / STEP;
        match self {
            Self::Unit => measure.to_string(),
            Self::Kilogram | Self::Litre => {
                format!("{}.{:03} {}", thousandths / 1000, thousandths % 1000, self.symbol())
            }
            Self::Hectogram => format!("{} g", Quantity::from_millionths(measure.millionths().saturating_mul(100))),
            Self::Gram | Self::Millilitre => format!("{measure} {}", self.symbol()),
        }
    }
}

/// Writes in SQL the symbol of the unit in which products of an alias are sold and counted.
///
/// ```
/// assert!(comanda_base::product_unit!("p").starts_with("CASE p.sale_unit WHEN 'UNIT' THEN 'und'"));
/// ```
#[macro_export]
macro_rules! product_unit {
    ($products:literal) => {
        concat!(
            "CASE ",
            $products,
            ".sale_unit WHEN 'UNIT' THEN 'und' WHEN 'HG' THEN '100 g' ELSE LOWER(",
            $products,
            ".sale_unit) END"
        )
    };
}

/// The measure of one piece. Of what is sold by the unit: one, without a price of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Measure {
    /// The unit that it was sold by.
    #[serde(rename = "sale_unit")]
    #[row(rename = "sale_unit")]
    pub unit: SaleUnit,
    /// The quantity of one piece in that unit: `0.85`; 1 where it is sold by the unit.
    #[serde(rename = "measure")]
    #[row(rename = "measure")]
    pub quantity: Quantity,
    /// The price of one of that unit, with its variant; absent where it is sold by the unit.
    #[serde(rename = "measure_price")]
    #[row(rename = "measure_price")]
    pub price: Option<Money>,
}

impl Default for Measure {
    fn default() -> Self {
        Self { unit: SaleUnit::Unit, quantity: Quantity::units(1), price: None }
    }
}

impl Measure {
    /// Whether it was weighed or measured.
    pub const fn is_measured(&self) -> bool {
        self.unit.is_measured()
    }
    /// Writes it as it is spoken: `0.850 kg`; `None` where it is sold by the unit.
    pub fn describe(&self) -> Option<String> {
        self.is_measured().then(|| self.unit.describe(self.quantity))
    }
    /// Writes it with its price, as papers do: `0.850 kg × 120.00`, `250 g × 6.00 los 100 g`; `None` where it is sold by the unit.
    pub fn describe_with_price(&self) -> Option<String> {
        let (measure, price) = (self.describe()?, self.price?);
        Some(match self.unit {
            SaleUnit::Hectogram => format!("{measure} × {price:#} los 100 g"),
            _ => format!("{measure} × {price:#}"),
        })
    }
    /// Returns how much of the unit some pieces are.
    pub fn times(&self, pieces: Quantity) -> Quantity {
        let product = i128::from(self.quantity.millionths()) * i128::from(pieces.millionths());
        Quantity::from_millionths(i64::try_from(product / i128::from(SCALE)).unwrap_or(i64::MAX))
    }
    /// Returns the price of one of the unit within the price of a piece: the one that it was priced with, where a piece costs that.
    pub fn unit_price(&self, piece: Money) -> Money {
        let of_piece = || piece.per_unit(self.quantity).unwrap_or(piece);
        self.price.filter(|price| price.times(self.quantity) == Some(piece)).unwrap_or_else(of_piece)
    }
    /// Whether it is given in whole thousandths of its unit.
    pub fn is_exact(quantity: Quantity) -> bool {
        quantity.millionths() % STEP == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_is_written_as_it_is_spoken() {
        for (unit, quantity, price, text) in [
            (SaleUnit::Kilogram, "0.85", "120", "0.850 kg × 120.00"),
            (SaleUnit::Kilogram, "12", "38.5", "12.000 kg × 38.50"),
            (SaleUnit::Hectogram, "2.5", "6", "250 g × 6.00 los 100 g"),
            (SaleUnit::Hectogram, "0.335", "6", "33.5 g × 6.00 los 100 g"),
            (SaleUnit::Gram, "330", "0.12", "330 g × 0.12"),
            (SaleUnit::Litre, "1.005", "14", "1.005 l × 14.00"),
            (SaleUnit::Millilitre, "750", "0.03", "750 ml × 0.03"),
        ] {
            let measure = Measure { unit, quantity: quantity.parse().unwrap(), price: Some(price.parse().unwrap()) };
            assert_eq!(measure.describe_with_price().unwrap(), text);
        }
        assert_eq!(Measure::default().describe_with_price(), None);
    }

    #[test]
    fn pieces_add_up_by_their_measure() {
        let fish = Measure { unit: SaleUnit::Kilogram, quantity: "0.85".parse().unwrap(), price: None };
        assert_eq!(fish.times(Quantity::units(3)).to_string(), "2.55");
        assert_eq!(Measure::default().times(Quantity::units(3)), Quantity::units(3));
        let priced = Measure { price: Some(Money::units(120)), ..fish };
        assert_eq!(priced.unit_price(Money::units(102)), Money::units(120));
        assert_eq!(priced.unit_price(Money::units(51)), Money::units(60));
    }
}
