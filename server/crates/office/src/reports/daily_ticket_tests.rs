//! The printed paper of the cash cycle's report.

use super::*;
use crate::reports::daily::{ChannelSales, DocumentSales, MethodSales, ProductSales, RefundedDocument};
use chrono::{NaiveDate, TimeZone, Utc};
use comanda_base::ids::{CashboxId, CycleId, TurnId, UserId};
use comanda_test_support::golden;
use comanda_till::cash::{CycleRow, CycleStatus};

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn report() -> DailyReport {
    let count_and_total = |count, total: &str| CountAndTotal { count, total: money(total) };
    let method = |name: &str, received: &str, turned: &str, refunds: &str, net: &str| MethodSales {
        name: name.into(),
        is_cash: name == "Efectivo",
        received: money(received),
        turned: money(turned),
        refunds: money(refunds),
        net: money(net),
    };
    let product = |quantity: i64, name: &str, total: &str| ProductSales {
        name: name.into(),
        quantity: Quantity::units(quantity),
        total: money(total),
    };
    let channel = |kind, count, total: &str| ChannelSales { kind, count, total: money(total) };
    let document = |name: &str, count, total: &str| DocumentSales { name: name.into(), count, total: money(total) };
    DailyReport {
        cycle: CycleRow {
            id: CycleId(7),
            cashbox_id: CashboxId(1),
            cashbox_name: "Principal".into(),
            turn_id: TurnId(1),
            turn_name: "Mañana".into(),
            user_id: UserId(3),
            user_name: "Luis Cárdenas".into(),
            status: CycleStatus::Closed,
            business_day: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(),
            open_amount: money("200"),
            close_amount: Some(money("3214")),
            opened_at: Utc.with_ymd_and_hms(2026, 11, 21, 13, 10, 0).unwrap(),
            closed_at: Some(Utc.with_ymd_and_hms(2026, 11, 21, 21, 10, 0).unwrap()),
            difference: None,
            difference_reason: None,
            reviewed_at: None,
            to_review: false,
        },
        total: money("5212.50"),
        tickets: 64,
        average: money("81.45"),
        documents: vec![
            document("Boleta", 61, "5120.50"),
            document("Factura", 0, "0"),
            document("Nota de venta", 3, "92.00"),
        ],
        methods: Some(vec![
            method("Efectivo", "3140.00", "421.50", "38.00", "2680.50"),
            method("Yape", "1532.00", "0", "0", "1532.00"),
            method("Visa", "1000.00", "0", "0", "1000.00"),
        ]),
        channels: vec![
            channel(SalesChannel::Table, 58, "4912.50"),
            channel(SalesChannel::Order, 4, "200.00"),
            channel(SalesChannel::App, 2, "100.00"),
        ],
        products: vec![
            product(16, "Lomo saltado", "608.00"),
            product(1, "Parrilla para cuatro personas con guarniciones", "189.90"),
            product(0, "", "35.00"),
        ],
        other_products: count_and_total(12, "96.00"),
        discounts: count_and_total(4, "62.30"),
        courtesies: count_and_total(1, "16.00"),
        dismissals: count_and_total(2, "47.00"),
        voids: count_and_total(1, "38.00"),
        tips: money("25.00"),
        rounding: money("0.38"),
        refunds: vec![RefundedDocument {
            document: "B001-00000347".into(),
            reason: "El lomo llegó frío".into(),
            user_name: "Luis Cárdenas".into(),
            total: money("38.00"),
        }],
        refunded: money("38.00"),
    }
}

fn check_golden(name: &str, report: &DailyReport) {
    let ticket = compose_daily_ticket(&DailyTicketContent {
        company: "LA TERRAZA DE MIRAFLORES",
        report,
        opened_at: "21/11/2026 08:10",
        closed_at: report.cycle.closed_at.map(|_| "21/11/2026 16:10"),
        printed_at: "21/11/2026 16:12",
    });
    golden::assert_ticket(&format!("server/crates/office/src/reports/golden/{name}"), &ticket);
}

#[test]
fn a_closed_session_prints_all_sections() {
    check_golden("daily", &report());
}

#[test]
fn an_open_session_prints_no_methods_for_a_blind_count() {
    let mut r = report();
    r.methods = None;
    r.cycle.closed_at = None;
    r.refunds.clear();
    r.products.truncate(1);
    r.other_products = CountAndTotal::default();
    check_golden("daily_open", &r);
}
