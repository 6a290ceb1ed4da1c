use super::*;
use comanda_base::{
    ids::{AreaId, ToppingId},
    measure::SaleUnit,
    words::{Status, WordSet},
};
use comanda_masterdata::catalog::selling::{ComboPart, OfferedChoices, SellableTopping, SellableVariant};
use std::collections::HashMap;

pub(super) fn money(text: &str) -> Money {
    text.parse().unwrap()
}
pub(super) fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).unwrap()
}
pub(super) fn noon() -> LocalMoment {
    LocalMoment { at: "2026-11-21T17:00:00Z".parse().unwrap(), zone: chrono_tz::America::Lima }
}
fn product(id: i64) -> SellableProduct {
    SellableProduct {
        id: ProductId(id),
        name: format!("Plato {id}"),
        production_area_id: Some(AreaId(1)),
        sale_amount: money("38"),
        delivery_price: Some(money("40")),
        delivery_app_price: Some(money("46")),
        minimum_sale_price: None,
        has_variants: false,
        is_combo: false,
        is_plastic_bag: false,
        allergens: WordSet::default(),
        sale_unit: SaleUnit::Unit,
        min_quantity: None,
        quantity_step: None,
        has_stock: false,
        is_delivered: true,
        sold_out_on: None,
        status: Status::Active,
        category_id: comanda_base::ids::CategoryId(1),
        category: "Fondos".into(),
        category_status: Status::Active,
        course_id: None,
        has_choices: false,
        is_scheduled: false,
        planned_price: None,
    }
}
pub(super) fn offer() -> OrderOffer {
    let only_sale = SellableProduct { delivery_price: None, delivery_app_price: None, ..product(2) };
    let sold_out = SellableProduct { sold_out_on: Some(today()), ..product(3) };
    let yesterday = SellableProduct { sold_out_on: today().pred_opt(), ..product(4) };
    let retired = SellableProduct { status: Status::Inactive, ..product(5) };
    let combo = SellableProduct { is_combo: true, ..product(6) };
    let with_variants = SellableProduct { has_variants: true, ..product(1) };
    let here_only = SellableProduct { is_delivered: false, ..product(8) };
    let hidden = SellableProduct { category_status: Status::Inactive, ..product(9) };
    let variant = SellableVariant {
        id: VariantId(9),
        product_id: ProductId(1),
        name: "3/4".into(),
        additional_amount: money("2.50"),
    };
    let egg = SellableTopping {
        id: ToppingId(7),
        product_id: ProductId(1),
        name: "Huevo".into(),
        allergens: WordSet::default(),
        sale_amount: money("3"),
        sold_out_on: None,
    };
    let part = ComboPart {
        combo_id: ProductId(6),
        product_id: ProductId(1),
        name: "Ají".into(),
        allergens: WordSet::default(),
        production_area_id: None,
        quantity: Quantity::units(2),
        has_stock: false,
        sold_out_on: None,
    };
    OrderOffer {
        products: [with_variants, only_sale, sold_out, yesterday, retired, combo, here_only, hidden]
            .map(|p| (p.id, p))
            .into(),
        variants: HashMap::from([(variant.id, variant)]),
        toppings: HashMap::from([((egg.product_id, egg.id), egg)]),
        combo_parts: vec![part],
        choices: OfferedChoices::default(),
        schedules: comanda_masterdata::catalog::selling::ScheduleRules::default(),
    }
}
pub(super) fn ask(json: serde_json::Value) -> OrderedProduct {
    serde_json::from_value(json).unwrap()
}

#[test]
fn prices_follow_the_channel() {
    let offer = offer();
    for (id, kind, app, expected) in [
        (4, RequestKind::Table, false, "38.00"),
        (4, RequestKind::Order, false, "38.00"),
        (4, RequestKind::Delivery, false, "40.00"),
        (4, RequestKind::Delivery, true, "46.00"),
        (2, RequestKind::Delivery, false, "38.00"),
        (8, RequestKind::Table, false, "38.00"),
        (8, RequestKind::Order, false, "38.00"),
    ] {
        let pricer = LinePricer { offer: &offer, kind, delivery_app: app, today: today(), moment: noon() };
        let line = pricer
            .line(&ask(json!({"product": {"id": id}, "qty": 1, "price": 1, "sale_amount": "0.01"})), "products[0]")
            .unwrap();
        assert_eq!(line.base_sale_amount.to_string(), expected, "{id} {kind:?} {app}");
    }
}

#[test]
fn adds_variant_and_toppings() {
    let offer = offer();
    let pricer =
        LinePricer { offer: &offer, kind: RequestKind::Table, delivery_app: false, today: today(), moment: noon() };
    let ordered = ask(
        json!({"product": {"id": "1"}, "qty": "2", "variant_id": 9, "toppings": [{"id": 7, "quantity": 2}], "comment": " sin \n ají "}),
    );
    let line = pricer.line(&ordered, "products[0]").unwrap();
    assert_eq!(line.unit_total(), money("46.50"));
    assert_eq!(line.comment, "sin ají");
    assert!(line.plain_key().is_none());
    let combo = pricer.line(&ask(json!({"product": {"id": 6}, "qty": 1})), "products[0]").unwrap();
    assert_eq!((combo.components.len(), combo.components[0].production_area_id), (1, Some(AreaId(1))));
}

