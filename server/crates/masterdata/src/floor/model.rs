//! Salons and tables, and the state of a table.

use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Json,
    ids::{SalonId, TableId},
    words::{Status, text_enum},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A reservation is shown from this long before its time.
const SHOWN_AHEAD: Duration = Duration::minutes(30);
/// Guests who have not come by then are not expected any more.
const NO_SHOW_AFTER: Duration = Duration::minutes(15);

text_enum!(
    /// The kind of a thing that stands in a salon besides its tables.
    LandmarkKind { Window = "WINDOW", Bar = "BAR", Kitchen = "KITCHEN", Door = "DOOR", Other = "OTHER" }
);
text_enum!(
    /// The shape in which a table is drawn.
    TableShape { Square = "SQUARE", Rectangle = "RECTANGLE", Round = "ROUND" }
);
text_enum!(
    /// The filter of a list of salons or tables.
    StatusFilter { Active = "ACTIVE", Inactive = "INACTIVE", All = "ALL" }
);

impl StatusFilter {
    /// Whether the filter includes this status.
    pub fn includes(self, status: Status) -> bool {
        match self {
            Self::All => true,
            Self::Active => status.is_active(),
            Self::Inactive => !status.is_active(),
        }
    }
}

/// Something in a salon by which people find their way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Landmark {
    pub kind: LandmarkKind,
    pub name: String,
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
}

/// A salon.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Salon {
    pub id: SalonId,
    pub name: String,
    pub description: String,
    pub status: Status,
    /// The size of the salon, in the units of the tables' places.
    pub width: i64,
    pub height: i64,
    #[schema(value_type = Option<Vec<Landmark>>)]
    pub landmarks: Option<Json<Vec<Landmark>>>,
    /// Salons are shown in the order of their positions.
    pub position: i64,
    /// Incremented with each change of the salon's layout.
    pub layout_version: i64,
}

/// A table with its place.
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

/// The state of a table.
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

/// The facts from which the state of a table follows.
#[derive(Debug, Clone, Copy, Default)]
pub struct TableFacts {
    /// Whether an account is open at the table.
    pub open: bool,
    /// Whether its pre-bill was printed, and nothing was added since.
    pub billed: bool,
    pub cleaning: bool,
    /// The time of the next reservation; `None` without one.
    pub reserved_for: Option<DateTime<Utc>>,
}

/// Returns the state: guests come before cleaning, and cleaning before a reservation.
pub fn table_status(facts: TableFacts, now: DateTime<Utc>) -> StatusTable {
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

/// Whether a reservation for `at` already keeps its table.
pub fn is_due(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now >= at - SHOWN_AHEAD
}

/// Whether the guests of a reservation for `at` are not expected any more.
pub fn is_no_show(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    at < earliest_expected(now)
}

/// Returns the earliest time of reservations whose guests are still expected.
pub fn earliest_expected(now: DateTime<Utc>) -> DateTime<Utc> {
    now - NO_SHOW_AFTER
}

/// Returns the latest time of reservations that already keep their tables.
pub fn latest_table_hold(now: DateTime<Utc>) -> DateTime<Utc> {
    now + SHOWN_AHEAD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_follows_from_the_facts() {
        let now = DateTime::<Utc>::UNIX_EPOCH + Duration::days(1);
        let table = |open, billed, cleaning, reserved_in: Option<i64>| {
            let reserved_for = reserved_in.map(|minutes| now + Duration::minutes(minutes));
            table_status(TableFacts { open, billed, cleaning, reserved_for }, now)
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
