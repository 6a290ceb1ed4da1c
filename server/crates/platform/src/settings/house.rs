//! What a screen must know to write times and amounts as the house does; told with the profile, so that it is there before
//! anything is drawn.

use super::{Settings, tax};
use crate::law;
use chrono::{DateTime, Utc};
use comanda_base::money::Money;
use serde::Serialize;
use utoipa::ToSchema;

/// Soles; documents are issued in no other currency.
const CURRENCY: &str = "PEN";
const CURRENCY_SYMBOL: &str = "S/";

/// Zone, begin of the business day, currency and the limits of law that screens repeat.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct House {
    /// `America/Lima`
    pub time_zone: String,
    /// `HH:MM`
    pub business_day_start: String,
    /// ISO 4217: `PEN`
    pub currency: &'static str,
    /// What stands before an amount: `S/`
    pub currency_symbol: &'static str,
    /// A boleta of today above this names its client.
    pub max_unnamed_boleta: Money,
}

impl House {
    /// As it is at `now`.
    pub fn new(s: &Settings, now: DateTime<Utc>) -> Self {
        Self {
            time_zone: s.time_zone.name().to_owned(),
            business_day_start: s.business_day_start(),
            currency: CURRENCY,
            currency_symbol: CURRENCY_SYMBOL,
            max_unnamed_boleta: law::unnamed_boleta_limit(tax::issue_date(now)),
        }
    }
}
