//! HTTP routes of cash cycles.

use super::{
    close_cycle::{CloseCycleBody, CloseOutcome, close_cycle as close, needs_approval},
    delete_cycle::delete_cycle as delete,
    detail::{CycleDetail, load_cycle_detail, load_cycle_with_count, load_cycles_with_counts},
    model::{ByMethod, Cycle, CycleFilter, CycleRow},
    open_cycle::{NewCycleBody, load_own_open_cycle, open_cycle as open},
    review::review_cycle as review,
    store::{self, CycleSelection},
};
use axum::{Json, extract::Path};
use comanda_base::{
    db::Tx,
    error::{Code, OrNotFound, Result, refuse},
    ids::{CycleId, UserId},
    listing::{Paging, Rows, check_day_range},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok, write::IntoWriteAnswer},
    idempotent_write,
    people::pin::{self, PinGiven},
    settings::Settings,
    state::App,
    use_case::{Action, Actor, WriteAnswer, not_permitted_refusal},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Formats a difference: `S/ 10.00`; where several methods differ each by its name, since they do not offset each other.
fn describe_differences(differences: &ByMethod) -> String {
    let differing: Vec<_> = differences.iter().filter(|(_, amount)| !amount.is_zero()).collect();
    match differing.as_slice() {
        [(_, amount)] => format!("S/ {amount:#}"),
        several => several.iter().map(|(name, amount)| format!("{name} S/ {amount:#}")).collect::<Vec<_>>().join(", "),
    }
}

impl IntoWriteAnswer for CloseOutcome {
    fn into_write_answer(self) -> Result<WriteAnswer> {
        match self {
            CloseOutcome::Closed(cycle) => WriteAnswer::success(*cycle),
            CloseOutcome::Differs(count) => WriteAnswer::refused(
                refuse(
                    Code::CashDifference,
                    format!(
                        "El conteo difiere en {}. Cuenta otra vez, o cierra con un motivo y el PIN.",
                        describe_differences(&count.differences)
                    ),
                )
                .with_current(count),
            ),
        }
    }
}

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

/// Refuses everybody but those who collect and those who read reports.
pub(super) fn must_see_cash(actor: &Actor) -> Result<()> {
    if actor.can_without_pin(Action::OwnCycle) || actor.can_without_pin(Action::SeeReports) {
        Ok(())
    } else {
        not_permitted_refusal().err()
    }
}

/// Returns the user whose cycles alone are visible; `None` for supervisors and accountants, who see all cycles.
pub(super) fn visible_user(actor: &Actor) -> Option<UserId> {
    (!actor.can_without_pin(Action::SeeReports)).then_some(actor.user_id)
}

async fn load_cycle_page(actor: &Actor, paging: &Paging, filter: CycleFilter) -> Result<Rows<Cycle>> {
    must_see_cash(actor)?;
    check_day_range(filter.start_date, filter.end_date)?;
    let mut tx = actor.company.db.read().await?;
    let selection = CycleSelection { filter: &filter, term: paging.term.as_deref(), owner: visible_user(actor) };
    let total = store::count_cycles(&mut tx, selection).await?;
    let (limit, offset) = paging.page_limits_of_sales(total)?;
    let found = store::list_cycles(&mut tx, selection, (limit, offset)).await?;
    let tolerance = load_tolerance(&mut tx).await?;
    let found = load_cycles_with_counts(&mut tx, found, tolerance).await?;
    Ok(Rows::page(found, total, limit))
}

async fn load_tolerance(tx: &mut Tx) -> Result<comanda_base::money::Money> {
    Ok(Settings::load(tx).await?.cash_tolerance)
}

/// Loads a cycle that the user may see; for a cashier the cycles of others are 404.
async fn visible_cycle(tx: &mut Tx, actor: &Actor, id: CycleId) -> Result<CycleRow> {
    must_see_cash(actor)?;
    let found =
        store::find_cycle(tx, id).await.map(|c| c.filter(|c| visible_user(actor).is_none_or(|user| user == c.user_id)));
    found.or_not_found("la caja")
}

/// Lists cycles, the latest first.
#[utoipa::path(get, path = "/cashbox-cycles", tag = "cash", params(Paging, CycleFilter), responses((status = 200, body = Rows<Cycle>)))]
async fn list_cycles(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<CycleFilter>,
) -> Result<Rows<Cycle>> {
    load_cycle_page(&actor, &paging, filter).await
}

/// Lists the cycles of a span of business days.
#[utoipa::path(get, path = "/cashbox-cycles-report", tag = "cash", params(Paging, CycleFilter), responses((status = 200, body = Rows<Cycle>)))]
async fn report_cycles(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<CycleFilter>,
) -> Result<Rows<Cycle>> {
    load_cycle_page(&actor, &paging, filter).await
}

