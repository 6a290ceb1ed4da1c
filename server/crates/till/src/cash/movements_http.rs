//! Calls of movements of cash.

use super::{
    http::{must_see_cash, own_only},
    model::{Movement, MovementFilter, MovementRows},
    movement_ticket::{MovementPrinted, print_movement},
    movements::{NewMovementBody, RejectBody, create_movement as create, is_anothers, reject_movement as reject},
    movements_file,
    movements_store::{WantedMovements, movements_for_file, sums_of_wanted, wanted_movements},
};
use axum::{Json, extract::Path, response::Response};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::UserId,
    listing::{Paging, Rows, days_in_order},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write},
    idempotent_write,
    people::pin,
    report_table::FileFormat,
    settings::{CompanyInfo, Settings},
    state::App,
    use_case::{Action, Actor, Done},
};
use comanda_printing::report_file;
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of movements.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_movements, create_movement))
        .routes(routes!(get_movements_file))
        .routes(routes!(reject_movement))
        .routes(routes!(print_movement_receipt))
}

/// What was asked for, as the list and its file read it.
struct AskedMovements {
    filter: MovementFilter,
    settings: Settings,
    term: Option<String>,
    of: Option<UserId>,
}

impl AskedMovements {
    async fn read(tx: &mut Tx, actor: &Actor, filter: MovementFilter, term: Option<String>) -> Result<Self> {
        must_see_cash(actor)?;
        days_in_order(filter.start_date, filter.end_date)?;
        let settings = Settings::load(tx).await?;
        Ok(Self { filter, settings, term, of: own_only(actor) })
    }
    fn wanted(&self) -> WantedMovements<'_> {
        WantedMovements {
            filter: &self.filter,
            term: self.term.as_deref(),
            of: self.of,
            since: self.filter.start_date.map(|day| self.settings.span_of(day).0),
            until: self.filter.end_date.map(|day| self.settings.span_of(day).1),
        }
    }
}

/// Movements, the latest first, with what all of the list come to; `term` searches motive and person.
#[utoipa::path(get, path = "/cash-movements", tag = "cash", params(Paging, MovementFilter), responses((status = 200, body = MovementRows)))]
async fn list_movements(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<MovementFilter>,
) -> Result<Json<MovementRows>> {
    let mut tx = actor.company.db.read().await?;
    let asked = AskedMovements::read(&mut tx, &actor, filter, paging.term.clone()).await?;
    let totals = sums_of_wanted(&mut tx, asked.wanted()).await?;
    let Rows { success, rows, total_rows, total_pages } = wanted_movements(&mut tx, asked.wanted(), &paging).await?;
    Ok(Json(MovementRows { success, rows, total_rows, total_pages, totals }))
}

/// The same list as Excel, PDF or CSV; at most 5,000 movements.
#[utoipa::path(get, path = "/cash-movements/file", tag = "cash", params(Paging, MovementFilter, FileFormat), responses((status = 200, content_type = "application/octet-stream")))]
async fn get_movements_file(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<MovementFilter>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let asked = AskedMovements::read(&mut tx, &actor, filter, paging.term).await?;
    let movements = movements_for_file(&mut tx, asked.wanted()).await?;
    let company = CompanyInfo::load(&mut tx).await?;
    drop(tx);
    report_file(movements_file::table(&movements, &company, &asked.settings), file.format, "movimientos-de-caja".into())
        .await
}

/// Writes an entry or an expense.
#[utoipa::path(post, path = "/cash-movements", tag = "cash", request_body = NewMovementBody, responses((status = 200, body = Answer<Movement>)))]
async fn create_movement(actor: Actor, write: Write<NewMovementBody>) -> Result<Done> {
    actor.must(Action::OwnCycle)?;
    idempotent_write!(actor, write, |work, body| create(work, body).await)
}

/// A reason in the address, for clients that send no body with DELETE.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReasonQuery {
    pub reason: Option<String>,
}

/// Rejects a movement with a reason, and with a PIN where somebody else wrote it; nothing is erased.
#[utoipa::path(delete, path = "/cash-movements/{id}", tag = "cash", params(ReasonQuery), request_body = RejectBody, responses((status = 200, body = Answer<Movement>)))]
async fn reject_movement(
    actor: Actor,
    Path(id): Path<i64>,
    Query(query): Query<ReasonQuery>,
    write: Write<RejectBody>,
) -> Result<Done> {
    actor.must(Action::OwnCycle)?;
    let reason = write.body.reason.clone().or(query.reason).unwrap_or_default();
    let mut tx = actor.company.db.read().await?;
    let asks = is_anothers(&mut tx, &actor, id).await?;
    drop(tx);
    let approval = match asks {
        true => Some(pin::approve(&actor, Action::RejectMovement, &write.body.pin).await?),
        false => None,
    };
    idempotent_write!(actor, write, |work, _body| reject(work, id, reason.trim(), approval).await)
}

/// Prints its receipt at the cash desk of who asks.
#[utoipa::path(post, path = "/cash-movements/{id}/print", tag = "cash", responses((status = 200, body = Answer<MovementPrinted>)))]
async fn print_movement_receipt(actor: Actor, Path(id): Path<i64>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::OwnCycle)?;
    idempotent_write!(actor, write, |work, _body| print_movement(work, id).await)
}
