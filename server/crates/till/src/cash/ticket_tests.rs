//! The printed tickets of opening and closing.

use super::*;
use crate::cash::{
    model::CycleStatus,
    movement_ticket::{MovementReceipt, movement_ticket},
    opening_ticket::{OpeningContent, opening_ticket},
};
use chrono::{NaiveDate, TimeZone, Utc};
use comanda_base::ids::{
    BillingId, CashboxId, ClientId, CollectionId, CycleId, PaymentId, PaymentOptionId, RefundId, RequestId, TurnId,
    UserId,
};
use comanda_ledgers::ledger::{CollectionRow, RefundEntry, RefundOutcome, RefundRow};
use comanda_test_support::golden;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn cycle() -> CycleRow {
    CycleRow {
        id: CycleId(7),
        cashbox_id: CashboxId(1),
        cashbox_name: "Principal".into(),
        turn_id: TurnId(1),
        turn_name: "Mañana".into(),
        user_id: UserId(3),
        user_name: "Luis Cárdenas".into(),
        status: CycleStatus::Open,
        business_day: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(),
        open_amount: money("200"),
        close_amount: None,
        opened_at: Utc.with_ymd_and_hms(2026, 11, 21, 13, 10, 0).unwrap(),
        closed_at: None,
        difference: None,
        difference_reason: None,
        reviewed_at: None,
        to_review: false,
    }
}

fn movement(movement_type: MovementType, motive: &str, amount: &str, status: MovementStatus) -> Movement {
    Movement {
        id: 1,
        cash_box_cycle_id: CycleId(7),
        cash_box_id: CashboxId(1),
        cashbox_name: "Principal".into(),
        movement_type,
        movement_date: Utc.with_ymd_and_hms(2026, 11, 21, 18, 0, 0).unwrap(),
        receipt_by: "Juan".into(),
        motive: motive.into(),
        amount: money(amount),
        status,
        reject_reason: None,
        rejected_by_name: None,
        user_id: UserId(3),
        user_name: "Luis Cárdenas".into(),
    }
}

fn method(id: i64, name: &str, expected: &str) -> MethodBalance {
    let expected = money(expected);
    MethodBalance {
        payment_option_id: PaymentOptionId(id),
        name: name.into(),
        is_cash: id == 1,
        received: expected,
        refunds: Money::ZERO,
        collections: Money::ZERO,
        expected,
    }
}

fn amounts(list: &[(&str, &str)]) -> ByMethod {
    list.iter().map(|(name, amount)| ((*name).to_owned(), money(amount))).collect()
}

fn refund(document: &str, method: &str, amount: &str, reason: &str) -> Refund {
    let amount = money(amount);
    let row = RefundRow {
        id: RefundId(1),
        payment_id: PaymentId(1),
        billing_id: BillingId(1),
        document: document.into(),
        client_request_id: RequestId(1),
        cycle_id: CycleId(7),
        cashbox_name: "Principal".into(),
        paid_in_cycle_id: CycleId(7),
        user_id: UserId(3),
        user_name: "Luis Cárdenas".into(),
        approver_name: None,
        outcome: RefundOutcome::Reopen,
        reason: reason.into(),
        remove_inventory: false,
        total: amount,
        rounding: Money::ZERO,
        charged_again_id: None,
        created_at: Utc.with_ymd_and_hms(2026, 11, 21, 18, 0, 0).unwrap(),
    };
    let entry = RefundEntry {
        refund_id: RefundId(1),
        is_credit: false,
        payment_option_id: PaymentOptionId(1),
        name: method.into(),
        is_cash: method == "Efectivo",
        amount,
        operation_number: None,
    };
    Refund { row, entries: vec![entry], lines: Vec::new() }
}

#[test]
fn receipt_of_an_expense() {
    let movement = movement(MovementType::Expense, "Taxi al mercado", "20", MovementStatus::Approved);
    let ticket = movement_ticket(&MovementReceipt {
        company: "LA TERRAZA DE MIRAFLORES",
        movement: &movement,
        moved_at: "21/11/2026 13:00",
    });
    golden::assert_ticket("server/crates/till/src/cash/golden/movement", &ticket);
}

#[test]
fn opening() {
    let ticket = opening_ticket(&OpeningContent {
        company: "LA TERRAZA DE MIRAFLORES",
        cycle: &cycle(),
        left_before: None,
        opened_at: "21/11/2026 08:10",
    });
    golden::assert_ticket("server/crates/till/src/cash/golden/opening", &ticket);
}