/// Lists the cycles of a user.
#[utoipa::path(get, path = "/cashbox-cycles-by-user/{user_id}", tag = "cash", params(Paging), responses((status = 200, body = Rows<Cycle>)))]
async fn list_cycles_by_user(
    actor: Actor,
    Path(user_id): Path<UserId>,
    Query(paging): Query<Paging>,
) -> Result<Rows<Cycle>> {
    load_cycle_page(&actor, &paging, CycleFilter { user_id: Some(user_id), ..CycleFilter::default() }).await
}

/// The open cycle of the user, or null.
#[utoipa::path(get, path = "/cashbox-opened-cycle", tag = "cash", responses((status = 200, body = Answer<Option<Cycle>>)))]
async fn get_opened_cycle(actor: Actor) -> Result<Json<Answer<Option<Cycle>>>> {
    let mut tx = actor.company.db.read().await?;
    let tolerance = load_tolerance(&mut tx).await?;
    Ok(ok(load_own_open_cycle(&mut tx, &actor, tolerance).await?))
}

/// A cycle.
#[utoipa::path(get, path = "/cashbox-cycles/{id}", tag = "cash", responses((status = 200, body = Answer<Cycle>)))]
async fn get_cycle(actor: Actor, Path(id): Path<CycleId>) -> Result<Json<Answer<Cycle>>> {
    let mut tx = actor.company.db.read().await?;
    let row = visible_cycle(&mut tx, &actor, id).await?;
    let tolerance = load_tolerance(&mut tx).await?;
    Ok(ok(load_cycle_with_count(&mut tx, row, tolerance).await?))
}

async fn answer_with_detail(actor: &Actor, id: CycleId) -> Result<Json<Answer<CycleDetail>>> {
    let mut tx = actor.company.db.read().await?;
    let row = visible_cycle(&mut tx, actor, id).await?;
    let tolerance = load_tolerance(&mut tx).await?;
    Ok(ok(load_cycle_detail(&mut tx, actor, row, tolerance).await?))
}

/// The details of a cycle; without amounts for users who have yet to count.
#[utoipa::path(get, path = "/cashbox-cycles-detail/{id}", tag = "cash", responses((status = 200, body = Answer<CycleDetail>)))]
async fn get_cycle_detail(actor: Actor, Path(id): Path<CycleId>) -> Result<Json<Answer<CycleDetail>>> {
    answer_with_detail(&actor, id).await
}

/// The report of one cycle.
#[utoipa::path(get, path = "/cashbox-cycles-report/{id}", tag = "cash", responses((status = 200, body = Answer<CycleDetail>)))]
async fn report_cycle(actor: Actor, Path(id): Path<CycleId>) -> Result<Json<Answer<CycleDetail>>> {
    answer_with_detail(&actor, id).await
}

/// Opens a cash box; 409 where it is open already, or the user has one open.
#[utoipa::path(post, path = "/cashbox-cycles", tag = "cash", request_body = NewCycleBody, responses((status = 200, body = Answer<Cycle>)))]
async fn open_cycle(actor: Actor, write: Write<NewCycleBody>) -> Result<WriteAnswer> {
    actor.require(Action::OwnCycle)?;
    idempotent_write!(actor, write, |work, body| open(work, body).await)
}

/// Counts and closes a cycle; 409 `cash_difference` with the stored count where the difference exceeds the tolerance.
#[utoipa::path(put, path = "/cashbox-cycles/{id}", tag = "cash", request_body = CloseCycleBody, responses((status = 200, body = Answer<Cycle>)))]
async fn close_cycle(actor: Actor, Path(id): Path<CycleId>, write: Write<CloseCycleBody>) -> Result<WriteAnswer> {
    actor.require(Action::OwnCycle)?;
    let mut tx = actor.company.db.read().await?;
    let is_approval_needed = needs_approval(&mut tx, id, &write.body).await?;
    drop(tx);
    let entered_pin = PinGiven { pin: write.body.pin.clone(), approver_id: write.body.approver_id };
    let approval = if is_approval_needed {
        Some(pin::approve_action(&actor, Action::CloseWithDifference, &entered_pin).await?)
    } else {
        None
    };
    idempotent_write!(actor, write, |work, body| close(work, id, body, approval).await)
}

/// Marks the difference of a closed cycle as reviewed by the office.
#[utoipa::path(put, path = "/cashbox-cycles/{id}/reviewed", tag = "cash", responses((status = 200, body = Answer<Cycle>)))]
async fn review_cycle(actor: Actor, Path(id): Path<CycleId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::SeeExpected)?;
    idempotent_write!(actor, write, |work, _body| review(work, id).await)
}

/// Deletes a cycle in which nothing happened.
#[utoipa::path(delete, path = "/cashbox-cycles/{id}", tag = "cash", responses((status = 200, body = Answer<bool>)))]
async fn delete_cycle(actor: Actor, Path(id): Path<CycleId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::OwnCycle)?;
    idempotent_write!(actor, write, |work, _body| delete(work, id).await)
}
