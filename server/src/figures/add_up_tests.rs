//! Sums of known documents.

use super::*;
use crate::figures::sold_store::SalesChannel;
use chrono::{TimeZone, Utc};

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
        billing_type_id: 1,
        channel: SalesChannel::Table,
        attendant_id: 7,
        cashier_id: 8,
        table_id: None,
        persons: 4,
    }
}

fn part(document_id: i64, product_id: i64, quantity: i64, weight: &str) -> SoldPart {
    SoldPart {
        document_id,
        is_note: false,
        line_id: LineId(product_id),
        product_id,
        quantity: Quantity::units(quantity),
        weight: weight.parse().unwrap(),
        is_share: false,
        keeps_goods: false,
    }
}

fn of(sums: &ByKey, cut: Cut, key: &str) -> Sums {
    sums.iter().find(|(of, _)| of.cut == cut && of.key == key).map(|(_, sums)| *sums).unwrap_or_default()
}

#[test]
fn persons_of_an_account_count_once_and_products_sum_to_the_sales() {
    let documents = [document(1, 1, "100.00"), document(2, 1, "50.01"), document(3, 2, "9.99")];
    // A charge of 10 on the first; the second pays a share of the same account; the third is of nothing that is known.
    let mut parts = vec![part(1, 5, 2, "60.00"), part(1, 6, 1, "30.00")];
    parts.push(SoldPart { is_share: true, ..part(2, 5, 2, "60.00") });
    parts.push(SoldPart { is_share: true, ..part(2, 6, 1, "40.00") });
    let costs = HashMap::from([(
        LineId(5),
        LineCost { line_id: LineId(5), quantity: Quantity::units(2), cost: Some(Money::units(8)) },
    )]);
    let sums = add_up(&documents, &parts, &costs, chrono_tz::America::Lima, &Cut::ALL);
    let day = of(&sums, Cut::Day, "2026-11-02");
    assert_eq!((day.documents, day.accounts, day.persons), (3, 2, 8));
    assert_eq!(day.total, "160.00".parse().unwrap());
    assert_eq!(of(&sums, Cut::Hour, "21").total, day.total);
    let products: Vec<Sums> = ["0", "5", "6"].iter().map(|key| of(&sums, Cut::Product, key)).collect();
    assert_eq!(products.iter().map(|p| p.total).sum::<Money>(), day.total);
    assert_eq!(products[0].total, "9.99".parse().unwrap());
    assert_eq!(products[1].total, "96.68".parse().unwrap());
    assert_eq!((products[1].cost, products[2].covered), ("12.0008".parse().unwrap(), Money::ZERO));
    assert_eq!((day.cost, day.covered), (products[1].cost, products[1].net));
    assert_eq!(of(&sums, Cut::Table, "0").persons, 8);
}

#[test]
fn what_is_given_away_has_a_cost_or_none_as_well() {
    // Nothing is paid for either dish: only of one is it known what it cost.
    let documents = [document(1, 1, "0.00")];
    let parts = [part(1, 5, 2, "0.00"), part(1, 6, 3, "0.00")];
    let cost = LineCost { line_id: LineId(5), quantity: Quantity::units(2), cost: Some(Money::units(8)) };
    let costs = HashMap::from([(LineId(5), cost)]);
    let sums = add_up(&documents, &parts, &costs, chrono_tz::America::Lima, &[Cut::Product]);
    let [known, unknown] = ["5", "6"].map(|key| of(&sums, Cut::Product, key));
    assert_eq!((known.cost, known.uncosted), (Money::units(8), Quantity::ZERO));
    assert_eq!((unknown.covered, unknown.net, unknown.uncosted), (Money::ZERO, Money::ZERO, Quantity::units(3)));
}
