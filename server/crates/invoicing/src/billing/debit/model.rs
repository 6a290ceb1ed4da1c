//! These types show a debit note to others, and the rules say which documents take one.

use super::figures::{LEAST, room_left};
use crate::billing::{Billing, BillingKind, BillingState};
use chrono::{DateTime, Utc};
use comanda_base::{
    ids::{BillingId, UserId},
    money::Money,
    words::words,
};
use serde::Serialize;
use utoipa::ToSchema;

words!(
    /// Why a debit note is given: catalogue 10.
    DebitReasonCode {
        /// Interest for paying late.
        Interest = "01",
        /// Something was left out of the document.
        HigherValue = "02",
        /// A penalty, which is no price of anything and outside the IGV.
        Penalty = "03",
    }
);

impl DebitReasonCode {
    /// The words that its line and its paper say.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Interest => "Intereses por mora",
            Self::HigherValue => "Aumento en el valor",
            Self::Penalty => "Penalidad",
        }
    }
}

/// Of a debit note: the document that it adds to, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DebitNote {
    pub document_id: BillingId,
    /// `F001-00000347`
    pub document: String,
    /// 1 boleta, 2 factura.
    pub document_type_id: i64,
    pub document_issued_at: DateTime<Utc>,
    pub reason_code: DebitReasonCode,
    pub reason: String,
    #[serde(skip)]
    pub serie: String,
    #[serde(skip)]
    pub number: i64,
}

impl DebitNote {
    /// `Factura F001-00000347`
    pub fn changes(&self) -> String {
        let kind = if self.document_type_id == BillingKind::Factura as i64 { "Factura" } else { "Boleta" };
        format!("{kind} {}", self.document)
    }
}

/// A debit note in the list of the document that it adds to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GivenDebitNote {
    pub id: BillingId,
    /// `FD01-00000001`
    pub full_number: String,
    pub reason_code: DebitReasonCode,
    pub reason: String,
    pub issued_at: DateTime<Utc>,
    pub total: Money,
    pub state: BillingState,
    /// It is true as long as neither a void nor a credit note took the debit note back.
    pub stands: bool,
    /// The tax authority has it or will have it, whether a credit note took it back or not: what it adds to is not voided beside it.
    #[serde(skip)]
    pub binds: bool,
}

/// A debit note to be.
#[derive(Debug, Clone)]
pub struct NewDebitNote {
    pub changed: BillingId,
    /// The series of what it adds to.
    pub serie: String,
    pub reason_code: DebitReasonCode,
    pub reason: String,
    pub approver: Option<UserId>,
}

impl NewDebitNote {
    /// What its own series begins with (rules 2204, 2400).
    pub(in crate::billing) fn letter(&self) -> &str {
        if self.serie.starts_with('F') { "F" } else { "B" }
    }
}

/// Why nothing can be added to a document; none where it can.
pub fn why_not(billing: &Billing) -> Option<String> {
    let number = &billing.full_number;
    match BillingKind::from_id(billing.row.billing_type_id) {
        Some(BillingKind::Factura | BillingKind::Boleta) => {}
        Some(BillingKind::DebitNote) => {
            let changed = billing.debit.as_ref().map(|note| note.document.as_str()).unwrap_or_default();
            return Some(format!("{number} ya es una nota de débito. Da otra sobre {changed}."));
        }
        _ => return Some(format!("{number} no es una boleta ni una factura: no lleva nota de débito.")),
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
        _ if billing.left().is_zero() => {
            Some(format!("{number} ya se acreditó por completo: no se le suma nada con nota de débito."))
        }
        _ if room_left(billing) < LEAST => {
            Some(format!("A {number} ya se le sumó con notas de débito todo lo que vale: no se le suma más."))
        }
        _ => None,
    }
}
