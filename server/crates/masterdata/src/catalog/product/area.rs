//! Where a product is made. A product without an area that does not skip the kitchen was overlooked: it is sold, and reported. Pure.

use super::form::{ProductFields, SaveProduct};
use comanda_base::error::Faults;

/// Whether the product skips the kitchen on purpose; so do resold products and bags by default.
pub(super) fn skips_kitchen(was: &ProductFields, body: &SaveProduct) -> bool {
    let has_area = body.production_area_id.unwrap_or(was.production_area_id).is_some();
    let is_resold = body.has_stock.unwrap_or(was.has_stock) || body.is_plastic_bag.unwrap_or(was.is_plastic_bag);
    !has_area && body.skips_kitchen.unwrap_or(was.skips_kitchen || is_resold)
}

/// Requires an area for a product that does not skip the kitchen. A combo needs none, because its dishes have areas of their own.
pub(super) fn check_area(is: &ProductFields, body: &SaveProduct, faults: &mut Faults) {
    if body.skips_kitchen == Some(false) && is.production_area_id.is_none() && !is.is_combo {
        faults.add("production_area_id", "Elige dónde se prepara, o «No pasa por cocina».");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::error::{Error, Result};
    use serde_json::{Value, json};

    fn with(more: Value) -> Result<ProductFields> {
        let mut body = json!({"name": "Ceviche", "category_id": 1, "sale_amount": "38"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ProductFields::new(&serde_json::from_value(body).unwrap())
    }

    #[test]
    fn a_product_has_an_area_or_skips_the_kitchen() {
        for (body, skips) in [
            (json!({}), false),
            (json!({"skips_kitchen": true}), true),
            (json!({"skips_kitchen": true, "production_area_id": 1}), false),
            (json!({"skips_kitchen": false, "is_combo": true}), false),
            (json!({"has_stock": true}), true),
            (json!({"is_plastic_bag": 1}), true),
        ] {
            assert_eq!(with(body.clone()).unwrap().skips_kitchen, skips, "{body}");
        }
        let Err(Error::Refused(refusal)) = with(json!({"skips_kitchen": false})) else { panic!("it is taken") };
        assert!(refusal.errors.contains_key("production_area_id"));
        let was = with(json!({"skips_kitchen": true})).unwrap();
        let cooked = serde_json::from_value(json!({"production_area_id": 1})).unwrap();
        assert!(!was.merge(&cooked).unwrap().skips_kitchen);
    }
}
