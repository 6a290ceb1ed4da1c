//! The time zones to choose from.

use chrono::{DateTime, Offset, TimeZone, Utc};
use chrono_tz::{TZ_VARIANTS, Tz};
use serde::Serialize;
use utoipa::ToSchema;

/// A time zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Zone {
    /// The name, like `America/Lima`.
    pub id: &'static str,
    /// The present offset from UTC: `-05:00`.
    pub offset: String,
}

/// Lists America's zones, Spain's and UTC; the settings accept any other zone too.
pub(super) fn list_time_zones(now: DateTime<Utc>) -> Vec<Zone> {
    let offered = |zone: &&Tz| {
        zone.name().starts_with("America/") || ["Pacific/Easter", "Europe/Madrid", "UTC"].contains(&zone.name())
    };
    let zone =
        |zone: &Tz| Zone { id: zone.name(), offset: zone.offset_from_utc_datetime(&now.naive_utc()).fix().to_string() };
    TZ_VARIANTS.iter().filter(offered).map(zone).collect()
}
