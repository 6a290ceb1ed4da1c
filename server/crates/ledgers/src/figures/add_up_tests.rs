//! Tests of sums with documents whose amounts are known.

use super::*;
use crate::figures::{
    line_cost::{LineCost, LineCostBasis},
    shares::{FEES, SERVICE},
    sold_store::{SoldFee, SoldLine},
};
use chrono::{NaiveDate, TimeZone, Utc};
use comanda_base::ids::LineId;
use std::collections::HashMap;

fn document(id: i64, request: i64, total: &str) -> SoldDocument {
    let total: Money = total.parse().unwrap();
    SoldDocument {
        document_id: id,
        is_note: false,
        client_request_id: request,
        business_day: NaiveDate::from_ymd_opt(2026, 11, 2).unwrap(),
        issued_at: Utc.with_ymd_and_hms(2026, 11, 3, 2, 30, 0).unwrap(),
        total,
        net: total,
        service: Money::ZERO,
        billing_type_id: DocumentKind::Boleta,
        channel: SalesChannel::Table,
        attendant_id: 7,
        cashier_id: 8,
        table_id: None,
        persons: 4,
    }
}

fn part(document_id: i64, product_id: i64, quantity: i64, weight: &str) -> SoldLine {
    SoldLine {
        document_id,
        is_note: false,
        line_id: LineId(product_id),
        product_id,
        quantity: Quantity::units(quantity),
        measure: Quantity::units(1),
        weight: weight.parse().unwrap(),
        is_share: false,
        discounted: Money::ZERO,
    }
}

/// A line that took S/ 8 out of stock.
fn costs_eight(id: i64, quantity: i64) -> LineCost {
    LineCost {
        line_id: LineId(id),
        quantity: Quantity::units(quantity),
        basis: LineCostBasis::Moves,
        entered_cost: None,
        moves: 1,
        valued: 1,
        taken_value: Some(Money::units(8)),
    }
}

fn sums_for(sums: &SumsByKey, cut: Cut, key: &str) -> Sums {
    sums.iter().find(|(sum_key, _)| sum_key.cut == cut && sum_key.key == key).map(|(_, sums)| *sums).unwrap_or_default()
}

#[test]
fn persons_of_an_account_count_once_and_products_sum_to_the_sales() {
    let documents = [document(1, 1, "100.00"), document(2, 1, "50.01"), document(3, 2, "9.99")];
    // The first document has a charge of 10; the second pays a share of the same account; the third has no known lines.
    let mut parts = vec![part(1, 5, 2, "60.00"), part(1, 6, 1, "30.00")];
    parts.push(SoldLine { is_share: true, ..part(2, 5, 2, "60.00") });
    parts.push(SoldLine { is_share: true, ..part(2, 6, 1, "40.00") });
    let costs = HashMap::from([(LineId(5), costs_eight(5, 2))]);
    let contents = DocumentContents { parts, costs, ..DocumentContents::default() };
    let sums = add_up(&documents, &contents, chrono_tz::America::Lima, &Cut::ALL);
    let day = sums_for(&sums, Cut::Day, "2026-11-02");
    assert_eq!((day.documents, day.accounts, day.persons), (3, 2, 8));
    assert_eq!(day.total, "160.00".parse().unwrap());
    assert_eq!(sums_for(&sums, Cut::Hour, "21").total, day.total);
    let products: Vec<Sums> = ["0", "5", "6"].iter().map(|key| sums_for(&sums, Cut::Product, key)).collect();
    assert_eq!(products.iter().map(|p| p.total).sum::<Money>(), day.total);
    assert_eq!(products[0].total, "9.99".parse().unwrap());
    assert_eq!(products[1].total, "96.68".parse().unwrap());
    assert_eq!((products[1].cost, products[2].covered), ("12.0008".parse().unwrap(), Money::ZERO));
    assert_eq!((day.cost, day.covered), (products[1].cost, products[1].net));
    assert_eq!(sums_for(&sums, Cut::Table, "0").persons, 8);
}

