//! What a credit note looks like to others.

use crate::{
    billing::{BillingState, DocumentLineKind},
    ids::{BillingId, BillingLineId, ClientId, CreditNoteId, CycleId},
    money::{Money, Quantity},
    words::{IdentityDocument, words},
};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

words!(
    /// Why a note is given: catalogue 09, as far as a restaurant needs it.
    ReasonCode {
        /// The whole sale is undone.
        Void = "01",
        /// It is to be issued again to another RUC.
        RucError = "02",
        /// All of it was returned.
        WholeReturn = "06",
        /// Some of it was returned.
        ReturnByLine = "07",
    }
);

impl ReasonCode {
    /// As the paper says it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Void => "Anulación de la operación",
            Self::RucError => "Anulación por error en el RUC",
            Self::WholeReturn => "Devolución total",
            Self::ReturnByLine => "Devolución por ítem",
        }
    }
}

/// A credit note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CreditNote {
    pub id: CreditNoteId,
    pub billing_id: BillingId,
    /// `BC01-00000001`
    pub full_number: String,
    pub serie: String,
    pub number: i64,
    pub reason_code: ReasonCode,
    pub reason: String,
    pub issued_at: DateTime<Utc>,
    pub igv_percent: Quantity,
    pub taxable: Money,
    pub exonerated: Money,
    pub unaffected: Money,
    pub igv: Money,
    pub other_charges: Money,
    pub total: Money,
    pub total_in_words: String,
    pub user_name: String,
    pub state: BillingState,
    pub sunat_code: String,
    pub sunat_message: String,
    /// The digest that its signature holds.
    pub hash: Option<String>,
    pub lines: Vec<CreditNoteLine>,
}

impl CreditNote {
    /// What to do about the tax authority's last answer; none where nothing is to be done.
    pub fn what_to_do(&self) -> Option<&'static str> {
        let has_answer = !self.sunat_code.is_empty() && self.state.is_unsettled();
        has_answer.then(|| comanda_sunat::codes::what_to_do(&self.sunat_code))
    }
}

/// A line of a note: some units of a document's line, after the document's discounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct CreditNoteLine {
    #[serde(skip)]
    pub credit_note_id: CreditNoteId,
    pub billing_line_id: BillingLineId,
    pub kind: DocumentLineKind,
    pub description: String,
    pub quantity: Quantity,
    pub unit_price: Money,
    pub total: Money,
    pub affectation: String,
    #[serde(skip)]
    pub base: Money,
    #[serde(skip)]
    pub igv: Money,
}

/// A note as a list shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedNote {
    #[serde(flatten)]
    pub note: CreditNote,
    /// What it changes: `B001-00000347`.
    pub document: String,
    pub client_name: String,
    pub client_document_type: IdentityDocument,
    pub client_document_number: String,
}

/// Which notes a list wants.
#[derive(Debug, Default, Clone, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NoteFilter {
    pub client_id: Option<ClientId>,
    pub billing_id: Option<BillingId>,
    /// The cycle that it was given in.
    pub cashbox_cycle_id: Option<CycleId>,
    pub state: Option<BillingState>,
    /// Only those that the tax authority has to get, and has not got.
    #[serde(default)]
    pub to_send: bool,
    /// Business days, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

impl NoteFilter {
    /// The same, whatever their state.
    pub fn of_any_state(self) -> Self {
        Self { state: None, to_send: false, ..self }
    }
}
