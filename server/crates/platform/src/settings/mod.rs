//! The company's settings: business day, tolerances, switches, tax rates, its own data. All rooms read them, only this one writes them.

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
pub mod tax_zone;
mod tax_zone_store;
mod time_zones;
pub mod wall_clock;
mod work;

pub use accounting::set_accounting_notes;
pub use change::{ChangeSettings, MAX_MARGIN, change_settings, check_settings, is_percent};
pub use company::{
    AfterChange, CompanyChange, CompanyInfo, DocumentProvider, TaxIdType, load_provider, lock_company, set_electronic,
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
use chrono::{DateTime, Duration, NaiveDate, NaiveDateTime, Utc};
use chrono_tz::Tz;
use comanda_base::{
    db::Tx,
    error::Result,
    money::{Money, Quantity},
    words::IgvTreatment,
};

/// The row of `global_settings`, with the time zone parsed.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct Settings {
    pub security_pin_hash: Option<String>,
    #[row(with = store::read_time_zone)]
    pub time_zone: Tz,
    pub business_day_start_minutes: i64,
    pub hour_production: i64,
    pub delivery_charge: Money,
    pub delivery_app_enabled: bool,
    /// Whether orders of delivery apps have the delivery charge too.
    pub app_delivery_charge: bool,
    pub cleaning_enabled: bool,
    pub waiters_share_tables: bool,
    /// Whether the number of guests is asked before a table is opened.
    pub ask_persons: bool,
    /// Whether the comanda of an order also lists what waits for a later course.
    pub print_held_courses: bool,
    pub cash_rounding: bool,
    pub cash_tolerance: Money,
    /// Whether resold products may be sold beyond their stock.
    pub negative_stock: bool,
    /// The day up to which documents of stock and purchases can neither be created nor changed.
    pub books_closed_until: Option<NaiveDate>,
    /// Whether unit costs of purchases include the IGV, even on a factura.
    pub cost_with_igv: bool,
    /// The target margin of dishes on their price without IGV in per cent, unless their category has another one.
    pub target_margin: Quantity,
    /// The recargo al consumo of new table accounts in per cent; zero: none.
    pub service_percent: Quantity,
    /// Whether listed prices include that recargo, so that they are what is paid.
    pub prices_include_service: bool,
    /// Whether tips are stated on the document under charge code 46, instead of beside it.
    pub tip_on_document: bool,
    /// Whether the register of sales lists notas de venta too.
    pub accounting_notes: bool,
    /// The language of the screens.
    #[row(with = store::read_locale)]
    pub locale: Locale,
    /// Whether all print agents listen on the company's channel instead of those of their users.
    #[row(with = store::read_print_channel)]
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
            print_held_courses: false,
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
    /// Loads the settings; a company without a row has the defaults.
    pub async fn load(tx: &mut Tx) -> Result<Self> {
        store::load_settings(tx).await
    }
    /// Returns the calendar day of `at` in the company's time zone.
    pub fn calendar_day(&self, at: DateTime<Utc>) -> NaiveDate {
        at.with_timezone(&self.time_zone).date_naive()
    }
    /// Returns the business day to which `at` belongs.
    pub fn business_day(&self, at: DateTime<Utc>) -> NaiveDate {
        let local = at.with_timezone(&self.time_zone).naive_local();
        (local - Duration::minutes(self.business_day_start_minutes)).date()
    }
    /// Returns the instant at which a business day begins.
    pub fn day_begins(&self, day: NaiveDate) -> DateTime<Utc> {
        let local = day.and_time(chrono::NaiveTime::MIN) + Duration::minutes(self.business_day_start_minutes);
        wall_clock::first_instant(local, self.time_zone)
    }
    /// Returns the first instant of a business day, and that of the next one.
    pub fn day_span(&self, day: NaiveDate) -> (DateTime<Utc>, DateTime<Utc>) {
        (self.day_begins(day), self.day_begins(day + Duration::days(1)))
    }
    /// Formats the start of business days as `HH:MM`.
    pub fn business_day_start(&self) -> String {
        format!("{:02}:{:02}", self.business_day_start_minutes / 60, self.business_day_start_minutes % 60)
    }
    /// Formats an instant like `21/11/2026 13:05` in the company's time zone.
    pub fn local_text(&self, at: DateTime<Utc>) -> String {
        self.local_time(at).format("%d/%m/%Y %H:%M").to_string()
    }
    /// Returns date and time of an instant in the company's time zone.
    pub fn local_time(&self, at: DateTime<Utc>) -> NaiveDateTime {
        at.with_timezone(&self.time_zone).naive_local()
    }
}

/// The tax rule of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxRule {
    /// The rate of IGV in per cent: 18 is `Quantity::units(18)`.
    pub percent: Quantity,
    /// Whether sales are exonerated of IGV, as in the jungle zone.
    pub exonerated: bool,
    pub regime: Regime,
    /// The tax on one plastic bag on the day.
    pub bag_tax: Money,
}
impl TaxRule {
    /// Returns the rule under which a document of a day was issued, by the rate that it states; zero means exonerated.
    pub fn for_document(igv_percent: Quantity, issued_on: NaiveDate) -> Self {
        let exonerated = igv_percent.is_zero();
        Self { percent: igv_percent, exonerated, regime: Regime::General, bag_tax: law::bag_tax_on(issued_on) }
    }
    /// Returns the tax (ICBPER) that the price of plastic bags includes: zero in the Nuevo RUS (SUNAT rule 3240), and zero where the listed
    /// price would leave less than a céntimo beside it, since a document cannot have a line without value (rule 3105).
    pub fn bag_tax_of(self, listed: Money, bags: Quantity) -> Money {
        let is_held = listed >= self.bag_tax + Money::centimos(1);
        if self.regime.is_nuevo_rus() || !is_held { Money::ZERO } else { self.bag_tax.times(bags).unwrap_or_default() }
    }
    /// Returns how the IGV applies under this rule: in the jungle zone taxed products are exonerated. In the Nuevo RUS nothing bears IGV,
    /// since the monthly quota includes it (DL 937, article 4).
    pub const fn treatment(self, treatment: IgvTreatment) -> IgvTreatment {
        match treatment {
            _ if self.regime.is_nuevo_rus() => IgvTreatment::Unaffected,
            IgvTreatment::Taxed if self.exonerated => IgvTreatment::Exonerated,
            other => other,
        }
    }
    /// Returns the percentage of IGV that a price includes.
    pub const fn percent_of(self, treatment: IgvTreatment) -> Quantity {
        match self.treatment(treatment) {
            IgvTreatment::Taxed => self.percent,
            IgvTreatment::Exonerated | IgvTreatment::Unaffected => Quantity::ZERO,
        }
    }
}
