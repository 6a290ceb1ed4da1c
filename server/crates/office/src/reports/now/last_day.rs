//! The last day with sales, for whoever opens the house in the morning.

use crate::reports::{day_figures::DayFigures, store};
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::settings::Settings;
use serde::Serialize;
use utoipa::ToSchema;

/// The last business day before today's on which a document was issued.
#[derive(Debug, Serialize, ToSchema)]
pub struct LastDay {
    /// The figures of its close; null where nothing was sold before today.
    pub figures: Option<DayFigures>,
}

pub(super) async fn load_last_day(tx: &mut Tx, now: DateTime<Utc>) -> Result<LastDay> {
    let settings = Settings::load(tx).await?;
    let Some(day) = store::find_last_sale_day(tx, settings.business_day(now)).await? else {
        return Ok(LastDay { figures: None });
    };
    Ok(LastDay { figures: Some(DayFigures::load(tx, &settings, (day, now)).await?) })
}
