//! The settings that screens need to format times and amounts; sent with the profile, so that they are known before anything is drawn.

use super::{Settings, tax};
use crate::law;
use chrono::{DateTime, Utc};
use comanda_base::money::Money;
use serde::Serialize;
use utoipa::ToSchema;

/// The currency: soles; documents are issued in no other one.
const CURRENCY: &str = "PEN";
const CURRENCY_SYMBOL: &str = "S/";

/// Time zone, start of the business day, currency, and the legal limits that screens check.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct House {
    /// The time zone, like `America/Lima`.
    pub time_zone: String,
    /// The start of the business day as `HH:MM`.
    pub business_day_start: String,
    /// The currency by ISO 4217: `PEN`.
    pub currency: &'static str,
    /// The symbol before an amount: `S/`.
    pub currency_symbol: &'static str,
    /// The amount above which a boleta of today must name its client.
    pub max_unnamed_boleta: Money,
}

impl House {
    /// Computes the values at `now`.
    pub fn new(s: &Settings, now: DateTime<Utc>) -> Self {
        Self {
            time_zone: s.time_zone.name().to_owned(),
            business_day_start: s.business_day_start(),
            currency: CURRENCY,
            currency_symbol: CURRENCY_SYMBOL,
            max_unnamed_boleta: law::unnamed_boleta_limit_on(tax::issue_date(now)),
        }
    }
}
