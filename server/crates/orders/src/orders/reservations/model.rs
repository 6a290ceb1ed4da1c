//! Reservations as the API shows them, with their state. Pure.

use crate::orders::store::ReservationRow;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Row},
    ids::{ClientId, RequestId, SalonId, TableId},
};
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
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Reservation {
    /// The id of the client request; seating keeps it.
    pub id: RequestId,
    pub table_id: TableId,
    #[row(rename = "table_name")]
    pub table: String,
    pub salon_id: SalonId,
    pub salon: String,
    pub persons: i64,
    pub client_id: Option<ClientId>,
    pub client_name: String,
    pub phone: String,
    pub note: String,
    pub reserved_for: DateTime<Utc>,
    #[row(with = read_stored_state)]
    pub state: ReservationState,
    /// The reason of the cancellation.
    #[row(with = read_reason)]
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

impl ReservationRow {
    /// Returns the reservation as it is at `now`.
    pub(in crate::orders) fn at(self, now: DateTime<Utc>) -> Reservation {
        Reservation { state: self.stored.state.at(self.stored.reserved_for, now), ..self.stored }
    }
}

fn read_stored_state(row: &Row) -> db::Result<ReservationState> {
    let closed_at: Option<DateTime<Utc>> = row.get("closed_at")?;
    Ok(ReservationState::stored(row.get("is_reservation")?, closed_at.is_some()))
}

fn read_reason(row: &Row) -> db::Result<Option<String>> {
    let is_cancelled = read_stored_state(row)? == ReservationState::Cancelled;
    Ok(row.get::<Option<String>>("close_reason")?.filter(|_| is_cancelled))
}

impl ReservationState {
    /// Returns the state by what was done; one that waits is upcoming until the time is known.
    fn stored(waiting: bool, closed: bool) -> Self {
        match (waiting, closed) {
            (false, _) => Self::Seated,
            (true, true) => Self::Cancelled,
            (true, false) => Self::Upcoming,
        }
    }
    fn at(self, reserved_for: DateTime<Utc>, now: DateTime<Utc>) -> Self {
        match self {
            Self::Upcoming if is_no_show(reserved_for, now) => Self::NoShow,
            Self::Upcoming if is_due(reserved_for, now) => Self::Due,
            stored => stored,
        }
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
            let got = ReservationState::stored(waiting, closed).at(now + Duration::minutes(minutes), now);
            assert_eq!(got, want, "{waiting} {closed} {minutes}");
        }
    }
}
