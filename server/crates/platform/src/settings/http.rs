//! Calls of the company's rules.

use super::{
    AfterChange, Locale, Settings, company, law_http, logo,
    zones::{self, Zone},
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

/// Routes of this slice; `after_company` is what billing has to say of a change of the company.
pub fn routes(after_company: AfterChange) -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(company::http::routes(after_company))
        .merge(logo::routes())
        .merge(law_http::routes())
        .routes(routes!(get_server_address))
        .routes(routes!(get_global_settings))
        .routes(routes!(list_time_zones))
}

/// The company's rules, as screens need them; the PIN itself is never told.
#[derive(Debug, Serialize, ToSchema)]
pub struct GlobalSettings {
    pub pin_set: bool,
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
    /// Per cent of recargo al consumo on new table accounts; 0: none.
    pub service_percent: Quantity,
    /// Listed prices hold that recargo already: what is listed is what is paid.
    pub prices_include_service: bool,
    /// Tips go onto the document under charge code 46.
    pub tip_on_document: bool,
    /// Products that are resold may be sold below what there is.
    pub negative_stock: bool,
    /// Documents of stock and purchases up to this day are neither written nor changed.
    pub books_closed_until: Option<NaiveDate>,
    /// What is bought costs the house its IGV too, also on a factura.
    pub cost_with_igv: bool,
    /// What dishes should leave of their price without IGV, per cent, unless their category says otherwise.
    pub target_margin: Quantity,
    pub time_zone: String,
    /// `HH:MM`
    pub business_day_start: String,
    /// What screens are written in.
    pub locale: Locale,
}

/// The company's rules.
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

/// The time zones a restaurant may be in, with how far they are from UTC now.
#[utoipa::path(get, path = "/time-zones", tag = "settings", responses((status = 200, body = Rows<Zone>)))]
async fn list_time_zones(actor: Actor) -> Result<Rows<Zone>> {
    actor.must(Action::SeeSettings)?;
    Ok(rows(zones::zones(actor.app.clock().now())))
}

/// Where this server is reached.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServerAddress {
    /// At which address another device of the house opens it: `http://192.168.1.20:8080`.
    pub url: String,
    /// False where only the server's own machine reaches it.
    pub reachable: bool,
    /// With what `--listen` it would be reached: `0.0.0.0:8080`.
    #[schema(value_type = String)]
    pub listen_for_all: SocketAddr,
}

/// At which address a phone opens Comanda; whoever is signed in may know.
#[utoipa::path(get, path = "/server-address", tag = "settings", responses((status = 200, body = Answer<ServerAddress>)))]
async fn get_server_address(actor: Actor, headers: HeaderMap) -> Result<Json<Answer<ServerAddress>>> {
    let config = actor.app.config();
    let found = address::server_address(config.public_url.as_deref(), config.scheme(), config.listen.ip(), &headers);
    let listen_for_all = SocketAddr::from(([0, 0, 0, 0], config.listen.port()));
    Ok(ok(ServerAddress { url: found.url, reachable: found.reachable, listen_for_all }))
}
