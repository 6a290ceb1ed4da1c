//! Salons and tables, and the state of a table.

use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Json,
    ids::{SalonId, TableId},
    words::{Status, words},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A reservation shows from this long before its time.
const SHOWS_BEFORE: Duration = Duration::minutes(30);
/// Who has not come by then does not come.
const NO_SHOW_AFTER: Duration = Duration::minutes(15);

words!(
    /// What stands in a room besides its tables.
    LandmarkKind { Window = "WINDOW", Bar = "BAR", Kitchen = "KITCHEN", Door = "DOOR", Other = "OTHER" }
);
words!(
    /// How a table is drawn.
    TableShape { Square = "SQUARE", Rectangle = "RECTANGLE", Round = "ROUND" }
);
words!(
    /// Which rooms or tables a list wants.
    StatusFilter { Active = "ACTIVE", Inactive = "INACTIVE", All = "ALL" }
);

impl StatusFilter {
    /// Whether one of this status is meant.
    pub fn keeps(self, status: Status) -> bool {
        match self {
            Self::All => true,
            Self::Active => status.is_active(),
            Self::Inactive => !status.is_active(),
        }
    }
}

/// Something in a room by which people find their way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Landmark {
    pub kind: LandmarkKind,
    pub name: String,
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
}

/// A room.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Salon {
    pub id: SalonId,
    pub name: String,
    pub description: String,
    pub status: Status,
    /// Size of the room, in the units of the tables' places.
    pub width: i64,
    pub height: i64,
    #[schema(value_type = Option<Vec<Landmark>>)]
    pub landmarks: Option<Json<Vec<Landmark>>>,
    /// Rooms are shown by it, the lowest first.
    pub position: i64,
    /// Goes up with each change of how the room is arranged.
    pub layout_version: i64,
}

/// A table where it stands.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
#[schema(as = PlanTable)]
pub struct TableRow {
    pub id: TableId,
    pub salon_id: SalonId,
    pub salon: String,
    pub name: String,
    pub seats: i64,
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    pub shape: TableShape,
    pub cleaning_since: Option<DateTime<Utc>>,
    pub status: Status,
}

/// What a table is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum StatusTable {
    Available,
    Reserved,
    Occupied,
    /// The pre-bill was printed.
    Billed,
    Cleaning,
}

/// What the state of a table follows from.
#[derive(Debug, Clone, Copy, Default)]
pub struct TableFacts {
    /// An account is open here.
    pub open: bool,
    /// Its pre-bill was printed, and nothing was added since.
    pub billed: bool,
    pub cleaning: bool,
    /// The time of the next reservation, `None` where nobody is expected.
    pub reserved_for: Option<DateTime<Utc>>,
}

/// The state: guests come before cleaning, cleaning before a reservation.
pub fn status(facts: TableFacts, now: DateTime<Utc>) -> StatusTable {
    match facts {
        TableFacts { open: true, billed: true, .. } => StatusTable::Billed,
        TableFacts { open: true, .. } => StatusTable::Occupied,
        TableFacts { cleaning: true, .. } => StatusTable::Cleaning,
        TableFacts { reserved_for: Some(at), .. } if is_near(at, now) => StatusTable::Reserved,
        _ => StatusTable::Available,
    }
}

fn is_near(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    is_due(at, now) && !is_no_show(at, now)
}

/// Whether a reservation for `at` keeps its table by now.
pub fn is_due(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now >= at - SHOWS_BEFORE
}

/// Whether those who reserved for `at` have not come.
pub fn is_no_show(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    at < still_expected(now)
}

/// Who reserved for this time or later is still expected.
pub fn still_expected(now: DateTime<Utc>) -> DateTime<Utc> {
    now - NO_SHOW_AFTER
}

/// Reservations until this time keep their tables already.
pub fn keeps_until(now: DateTime<Utc>) -> DateTime<Utc> {
    now + SHOWS_BEFORE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_follows_from_the_facts() {
        let now = DateTime::<Utc>::UNIX_EPOCH + Duration::days(1);
        let table = |open, billed, cleaning, reserved_in: Option<i64>| {
            let reserved_for = reserved_in.map(|minutes| now + Duration::minutes(minutes));
            status(TableFacts { open, billed, cleaning, reserved_for }, now)
        };
        for (got, want) in [
            (table(false, false, false, None), StatusTable::Available),
            (table(true, false, false, None), StatusTable::Occupied),
            (table(true, true, false, None), StatusTable::Billed),
            (table(true, false, true, Some(5)), StatusTable::Occupied),
            (table(false, true, false, None), StatusTable::Available),
            (table(false, false, true, Some(5)), StatusTable::Cleaning),
            (table(false, false, false, Some(31)), StatusTable::Available),
            (table(false, false, false, Some(30)), StatusTable::Reserved),
            (table(false, false, false, Some(-15)), StatusTable::Reserved),
            (table(false, false, false, Some(-16)), StatusTable::Available),
        ] {
            assert_eq!(got, want);
        }
    }
}
