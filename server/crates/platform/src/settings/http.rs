//! Calls of the company's settings.

use super::{
    AfterChange, Locale, Settings, company, law_http, logo,
    time_zones::{self, Zone},
};
use crate::{
    http::{Answer, address, ok, rows},
    state::App,
    use_case::{Action, Actor},
};
use axum::{Json, http::HeaderMap};
use chrono::NaiveDate;
use comanda_base::{
    error::Result,
    listing::Rows,
    money::{Money, Quantity},
};
use serde::Serialize;
use std::net::SocketAddr;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice; `after_company` is billing's hook after a change of the company.
pub fn routes(after_company: AfterChange) -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(company::http::routes(after_company))
        .merge(logo::routes())
        .merge(law_http::routes())
        .routes(routes!(get_server_address))
        .routes(routes!(get_global_settings))
        .routes(routes!(list_time_zones))
}

/// The company's settings for screens, without the PIN.
#[derive(Debug, Serialize, ToSchema)]
pub struct GlobalSettings {
    pub pin_set: bool,
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
    /// The recargo al consumo of new table accounts in per cent; 0: none.
    pub service_percent: Quantity,
    /// Whether listed prices include that recargo, so that they are what is paid.
    pub prices_include_service: bool,
    /// Whether tips are stated on the document under charge code 46.
    pub tip_on_document: bool,
    /// Whether resold products may be sold beyond their stock.
    pub negative_stock: bool,
    /// The day up to which documents of stock and purchases can neither be created nor changed.
    pub books_closed_until: Option<NaiveDate>,
    /// Whether unit costs of purchases include the IGV, even on a factura.
    pub cost_with_igv: bool,
    /// The target margin of dishes on their price without IGV in per cent, unless their category has another one.
    pub target_margin: Quantity,
    pub time_zone: String,
    /// The start of the business day as `HH:MM`.
    pub business_day_start: String,
    /// The language of the screens.
    pub locale: Locale,
}

/// Returns the company's settings.
#[utoipa::path(get, path = "/global-settings", tag = "settings", responses((status = 200, body = Answer<GlobalSettings>)))]
async fn get_global_settings(actor: Actor) -> Result<Json<Answer<GlobalSettings>>> {
    let mut tx = actor.company.db.read().await?;
    Ok(ok(Settings::load(&mut tx).await?.into()))
}

impl From<Settings> for GlobalSettings {
    fn from(s: Settings) -> Self {
        Self {
            business_day_start: s.business_day_start(),
            pin_set: s.security_pin_hash.is_some(),
            hour_production: s.hour_production,
            delivery_charge: s.delivery_charge,
            delivery_app_enabled: s.delivery_app_enabled,
            app_delivery_charge: s.app_delivery_charge,
            cleaning_enabled: s.cleaning_enabled,
            waiters_share_tables: s.waiters_share_tables,
            ask_persons: s.ask_persons,
            print_held_courses: s.print_held_courses,
            cash_rounding: s.cash_rounding,
            cash_tolerance: s.cash_tolerance,
            service_percent: s.service_percent,
            prices_include_service: s.prices_include_service,
            tip_on_document: s.tip_on_document,
            negative_stock: s.negative_stock,
            books_closed_until: s.books_closed_until,
            cost_with_igv: s.cost_with_igv,
            target_margin: s.target_margin,
            time_zone: s.time_zone.to_string(),
            locale: s.locale,
        }
    }
}

/// Lists the time zones to choose from, with their present offset from UTC.
#[utoipa::path(get, path = "/time-zones", tag = "settings", responses((status = 200, body = Rows<Zone>)))]
async fn list_time_zones(actor: Actor) -> Result<Rows<Zone>> {
    actor.require(Action::SeeSettings)?;
    Ok(rows(time_zones::list_time_zones(actor.app.clock().now())))
}

/// The address of this server.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServerAddress {
    /// The URL for other devices on the local network: `http://192.168.1.20:8080`.
    pub url: String,
    /// Whether other devices can reach it.
    pub reachable: bool,
    /// The value of `--listen` with which others could reach it: `0.0.0.0:8080`.
    #[schema(value_type = String)]
    pub listen_for_all: SocketAddr,
}

/// Returns the address at which a phone opens Comanda, for any signed-in user.
#[utoipa::path(get, path = "/server-address", tag = "settings", responses((status = 200, body = Answer<ServerAddress>)))]
async fn get_server_address(actor: Actor, headers: HeaderMap) -> Result<Json<Answer<ServerAddress>>> {
    let config = actor.app.config();
    let found = address::server_address(config.public_url.as_deref(), config.scheme(), config.listen.ip(), &headers);
    let listen_for_all = SocketAddr::from(([0, 0, 0, 0], config.listen.port()));
    Ok(ok(ServerAddress { url: found.url, reachable: found.reachable, listen_for_all }))
}
