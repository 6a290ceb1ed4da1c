//! HTTP handlers of payment methods.

use super::{
    PaymentOption,
    change::{self, SaveOption},
    store,
};
use axum::{Json, extract::Path};
use comanda_base::{
    error::Result,
    ids::PaymentOptionId,
    listing::{Paging, Rows, SortKey, search_sort_and_page},
    words::Status,
};
use comanda_ledgers::ledger::require_ledger_access;
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_options, create_option))
        .routes(routes!(get_option, update_option, delete_option))
        .routes(routes!(set_option_status))
}

/// The payment methods, in the order of the till; all of them unless a page is asked for.
#[utoipa::path(get, path = "/payment-options", tag = "payments", params(Paging), responses((status = 200, body = Rows<PaymentOption>)))]
async fn list_options(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<PaymentOption>> {
    require_ledger_access(&actor)?;
    let filters = paging.parse_filters()?;
    let (states, kinds) = (filters.column_texts("status"), filters.column_ids("payment_type_id")?);
    let mut tx = actor.company.db.read().await?;
    let mut found = store::list_payment_options(&mut tx).await?;
    found.retain(|o| {
        states.as_ref().is_none_or(|s| s.iter().any(|s| s == o.status.as_str()))
            && kinds.as_ref().is_none_or(|k| k.contains(&o.payment_type_id.id()))
    });
    let columns: [(&str, SortKey<PaymentOption>); 2] =
        [("name", |o| o.name.clone()), ("payment_type_id", |o| o.payment_type_id.id().to_string())];
    search_sort_and_page(found, &paging, |o| o.name.clone(), &columns)
}

/// One payment method.
#[utoipa::path(get, path = "/payment-options/{id}", tag = "payments", params(("id" = i64, Path)), responses((status = 200, body = Answer<PaymentOption>)))]
async fn get_option(actor: Actor, Path(id): Path<PaymentOptionId>) -> Result<Json<Answer<PaymentOption>>> {
    require_ledger_access(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(change::load_payment_option(&mut tx, id).await?))
}

/// Adds a payment method.
#[utoipa::path(post, path = "/payment-options", tag = "payments", request_body = SaveOption, responses((status = 200, body = Answer<PaymentOption>)))]
async fn create_option(actor: Actor, write: Write<SaveOption>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| change::create_payment_option(work, body).await)
}

/// Changes a payment method.
#[utoipa::path(put, path = "/payment-options/{id}", tag = "payments", params(("id" = i64, Path)), request_body = SaveOption, responses((status = 200, body = Answer<PaymentOption>)))]
async fn update_option(actor: Actor, Path(id): Path<PaymentOptionId>, write: Write<SaveOption>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| change::update_payment_option(work, id, body).await)
}

/// Body of `PATCH /payment-options/{id}/status`.
#[derive(Debug, Deserialize, ToSchema)]
struct OptionStatus {
    status: Status,
}

/// Offers a payment method at the till, or no longer.
#[utoipa::path(patch, path = "/payment-options/{id}/status", tag = "payments", params(("id" = i64, Path)), request_body = OptionStatus, responses((status = 200, body = Answer<PaymentOption>)))]
async fn set_option_status(
    actor: Actor,
    Path(id): Path<PaymentOptionId>,
    write: Write<OptionStatus>,
) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| {
        let change = SaveOption { status: Some(body.status), ..SaveOption::default() };
        change::update_payment_option(work, id, &change).await
    })
}

/// Deletes a payment method without payments; 409 `in_use` otherwise.
#[utoipa::path(delete, path = "/payment-options/{id}", tag = "payments", params(("id" = i64, Path)), responses((status = 200, body = Answer<PaymentOption>)))]
async fn delete_option(actor: Actor, Path(id): Path<PaymentOptionId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| change::delete_payment_option(work, id).await)
}
