//! The rules of when a table may be reserved, and when a reservation keeps it from other guests. The caller holds the lock of the table.

use crate::orders::store::{self, ReservationRow};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    error::{Code, Refusal, Result, invalid, refuse},
    ids::{RequestId, TableId},
};
use comanda_masterdata::floor::{
    TableRow,
    model::{earliest_expected, latest_table_hold},
};
use comanda_platform::use_case::Work;
use serde_json::json;

/// The least time between two reservations of a table; less is most likely a mistake.
const MIN_TIME_APART: Duration = Duration::minutes(90);
/// The grace period for filling in the form.
const FORM_GRACE: Duration = Duration::minutes(5);
const MAX_TIME_AHEAD: Duration = Duration::days(366);

/// Refuses a time that has passed, or that is implausibly far off.
pub(super) fn check_time(at: DateTime<Utc>, now: DateTime<Utc>) -> Result<()> {
    if at < now - FORM_GRACE {
        return invalid("reserved_for", "Esa hora ya pasó. Elige una hora que venga.").err();
    }
    if at > now + MAX_TIME_AHEAD {
        return invalid("reserved_for", "Se reserva hasta con un año de anticipación.").err();
    }
    Ok(())
}

/// Refuses a time close to another reservation of the table.
pub(super) async fn check_no_close_reservation(
    work: &mut Work<'_>,
    table: &TableRow,
    at: DateTime<Utc>,
    own_request: Option<RequestId>,
) -> Result<()> {
    let margin = MIN_TIME_APART - Duration::seconds(1);
    let span = ((at - margin).max(earliest_expected(work.now)), at + margin);
    let Some(other) = store::find_first_waiting(work.tx, table.id, span, own_request).await? else { return Ok(()) };
    let text = "Elige otra hora u otra mesa, o reserva de todos modos.";
    reserved_refusal(work, other, text).await?.err()
}

/// Refuses guests at a table that is kept for others.
pub(in crate::orders) async fn check_table_not_reserved(
    work: &mut Work<'_>,
    table: TableId,
    own_request: Option<RequestId>,
) -> Result<()> {
    let span = (earliest_expected(work.now), latest_table_hold(work.now));
    let Some(other) = store::find_first_waiting(work.tx, table, span, own_request).await? else { return Ok(()) };
    if store::find_open_at_table(work.tx, table).await?.is_some() {
        // An open account at the table is refused elsewhere.
        return Ok(());
    }
    reserved_refusal(work, other, "Sienta a la reserva o abre la mesa de todos modos.").await?.err()
}

async fn reserved_refusal(work: &mut Work<'_>, other: ReservationRow, what_to_do: &str) -> Result<Refusal> {
    let now = work.now;
    let at = work.settings().await?.local_text(other.stored.reserved_for);
    let persons =
        if other.stored.persons == 1 { "1 persona".to_owned() } else { format!("{} personas", other.stored.persons) };
    let text = format!(
        "La mesa {} está reservada para {} ({persons}) el {at}. {what_to_do}",
        other.stored.table, other.stored.client_name
    );
    Ok(refuse(Code::Reserved, text).with_current(json!({"reservation": other.at(now)})))
}
