//! A document from which tests of figures and papers build theirs, here and in the crates above.

use super::model::{Billing, BillingLine, BillingRow, BillingState, DocumentLineKind};
use chrono::DateTime;
use comanda_base::{
    document_kind::DocumentKind,
    ids::{BillingId, BillingLineId, CycleId, PaymentId, RequestId},
    measure::Measure,
    money::{Money, Quantity},
    words::IdentityDocument,
};
use comanda_platform::settings::Regime;

/// Returns the boleta B001-00000347 without amounts, of 21 November 2026, 14:22 in Lima.
pub fn sample_boleta() -> BillingRow {
    BillingRow {
        id: BillingId(1),
        billing_type_id: DocumentKind::Boleta,
        code: "BOLETA".into(),
        name: "Boleta".into(),
        serie: "B001".into(),
        number: 347,
        client_request_id: RequestId(1),
        payment_id: PaymentId(1),
        standing_payment_id: Some(PaymentId(1)),
        cycle_id: CycleId(1),
        issued_at: DateTime::from_timestamp_nanos(1_795_288_920_000_000_000),
        client_id: None,
        client_name: "CLIENTES VARIOS".into(),
        client_document_type: IdentityDocument::Dni,
        client_document_number: "00000000".into(),
        client_address: String::new(),
        by_consumption: false,
        taxable: Money::ZERO,
        exonerated: Money::ZERO,
        unaffected: Money::ZERO,
        free: Money::ZERO,
        discount: Money::ZERO,
        other_charges: Money::ZERO,
        igv: Money::ZERO,
        igv_percent: Quantity::units(18),
        bag_tax: Money::ZERO,
        total: Money::ZERO,
        total_in_words: String::new(),
        state: BillingState::Pending,
        sunat_code: String::new(),
        sunat_message: String::new(),
        was_accepted: false,
        hash: Some("hash".into()),
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
        regime: Regime::General,
    }
}

/// Returns a taxed line of one unit without amounts.
pub fn sample_line(kind: DocumentLineKind, description: impl Into<String>) -> BillingLine {
    BillingLine {
        id: BillingLineId(1),
        billing_id: BillingId(1),
        line_id: None,
        kind,
        description: description.into(),
        quantity: Quantity::units(1),
        measure: Measure::default(),
        unit_price: Money::ZERO,
        total: Money::ZERO,
        affectation: "10".into(),
        base: Money::ZERO,
        igv: Money::ZERO,
        free_igv: Money::ZERO,
        discount: Money::ZERO,
        bag_tax: Money::ZERO,
    }
}

/// Returns a document of these lines, without discounts, charges and notes.
pub fn sample_document(row: BillingRow, lines: Vec<BillingLine>) -> Billing {
    Billing {
        full_number: row.full_number(),
        row,
        lines,
        amounts: Vec::new(),
        credit_notes: Vec::new(),
        debit_notes: Vec::new(),
        debit: None,
        what_to_do: None,
        instalments: Vec::new(),
    }
}
