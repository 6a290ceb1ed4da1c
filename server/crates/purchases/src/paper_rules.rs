//! What a supplier's paper of a day means here, for whoever types one: its rate of IGV, the months whose register takes it, and when its
//! goods come in.

use super::{period, totals, words::PurchaseDocument};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result, money::Quantity};
use comanda_platform::settings::Settings;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The query of `GET /purchase/paper-rules`.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PaperQuery {
    /// The day of the paper.
    pub date: NaiveDate,
    /// The kind of the paper, a factura where it is absent.
    #[param(inline)]
    pub document: Option<PurchaseDocument>,
}

/// What a supplier's paper means for the house.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PaperRules {
    /// The rate of IGV, per cent, of a supplier who says no other; 0 where the house deducts none.
    pub igv_percent: Quantity,
    /// `2027-01`: the months whose register takes it, the one that it is written in without a word first; none where no month does.
    pub periods: Vec<String>,
    /// The day on which its goods come in, where the books of its own are closed.
    pub stock_on: Option<NaiveDate>,
}

/// Reads the rules of a paper.
pub(super) async fn rules(tx: &mut Tx, query: &PaperQuery, now: DateTime<Utc>) -> Result<PaperRules> {
    let settings = Settings::load(tx).await?;
    let document = query.document.unwrap_or(PurchaseDocument::Factura);
    // What a note deducts is what the paper that it changes does; the form does not know it yet.
    let is_deducted = document.is_deducted(None) || document.is_note();
    let periods = period::open_periods(&settings, now, query.date, is_deducted);
    Ok(PaperRules {
        igv_percent: totals::deducted_percent(tx, query.date).await?,
        periods: periods.into_iter().map(period::period_text).collect(),
        stock_on: settings.books_closed_until.filter(|closed| query.date <= *closed).and_then(|day| day.succ_opt()),
    })
}
