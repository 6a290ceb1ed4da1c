//! HTTP routes of cash movements.

use super::{
    http::{must_see_cash, visible_user},
    model::{Movement, MovementFilter, MovementRows},
    movement_ticket::{MovementPrinted, print_movement},
    movements::{
        NewMovementBody, RejectBody, create_movement as create, is_written_by_another, reject_movement as reject,
    },
    movements_file,
    movements_store::{MovementSelection, list_movements_for_file, load_movement_page, sum_movements},
};
use axum::{Json, extract::Path, response::Response};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::UserId,
    listing::{Paging, Rows, check_day_range},
};
use comanda_pdf::report_file_response;
use comanda_platform::{
    http::{Answer, Empty, Query, Write},
    idempotent_write,
    people::pin,
    report_table::{FileFormat, TableBody},
    settings::{CompanyInfo, Settings},
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_movements, create_movement))
        .routes(routes!(get_movements_file))
        .routes(routes!(reject_movement))
        .routes(routes!(print_movement_receipt))
}

/// The parameters of a list of movements, as the list and its file use them.
struct MovementQuery {
    filter: MovementFilter,
    settings: Settings,
    term: Option<String>,
    owner: Option<UserId>,
}

impl MovementQuery {
    async fn load(tx: &mut Tx, actor: &Actor, filter: MovementFilter, term: Option<String>) -> Result<Self> {
        must_see_cash(actor)?;
        check_day_range(filter.start_date, filter.end_date)?;
        let settings = Settings::load(tx).await?;
        Ok(Self { filter, settings, term, owner: visible_user(actor) })
    }
    fn selection(&self) -> MovementSelection<'_> {
        MovementSelection {
            filter: &self.filter,
            term: self.term.as_deref(),
            owner: self.owner,
            since: self.filter.start_date.map(|day| self.settings.day_span(day).0),
            until: self.filter.end_date.map(|day| self.settings.day_span(day).1),
        }
    }
}

/// Lists movements, the latest first, with the sums of the whole list; `term` searches motive and person.
#[utoipa::path(get, path = "/cash-movements", tag = "cash", params(Paging, MovementFilter), responses((status = 200, body = MovementRows)))]
async fn list_movements(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<MovementFilter>,
) -> Result<Json<MovementRows>> {
    let mut tx = actor.company.db.read().await?;
    let query = MovementQuery::load(&mut tx, &actor, filter, paging.term.clone()).await?;
    let totals = sum_movements(&mut tx, query.selection()).await?;
    let Rows { success, rows, total_rows, total_pages } =
        load_movement_page(&mut tx, query.selection(), &paging).await?;
    Ok(Json(MovementRows { success, rows, total_rows, total_pages, totals }))
}

/// The same list as Excel, PDF or CSV; at most 5,000 movements.
#[utoipa::path(get, path = "/cash-movements/file", tag = "cash", params(Paging, MovementFilter, FileFormat), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_movements_file(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<MovementFilter>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let query = MovementQuery::load(&mut tx, &actor, filter, paging.term).await?;
    let movements = list_movements_for_file(&mut tx, query.selection()).await?;
    let company = CompanyInfo::load(&mut tx).await?;
    drop(tx);
    report_file_response(
        movements_file::movements_table(&movements, &company, &query.settings),
        file.format,
        "movimientos-de-caja".into(),
    )
    .await
}

/// Records an entry or an expense.
#[utoipa::path(post, path = "/cash-movements", tag = "cash", request_body = NewMovementBody, responses((status = 200, body = Answer<Movement>)))]
async fn create_movement(actor: Actor, write: Write<NewMovementBody>) -> Result<WriteAnswer> {
    actor.require(Action::OwnCycle)?;
    idempotent_write!(actor, write, |work, body| create(work, body).await)
}

/// The reason as a parameter, for clients that send no body with DELETE.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReasonQuery {
    pub reason: Option<String>,
}

/// Rejects a movement with a reason, and with a PIN where another user recorded it; nothing is erased.
#[utoipa::path(delete, path = "/cash-movements/{id}", tag = "cash", params(ReasonQuery), request_body = RejectBody, responses((status = 200, body = Answer<Movement>)))]
async fn reject_movement(
    actor: Actor,
    Path(id): Path<i64>,
    Query(query): Query<ReasonQuery>,
    write: Write<RejectBody>,
) -> Result<WriteAnswer> {
    actor.require(Action::OwnCycle)?;
    let reason = write.body.reason.clone().or(query.reason).unwrap_or_default();
    let mut tx = actor.company.db.read().await?;
    let needs_approval = is_written_by_another(&mut tx, &actor, id).await?;
    drop(tx);
    let approval = match needs_approval {
        true => Some(pin::approve_action(&actor, Action::RejectMovement, &write.body.pin).await?),
        false => None,
    };
    idempotent_write!(actor, write, |work, _body| reject(work, id, reason.trim(), approval).await)
}

/// Prints the receipt of a movement at the cash desk of the user.
#[utoipa::path(post, path = "/cash-movements/{id}/print", tag = "cash", responses((status = 200, body = Answer<MovementPrinted>)))]
async fn print_movement_receipt(actor: Actor, Path(id): Path<i64>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::OwnCycle)?;
    idempotent_write!(actor, write, |work, _body| print_movement(work, id).await)
}
