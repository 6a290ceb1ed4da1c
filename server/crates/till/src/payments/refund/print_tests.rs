//! The paper of a refund, as it is printed.

use super::*;
use chrono::{TimeZone, Utc};
use comanda_base::ids::{BillingId, CycleId, LineId, PaymentId, PaymentOptionId, RefundId, RequestId, UserId};
use comanda_invoicing::billing::{
    BillingLine, BillingRow, BillingState, DocumentLineKind,
    sample::{sample_boleta, sample_document, sample_line},
};
use comanda_ledgers::ledger::{RefundEntry, RefundLine, RefundRow};
use comanda_test_support::golden;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn billing(number: i64, total: &str) -> Billing {
    let row = BillingRow {
        number,
        by_consumption: true,
        taxable: money(total),
        total: money(total),
        state: BillingState::Voided,
        hash: None,
        ..sample_boleta()
    };
    let (unit_price, total) = (money(total), money(total));
    let line = BillingLine { unit_price, total, ..sample_line(DocumentLineKind::Consumption, "POR CONSUMO") };
    sample_document(row, vec![line])
}

fn refund(outcome: RefundOutcome, total: &str, rounding: &str, entries: &[(&str, &str, Option<&str>)]) -> Refund {
    let row = RefundRow {
        id: RefundId(1),
        payment_id: PaymentId(1),
        billing_id: BillingId(1),
        document: "B001-00000347".into(),
        client_request_id: RequestId(1),
        cycle_id: CycleId(7),
        cashbox_name: "Principal".into(),
        paid_in_cycle_id: CycleId(1),
        user_id: UserId(3),
        user_name: "Luis Cárdenas".into(),
        approver_name: None,
        outcome,
        reason: "El lomo llegó frío y los clientes no esperaron otro".into(),
        remove_inventory: false,
        total: money(total),
        rounding: money(rounding),
        charged_again_id: None,
        created_at: Utc.with_ymd_and_hms(2026, 11, 21, 20, 0, 0).unwrap(),
    };
    let entry = |(name, amount, number): &(&str, &str, Option<&str>)| RefundEntry {
        refund_id: RefundId(1),
        payment_option_id: PaymentOptionId(1),
        name: (*name).into(),
        is_cash: *name == "Efectivo",
        is_credit: *name == "Crédito",
        amount: money(amount),
        operation_number: number.map(Into::into),
    };
    Refund { row, entries: entries.iter().map(entry).collect(), lines: Vec::new() }
}

fn print(name: &str, refund: &Refund, charged_again: Option<&Billing>) {
    let ticket = slip_ticket(&Slip {
        company: "LA TERRAZA DE MIRAFLORES",
        refund,
        billing: &billing(347, "114.30"),
        charged_again,
        note: None,
        at: "21/11/2026 15:00",
        issued_at: "21/11/2026 14:22",
        place: "Mesa: 12",
    });
    golden::assert_ticket(&format!("server/crates/till/src/payments/refund/golden/{name}"), &ticket);
}

#[test]
fn all_of_it() {
    let mut refund = refund(
        RefundOutcome::Reopen,
        "114.30",
        "0.00",
        &[("Yape", "100.00", Some("00482915")), ("Efectivo", "14.30", None)],
    );
    refund.row.approver_name = Some("Jorge Huamán".into());
    print("whole", &refund, None);
}

#[test]
fn a_part_of_it() {
    let mut refund = refund(RefundOutcome::Close, "41.08", "-0.08", &[("Efectivo", "41.00", None)]);
    let line = |name: &str, quantity: &str, amount: &str| RefundLine {
        refund_id: None,
        line_id: LineId(1),
        name: name.into(),
        quantity: quantity.parse().unwrap(),
        amount: money(amount),
    };
    refund.lines = vec![line("Lomo saltado", "1", "37.58"), line("Chicha morada jarra de un litro", "1", "3.50")];
    print("part", &refund, Some(&billing(348, "73.22")));
}
