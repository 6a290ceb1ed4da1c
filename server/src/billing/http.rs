//! Calls that read documents.

use super::{
    documents::whole,
    model::{Billing, BillingRow, BillingSeries, BillingType},
    store,
};
use crate::{
    app::App,
    db::Sql,
    error::Result,
    http::{
        Action, Actor, Rows,
        actor::not_permitted,
        paging::{Paging, pages},
        rows,
    },
    ids::{PaymentId, RequestId},
};
use axum::{Json, extract::Query};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_billings)).routes(routes!(list_types)).routes(routes!(list_series))
}

fn must_see(actor: &Actor) -> Result<()> {
    if actor.may(Action::Collect) || actor.may(Action::SeeReports) { Ok(()) } else { not_permitted().err() }
}

/// Which documents a list wants.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BillingFilter {
    pub client_request_id: Option<RequestId>,
    pub payment_id: Option<PaymentId>,
}

/// Documents, the latest first.
#[utoipa::path(get, path = "/billings", tag = "billing", params(Paging, BillingFilter), responses((status = 200, body = Rows<Billing>)))]
async fn list_billings(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<BillingFilter>,
) -> Result<Json<Rows<Billing>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    // A cashier reads any account's documents, to reprint them, but lists only those of their own cycles.
    let own = (!actor.may(Action::SeeReports) && filter.client_request_id.is_none()).then_some(actor.user_id);
    let narrow = |sql: Sql| {
        sql.when("AND b.client_request_id = ?", filter.client_request_id)
            .when("AND b.payment_id = ?", filter.payment_id)
            .when("AND b.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?)", own)
    };
    let total: i64 = tx.query(narrow(store::count_of_billings())).scalar().await?;
    let (limit, offset) = paging.window(total)?;
    let page = narrow(store::billings()).add("ORDER BY b.id DESC").with("LIMIT ?", limit).with("OFFSET ?", offset);
    let found: Vec<BillingRow> = tx.query(page).all().await?;
    let found = whole(&mut tx, found).await?;
    Ok(Json(Rows { success: true, rows: found, total_rows: total, total_pages: pages(total, limit) }))
}

/// The kinds of document.
#[utoipa::path(get, path = "/billing-types", tag = "billing", responses((status = 200, body = Rows<BillingType>)))]
async fn list_types(actor: Actor) -> Result<Json<Rows<BillingType>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(store::types(&mut tx).await?))
}

/// The series of numbers.
#[utoipa::path(get, path = "/billing-series", tag = "billing", responses((status = 200, body = Rows<BillingSeries>)))]
async fn list_series(actor: Actor) -> Result<Json<Rows<BillingSeries>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(store::series(&mut tx).await?))
}
