use super::{super::tests as dishes, *};
use crate::orders::{chosen::ChosenOptions, model::RequestKind, store::NewLine};
use comanda_base::{ids::ToppingId, words::Status};
use comanda_masterdata::catalog::selling::{OfferedChoices, OrderOffer};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::HashMap;

fn option(id: i64, name: &str, amount: &str) -> ChoiceOption {
    ChoiceOption {
        id: ChoiceOptionId(id),
        topping_id: ToppingId(100 + id),
        name: name.into(),
        allergens: Default::default(),
        amount: dishes::money(amount),
        is_default: false,
        group_id: None,
        sold_out: false,
        status: Status::Active,
    }
}

fn group(id: i64, name: &str, (minimum, maximum, free): (i64, i64, i64), options: Vec<ChoiceOption>) -> ChoiceGroup {
    ChoiceGroup { id: ChoiceGroupId(id), name: name.into(), minimum, maximum, free, options, products: 1 }
}

/// Meats, of which two are chosen, one of them with its term; sides, of which two of up to four are free; sauces.
fn grill() -> Vec<ChoiceGroup> {
    let steak = ChoiceOption { group_id: Some(ChoiceGroupId(9)), ..option(1, "Bife ancho", "0") };
    let sold_out = ChoiceOption { sold_out: true, ..option(14, "Puré", "6") };
    let inactive = ChoiceOption { status: Status::Inactive, ..option(15, "Yuca", "6") };
    let usual = ChoiceOption { is_default: true, ..option(21, "Chimichurri", "0") };
    let sides = [(11, "Papas"), (12, "Ensalada"), (13, "Camote")].map(|(id, name)| option(id, name, "6"));
    vec![
        group(1, "Carnes", (2, 2, 0), vec![steak, option(2, "Picaña", "8"), option(3, "Pollo", "0")]),
        group(2, "Guarniciones", (1, 4, 2), sides.into_iter().chain([sold_out, inactive]).collect()),
        group(3, "Salsas", (0, 1, 0), vec![usual, option(22, "Ají", "0.50")]),
        group(9, "Término", (1, 1, 0), vec![option(31, "Inglés", "0"), option(32, "3/4", "0")]),
    ]
}

fn offer() -> OrderOffer {
    let offered = HashMap::from([(ProductId(4), [1, 2, 3].map(ChoiceGroupId).to_vec())]);
    OrderOffer { choices: OfferedChoices::new(grill(), offered), ..dishes::offer() }
}

/// The line of a grill with these choices: group, option, and what they open.
fn line(choices: Value) -> Result<NewLine> {
    let offer = offer();
    let pricer = LinePricer {
        offer: &offer,
        kind: RequestKind::Table,
        delivery_app: false,
        today: dishes::today(),
        moment: dishes::noon(),
    };
    pricer.line(&dishes::ask(json!({"product": {"id": 4}, "qty": 1, "choices": choices})), "products[0]")
}

fn choose(group: i64, option: i64) -> Value {
    json!({"group_id": group, "option_id": option})
}
fn steak(term: i64) -> Value {
    json!({"group_id": 1, "option_id": 1, "choices": [choose(9, term)]})
}

