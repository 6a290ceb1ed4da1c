//! The company's own rules: business day, tolerance, switches, tax rates, who it is. Everything reads them, only they write them.

mod accounting;
mod change;
mod company;
pub mod configurations;
mod configurations_store;
mod house;
mod http;
mod law_http;
mod locale;
pub mod logo;
pub mod regime;
mod regime_store;
mod store;
pub mod tax;
pub mod wall_clock;
mod work;
pub mod zone;
mod zone_store;
mod zones;

pub use accounting::set_accounting_notes;
pub use change::{ChangeSettings, MAX_MARGIN, change, check, is_percent};
pub use company::{
    AfterChange, CompanyChange, CompanyInfo, Provider, TaxIdType, lock_company, provider, set_electronic,
};
pub use configurations::shares_print_channel;
pub use house::House;
pub use http::{GlobalSettings, routes};
pub use locale::Locale;
pub use logo::Logo;
pub use regime::Regime;
pub use store::tax_columns;
pub use store::{CLEANING_ENABLED, TaxRow, set_security_pin};

use crate::law;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use chrono_tz::Tz;
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, Quantity},
    words::IgvTreatment,
};

/// `global_settings`, with the time zone read.
#[derive(Debug, Clone)]
pub struct Settings {
    pub security_pin_hash: Option<String>,
    pub time_zone: Tz,
    pub business_day_start_minutes: i64,
    pub hour_production: i64,
    pub delivery_charge: Money,
    pub delivery_app_enabled: bool,
    /// Orders of delivery apps carry the delivery charge too.
    pub app_delivery_charge: bool,
    pub cleaning_enabled: bool,
    pub waiters_share_tables: bool,
    /// How many sit down is asked before a table opens.
    pub ask_persons: bool,
    pub cash_rounding: bool,
    pub cash_tolerance: Money,
    /// Products that are resold may be sold below what there is.
    pub negative_stock: bool,
    /// Documents of stock and purchases up to this day are neither written nor changed.
    pub books_closed_until: Option<NaiveDate>,
    /// What is bought costs the house its IGV too, also on a factura.
    pub cost_with_igv: bool,
    /// What dishes should leave of their price without IGV, per cent, unless their category says otherwise.
    pub target_margin: Quantity,
    /// Recargo al consumo that new table accounts begin with, per cent; zero: none.
    pub service_percent: Quantity,
    /// Listed prices hold that recargo already: what is listed is what is paid.
    pub prices_include_service: bool,
    /// Tips go onto the document under charge code 46, instead of beside it.
    pub tip_on_document: bool,
    /// The register of sales lists notas de venta too.
    pub accounting_notes: bool,
    /// What screens are written in.
    pub locale: Locale,
    /// All print agents listen on the company's channel, not on their users'.
    pub shares_print_channel: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            security_pin_hash: None,
            time_zone: chrono_tz::America::Lima,
            business_day_start_minutes: 240,
            hour_production: 24,
            delivery_charge: Money::ZERO,
            delivery_app_enabled: false,
            app_delivery_charge: true,
            cleaning_enabled: false,
            waiters_share_tables: false,
            ask_persons: true,
            cash_rounding: false,
            cash_tolerance: Money::units(5),
            negative_stock: false,
            books_closed_until: None,
            cost_with_igv: false,
            target_margin: Quantity::units(65),
            service_percent: Quantity::ZERO,
            prices_include_service: false,
            tip_on_document: false,
            accounting_notes: true,
            locale: Locale::default(),
            shares_print_channel: true,
        }
    }
}

impl Settings {
    /// As this transaction sees them; a company without a row has the defaults.
    pub async fn load(tx: &mut Tx) -> Result<Self> {
        store::load(tx).await
    }
    /// The day of `at` on the house's calendar.
    pub fn calendar_day(&self, at: DateTime<Utc>) -> NaiveDate {
        at.with_timezone(&self.time_zone).date_naive()
    }
    /// The business day that `at` belongs to.
    pub fn business_day(&self, at: DateTime<Utc>) -> NaiveDate {
        let local = at.with_timezone(&self.time_zone).naive_local();
        (local - Duration::minutes(self.business_day_start_minutes)).date()
    }
    /// When a business day begins.
    pub fn day_begins(&self, day: NaiveDate) -> DateTime<Utc> {
        let local = day.and_time(chrono::NaiveTime::MIN) + Duration::minutes(self.business_day_start_minutes);
        wall_clock::first_instant(local, self.time_zone)
    }
    /// From when to when a business day lasts, the end not included.
    pub fn span_of(&self, day: NaiveDate) -> (DateTime<Utc>, DateTime<Utc>) {
        (self.day_begins(day), self.day_begins(day + Duration::days(1)))
    }
    /// `HH:MM`, when a business day begins.
    pub fn business_day_start(&self) -> String {
        format!("{:02}:{:02}", self.business_day_start_minutes / 60, self.business_day_start_minutes % 60)
    }
    /// `21/11/2026 13:05` in the company's time zone.
    pub fn local_text(&self, at: DateTime<Utc>) -> String {
        at.with_timezone(&self.time_zone).format("%d/%m/%Y %H:%M").to_string()
    }
}

/// The IGV of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxRule {
    /// Per cent: 18 is `Quantity::units(18)`.
    pub percent: Quantity,
    /// Jungle companies sell exonerated.
    pub exonerated: bool,
    pub regime: Regime,
    /// What the law takes of one plastic bag on the day.
    pub bag_tax: Money,
}
impl TaxRule {
    /// The rule that a document of a day was issued under, by the rate that it says: an exonerated house's says zero.
    pub fn of_document(igv_percent: Quantity, issued_on: NaiveDate) -> Self {
        let exonerated = igv_percent.is_zero();
        Self { percent: igv_percent, exonerated, regime: Regime::General, bag_tax: law::bag_tax(issued_on) }
    }
    /// The tax (ICBPER) that so many plastic bags of a listed price hold: none in the Nuevo RUS (SUNAT rule 3240), and none where the
    /// price leaves no céntimo beside it, since a line without value stands on no document (rule 3105).
    pub fn bag_tax_of(self, listed: Money, bags: Quantity) -> Money {
        let is_held = listed >= self.bag_tax + Money::centimos(1);
        if self.regime.is_nuevo_rus() || !is_held { Money::ZERO } else { self.bag_tax.times(bags).unwrap_or_default() }
    }
    /// How something stands to the IGV under it: what is taxed elsewhere is exonerated in the jungle. Nothing bears IGV in the Nuevo RUS,
    /// whose monthly quota holds it (DL 937, article 4).
    pub const fn treatment(self, of: IgvTreatment) -> IgvTreatment {
        match of {
            _ if self.regime.is_nuevo_rus() => IgvTreatment::Unaffected,
            IgvTreatment::Taxed if self.exonerated => IgvTreatment::Exonerated,
            other => other,
        }
    }
    /// The per cent of IGV that a price contains.
    pub const fn percent_of(self, of: IgvTreatment) -> Quantity {
        match self.treatment(of) {
            IgvTreatment::Taxed => self.percent,
            IgvTreatment::Exonerated | IgvTreatment::Unaffected => Quantity::ZERO,
        }
    }
}
