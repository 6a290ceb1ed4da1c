//! What a credit note looks like to others.

use crate::billing::{Billing, BillingKind, BillingState, DocumentLineKind};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    ids::{BillingId, BillingLineId, ClientId, CreditNoteId, CycleId},
    money::{Money, Quantity},
    words::{IdentityDocument, words},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

words!(
    /// Why a note is given: catalogue 09, as far as a restaurant needs it.
    ReasonCode {
        /// The whole sale is undone.
        Void = "01",
        /// It is to be issued again to another RUC.
        RucError = "02",
        /// Less is asked for all of it; every unit stays sold.
        GlobalDiscount = "04",
        /// Less is asked for some lines; every unit stays sold.
        LineDiscount = "05",
        /// All of it was returned.
        WholeReturn = "06",
        /// Some of it was returned.
        ReturnByLine = "07",
    }
);

impl ReasonCode {
    /// Takes an amount off, and no units.
    pub const fn is_discount(self) -> bool {
        matches!(self, Self::GlobalDiscount | Self::LineDiscount)
    }
    /// Code and name on paper and to the tax authority, which wants no discounts linked to boletas (rule 4367): there they are what
    /// they come to, a lower value. What takes a debit note back modifies the document that it added to, which stays (rules 2116, 2399),
    /// so it is under other concepts, whatever became of that document and of the rest of it (rules 2120, 3286).
    pub fn said_on(self, billing: &Billing) -> (&'static str, &'static str) {
        if billing.debit.is_some() {
            return ("10", "Otros conceptos");
        }
        let is_boleta = billing.row.billing_type_id == BillingKind::Boleta as i64;
        let name = match self {
            Self::GlobalDiscount | Self::LineDiscount if is_boleta => return ("09", "Disminución en el valor"),
            Self::Void => "Anulación de la operación",
            Self::RucError => "Anulación por error en el RUC",
            Self::GlobalDiscount => "Descuento global",
            Self::LineDiscount => "Descuento por ítem",
            Self::WholeReturn => "Devolución total",
            Self::ReturnByLine => "Devolución por ítem",
        };
        (self.as_str(), name)
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
    /// The tax on plastic bags that it gives back, within `total`.
    pub bag_tax: Money,
    pub total: Money,
    pub total_in_words: String,
    pub user_name: String,
    pub state: BillingState,
    pub sunat_code: String,
    pub sunat_message: String,
    /// The digest that its signature holds.
    pub hash: Option<String>,
    /// Code and address of the establishment that issued it, as its series had them then.
    pub establishment: String,
    pub establishment_address: String,
    pub lines: Vec<CreditNoteLine>,
}

impl CreditNote {
    /// What to do about the tax authority's last answer; none where nothing is to be done.
    pub fn what_to_do(&self) -> Option<&'static str> {
        self.state.what_to_do(false, &self.sunat_code)
    }
    /// Its lines as they stand on paper and in its XML: a discount of the whole document is one line for each way to stand to the IGV,
    /// and what takes a debit note back names it.
    pub fn said_lines(&self, billing: &Billing) -> Vec<CreditNoteLine> {
        let mut said: Vec<CreditNoteLine> = Vec::new();
        for line in &self.lines {
            match self.reason_code {
                _ if billing.debit.is_some() => said.push(CreditNoteLine {
                    description: format!("Anula {}: {}", billing.full_number, line.description),
                    ..line.clone()
                }),
                ReasonCode::GlobalDiscount => match said.iter_mut().find(|l| l.affectation == line.affectation) {
                    Some(all) => all.add(line),
                    None => said.push(line.of_whole()),
                },
                ReasonCode::LineDiscount => {
                    said.push(CreditNoteLine {
                        description: format!("Descuento en {}", line.description),
                        ..line.clone()
                    });
                }
                _ => said.push(line.clone()),
            }
        }
        said
    }
}

/// A line of a note: some units of a document's line, after the document's discounts; of a discount, all units of it that are left and
/// what is taken off them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
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
    /// Of plastic bags: the tax on them within `total`.
    #[serde(skip)]
    pub bag_tax: Money,
}

impl CreditNoteLine {
    /// The same amount off all lines of its kind.
    fn of_whole(&self) -> Self {
        let description = match self.affectation.as_str() {
            "20" => "Descuento global (EXONERADO)",
            "30" => "Descuento global (INAFECTO)",
            _ => "Descuento global",
        };
        Self {
            kind: DocumentLineKind::Charge,
            description: description.into(),
            quantity: Quantity::units(1),
            unit_price: self.total,
            ..self.clone()
        }
    }
    fn add(&mut self, other: &Self) {
        self.base += other.base;
        self.igv += other.igv;
        self.total += other.total;
        self.unit_price = self.total;
    }
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
