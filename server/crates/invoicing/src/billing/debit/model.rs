//! Debit notes as other modules and clients see them, and the rules for the documents that can have one.

use super::figures::{MIN_AMOUNT, max_debit_amount};
use crate::billing::{
    Billing, BillingState,
    full_number::{full_number, read_full_number},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Row},
    document_kind::DocumentKind,
    ids::{BillingId, UserId},
    money::Money,
    words::text_enum,
};
use serde::Serialize;
use utoipa::ToSchema;

text_enum!(
    /// The reason of a debit note, from catalogue 10.
    DebitReasonCode {
        /// Interest for late payment.
        Interest = "01",
        /// An amount that was left out of the document.
        HigherValue = "02",
        /// A penalty, which is not part of a price and is outside the IGV.
        Penalty = "03",
    }
);

impl DebitReasonCode {
    /// The Spanish name, used in its line and in print.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Interest => "Intereses por mora",
            Self::HigherValue => "Aumento en el valor",
            Self::Penalty => "Penalidad",
        }
    }
}

/// The document that a debit note modifies, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct DebitNote {
    pub document_id: BillingId,
    /// `F001-00000347`
    #[row(with = read_modified_number)]
    pub document: String,
    /// 1 boleta, 2 factura.
    pub document_type_id: DocumentKind,
    pub document_issued_at: DateTime<Utc>,
    pub reason_code: DebitReasonCode,
    pub reason: String,
    #[serde(skip)]
    #[row(rename = "changed_serie")]
    pub serie: String,
    #[serde(skip)]
    #[row(rename = "changed_number")]
    pub number: i64,
}

fn read_modified_number(row: &Row) -> db::Result<String> {
    Ok(full_number(&row.get::<String>("changed_serie")?, row.get("changed_number")?))
}

impl DebitNote {
    /// The modified document, such as `Factura F001-00000347`.
    pub fn modified_document(&self) -> String {
        let kind = if self.document_type_id == DocumentKind::Factura { "Factura" } else { "Boleta" };
        format!("{kind} {}", self.document)
    }
}

/// A debit note in the list of the document that it modifies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct GivenDebitNote {
    pub id: BillingId,
    /// `FD01-00000001`
    #[row(with = read_full_number)]
    pub full_number: String,
    pub reason_code: DebitReasonCode,
    pub reason: String,
    pub issued_at: DateTime<Utc>,
    pub total: Money,
    pub state: BillingState,
    /// Whether the debit note is in force: neither voided nor reversed by a credit note.
    pub stands: bool,
    /// Whether the tax authority has the note or will have it, reversed by a credit note or not; then the modified document cannot be
    /// voided.
    #[serde(skip)]
    pub binds: bool,
}

/// A debit note to be issued.
#[derive(Debug, Clone)]
pub struct NewDebitNote {
    pub changed: BillingId,
    /// The series of the modified document.
    pub serie: String,
    pub reason_code: DebitReasonCode,
    pub reason: String,
    pub approver: Option<UserId>,
}

impl NewDebitNote {
    /// The letter with which its own series begins (rules 2204, 2400).
    pub(in crate::billing) fn series_letter(&self) -> &str {
        if self.serie.starts_with('F') { "F" } else { "B" }
    }
}

/// Explains why no debit note can be issued for a document; `None` where one can.
pub fn debit_note_obstacle(billing: &Billing) -> Option<String> {
    let number = &billing.full_number;
    match billing.row.billing_type_id {
        DocumentKind::Factura | DocumentKind::Boleta => {}
        DocumentKind::DebitNote => {
            let changed = billing.debit.as_ref().map(|note| note.document.as_str()).unwrap_or_default();
            return Some(format!("{number} ya es una nota de débito. Da otra sobre {changed}."));
        }
        DocumentKind::SaleNote | DocumentKind::CreditNote => {
            return Some(format!("{number} no es una boleta ni una factura: no lleva nota de débito."));
        }
    }
    match billing.row.state {
        _ if billing.row.hash.is_none() => Some(format!("{number} no es electrónico: no lleva nota de débito.")),
        _ if billing.row.is_voided() => Some(format!("{number} está anulado: no lleva nota de débito.")),
        BillingState::Rejected => match &billing.row.replaced_by_number {
            Some(other) => Some(format!("SUNAT rechazó {number}. Da la nota de débito sobre {other}.")),
            None => Some(format!("SUNAT rechazó {number}: no vale. Primero hay que emitirlo de nuevo.")),
        },
        BillingState::Failed => {
            Some(format!("{number} no llegó a SUNAT. Mira su causa en Comprobantes y corrígela antes."))
        }
        _ if billing.remaining_total().is_zero() => {
            Some(format!("{number} ya se acreditó por completo: no se le suma nada con nota de débito."))
        }
        _ if max_debit_amount(billing) < MIN_AMOUNT => {
            Some(format!("A {number} ya se le sumó con notas de débito todo lo que vale: no se le suma más."))
        }
        _ => None,
    }
}
