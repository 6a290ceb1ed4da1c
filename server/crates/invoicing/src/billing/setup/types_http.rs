//! Calls of the kinds of document.

use super::{
    store,
    types::{self, TypeForm},
};
use crate::billing::model::BillingType;
use axum::{Json, extract::Path};
use comanda_base::{
    db::Sql,
    error::{OrNotFound, Result},
    ids::BillingTypeId,
    listing::{Paging, Rows},
    search::{contains, folded},
};
use comanda_ledgers::ledger::must_see;
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, Done},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_types, add_type)).routes(routes!(get_type, change_type, delete_type))
}

/// The kinds of document.
#[utoipa::path(get, path = "/billing-types", tag = "billing", params(Paging), responses((status = 200, body = Rows<BillingType>)))]
async fn list_types(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<BillingType>> {
    must_see(&actor)?;
    let status = paging.filters()?.texts("status");
    let pattern = paging.term.as_deref().filter(|t| !t.trim().is_empty()).map(contains);
    let narrow = |sql: Sql| {
        let sql = sql.when(concat!("AND ", folded!("t.name || ' ' || t.code"), " LIKE ? ESCAPE '!'"), pattern.clone());
        match &status {
            Some(wanted) => sql.list("AND t.status IN (?)", wanted.iter().cloned()),
            None => sql,
        }
    };
    let list =
        paging.sorted(narrow(store::types()), &[("id", "t.id"), ("name", "t.name"), ("status", "t.status")], "t.id")?;
    let mut tx = actor.company.db.read().await?;
    paging.run(&mut tx, narrow(store::count_of_types()), list).await
}

/// One kind of document.
#[utoipa::path(get, path = "/billing-types/{id}", tag = "billing", responses((status = 200, body = Answer<BillingType>)))]
async fn get_type(actor: Actor, Path(id): Path<BillingTypeId>) -> Result<Json<Answer<BillingType>>> {
    must_see(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(store::one_type(&mut tx, id).await.or_not_found("el tipo de comprobante")?))
}

/// Adds a kind of the house's own.
#[utoipa::path(post, path = "/billing-types", tag = "billing", request_body = TypeForm, responses((status = 200, body = Answer<BillingType>)))]
async fn add_type(actor: Actor, write: Write<TypeForm>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, form| types::add(work, form).await)
}

/// Updates only the fields sent; one kind to collect with stays active.
#[utoipa::path(put, path = "/billing-types/{id}", tag = "billing", request_body = TypeForm, responses((status = 200, body = Answer<BillingType>)))]
async fn change_type(actor: Actor, Path(id): Path<BillingTypeId>, write: Write<TypeForm>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, form| types::change(work, id, form).await)
}

/// Deletes a kind of the house's own; boleta, factura and nota de venta stay.
#[utoipa::path(delete, path = "/billing-types/{id}", tag = "billing", responses((status = 200, body = Answer<bool>)))]
async fn delete_type(actor: Actor, Path(id): Path<BillingTypeId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| {
        types::delete(work, id).await?;
        Ok(true)
    })
}
