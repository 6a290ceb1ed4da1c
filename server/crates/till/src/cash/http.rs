//! Calls of cash cycles.

use super::{
    close_cycle::{CloseCycleBody, Outcome, close_cycle as close, needs_approval},
    delete_cycle::delete_cycle as delete,
    detail::{CycleDetail, cycle_detail, cycle_with_count, cycles_with_counts},
    model::{ByMethod, Cycle, CycleFilter, CycleRow},
    open_cycle::{NewCycleBody, open_cycle as open, own_open_cycle},
    review::review_cycle as review,
    store::{self, WantedCycles},
};
use axum::{Json, extract::Path};
use comanda_base::{
    db::Tx,
    error::{Code, OrNotFound, Result, refuse},
    ids::{CycleId, UserId},
    listing::{Paging, Rows, days_in_order},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok, write::IntoDone},
    idempotent_write,
    people::pin::{self, PinGiven},
    settings::Settings,
    state::App,
    use_case::{Action, Actor, Done, not_permitted},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// `S/ 10.00`; where several methods differ each by its name: what one lacks another does not make good.
fn differing(differences: &ByMethod) -> String {
    let off: Vec<_> = differences.iter().filter(|(_, amount)| !amount.is_zero()).collect();
    match off.as_slice() {
        [(_, amount)] => format!("S/ {amount}"),
        several => several.iter().map(|(name, amount)| format!("{name} S/ {amount}")).collect::<Vec<_>>().join(", "),
    }
}

impl IntoDone for Outcome {
    fn into_done(self) -> Result<Done> {
        match self {
            Outcome::Closed(cycle) => Done::of(*cycle),
            Outcome::Differs(count) => Done::refused(
                refuse(
                    Code::CashDifference,
                    format!(
                        "El conteo difiere en {}. Cuenta otra vez, o cierra con un motivo y el PIN.",
                        differing(&count.differences)
                    ),
                )
                .current(count),
            ),
        }
    }
}

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(super::boxes_http::routes())
        .merge(super::movements_http::routes())
        .routes(routes!(list_cycles, open_cycle))
        .routes(routes!(get_cycle, close_cycle, delete_cycle))
        .routes(routes!(get_opened_cycle))
        .routes(routes!(list_cycles_by_user))
        .routes(routes!(review_cycle))
        .routes(routes!(report_cycles))
        .routes(routes!(report_cycle))
        .routes(routes!(get_cycle_detail))
}

/// Cash is seen by those who collect, and read by the accountant.
pub(super) fn must_see_cash(actor: &Actor) -> Result<()> {
    if actor.may(Action::OwnCycle) || actor.may(Action::SeeReports) { Ok(()) } else { not_permitted().err() }
}

/// Only supervisors and accountants see other people's cycles; to everybody else they are not there.
pub(super) fn own_only(actor: &Actor) -> Option<UserId> {
    (!actor.may(Action::SeeReports)).then_some(actor.user_id)
}

async fn page_of_cycles(actor: &Actor, paging: &Paging, filter: CycleFilter) -> Result<Rows<Cycle>> {
    must_see_cash(actor)?;
    days_in_order(filter.start_date, filter.end_date)?;
    let mut tx = actor.company.db.read().await?;
    let wanted = WantedCycles { filter: &filter, term: paging.term.as_deref(), of: own_only(actor) };
    let total = store::count_wanted(&mut tx, wanted).await?;
    let (limit, offset) = paging.window_of_sales(total)?;
    let found = store::wanted_cycles(&mut tx, wanted, (limit, offset)).await?;
    let tolerance = tolerance(&mut tx).await?;
    let found = cycles_with_counts(&mut tx, found, tolerance).await?;
    Ok(Rows::page(found, total, limit))
}

async fn tolerance(tx: &mut Tx) -> Result<comanda_base::money::Money> {
    Ok(Settings::load(tx).await?.cash_tolerance)
}

/// The cycle as this person may see it: another's is not there for a cashier.
async fn visible_cycle(tx: &mut Tx, actor: &Actor, id: CycleId) -> Result<CycleRow> {
    must_see_cash(actor)?;
    let found = store::cycle(tx, id).await.map(|c| c.filter(|c| own_only(actor).is_none_or(|own| own == c.user_id)));
    found.or_not_found("la caja")
}

/// Cycles, the latest first.
#[utoipa::path(get, path = "/cashbox-cycles", tag = "cash", params(Paging, CycleFilter), responses((status = 200, body = Rows<Cycle>)))]
async fn list_cycles(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<CycleFilter>,
) -> Result<Rows<Cycle>> {
    page_of_cycles(&actor, &paging, filter).await
}

/// Cycles of a span of business days.
#[utoipa::path(get, path = "/cashbox-cycles-report", tag = "cash", params(Paging, CycleFilter), responses((status = 200, body = Rows<Cycle>)))]
async fn report_cycles(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<CycleFilter>,
) -> Result<Rows<Cycle>> {
    page_of_cycles(&actor, &paging, filter).await
}

