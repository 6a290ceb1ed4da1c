//! The last day that sold, for who opens the house in the morning.

use crate::reports::{
    of_day::{DayFigures, DayReports},
    store,
};
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::settings::{CompanyInfo, Settings};
use serde::Serialize;
use utoipa::ToSchema;

/// The last business day before today's on which a document was issued.
#[derive(Debug, Serialize, ToSchema)]
pub struct LastDay {
    /// In the figures of its close; null where nothing was sold before today.
    pub figures: Option<DayFigures>,
}

pub(super) async fn read(tx: &mut Tx, now: DateTime<Utc>) -> Result<LastDay> {
    let (settings, company) = (Settings::load(tx).await?, CompanyInfo::load(tx).await?);
    let Some(day) = store::last_day_sold(tx, settings.business_day(now)).await? else {
        return Ok(LastDay { figures: None });
    };
    let of_day = DayReports::load(tx, (&settings, &company), (day, now), false).await?;
    Ok(LastDay { figures: Some(of_day.figures) })
}
