//! When a table may be reserved, and whom a reservation keeps it from. The caller holds the lock of the table.

use super::model::Reservation;
use crate::orders::store::{self, ReservationRow};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    error::{Code, Refusal, Result, invalid, refuse},
    ids::{RequestId, TableId},
};
use comanda_masterdata::floor::{
    TableRow,
    model::{keeps_until, still_expected},
};
use comanda_platform::use_case::Work;
use serde_json::json;

/// Two reservations of a table that are nearer than this are most likely a mistake.
const APART: Duration = Duration::minutes(90);
/// Filling in the form takes a moment.
const GRACE: Duration = Duration::minutes(5);
const FURTHEST: Duration = Duration::days(366);

/// Refuses a time that has passed, or is too far off to be meant.
pub(super) fn must_be_ahead(at: DateTime<Utc>, now: DateTime<Utc>) -> Result<()> {
    if at < now - GRACE {
        return invalid("reserved_for", "Esa hora ya pasó. Elige una hora que venga.").err();
    }
    if at > now + FURTHEST {
        return invalid("reserved_for", "Se reserva hasta con un año de anticipación.").err();
    }
    Ok(())
}

/// Refuses a time near another reservation of the table.
pub(super) async fn must_be_apart(
    work: &mut Work<'_>,
    table: &TableRow,
    at: DateTime<Utc>,
    own: Option<RequestId>,
) -> Result<()> {
    let inside = APART - Duration::seconds(1);
    let span = ((at - inside).max(still_expected(work.now)), at + inside);
    let Some(other) = store::first_waiting(work.tx, table.id, span, own).await? else { return Ok(()) };
    let text = "Elige otra hora u otra mesa, o reserva de todos modos.";
    kept(work, other, text).await?.err()
}

/// Refuses guests who come to a table that is kept for others.
pub(in crate::orders) async fn must_not_be_kept(
    work: &mut Work<'_>,
    table: TableId,
    own: Option<RequestId>,
) -> Result<()> {
    let span = (still_expected(work.now), keeps_until(work.now));
    let Some(other) = store::first_waiting(work.tx, table, span, own).await? else { return Ok(()) };
    if store::open_at_table(work.tx, table).await?.is_some() {
        // Somebody sits there: that is what is to be said.
        return Ok(());
    }
    kept(work, other, "Sienta a la reserva o abre la mesa de todos modos.").await?.err()
}

async fn kept(work: &mut Work<'_>, other: ReservationRow, what_to_do: &str) -> Result<Refusal> {
    let now = work.now;
    let at = work.settings().await?.local_text(other.reserved_for);
    let persons = if other.persons == 1 { "1 persona".to_owned() } else { format!("{} personas", other.persons) };
    let text = format!(
        "La mesa {} está reservada para {} ({persons}) el {at}. {what_to_do}",
        other.table_name, other.client_name
    );
    Ok(refuse(Code::Reserved, text).current(json!({"reservation": Reservation::of(other, now)})))
}
