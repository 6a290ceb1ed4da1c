use super::*;
use comanda_base::error::Error;
use serde_json::{Value, json};

fn with(more: Value) -> Result<ProductFields> {
    let mut body = json!({"name": " Lomo   saltado ", "category_id": "1", "sale_amount": "38"});
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    ProductFields::new(&serde_json::from_value(body).unwrap())
}

#[test]
fn absent_fields_get_defaults() {
    let plain = with(json!({})).unwrap();
    assert_eq!((plain.name.as_str(), plain.category_id, plain.is_delivered), ("Lomo saltado", CategoryId(1), true));
    assert_eq!((plain.min_stock, plain.cost_amount, plain.status), (Quantity::ZERO, None, Status::Active));
    let flags = with(json!({"has_stock": 1, "is_delivered": 0, "delivery_price": null})).unwrap();
    assert_eq!((flags.has_stock, flags.is_delivered, flags.delivery_price), (true, false, None));
}

#[test]
fn an_impossible_value_is_refused_at_its_field() {
    for (body, field) in [
        (json!({"name": "  "}), "name"),
        (json!({"name": "x".repeat(81)}), "name"),
        (json!({"sale_amount": "-0.001"}), "sale_amount"),
        (json!({"sale_amount": "1.0001"}), "sale_amount"),
        (json!({"delivery_price": "100000.001"}), "delivery_price"),
        (json!({"minimum_sale_price": "38.001"}), "minimum_sale_price"),
        (json!({"cost_amount": -1}), "cost_amount"),
        (json!({"min_stock": "-1"}), "min_stock"),
        (json!({"position": -1}), "position"),
        (json!({"plate": "{\"base\": \"red\", \"top\": []}"}), "plate"),
        (json!({"is_combo": true, "has_stock": true}), "has_stock"),
        (json!({"is_combo": true, "combo_items": []}), "combo_items"),
        (json!({"supply_items": []}), "supply_items"),
        (json!({"topping_ids": [1]}), "topping_ids"),
    ] {
        let Err(Error::Refused(refusal)) = with(body.clone()) else { panic!("{body} is taken") };
        assert_eq!(refusal.errors.keys().collect::<Vec<_>>(), [field], "{body}");
    }
    assert!(with(json!({"sale_amount": "0", "minimum_sale_price": "0", "cost_amount": "0.000001"})).is_ok());
}

#[test]
fn a_change_keeps_absent_fields() {
    let was = with(json!({"delivery_price": "40", "has_stock": true})).unwrap();
    let body: SaveProduct = serde_json::from_value(json!({"status": "INACTIVE"})).unwrap();
    assert_eq!(was.clone().merge(&body).unwrap(), ProductFields { status: Status::Inactive, ..was });
}
