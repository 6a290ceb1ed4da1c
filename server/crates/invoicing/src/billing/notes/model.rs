//! Credit notes as other modules and clients see them.

use crate::billing::{Billing, BillingState, DocumentLineKind, full_number::read_full_number};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    document_kind::DocumentKind,
    ids::{BillingId, BillingLineId, ClientId, CreditNoteId, CycleId},
    measure::Measure,
    money::{Money, Quantity},
    words::{IdentityDocument, text_enum},
};
use comanda_sunat::document::CreditReason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

text_enum!(
    /// The reason of a credit note, from catalogue 09 as far as a restaurant needs it.
    ReasonCode {
        /// The whole sale is cancelled.
        Void = "01",
        /// The document is to be reissued to another RUC.
        RucError = "02",
        /// The price of the whole document is lowered; every unit stays sold.
        GlobalDiscount = "04",
        /// The price of some lines is lowered; every unit stays sold.
        LineDiscount = "05",
        /// Everything was returned.
        WholeReturn = "06",
        /// Some lines or units were returned.
        ReturnByLine = "07",
    }
);

impl ReasonCode {
    /// Whether the reason reverses an amount but no units.
    pub const fn is_discount(self) -> bool {
        matches!(self, Self::GlobalDiscount | Self::LineDiscount)
    }
    /// Returns the reason in print and for the tax authority, which accepts no discounts on boletas (rule 4367): there they are a lower
    /// value. A note that reverses a debit note modifies the document under it, which stays (rules 2116, 2399), so it is under other
    /// concepts, whatever happened to that document and the rest of it (rules 2120, 3286).
    pub fn official_reason(self, billing: &Billing) -> OfficialReason {
        let is_boleta = billing.row.billing_type_id == DocumentKind::Boleta;
        let (code, name) = match self {
            _ if billing.debit.is_some() => (CreditReason::Other, "Otros conceptos"),
            Self::GlobalDiscount | Self::LineDiscount if is_boleta => {
                (CreditReason::LowerValue, "Disminución en el valor")
            }
            Self::Void => (CreditReason::Void, "Anulación de la operación"),
            Self::RucError => (CreditReason::RucError, "Anulación por error en el RUC"),
            Self::GlobalDiscount => (CreditReason::GlobalDiscount, "Descuento global"),
            Self::LineDiscount => (CreditReason::LineDiscount, "Descuento por ítem"),
            Self::WholeReturn => (CreditReason::WholeReturn, "Devolución total"),
            Self::ReturnByLine => (CreditReason::ReturnByLine, "Devolución por ítem"),
        };
        OfficialReason { code, name }
    }
}

/// A note's reason as the tax authority gets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfficialReason {
    pub code: CreditReason,
    /// The name in print.
    pub name: &'static str,
}

/// A credit note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct CreditNote {
    pub id: CreditNoteId,
    pub billing_id: BillingId,
    /// `BC01-00000001`
    #[row(with = read_full_number)]
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
    /// The tax on plastic bags that is returned, within `total`.
    pub bag_tax: Money,
    pub total: Money,
    pub total_in_words: String,
    pub user_name: String,
    pub state: BillingState,
    pub sunat_code: String,
    pub sunat_message: String,
    /// The digest in its signature.
    pub hash: Option<String>,
    /// The code of the issuing establishment, as its series had it at the time of issue.
    /// The address of that establishment.
    pub establishment: String,
    pub establishment_address: String,
    #[row(skip)]
    pub lines: Vec<CreditNoteLine>,
}

impl CreditNote {
    /// Returns advice about the tax authority's last answer; `None` where nothing is to be done.
    pub fn what_to_do(&self) -> Option<&'static str> {
        self.state.what_to_do(false, &self.sunat_code)
    }
    /// Returns the lines in print and in the XML: a discount of the whole document is one line for each IGV treatment, and the reversal of
    /// a debit note names that note.
    pub fn document_lines(&self, billing: &Billing) -> Vec<CreditNoteLine> {
        let mut official: Vec<CreditNoteLine> = Vec::new();
        for line in &self.lines {
            match self.reason_code {
                _ if billing.debit.is_some() => official.push(CreditNoteLine {
                    description: format!("Anula {}: {}", billing.full_number, line.description),
                    ..line.clone()
                }),
                ReasonCode::GlobalDiscount => match official.iter_mut().find(|l| l.affectation == line.affectation) {
                    Some(all) => all.add(line),
                    None => official.push(line.to_global_discount()),
                },
                ReasonCode::LineDiscount => {
                    official.push(CreditNoteLine {
                        description: format!("Descuento en {}", line.description),
                        ..line.clone()
                    });
                }
                _ => official.push(line.clone()),
            }
        }
        official
    }
}

/// A line of a note: units of a document's line, after the document's discounts; for a discount, all remaining units and the amount off
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct CreditNoteLine {
    #[serde(skip)]
    pub credit_note_id: CreditNoteId,
    pub billing_line_id: BillingLineId,
    pub kind: DocumentLineKind,
    pub description: String,
    pub quantity: Quantity,
    /// The weight or volume of each piece; 1 where it is sold by the unit.
    #[serde(flatten)]
    #[row(flatten)]
    pub measure: Measure,
    pub unit_price: Money,
    pub total: Money,
    pub affectation: String,
    #[serde(skip)]
    pub base: Money,
    #[serde(skip)]
    pub igv: Money,
    /// The tax on plastic bags within `total`.
    #[serde(skip)]
    pub bag_tax: Money,
}

impl CreditNoteLine {
    /// Returns the line of a discount of the whole document, begun with this line's amount.
    fn to_global_discount(&self) -> Self {
        let description = match self.affectation.as_str() {
            "20" => "Descuento global (EXONERADO)",
            "30" => "Descuento global (INAFECTO)",
            _ => "Descuento global",
        };
        Self {
            kind: DocumentLineKind::Charge,
            description: description.into(),
            quantity: Quantity::units(1),
            measure: Measure::default(),
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

/// A note as lists show it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedNote {
    #[serde(flatten)]
    pub note: CreditNote,
    /// The number of the modified document, such as `B001-00000347`.
    pub document: String,
    pub client_name: String,
    pub client_document_type: IdentityDocument,
    pub client_document_number: String,
}

/// The filter of a list of notes.
#[derive(Debug, Default, Clone, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NoteFilter {
    pub client_id: Option<ClientId>,
    pub billing_id: Option<BillingId>,
    /// The cycle in which the note was issued.
    pub cashbox_cycle_id: Option<CycleId>,
    pub state: Option<BillingState>,
    /// True for notes only that the tax authority still has to receive.
    #[serde(default)]
    pub to_send: bool,
    /// The first business day.
    /// The last business day.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

impl NoteFilter {
    /// Returns the same filter without its conditions on the state.
    pub fn without_state(self) -> Self {
        Self { state: None, to_send: false, ..self }
    }
}
