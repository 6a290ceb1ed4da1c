//! Cancels reservations, with PIN and reason.

use super::{change::check_is_waiting, make::log_and_load, model::Reservation};
use crate::orders::{
    account::request::lock_request,
    store::{self, ReservationRow},
};
use chrono::Duration;
use comanda_base::{
    error::{Code, Result, invalid, refuse},
    ids::{RequestId, TableId},
};
use comanda_masterdata::floor::model::earliest_expected;
use comanda_platform::{people::pin::Approval, use_case::Work};

const MAX_REASON_CHARS: usize = 200;

/// Cancels the named reservation of a table, else the next one.
pub(super) async fn cancel_reservation(
    work: &mut Work<'_>,
    table: TableId,
    named: Option<RequestId>,
    reason: Option<&str>,
    approval: Approval,
) -> Result<Reservation> {
    let reason = clean_reason(reason.unwrap_or_default())?;
    let id = match named {
        Some(id) => id,
        None => find_next(work, table).await?.stored.id,
    };
    let request = lock_request(work, id).await?;
    check_is_waiting(&request)?;
    if request.table_id != Some(table) {
        return refuse(Code::Conflict, "Esa reserva es de otra mesa. Actualiza la pantalla.")
            .with_current(serde_json::json!({"client_request_id": id, "table_id": request.table_id}))
            .err();
    }
    let now = work.now;
    store::close_request(work.tx, id, false, Some(&reason), None, now).await?;
    log_and_load(work, id, "RESERVATION_CANCELLED", |entry| entry.approver(approval.approver_id).reason(reason)).await
}

/// Finds the next reservation of a table, else the latest no-show.
async fn find_next(work: &mut Work<'_>, table: TableId) -> Result<ReservationRow> {
    let expected = earliest_expected(work.now);
    let span = (expected, expected + Duration::days(400));
    let next = match store::find_first_waiting(work.tx, table, span, None).await? {
        Some(next) => Some(next),
        None => store::find_last_missed(work.tx, table, expected).await?,
    };
    match next {
        Some(next) => Ok(next),
        None => refuse(Code::Conflict, "Esta mesa no tiene reservas.").err(),
    }
}

fn clean_reason(reason: &str) -> Result<String> {
    let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    if reason.is_empty() {
        return invalid("reason", "Escribe el motivo de la cancelación.").err();
    }
    if reason.chars().count() > MAX_REASON_CHARS {
        return invalid("reason", format!("El motivo puede tener hasta {MAX_REASON_CHARS} letras.")).err();
    }
    Ok(reason)
}
