//! Calls that read documents.

use super::{
    documents::completed,
    model::{Billing, BillingFilter},
    setup,
    store::{self, WantedBillings},
};
use crate::{
    error::Result,
    listing::{Paging, Rows},
    state::App,
    use_case::{Action, Actor, not_permitted},
};
use axum::extract::Query;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_billings)).merge(setup::http::routes())
}

/// Who collects chooses among them, who reads reports filters by them.
pub(super) fn must_see(actor: &Actor) -> Result<()> {
    if actor.may(Action::Collect) || actor.may(Action::SeeReports) { Ok(()) } else { not_permitted().err() }
}

/// `B001-00000347` as `B001-347`: numbers are kept without the zeros that they are printed with.
fn without_zeros(term: &str) -> String {
    match term.trim().split_once('-') {
        Some((serie, number)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{serie}-{}", number.trim_start_matches('0'))
        }
        _ => term.trim().to_owned(),
    }
}

/// Documents, the latest first; `term` searches number, client and client's document.
#[utoipa::path(get, path = "/billings", tag = "billing", params(Paging, BillingFilter), responses((status = 200, body = Rows<Billing>)))]
async fn list_billings(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<BillingFilter>,
) -> Result<Rows<Billing>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    // A cashier reads any account's documents, to reprint them, but lists only those of their own cycles.
    let own = (!actor.may(Action::SeeReports) && filter.client_request_id.is_none()).then_some(actor.user_id);
    let term = paging.term.as_deref().filter(|t| !t.trim().is_empty()).map(without_zeros);
    let wanted = WantedBillings { filter: &filter, term: term.as_deref(), of: own };
    let total = store::count_wanted(&mut tx, wanted).await?;
    let (limit, offset) = paging.window_of_sales(total)?;
    let found = store::wanted_billings(&mut tx, wanted, (limit, offset)).await?;
    let found = completed(&mut tx, found).await?;
    Ok(Rows::page(found, total, limit))
}
