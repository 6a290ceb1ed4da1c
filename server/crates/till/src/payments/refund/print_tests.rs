//! The paper of a refund, as it is printed.

use super::*;
use chrono::{TimeZone, Utc};
use comanda_base::{
    document_kind::DocumentKind,
    ids::{BillingId, BillingLineId, CycleId, LineId, PaymentId, PaymentOptionId, RefundId, RequestId, UserId},
    money::Quantity,
    words::IdentityDocument,
};
use comanda_invoicing::billing::{BillingLine, BillingRow, BillingState, DocumentLineKind};
use comanda_ledgers::ledger::{RefundEntry, RefundLine, RefundRow};
use comanda_test_support::golden;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn billing(number: i64, total: &str) -> Billing {
    let row = BillingRow {
        id: BillingId(1),
        billing_type_id: DocumentKind::Boleta,
        code: "BOLETA".into(),
        name: "Boleta".into(),
        serie: "B001".into(),
        number,
        client_request_id: RequestId(1),
        payment_id: PaymentId(1),
        standing_payment_id: Some(PaymentId(1)),
        cycle_id: CycleId(1),
        issued_at: Utc.with_ymd_and_hms(2026, 11, 21, 19, 22, 0).unwrap(),
        client_id: None,
        client_name: "CLIENTES VARIOS".into(),
        client_document_type: IdentityDocument::Dni,
        client_document_number: "00000000".into(),
        client_address: String::new(),
        by_consumption: true,
        taxable: money(total),
        exonerated: Money::ZERO,
        unaffected: Money::ZERO,
        free: Money::ZERO,
        discount: Money::ZERO,
        other_charges: Money::ZERO,
        igv: Money::ZERO,
        igv_percent: Quantity::units(18),
        bag_tax: Money::ZERO,
        total: money(total),
        total_in_words: String::new(),
        sunat_code: String::new(),
        sunat_message: String::new(),
        was_accepted: false,
        hash: None,
        state: BillingState::Voided,
        voided_at: None,
        voided_by_name: None,
        void_reason: None,
        replaced_by_id: None,
        replaced_by_number: None,
        replaces_id: None,
        replaces_number: None,
        establishment: "0000".into(),
        establishment_address: String::new(),
        is_contingency: false,
        regime: comanda_platform::settings::Regime::General,
    };
    let line = BillingLine {
        id: BillingLineId(1),
        billing_id: BillingId(1),
        line_id: None,
        kind: DocumentLineKind::Consumption,
        description: "POR CONSUMO".into(),
        quantity: Quantity::units(1),
        unit_price: money(total),
        total: money(total),
        affectation: "10".into(),
        base: Money::ZERO,
        igv: Money::ZERO,
        free_igv: Money::ZERO,
        discount: Money::ZERO,
        bag_tax: Money::ZERO,
    };
    Billing {
        full_number: row.full_number(),
        what_to_do: None,
        row,
        lines: vec![line],
        amounts: Vec::new(),
        credit_notes: Vec::new(),
        debit_notes: Vec::new(),
        debit: None,
        instalments: Vec::new(),
    }
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
