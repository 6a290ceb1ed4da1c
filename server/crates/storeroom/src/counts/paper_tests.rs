//! Compares the printed result of a count with golden files that a person has read.

use super::*;
use crate::counts::answer::{StockCountLineReview, StockCountRow};
use chrono::{TimeZone, Utc};
use comanda_base::{
    ids::{CountId, CountLineId, MeasurementId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::ItemKind;
use comanda_test_support::golden;

fn line(id: i64, name: &str, unit: &str, (expected, counted): (&str, &str), unit_cost: Option<&str>) -> StockCountLine {
    let (expected, counted): (Quantity, Quantity) = (expected.parse().unwrap(), counted.parse().unwrap());
    let unit_cost: Option<Money> = unit_cost.map(|cost| cost.parse().unwrap());
    let difference = counted - expected;
    let review = StockCountLineReview {
        counted: Some(counted),
        expected,
        difference: Some(difference),
        unit_cost,
        value: unit_cost.and_then(|cost| cost.cost_of(difference)),
        sold_meanwhile: Quantity::ZERO,
        recounted: None,
    };
    StockCountLine {
        id: CountLineId(id),
        item_type: ItemKind::Supply,
        item_id: id,
        name: name.into(),
        code: None,
        codes: Vec::new(),
        category: None,
        place: None,
        measurement_id: MeasurementId(1),
        measurement: unit.into(),
        units: Vec::new(),
        counted: Some(counted),
        entered: None,
        counted_by_id: None,
        counted_by: None,
        counted_at: None,
        version: 2,
        recount: None,
        review: Some(review),
    }
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

#[test]
fn differences_and_counters_are_printed() {
    let company = CompanyInfo { commercial_name: "LA TERRAZA DE MIRAFLORES".into(), ..CompanyInfo::default() };
    let at = Utc.with_ymd_and_hms(2026, 11, 22, 4, 10, 0).unwrap();
    let row = StockCountRow {
        id: CountId(12),
        number: 12,
        full_number: "CO-00000012".into(),
        name: "Cámara fría, domingo".into(),
        place: "Cámara fría".into(),
        status: CountStatus::Approved,
        lines_count: 5,
        counted: 4,
        created_at: at,
        created_by: "Jorge Benavides".into(),
        counters: vec!["Marco Quispe".into(), "Rosa Huamán".into()],
        approved_at: Some(at),
        approved_by: Some("Jorge Benavides".into()),
        value: Some(money("-99.20")),
    };
    let lines = vec![
        line(1, "Lomo fino", "kg", ("24.4", "22"), Some("48.00")),
        line(2, "Mixtura de mariscos para parihuela y arroz con mariscos", "kg", ("3", "3.55"), Some("29.09091")),
        line(3, "Arroz", "kg", ("180", "180"), Some("4.30")),
        line(4, "Hierbabuena", "g", ("900", "640"), None),
    ];
    let totals = StockCountTotals {
        lines: 5,
        counted: 4,
        matching: 1,
        missing_value: money("-115.20"),
        missing_items: 2,
        surplus_value: money("16.00"),
        surplus_items: 1,
        value: money("-99.20"),
        without_cost: 1,
        recounts: 0,
    };
    let (started_at, ended_at, cancelled) = (Some(at), Some(at), None);
    let count = StockCount { row, lines, started_at, ended_at, totals: Some(totals), cancelled, warnings: Vec::new() };
    let times = ["Desde: 21/11/2026 22:40".to_owned(), "Hasta: 21/11/2026 23:10".to_owned()];
    golden::assert_ticket(
        "server/crates/storeroom/src/counts/golden/stock_count",
        &build_ticket(&CountTicketData { company: &company, count: &count, totals, times: &times }),
    );
}