#[test]
fn an_opening_shows_the_previous_close_where_it_differs() {
    let text = |closing_amount: &str| {
        let left_before = Some(closing_amount.parse().unwrap());
        let cycle = cycle();
        let opening =
            OpeningContent { company: "La Terraza", cycle: &cycle, left_before, opened_at: "21/11/2026 08:10" };
        comanda_ticket::plain_text(&comanda_ticket::layout(&opening_ticket(&opening), 48))
    };
    assert!(text("350").contains("Se había cerrado con S/ 350.00"));
    assert!(!text(&cycle().open_amount.to_string()).contains("cerrado"));
}

#[test]
fn arqueo_with_a_difference() {
    let cycle =
        CycleRow { difference_reason: Some("Mesa 8 pagó con 200 y se dio 10 soles de más.".into()), ..cycle() };
    let methods = [method(1, "Efectivo", "2744.50"), method(2, "Yape", "1532.50"), method(3, "Plin", "0.00")];
    let documents = [
        DocumentSum {
            name: "Boleta".into(),
            count: 61,
            total: money("5120.50"),
            voided_count: 1,
            voided_total: money("38.00"),
        },
        DocumentSum {
            name: "Nota de venta".into(),
            count: 3,
            total: money("92.00"),
            voided_count: 0,
            voided_total: Money::ZERO,
        },
    ];
    let ticket = arqueo_ticket(&ArqueoContent {
        company: "LA TERRAZA DE MIRAFLORES",
        cycle: &cycle,
        opened_at: "21/11/2026 08:10",
        closed_at: "21/11/2026 16:32",
        cash: &CashParts {
            opening: money("200"),
            received: money("3140"),
            turned: money("421.50"),
            refunds: money("38.00"),
            collections: Money::ZERO,
            entries: money("88"),
            expenses: money("224"),
            expected: money("2744.50"),
        },
        counted: &amounts(&[("Efectivo", "2732.10"), ("Yape", "1532.50")]),
        expected: &amounts(&[("Efectivo", "2744.50"), ("Yape", "1532.50"), ("Plin", "0.00")]),
        methods: &methods,
        movements: &[
            movement(MovementType::Entry, "Sencillo traído del banco", "88.00", MovementStatus::Approved),
            movement(
                MovementType::Expense,
                "Compra de hielo para la barra y servilletas",
                "224.00",
                MovementStatus::Approved,
            ),
            movement(MovementType::Expense, "Taxi", "15.00", MovementStatus::Rejected),
        ],
        refunds: &[refund("B001-00000347", "Efectivo", "38.00", "Pidió factura")],
        collections: &[],
        sold_on_credit: Money::ZERO,
        tips: money("12.50"),
        documents: &documents,
    });
    golden::assert_ticket("server/crates/till/src/cash/golden/arqueo", &ticket);
}

#[test]
fn arqueo_with_debts_collected() {
    let (cycle, debt) = (cycle(), money("80.00"));
    let collection = CollectionRow {
        id: CollectionId(1),
        number: 12,
        client_id: ClientId(1),
        client_name: "KIOSKO S.A.".into(),
        client_document: "RUC: 20131312955".into(),
        cycle_id: CycleId(7),
        cashbox_name: "Principal".into(),
        user_id: UserId(3),
        user_name: "Luis Cárdenas".into(),
        payment_option_id: PaymentOptionId(1),
        name: "Efectivo".into(),
        is_cash: true,
        operation_number: None,
        amount: debt,
        rounding: Money::ZERO,
        left_due: Money::ZERO,
        created_at: cycle.opened_at,
    };
    let collection = Collection { full_number: "RC-00000012".into(), parts: Vec::new(), row: collection };
    let factura = DocumentSum {
        name: "Factura".into(),
        count: 2,
        total: money("300.00"),
        voided_count: 0,
        voided_total: Money::ZERO,
    };
    let ticket = arqueo_ticket(&ArqueoContent {
        company: "LA TERRAZA DE MIRAFLORES",
        cycle: &cycle,
        opened_at: "21/11/2026 08:10",
        closed_at: "21/11/2026 16:32",
        cash: &CashParts {
            opening: money("200"),
            received: money("100"),
            turned: Money::ZERO,
            refunds: Money::ZERO,
            collections: debt,
            entries: Money::ZERO,
            expenses: Money::ZERO,
            expected: money("380"),
        },
        counted: &amounts(&[("Efectivo", "380.00")]),
        expected: &amounts(&[("Efectivo", "380.00")]),
        methods: &[method(1, "Efectivo", "380.00")],
        movements: &[],
        refunds: &[],
        collections: &[collection],
        sold_on_credit: money("200.00"),
        tips: Money::ZERO,
        documents: &[factura],
    });
    golden::assert_ticket("server/crates/till/src/cash/golden/arqueo_debts", &ticket);
}