/// Somebody's cycles.
#[utoipa::path(get, path = "/cashbox-cycles-by-user/{user_id}", tag = "cash", params(Paging), responses((status = 200, body = Rows<Cycle>)))]
async fn list_cycles_by_user(
    actor: Actor,
    Path(user_id): Path<UserId>,
    Query(paging): Query<Paging>,
) -> Result<Rows<Cycle>> {
    page_of_cycles(&actor, &paging, CycleFilter { user_id: Some(user_id), ..CycleFilter::default() }).await
}

/// One's own open cycle, or null.
#[utoipa::path(get, path = "/cashbox-opened-cycle", tag = "cash", responses((status = 200, body = Answer<Option<Cycle>>)))]
async fn get_opened_cycle(actor: Actor) -> Result<Json<Answer<Option<Cycle>>>> {
    let mut tx = actor.company.db.read().await?;
    let tolerance = tolerance(&mut tx).await?;
    Ok(ok(own_open_cycle(&mut tx, &actor, tolerance).await?))
}

/// A cycle.
#[utoipa::path(get, path = "/cashbox-cycles/{id}", tag = "cash", responses((status = 200, body = Answer<Cycle>)))]
async fn get_cycle(actor: Actor, Path(id): Path<CycleId>) -> Result<Json<Answer<Cycle>>> {
    let mut tx = actor.company.db.read().await?;
    let row = visible_cycle(&mut tx, &actor, id).await?;
    let tolerance = tolerance(&mut tx).await?;
    Ok(ok(cycle_with_count(&mut tx, row, tolerance).await?))
}

async fn detail(actor: &Actor, id: CycleId) -> Result<Json<Answer<CycleDetail>>> {
    let mut tx = actor.company.db.read().await?;
    let row = visible_cycle(&mut tx, actor, id).await?;
    let tolerance = tolerance(&mut tx).await?;
    Ok(ok(cycle_detail(&mut tx, actor, row, tolerance).await?))
}

/// A cycle in full; without the figures for who has yet to count.
#[utoipa::path(get, path = "/cashbox-cycles-detail/{id}", tag = "cash", responses((status = 200, body = Answer<CycleDetail>)))]
async fn get_cycle_detail(actor: Actor, Path(id): Path<CycleId>) -> Result<Json<Answer<CycleDetail>>> {
    detail(&actor, id).await
}

/// The report of one cycle.
#[utoipa::path(get, path = "/cashbox-cycles-report/{id}", tag = "cash", responses((status = 200, body = Answer<CycleDetail>)))]
async fn report_cycle(actor: Actor, Path(id): Path<CycleId>) -> Result<Json<Answer<CycleDetail>>> {
    detail(&actor, id).await
}

/// Opens a cash box; 409 where it, or this person, has one open.
#[utoipa::path(post, path = "/cashbox-cycles", tag = "cash", request_body = NewCycleBody, responses((status = 200, body = Answer<Cycle>)))]
async fn open_cycle(actor: Actor, write: Write<NewCycleBody>) -> Result<Done> {
    actor.must(Action::OwnCycle)?;
    idempotent_write!(actor, write, |work, body| open(work, body).await)
}

/// Counts and closes; 409 `cash_difference` with the frozen count beyond the tolerance.
#[utoipa::path(put, path = "/cashbox-cycles/{id}", tag = "cash", request_body = CloseCycleBody, responses((status = 200, body = Answer<Cycle>)))]
async fn close_cycle(actor: Actor, Path(id): Path<CycleId>, write: Write<CloseCycleBody>) -> Result<Done> {
    actor.must(Action::OwnCycle)?;
    let mut tx = actor.company.db.read().await?;
    let asks = needs_approval(&mut tx, id, &write.body).await?;
    drop(tx);
    let given = PinGiven { pin: write.body.pin.clone(), approver_id: write.body.approver_id };
    let approval = if asks { Some(pin::approve(&actor, Action::CloseWithDifference, &given).await?) } else { None };
    idempotent_write!(actor, write, |work, body| close(work, id, body, approval).await)
}

/// Somebody of the office has looked at the difference that it was closed with.
#[utoipa::path(put, path = "/cashbox-cycles/{id}/reviewed", tag = "cash", responses((status = 200, body = Answer<Cycle>)))]
async fn review_cycle(actor: Actor, Path(id): Path<CycleId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::SeeExpected)?;
    idempotent_write!(actor, write, |work, _body| review(work, id).await)
}

/// Deletes a cycle in which nothing happened.
#[utoipa::path(delete, path = "/cashbox-cycles/{id}", tag = "cash", responses((status = 200, body = Answer<bool>)))]
async fn delete_cycle(actor: Actor, Path(id): Path<CycleId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::OwnCycle)?;
    idempotent_write!(actor, write, |work, _body| delete(work, id).await)
}