#[test]
fn dishes_of_a_combo_are_chosen_together_or_one_by_one() {
    let offer = offer();
    let pricer =
        LinePricer { offer: &offer, kind: RequestKind::Table, delivery_app: false, today: today(), moment: noon() };
    let price_combo = |components: serde_json::Value| {
        pricer.line(&ask(json!({"product": {"id": 6}, "qty": 1, "components": components})), "products[0]")
    };
    let choice = json!({"product_id": 1, "variant_id": 9});
    for choices in [json!([choice]), json!([choice, choice])] {
        let line = price_combo(choices).unwrap();
        assert_eq!(line.unit_total(), money("43.00"), "two dishes, each with its addition");
        let [dish] = line.components.as_slice() else { panic!("{line:?}") };
        assert_eq!(dish.quantity, Quantity::units(2));
        assert!(line.plain_key().is_none(), "another combo may be chosen otherwise");
    }
    for (choices, field) in [
        (json!([choice, choice, choice]), "products[0].components"),
        (json!([{"product_id": 2, "variant_id": 9}]), "products[0].components[0].product_id"),
        (json!([{"product_id": 1, "variant_id": 8}]), "products[0].components[0].variant_id"),
    ] {
        let refusal = price_combo(choices).unwrap_err();
        assert!(format!("{refusal:?}").contains(field), "{refusal:?}");
    }
}

#[test]
fn refusals_name_the_field() {
    let offer = offer();
    let pricer =
        LinePricer { offer: &offer, kind: RequestKind::Table, delivery_app: false, today: today(), moment: noon() };
    for (ordered, code, field) in [
        (json!({"product": {"id": 77}, "qty": 1}), Code::Invalid, "products[3].product.id"),
        (json!({"product": {"id": 5}, "qty": 1}), Code::Invalid, "products[3].product.id"),
        (json!({"product": {"id": 3}, "qty": 1}), Code::SoldOut, ""),
        (json!({"product": {"id": 1}, "qty": 0}), Code::Invalid, "products[3].qty"),
        (json!({"product": {"id": 1}, "qty": -1}), Code::Invalid, "products[3].qty"),
        (json!({"product": {"id": 1}, "qty": "1.5"}), Code::Invalid, "products[3].qty"),
        (json!({"product": {"id": 1}, "qty": 1000}), Code::Invalid, "products[3].qty"),
        (json!({"product": {"id": 2}, "qty": 1, "variant_id": 9}), Code::Invalid, "products[3].variant_id"),
        (json!({"product": {"id": 2}, "qty": 1, "toppings": [{"id": 7}]}), Code::Invalid, "products[3].toppings[0].id"),
        (
            json!({"product": {"id": 1}, "qty": 1, "variant_id": 9, "toppings": [{"id": 7, "quantity": 0}]}),
            Code::Invalid,
            "products[3].toppings[0].quantity",
        ),
        (json!({"product": {"id": 1}, "qty": 1, "comment": "x".repeat(201)}), Code::Invalid, "products[3].comment"),
        (json!({"product": {"id": 1}, "qty": 1}), Code::Invalid, "products[3].variant_id"),
        (json!({"product": {"id": 9}, "qty": 1}), Code::Invalid, "products[3].product.id"),
    ] {
        let refusal = match pricer.line(&ask(ordered.clone()), "products[3]") {
            Err(comanda_base::error::Error::Refused(r)) => r,
            other => panic!("{ordered}: {other:?}"),
        };
        assert_eq!((refusal.code, refusal.errors.keys().next().map_or("", String::as_str)), (code, field), "{ordered}");
    }
    assert!(
        pricer.line(&ask(json!({"product": {"id": 4}, "qty": 999})), "products[3]").is_ok(),
        "sold out yesterday only"
    );
}

#[test]
fn products_only_served_in_the_house_are_not_delivered() {
    let offer = offer();
    for (id, kind, app, expected) in [
        (8, RequestKind::Delivery, false, Some("Plato 8 no se vende por delivery")),
        (8, RequestKind::Delivery, true, Some("Plato 8 no se vende por delivery")),
        (2, RequestKind::Delivery, true, Some("Plato 2 no tiene precio para apps")),
        (2, RequestKind::Delivery, false, None),
        (6, RequestKind::Delivery, true, None),
    ] {
        let pricer = LinePricer { offer: &offer, kind, delivery_app: app, today: today(), moment: noon() };
        let refusal = match pricer.line(&ask(json!({"product": {"id": id}, "qty": 1})), "products[0]") {
            Ok(_) => None,
            Err(comanda_base::error::Error::Refused(r)) => Some(r.message),
            Err(other) => panic!("{other:?}"),
        };
        assert_eq!(refusal.is_some(), expected.is_some(), "{id} {kind:?} {app}: {refusal:?}");
        assert!(refusal.unwrap_or_default().starts_with(expected.unwrap_or_default()));
    }
}
