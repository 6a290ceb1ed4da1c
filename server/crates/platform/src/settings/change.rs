//! Changing the company's settings.

use super::{Locale, Settings, locale, store};
use crate::{
    audit::{self, AuditEntry},
    law::MAX_SERVICE,
    realtime::{EventKind, Room},
    use_case::Work,
};
use chrono::{DateTime, NaiveDate, NaiveTime, Timelike, Utc};
use chrono_tz::Tz;
use comanda_base::{
    error::{Faults, Result, invalid},
    money::{CENTIMO, Money, Quantity},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The highest value of `hour_production`: a week.
const MAX_PRODUCTION_HOURS: i64 = 168;
const MAX_DELIVERY_CHARGE: Money = Money::units(1_000);
const MAX_CASH_TOLERANCE: Money = Money::units(1_000);
/// The latest start of a business day: one that began in the afternoon would be taken for the day before.
const LATEST_START_MINUTES: i64 = 12 * 60;
/// The earliest day up to which books can be closed.
const FIRST_CLOSING_DAY: NaiveDate = NaiveDate::from_ymd_opt(2000, 1, 1).unwrap();
/// The highest target margin in per cent: the price is then twenty times the cost.
pub const MAX_MARGIN: Quantity = Quantity::units(95);

/// Body of `PUT /global-settings`; only what is given changes.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
pub struct ChangeSettings {
    /// A number of hours from 1 to 168.
    pub hour_production: Option<i64>,
    pub delivery_charge: Option<Money>,
    pub delivery_app_enabled: Option<bool>,
    /// Whether orders of delivery apps have the delivery charge too.
    pub app_delivery_charge: Option<bool>,
    pub cleaning_enabled: Option<bool>,
    pub waiters_share_tables: Option<bool>,
    /// Whether the number of guests is asked before a table is opened.
    pub ask_persons: Option<bool>,
    /// Whether the comanda of an order also lists what waits for a later course.
    pub print_held_courses: Option<bool>,
    pub cash_rounding: Option<bool>,
    pub cash_tolerance: Option<Money>,
    /// The recargo al consumo in per cent: 0 to 13 with 2 decimals; 0: none.
    pub service_percent: Option<Quantity>,
    /// Whether listed prices include the recargo al consumo. Open accounts stay as they are.
    pub prices_include_service: Option<bool>,
    pub tip_on_document: Option<bool>,
    /// Whether resold products may be sold beyond their stock.
    pub negative_stock: Option<bool>,
    /// The last day of a past month: documents of stock and purchases up to it can neither be created nor changed.
    #[serde(default, deserialize_with = "comanda_base::form::deserialize_optional")]
    pub books_closed_until: Option<Option<NaiveDate>>,
    /// Whether unit costs of purchases include the IGV, even on a factura.
    pub cost_with_igv: Option<bool>,
    /// The target margin in per cent: 0 to 95 with 2 decimals.
    pub target_margin: Option<Quantity>,
    /// One of `GET /time-zones`: `America/Lima`.
    pub time_zone: Option<String>,
    /// `HH:MM`, from 00:00 to 12:00.
    pub business_day_start: Option<String>,
    /// The language of the screens.
    pub locale: Option<Locale>,
    /// A new security PIN of the company, as `PUT /security-pin` takes it; empty: it stays. Stored by `people`.
    #[serde(alias = "pin", skip_serializing)]
    pub security_pin: Option<String>,
    /// The present PIN, required where there is one and it changes.
    #[serde(alias = "old_pin", skip_serializing)]
    pub current_pin: Option<String>,
    /// The caller's own password, in place of the present PIN.
    #[serde(skip_serializing)]
    pub current_password: Option<String>,
}

/// Updates only the fields sent, except for the PIN.
pub async fn change_settings(work: &mut Work<'_>, body: &ChangeSettings) -> Result<Settings> {
    check_settings(body)?;
    let was = work.settings().await?.clone();
    let mut now = was.clone();
    now.hour_production = body.hour_production.unwrap_or(was.hour_production);
    now.delivery_charge = body.delivery_charge.unwrap_or(was.delivery_charge);
    now.delivery_app_enabled = body.delivery_app_enabled.unwrap_or(was.delivery_app_enabled);
    now.app_delivery_charge = body.app_delivery_charge.unwrap_or(was.app_delivery_charge);
    now.cleaning_enabled = body.cleaning_enabled.unwrap_or(was.cleaning_enabled);
    now.waiters_share_tables = body.waiters_share_tables.unwrap_or(was.waiters_share_tables);
    now.ask_persons = body.ask_persons.unwrap_or(was.ask_persons);
    now.print_held_courses = body.print_held_courses.unwrap_or(was.print_held_courses);
    now.cash_rounding = body.cash_rounding.unwrap_or(was.cash_rounding);
    now.cash_tolerance = body.cash_tolerance.unwrap_or(was.cash_tolerance);
    now.service_percent = body.service_percent.unwrap_or(was.service_percent);
    now.prices_include_service = body.prices_include_service.unwrap_or(was.prices_include_service);
    now.tip_on_document = body.tip_on_document.unwrap_or(was.tip_on_document);
    now.negative_stock = body.negative_stock.unwrap_or(was.negative_stock);
    now.books_closed_until = body.books_closed_until.unwrap_or(was.books_closed_until);
    now.cost_with_igv = body.cost_with_igv.unwrap_or(was.cost_with_igv);
    now.target_margin = body.target_margin.unwrap_or(was.target_margin);
    now.time_zone = zone(body)?.unwrap_or(was.time_zone);
    now.business_day_start_minutes = day_start(body)?.unwrap_or(was.business_day_start_minutes);
    now.locale = body.locale.unwrap_or(was.locale);
    check_closed_days(&was, &now, work.now)?;
    store::save_settings(work.tx, &now).await?;
    if was.locale != now.locale {
        locale::save_locale(work.tx, now.locale).await?;
    }
    let entry = AuditEntry::new("SETTINGS_CHANGED").entity("global_settings", 1);
    audit::log(work.tx, work.actor, work.now, entry.change(Some(snapshot(&was)), Some(snapshot(&now)))).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    if was.hour_production != now.hour_production {
        work.add_event(Room::Kitchen, EventKind::KitchenChanged, json!({}));
    }
    // Settings affect what tills offer, and when a table is free.
    work.add_event(Room::Catalog, EventKind::CatalogChanged, json!({}));
    work.add_event(Room::Floor, EventKind::FloorChanged, json!({}));
    Ok(now)
}

/// Checks the closing day, and that the time zone and the start of the day stay while books are closed: otherwise movements of closed
/// days would fall on other days.
fn check_closed_days(was: &Settings, now: &Settings, at: DateTime<Utc>) -> Result<()> {
    let mut faults = Faults::default();
    if now.books_closed_until != was.books_closed_until
        && now.books_closed_until.is_some_and(|day| day >= was.business_day(at) || day < FIRST_CLOSING_DAY)
    {
        faults.add("books_closed_until", "Elige el último día de un mes que ya pasó.");
    }
    if was.books_closed_until.is_some() && now.books_closed_until.is_some() {
        let text = "Hay días cerrados: con otro reloj sus movimientos caerían en otras fechas. Reabre los meses antes de cambiarlo.";
        faults.check(now.time_zone == was.time_zone, "time_zone", text);
        let same_start = now.business_day_start_minutes == was.business_day_start_minutes;
        faults.check(same_start, "business_day_start", text);
    }
    faults.finish()
}

fn zone(body: &ChangeSettings) -> Result<Option<Tz>> {
    let Some(name) = &body.time_zone else { return Ok(None) };
    match name.trim().parse() {
        Ok(zone) => Ok(Some(zone)),
        Err(_) => invalid("time_zone", "Elige una zona horaria de la lista.").err(),
    }
}

fn day_start(body: &ChangeSettings) -> Result<Option<i64>> {
    let Some(text) = &body.business_day_start else { return Ok(None) };
    let at = NaiveTime::parse_from_str(text.trim(), "%H:%M").ok().map(|t| i64::from(t.hour() * 60 + t.minute()));
    match at.filter(|minutes| *minutes <= LATEST_START_MINUTES) {
        Some(minutes) => Ok(Some(minutes)),
        None => invalid("business_day_start", "Escribe la hora como 04:00; va de 00:00 a 12:00.").err(),
    }
}

/// Refuses wrong values, each at its field, except for the PIN.
pub fn check_settings(body: &ChangeSettings) -> Result<()> {
    let mut faults = Faults::default();
    if body.hour_production.is_some_and(|h| !(1..=MAX_PRODUCTION_HOURS).contains(&h)) {
        faults.add("hour_production", format!("Las horas van de 1 a {MAX_PRODUCTION_HOURS}."));
    }
    for (field, amount, most) in [
        ("delivery_charge", body.delivery_charge, MAX_DELIVERY_CHARGE),
        ("cash_tolerance", body.cash_tolerance, MAX_CASH_TOLERANCE),
    ] {
        if amount.is_some_and(|m| m.is_negative() || m > most || m != m.to_centimos()) {
            faults.add(field, format!("El monto va de 0 a {most}, con dos decimales."));
        }
    }
    if body.service_percent.is_some_and(|p| !is_percent(p, MAX_SERVICE)) {
        faults.add("service_percent", format!("El recargo al consumo va de 0 a {MAX_SERVICE} %, con dos decimales."));
    }
    if body.target_margin.is_some_and(|p| !is_percent(p, MAX_MARGIN)) {
        faults.add("target_margin", "El margen objetivo va de 0 a 95 %, con dos decimales.");
    }
    faults.ok(zone(body))?;
    faults.ok(day_start(body))?;
    faults.finish()
}

/// Whether a percentage is between 0 and `most`, with at most 2 decimals.
pub fn is_percent(percent: Quantity, most: Quantity) -> bool {
    !percent.is_negative() && percent <= most && percent.millionths() % CENTIMO == 0
}

fn snapshot(s: &Settings) -> Value {
    json!({
        "hour_production": s.hour_production,
        "delivery_charge": s.delivery_charge,
        "delivery_app_enabled": s.delivery_app_enabled,
        "app_delivery_charge": s.app_delivery_charge,
        "cleaning_enabled": s.cleaning_enabled,
        "waiters_share_tables": s.waiters_share_tables,
        "ask_persons": s.ask_persons,
        "print_held_courses": s.print_held_courses,
        "cash_rounding": s.cash_rounding,
        "cash_tolerance": s.cash_tolerance,
        "service_percent": s.service_percent,
        "prices_include_service": s.prices_include_service,
        "tip_on_document": s.tip_on_document,
        "negative_stock": s.negative_stock,
        "books_closed_until": s.books_closed_until,
        "cost_with_igv": s.cost_with_igv,
        "target_margin": s.target_margin,
        "time_zone": s.time_zone.name(),
        "business_day_start": s.business_day_start(),
        "locale": s.locale,
    })
}