/// The field and the text of a refusal.
fn refused(choices: Value) -> (String, String) {
    match line(choices).expect_err("the choices are refused") {
        comanda_base::error::Error::Refused(refusal) => {
            (refusal.errors.keys().next().cloned().unwrap_or_default(), refusal.message)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_first_free_ones_cost_nothing_in_the_order_of_choosing() {
    let all = json!([choose(2, 13), steak(31), choose(1, 2), choose(2, 11), choose(2, 12), choose(3, 22)]);
    let line = line(all).unwrap();
    let words: Vec<_> = ChosenOptions::of_toppings(&line.toppings).iter().map(ChosenOptions::in_words).collect();
    assert_eq!(words, ["Carnes: Bife ancho (Inglés), Picaña", "Guarniciones: Camote, Papas, Ensalada", "Salsas: Ají"]);
    let prices: Vec<String> = line.toppings.iter().map(|t| format!("{} {}", t.name, t.price)).collect();
    let expected =
        ["Bife ancho 0.00", "Inglés 0.00", "Picaña 8.00", "Camote 0.00", "Papas 0.00", "Ensalada 6.00", "Ají 0.50"];
    assert_eq!(prices, expected);
    assert_eq!(line.unit_total().to_string(), "52.50");
}

#[test]
fn a_choice_of_several_is_free_as_far_as_free_ones_are_left() {
    let three = json!([steak(31), choose(1, 3), {"group_id": 2, "option_id": 11, "quantity": 3}]);
    let line = line(three).unwrap();
    let sides: Vec<_> = line.toppings.iter().filter(|t| t.name == "Papas").collect();
    assert_eq!(
        sides.iter().map(|t| (t.price.to_string(), t.quantity)).collect::<Vec<_>>(),
        [("0.00".to_owned(), Quantity::units(2)), ("6.00".to_owned(), Quantity::units(1))]
    );
    let numbers: Vec<_> = sides.iter().filter_map(|t| t.choice.as_ref()).map(|c| c.number).collect();
    assert_eq!(numbers, [3, 3], "both parts are one choice");
}

#[test]
fn each_rule_of_a_group_is_told_with_what_is_missing() {
    let meats = [steak(31), choose(1, 3)];
    let with = |more: &[Value]| Value::Array(meats.iter().chain(more).cloned().collect());
    for (choices, field, text) in [
        (json!([]), "products[0].choices", "Falta elegir Carnes: son 2."),
        (json!([choose(1, 3)]), "products[0].choices", "En Carnes se eligen 2, y van 1."),
        (with(&[]), "products[0].choices", "Falta elegir Guarniciones."),
        (with(&[choose(1, 2)]), "products[0].choices", "En Carnes se eligen hasta 2, y van 3."),
        (
            json!([{"group_id": 1, "option_id": 1, "choices": []}, choose(1, 3)]),
            "products[0].choices[0].choices",
            "Falta elegir Término.",
        ),
        (json!([choose(1, 1), choose(1, 3)]), "products[0].choices[0].choices", "Falta elegir Término."),
        (
            with(&[choose(2, 15)]),
            "products[0].choices[2].option_id",
            "Esa opción ya no está en Guarniciones. Actualiza la carta y elige otra.",
        ),
        (
            with(&[choose(2, 1)]),
            "products[0].choices[2].option_id",
            "Esa opción ya no está en Guarniciones. Actualiza la carta y elige otra.",
        ),
        (
            with(&[choose(7, 1)]),
            "products[0].choices[2].group_id",
            "Esa opción ya no va con este producto. Actualiza la carta y elige otra vez.",
        ),
        (
            with(&[choose(9, 31)]),
            "products[0].choices[2].group_id",
            "Esa opción ya no va con este producto. Actualiza la carta y elige otra vez.",
        ),
        (with(&[choose(2, 14)]), "", "Puré está agotado hoy. Elige otro."),
    ] {
        let (at, message) = refused(choices.clone());
        assert_eq!((at.as_str(), message.as_str()), (field, text), "{choices}");
    }
    for quantity in [json!(0), json!(-1), json!("0.5"), json!(1000)] {
        let (at, _) = refused(with(&[json!({"group_id": 2, "option_id": 11, "quantity": quantity})]));
        assert_eq!(at, "products[0].choices[2].quantity", "{quantity}");
    }
    let many: Vec<Value> = (0..61).map(|_| choose(2, 11)).collect();
    assert_eq!(refused(Value::Array(many)).0, "products[0].choices");
}

#[test]
fn without_choices_the_usual_ones_are_taken() {
    let offered = HashMap::from([(ProductId(4), vec![ChoiceGroupId(3)])]);
    let offer = OrderOffer { choices: OfferedChoices::new(grill(), offered), ..dishes::offer() };
    let pricer = LinePricer {
        offer: &offer,
        kind: RequestKind::Order,
        delivery_app: false,
        today: dishes::today(),
        moment: dishes::noon(),
    };
    let names = |body: Value| {
        let line = pricer.line(&dishes::ask(body), "products[0]").unwrap();
        line.toppings.into_iter().map(|t| t.name).collect::<Vec<_>>()
    };
    assert_eq!(names(json!({"product": {"id": 4}, "qty": 1})), ["Chimichurri"]);
    assert!(names(json!({"product": {"id": 4}, "qty": 1, "choices": []})).is_empty(), "nothing was chosen on purpose");
}

#[test]
fn what_is_sold_out_need_not_be_chosen() {
    let mut groups = grill();
    groups[1].minimum = 3;
    let sold_out = |option: &mut ChoiceOption| option.sold_out = option.id != ChoiceOptionId(11);
    groups[1].options.iter_mut().for_each(sold_out);
    assert_eq!(groups[1].required_count(), 1);
    groups[1].options[0].sold_out = true;
    assert_eq!(groups[1].required_count(), 0);
}

proptest! {
    /// Whatever is chosen: what is charged is what is above the free ones, and splitting a choice changes no price.
    #[test]
    fn a_line_costs_its_dish_and_what_is_not_included(sides in prop::collection::vec((11_i64..=13, 1_i64..=2), 1..4)) {
        let count: i64 = sides.iter().map(|(_, quantity)| quantity).sum();
        let side = |(option, quantity): &(i64, i64)| json!({"group_id": 2, "option_id": option, "quantity": quantity});
        let one_by_one = |(option, quantity): &(i64, i64)| vec![choose(2, *option); usize::try_from(*quantity).unwrap()];
        let with = |sides: Vec<Value>| Value::Array([steak(32), choose(1, 2)].into_iter().chain(sides).collect());
        let together = line(with(sides.iter().map(side).collect()));
        let apart = line(with(sides.iter().flat_map(one_by_one).collect()));
        if count > 4 {
            prop_assert!(together.is_err() && apart.is_err());
        } else {
            let expected = dishes::money("46") + Money::units(6 * (count - 2).max(0));
            prop_assert_eq!(together.unwrap().total(), expected);
            prop_assert_eq!(apart.unwrap().total(), expected);
        }
    }
}
