//! Checks of plastic bags: the listed price includes the tax on bags (ICBPER) and more than that, in whole céntimos, and a bag is sold by
//! itself, so that documents can count bags. Pure.

use super::form::ProductFields;
use comanda_base::{
    error::{Faults, Refusal, Result, invalid},
    money::Money,
};

/// Refuses a bag whose prices do not exceed the tax of the day, and one that is a combo or has toppings.
pub(super) fn check_bag(fields: &ProductFields, tax: Money) -> Result<()> {
    if !fields.is_plastic_bag {
        return Ok(());
    }
    let mut faults = Faults::default();
    let prices = [
        ("sale_amount", Some(fields.sale_amount)),
        ("delivery_price", fields.delivery_price),
        ("delivery_app_price", fields.delivery_app_price),
    ];
    for (field, price) in prices {
        faults.ok(price.map_or(Ok(()), |price| check_includes_tax(field, price, tax)))?;
    }
    if fields.is_combo || fields.has_toppings {
        faults.add("is_plastic_bag", "Una bolsa de plástico se cobra sola: no es un combo ni lleva adicionales.");
    }
    faults.finish()
}

fn check_includes_tax(field: &str, price: Money, tax: Money) -> std::result::Result<(), Refusal> {
    if price != price.to_centimos() {
        return Err(invalid(field, "El precio de una bolsa lleva hasta dos decimales."));
    }
    if price >= tax + Money::centimos(1) {
        return Ok(());
    }
    let text = format!("El precio de una bolsa incluye el ICBPER de S/ {tax:#}: pon un precio mayor que S/ {tax:#}.");
    Err(invalid(field, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::error::Error;
    use serde_json::{Value, json};

    fn faults_of(more: Value) -> Vec<String> {
        let mut body = json!({"name": "Bolsa", "category_id": "1", "sale_amount": "0.60", "is_plastic_bag": true});
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        let fields = ProductFields::new(&serde_json::from_value(body).unwrap()).unwrap();
        match check_bag(&fields, Money::centimos(50)) {
            Ok(()) => Vec::new(),
            Err(Error::Refused(refusal)) => refusal.errors.keys().cloned().collect(),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_price_of_a_bag_holds_its_tax_and_a_centimo() {
        assert_eq!(faults_of(json!({})), Vec::<String>::new());
        assert_eq!(faults_of(json!({"sale_amount": "0.51"})), Vec::<String>::new());
        assert_eq!(faults_of(json!({"sale_amount": "0.50"})), ["sale_amount"]);
        assert_eq!(faults_of(json!({"sale_amount": "0"})), ["sale_amount"]);
        assert_eq!(faults_of(json!({"sale_amount": "0.605"})), ["sale_amount"]);
        assert_eq!(
            faults_of(json!({"delivery_price": "0.509", "delivery_app_price": "0.30"})),
            ["delivery_app_price", "delivery_price"]
        );
        assert_eq!(faults_of(json!({"sale_amount": "0.50", "is_plastic_bag": false})), Vec::<String>::new());
        assert_eq!(faults_of(json!({"has_toppings": true})), ["is_plastic_bag"]);
    }
}
