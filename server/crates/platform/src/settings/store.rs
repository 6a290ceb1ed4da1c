//! All SQL of `global_settings` and `tax_rates`.

use super::{Locale, Regime, Settings, TaxRule, configurations, tax::TaxRate};
use crate::law;
use chrono::NaiveDate;
use chrono_tz::Tz;
use comanda_base::{
    db::{self, Row, Tx},
    error::Result,
    ids::TaxRateId,
    money::Quantity,
    update,
};

/// An SQL expression for whether tables are cleaned between guests.
pub const CLEANING_ENABLED: &str = "(SELECT g.cleaning_enabled FROM global_settings g WHERE g.id = 1)";

pub(super) fn read_time_zone(row: &Row) -> db::Result<Tz> {
    Ok(row.get::<String>("time_zone")?.parse().unwrap_or(chrono_tz::America::Lima))
}

pub(super) fn read_locale(row: &Row) -> db::Result<Locale> {
    Ok(row.get::<Option<String>>("locale")?.and_then(|name| name.parse().ok()).unwrap_or_default())
}

pub(super) fn read_print_channel(row: &Row) -> db::Result<bool> {
    Ok(configurations::is_shared(row.get::<Option<String>>("server")?.as_deref()))
}

pub(super) async fn load_settings(tx: &mut Tx) -> Result<Settings> {
    let row: Option<Settings> = tx
        .query(
            "SELECT security_pin_hash, time_zone, business_day_start_minutes, hour_production, delivery_charge,
                    delivery_app_enabled, cleaning_enabled, waiters_share_tables, cash_rounding, cash_tolerance,
                    negative_stock, service_percent, prices_include_service, tip_on_document, ask_persons, print_held_courses,
                    app_delivery_charge,
                    books_closed_until, cost_with_igv, target_margin, accounting_notes,
                    (SELECT c.value FROM configurations c WHERE c.key = 'LOCALE' AND c.status = 'ACTIVE') AS locale,
                    (SELECT c.value FROM configurations c WHERE c.key = 'SERVER' AND c.status = 'ACTIVE') AS server
             FROM global_settings WHERE id = 1",
        )
        .maybe()
        .await?;
    Ok(row.unwrap_or_default())
}

/// Updates the settings that screens change.
pub(super) async fn save_settings(tx: &mut Tx, s: &Settings) -> db::Result<u64> {
    tx.query(update!("global_settings" {
        hour_production: s.hour_production,
        delivery_charge: s.delivery_charge,
        delivery_app_enabled: s.delivery_app_enabled,
        cleaning_enabled: s.cleaning_enabled,
        waiters_share_tables: s.waiters_share_tables,
        cash_rounding: s.cash_rounding,
        cash_tolerance: s.cash_tolerance,
        service_percent: s.service_percent,
        tip_on_document: s.tip_on_document,
        negative_stock: s.negative_stock,
        time_zone: s.time_zone.name(),
        business_day_start_minutes: s.business_day_start_minutes,
        ask_persons: s.ask_persons,
        print_held_courses: s.print_held_courses,
        app_delivery_charge: s.app_delivery_charge,
        books_closed_until: s.books_closed_until,
        cost_with_igv: s.cost_with_igv,
        target_margin: s.target_margin,
        prices_include_service: s.prices_include_service,
    } where id = 1_i64))
        .run()
        .await
}

/// Stores whether the register of sales lists notas de venta.
pub(super) async fn set_accounting_notes(tx: &mut Tx, include: bool) -> db::Result<u64> {
    tx.query("UPDATE global_settings SET accounting_notes = $1 WHERE id = 1").bind(include).run().await
}

/// Stores the hash of the company's PIN.
pub async fn set_security_pin(tx: &mut Tx, hash: &str) -> db::Result<u64> {
    tx.query("UPDATE global_settings SET security_pin_hash = $1 WHERE id = 1").bind(hash).run().await
}

pub(super) async fn list_rates(tx: &mut Tx) -> db::Result<Vec<TaxRate>> {
    tx.query("SELECT id, valid_from, percent, name FROM tax_rates ORDER BY valid_from DESC LIMIT 500").all().await
}

pub(super) async fn find_rate(tx: &mut Tx, id: TaxRateId) -> db::Result<Option<TaxRate>> {
    tx.query("SELECT id, valid_from, percent, name FROM tax_rates WHERE id = $1").bind(id).for_update().maybe().await
}

pub(super) async fn insert_rate(tx: &mut Tx, rate: &TaxRate) -> db::Result<TaxRateId> {
    tx.query("INSERT INTO tax_rates (valid_from, percent, name) VALUES ($1, $2, $3) RETURNING id")
        .bind(rate.valid_from)
        .bind(rate.percent)
        .bind(rate.name.as_str())
        .scalar()
        .await
}

pub(super) async fn update_rate(tx: &mut Tx, rate: &TaxRate) -> db::Result<u64> {
    tx.query("UPDATE tax_rates SET valid_from = $1, percent = $2, name = $3 WHERE id = $4")
        .bind(rate.valid_from)
        .bind(rate.percent)
        .bind(rate.name.as_str())
        .bind(rate.id)
        .run()
        .await
}

pub(super) async fn delete_rate(tx: &mut Tx, id: TaxRateId) -> db::Result<u64> {
    tx.query("DELETE FROM tax_rates WHERE id = $1").bind(id).run().await
}

/// The SQL columns of a [`TaxRow`]: the tax rule of a day, which is an argument of the enclosing statement. It comes from the last row
/// that began on or before the day; 18 % without one.
#[macro_export]
macro_rules! tax_columns {
    ($day:literal) => {
        concat!(
            "(SELECT percent FROM tax_rates WHERE valid_from <= ",
            $day,
            " ORDER BY valid_from DESC LIMIT 1) AS tax_percent, (SELECT is_jungle FROM tax_zones WHERE valid_from <= ",
            $day,
            " ORDER BY valid_from DESC LIMIT 1) AS is_jungle,
              (SELECT regime FROM tax_regimes WHERE valid_from <= ",
            $day,
            " ORDER BY valid_from DESC LIMIT 1) AS tax_regime"
        )
    };
}
pub use tax_columns;

/// The columns of a tax rule.
#[derive(Debug, Clone, Copy, comanda_from_row::FromRow)]
pub struct TaxRow {
    tax_percent: Option<Quantity>,
    is_jungle: Option<bool>,
    tax_regime: Option<Regime>,
}

impl TaxRow {
    /// Converts to the rule of the day for which the columns were selected.
    pub fn to_rule(self, day: NaiveDate) -> TaxRule {
        TaxRule {
            percent: self.tax_percent.unwrap_or(Quantity::units(18)),
            exonerated: self.is_jungle.unwrap_or_default(),
            regime: self.tax_regime.unwrap_or_default(),
            bag_tax: law::bag_tax_on(day),
        }
    }
}

pub(super) async fn load_tax_rule(tx: &mut Tx, day: NaiveDate) -> Result<TaxRule> {
    let row: TaxRow = tx.query(concat!("SELECT ", tax_columns!("$1"))).bind(day).one().await?;
    Ok(row.to_rule(day))
}