#[test]
fn a_dish_given_away_counts_as_costed_or_uncosted() {
    // Both dishes are free of charge; the cost of only one is known.
    let documents = [document(1, 1, "0.00")];
    let parts = vec![part(1, 5, 2, "0.00"), part(1, 6, 3, "0.00")];
    let costs = HashMap::from([(LineId(5), costs_eight(5, 2))]);
    let contents = DocumentContents { parts, costs, ..DocumentContents::default() };
    let sums = add_up(&documents, &contents, chrono_tz::America::Lima, &[Cut::Product]);
    let [known, unknown] = ["5", "6"].map(|key| sums_for(&sums, Cut::Product, key));
    assert_eq!((known.cost, known.uncosted), (Money::units(8), Quantity::ZERO));
    assert_eq!((unknown.covered, unknown.net, unknown.uncosted), (Money::ZERO, Money::ZERO, Quantity::units(3)));
}

fn fee(document_id: i64, fees: &str, dishes: &str) -> SoldFee {
    let money = |text: &str| text.parse::<Money>().unwrap();
    SoldFee { document_id, is_note: false, fees: money(fees), dishes: money(dishes) }
}

#[test]
fn a_dish_counts_without_recargo_and_fees() {
    // 32.00 with 1.56 of recargo and 5.00 of delivery; half of such an account in one line; a free dish that was delivered.
    let mut documents = [document(1, 1, "38.56"), document(2, 2, "18.50"), document(3, 3, "5.00")];
    documents[0].service = "1.56".parse().unwrap();
    documents[0].net = "31.36".parse().unwrap();
    let parts =
        vec![part(1, 5, 1, "38.56"), SoldLine { is_share: true, ..part(2, 5, 1, "32.00") }, part(3, 5, 1, "5.00")];
    let fees = vec![fee(1, "5.00", "32.00"), fee(2, "5.00", "32.00"), fee(3, "9.00", "0.00")];
    let contents = DocumentContents { parts, fees, ..DocumentContents::default() };
    let sums = add_up(&documents, &contents, chrono_tz::America::Lima, &[Cut::Product]);
    let [dish, service, fees] = [5, SERVICE, FEES].map(|key| sums_for(&sums, Cut::Product, &key.to_string()));
    assert_eq!((dish.total.to_string(), dish.quantity.to_string()), ("48.00".to_owned(), "2.5".to_owned()));
    assert_eq!(
        (service.total.to_string(), service.net, service.quantity),
        ("1.56".to_owned(), Money::ZERO, Quantity::ZERO)
    );
    assert_eq!((fees.total.to_string(), fees.net.to_string()), ("12.50".to_owned(), "11.74".to_owned()));
    assert_eq!(dish.total + service.total + fees.total, documents.iter().map(|d| d.total).sum());
}

#[test]
fn a_fully_credited_sale_leaves_no_dishes_or_fees() {
    // A dish of 40.00 with 10.00 of delivery and a discount of 8.00 on everything, and a credit note over the whole document.
    let sold = document(1, 1, "42.00");
    let note =
        SoldDocument { document_id: 2, is_note: true, total: -sold.total, net: -sold.net, ..document(2, 1, "42.00") };
    let parts = vec![part(1, 5, 1, "40.00"), SoldLine { is_note: true, ..part(2, 5, -1, "33.60") }];
    let fees = vec![fee(1, "10.00", "40.00"), SoldFee { is_note: true, ..fee(2, "8.40", "33.60") }];
    let contents = DocumentContents { parts, fees, ..DocumentContents::default() };
    let [before, after] = [vec![sold.clone()], vec![sold, note]]
        .map(|documents| add_up(&documents, &contents, chrono_tz::America::Lima, &[Cut::Product]));
    assert_eq!(sums_for(&before, Cut::Product, &FEES.to_string()).total.to_string(), "8.40");
    for key in ["5".to_owned(), FEES.to_string()] {
        assert!(sums_for(&after, Cut::Product, &key).total.is_zero(), "{key}");
    }
}

#[test]
fn a_credit_note_takes_back_the_cost_of_its_units_wherever_they_went() {
    let note = SoldDocument { is_note: true, ..document(2, 1, "-10.00") };
    let returned = SoldLine { is_note: true, quantity: Quantity::units(-1), ..part(2, 5, 0, "10.00") };
    let contents = DocumentContents {
        parts: vec![part(1, 5, 2, "20.00"), returned],
        costs: HashMap::from([(LineId(5), costs_eight(5, 2))]),
        ..DocumentContents::default()
    };
    let sums = add_up(&[document(1, 1, "20.00"), note], &contents, chrono_tz::America::Lima, &[Cut::Product]);
    let dish = sums_for(&sums, Cut::Product, "5");
    assert_eq!((dish.quantity, dish.total, dish.cost), (Quantity::units(1), Money::units(10), Money::units(4)));
}
