//! The rules for a supplier's document of a given day: its rate of IGV, the months whose register takes it, and the day on which its goods
//! come in.

use super::{period, totals};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result, money::Quantity, purchase_document::PurchaseDocument};
use comanda_platform::settings::Settings;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The query of `GET /purchase/paper-rules`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PaperQuery {
    /// The date of the document.
    pub date: NaiveDate,
    /// The kind of the document; a factura when absent.
    #[param(inline)]
    pub document: Option<PurchaseDocument>,
}

/// The rules for a supplier's document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PaperRules {
    /// The default rate of IGV in per cent; 0 where the restaurant deducts none.
    pub igv_percent: Quantity,
    /// The months whose register takes the document, such as `2027-01`, the default one first; empty when no month takes it.
    pub periods: Vec<String>,
    /// The day on which the goods come in, where the books of the document's own day are closed.
    pub stock_on: Option<NaiveDate>,
}

/// Loads the rules for a document.
pub(super) async fn load_rules(tx: &mut Tx, query: &PaperQuery, now: DateTime<Utc>) -> Result<PaperRules> {
    let settings = Settings::load(tx).await?;
    let document = query.document.unwrap_or(PurchaseDocument::Factura);
    // Whether a note deducts IGV depends on the document that it modifies, which the form does not know yet.
    let gives_tax_credit = document.gives_tax_credit(None) || document.is_note();
    let periods = period::open_periods(&settings, now, query.date, gives_tax_credit);
    Ok(PaperRules {
        igv_percent: totals::deductible_percent_on(tx, query.date).await?,
        periods: periods.into_iter().map(period::period_text).collect(),
        stock_on: settings.books_closed_until.filter(|closed| query.date <= *closed).and_then(|day| day.succ_opt()),
    })
}
