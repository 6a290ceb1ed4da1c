//! Checks of single values: prices, the plate and switches. Pure.

use comanda_base::{
    error::{Refusal, Result, invalid},
    money::Money,
};
use serde::{Deserialize, Deserializer, de};
use std::fmt;

const MAX_PLATE_CHARS: usize = 400;
/// More than anything on a menu costs.
pub(super) const MAX_PRICE: Money = Money::units(100_000);
/// Prices have three decimals, in millionths.
const PRICE_STEP: i64 = 1_000;

/// Refuses a minimum price above the price at the table.
pub(super) fn check_minimum(minimum: Option<Money>, price: Money) -> Result<(), Refusal> {
    match minimum.filter(|least| *least > price) {
        Some(least) => {
            let text = format!("S/ {least:#} es más que el precio en mesa (S/ {price:#}). Baja el mínimo.");
            Err(invalid("minimum_sale_price", text))
        }
        None => Ok(()),
    }
}

/// Checks a price: not negative, at most three decimals, up to the maximum.
pub(in crate::catalog) fn check_price(field: &str, amount: Money) -> Result<(), Refusal> {
    if amount.is_negative() {
        return Err(invalid(field, "El precio no puede ser menor que 0."));
    }
    if amount.millionths() % PRICE_STEP != 0 {
        return Err(invalid(field, "Usa hasta 3 decimales."));
    }
    if amount > MAX_PRICE {
        return Err(invalid(field, "El precio puede llegar a S/ 100,000."));
    }
    Ok(())
}

/// Checks the JSON of a drawn plate, `{"base": "#7a3f22", "top": ["rice"], "glass": true}`, or an empty text.
pub(super) fn check_plate(text: &str) -> Result<(), Refusal> {
    #[derive(Deserialize)]
    struct Plate {
        base: String,
        #[serde(rename = "top")]
        _top: Vec<String>,
    }
    if text.is_empty() {
        return Ok(());
    }
    let drawn = serde_json::from_str::<Plate>(text).ok().filter(|_| text.chars().count() <= MAX_PLATE_CHARS);
    let colour = |c: &str| c.len() == 7 && c.starts_with('#') && c[1..].bytes().all(|b| b.is_ascii_hexdigit());
    match drawn {
        Some(plate) if colour(&plate.base) => Ok(()),
        _ => Err(invalid("plate", "El dibujo del plato no tiene el formato esperado. Déjalo vacío.")),
    }
}

/// Deserializes true, false, 1 or 0, because forms send either.
pub(in crate::catalog) fn deserialize_switch<'de, D: Deserializer<'de>>(d: D) -> Result<Option<bool>, D::Error> {
    struct Switch;
    impl<'de> de::Visitor<'de> for Switch {
        type Value = Option<bool>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("sí o no")
        }
        fn visit_bool<E: de::Error>(self, v: bool) -> Result<Self::Value, E> {
            Ok(Some(v))
        }
        fn visit_u64<E: de::Error>(self, v: u64) -> Result<Self::Value, E> {
            match v {
                0 | 1 => Ok(Some(v == 1)),
                _ => Err(E::invalid_value(de::Unexpected::Unsigned(v), &self)),
            }
        }
        fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
    }
    d.deserialize_any(Switch)
}
