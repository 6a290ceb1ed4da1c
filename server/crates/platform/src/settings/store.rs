//! All SQL of `global_settings` and `tax_rates`.

use super::{Regime, Settings, TaxRule, configurations, tax::TaxRate};
use crate::law;
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Tx},
    error::Result,
    ids::TaxRateId,
    money::{Money, Quantity},
};

/// An SQL expression for whether tables are cleaned between guests.
pub const CLEANING_ENABLED: &str = "(SELECT g.cleaning_enabled FROM global_settings g WHERE g.id = 1)";

#[derive(comanda_from_row::FromRow)]
struct SettingsRow {
    security_pin_hash: Option<String>,
    time_zone: String,
    business_day_start_minutes: i64,
    hour_production: i64,
    delivery_charge: Money,
    delivery_app_enabled: bool,
    app_delivery_charge: bool,
    cleaning_enabled: bool,
    waiters_share_tables: bool,
    ask_persons: bool,
    cash_rounding: bool,
    cash_tolerance: Money,
    negative_stock: bool,
    books_closed_until: Option<NaiveDate>,
    cost_with_igv: bool,
    target_margin: Quantity,
    service_percent: Quantity,
    prices_include_service: bool,
    tip_on_document: bool,
    accounting_notes: bool,
    locale: Option<String>,
    server: Option<String>,
}

pub(super) async fn load(tx: &mut Tx) -> Result<Settings> {
    let row: Option<SettingsRow> = tx
        .query(
            "SELECT security_pin_hash, time_zone, business_day_start_minutes, hour_production, delivery_charge,
                    delivery_app_enabled, cleaning_enabled, waiters_share_tables, cash_rounding, cash_tolerance,
                    negative_stock, service_percent, prices_include_service, tip_on_document, ask_persons, app_delivery_charge,
                    books_closed_until, cost_with_igv, target_margin, accounting_notes,
                    (SELECT c.value FROM configurations c WHERE c.key = 'LOCALE' AND c.status = 'ACTIVE') AS locale,
                    (SELECT c.value FROM configurations c WHERE c.key = 'SERVER' AND c.status = 'ACTIVE') AS server
             FROM global_settings WHERE id = 1",
        )
        .maybe()
        .await?;
    Ok(row.map(read).unwrap_or_default())
}

fn read(row: SettingsRow) -> Settings {
    Settings {
        security_pin_hash: row.security_pin_hash,
        time_zone: row.time_zone.parse().unwrap_or(chrono_tz::America::Lima),
        business_day_start_minutes: row.business_day_start_minutes,
        hour_production: row.hour_production,
        delivery_charge: row.delivery_charge,
        delivery_app_enabled: row.delivery_app_enabled,
        app_delivery_charge: row.app_delivery_charge,
        cleaning_enabled: row.cleaning_enabled,
        waiters_share_tables: row.waiters_share_tables,
        ask_persons: row.ask_persons,
        cash_rounding: row.cash_rounding,
        cash_tolerance: row.cash_tolerance,
        negative_stock: row.negative_stock,
        books_closed_until: row.books_closed_until,
        cost_with_igv: row.cost_with_igv,
        target_margin: row.target_margin,
        service_percent: row.service_percent,
        prices_include_service: row.prices_include_service,
        tip_on_document: row.tip_on_document,
        accounting_notes: row.accounting_notes,
        locale: row.locale.as_deref().and_then(|name| name.parse().ok()).unwrap_or_default(),
        shares_print_channel: configurations::is_shared(row.server.as_deref()),
    }
}

/// Updates the settings that screens change.
pub(super) async fn save(tx: &mut Tx, s: &Settings) -> db::Result<u64> {
    tx.query(
        "UPDATE global_settings SET hour_production = $1, delivery_charge = $2, delivery_app_enabled = $3, cleaning_enabled = $4,
                waiters_share_tables = $5, cash_rounding = $6, cash_tolerance = $7, service_percent = $8, tip_on_document = $9,
                negative_stock = $10, time_zone = $11, business_day_start_minutes = $12, ask_persons = $13,
                app_delivery_charge = $14, books_closed_until = $15, cost_with_igv = $16,
                target_margin = $17, prices_include_service = $18
         WHERE id = 1",
    )
    .bind(s.hour_production)
    .bind(s.delivery_charge)
    .bind(s.delivery_app_enabled)
    .bind(s.cleaning_enabled)
    .bind(s.waiters_share_tables)
    .bind(s.cash_rounding)
    .bind(s.cash_tolerance)
    .bind(s.service_percent)
    .bind(s.tip_on_document)
    .bind(s.negative_stock)
    .bind(s.time_zone.name())
    .bind(s.business_day_start_minutes)
    .bind(s.ask_persons)
    .bind(s.app_delivery_charge)
    .bind(s.books_closed_until)
    .bind(s.cost_with_igv)
    .bind(s.target_margin)
    .bind(s.prices_include_service)
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

pub(super) async fn rates(tx: &mut Tx) -> db::Result<Vec<TaxRate>> {
    tx.query("SELECT id, valid_from, percent, name FROM tax_rates ORDER BY valid_from DESC LIMIT 500").all().await
}

pub(super) async fn rate(tx: &mut Tx, id: TaxRateId) -> db::Result<Option<TaxRate>> {
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
            bag_tax: law::bag_tax(day),
        }
    }
}

pub(super) async fn tax_rule(tx: &mut Tx, day: NaiveDate) -> Result<TaxRule> {
    let row: TaxRow = tx.query(concat!("SELECT ", tax_columns!("$1"))).bind(day).one().await?;
    Ok(row.to_rule(day))
}
