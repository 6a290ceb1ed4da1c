//! Reservations as the API shows them, with their state. Pure.

use crate::orders::store::ReservationRow;
use chrono::{DateTime, Utc};
use comanda_base::ids::{ClientId, RequestId, SalonId, TableId};
use comanda_masterdata::floor::model::{is_due, is_no_show};
use serde::Serialize;
use utoipa::ToSchema;

/// The state of a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReservationState {
    Upcoming,
    /// The reservation keeps its table free from now on.
    Due,
    /// The guests did not come.
    NoShow,
    Seated,
    Cancelled,
}

/// A reservation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Reservation {
    /// The id of the client request; seating keeps it.
    pub id: RequestId,
    pub table_id: TableId,
    pub table: String,
    pub salon_id: SalonId,
    pub salon: String,
    pub persons: i64,
    pub client_id: Option<ClientId>,
    pub client_name: String,
    pub phone: String,
    pub note: String,
    pub reserved_for: DateTime<Utc>,
    pub state: ReservationState,
    /// The reason of the cancellation.
    pub reason: Option<String>,
    /// The name of the user who made the reservation, or who seated the guests.
    pub attendant_name: String,
    pub version: i64,
}

/// The next reservation of a table, as the map shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NextReservation {
    pub id: RequestId,
    pub reserved_for: DateTime<Utc>,
    pub client_name: String,
    pub phone: String,
    pub persons: i64,
}

impl Reservation {
    /// Converts a row to the reservation as it is at `now`.
    pub(in crate::orders) fn from_row(r: ReservationRow, now: DateTime<Utc>) -> Self {
        let state = reservation_state(r.is_reservation, r.closed_at.is_some(), r.reserved_for, now);
        Self {
            id: r.id,
            table_id: r.table_id,
            table: r.table_name,
            salon_id: r.salon_id,
            salon: r.salon,
            persons: r.persons,
            client_id: r.client_id,
            client_name: r.client_name,
            phone: r.phone,
            note: r.note,
            reserved_for: r.reserved_for,
            state,
            reason: r.close_reason.filter(|_| state == ReservationState::Cancelled),
            attendant_name: r.attendant_name,
            version: r.version,
        }
    }
}

fn reservation_state(waiting: bool, closed: bool, at: DateTime<Utc>, now: DateTime<Utc>) -> ReservationState {
    match (waiting, closed) {
        (false, _) => ReservationState::Seated,
        (true, true) => ReservationState::Cancelled,
        (true, false) if is_no_show(at, now) => ReservationState::NoShow,
        (true, false) if is_due(at, now) => ReservationState::Due,
        (true, false) => ReservationState::Upcoming,
    }
}

#[cfg(test)]
mod tests {
    use super::{ReservationState::*, *};
    use chrono::Duration;

    #[test]
    fn the_state_depends_on_the_time_and_on_past_actions() {
        let now = DateTime::UNIX_EPOCH + Duration::days(1);
        for (waiting, closed, minutes, want) in [
            (true, false, 31, Upcoming),
            (true, false, 30, Due),
            (true, false, -15, Due),
            (true, false, -16, NoShow),
            (true, true, -16, Cancelled),
            (true, true, 60, Cancelled),
            (false, false, 60, Seated),
            (false, true, -300, Seated),
        ] {
            let got = reservation_state(waiting, closed, now + Duration::minutes(minutes), now);
            assert_eq!(got, want, "{waiting} {closed} {minutes}");
        }
    }
}
