//! Calls of the settings.

use super::{
    CompanyInfo, Settings,
    change::{self, ChangeSettings},
};
use crate::{
    app::App,
    error::Result,
    http::{Action, Actor, Answer, Write, actor::AtCompany, ok, write::Done},
    money::{Money, Quantity},
    run_write,
};
use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(public_company_info))
        .routes(routes!(get_company_info))
        .routes(routes!(get_global_settings, change_global_settings))
        .routes(routes!(get_security_pin))
}

/// What the log-in page shows of a company.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublicCompany {
    pub commercial_name: String,
    pub logo: Option<String>,
    pub license_active: bool,
}

/// Name and logo for the log-in page.
#[utoipa::path(get, path = "/public/company-info", tag = "settings", security(()), responses((status = 200, body = Answer<PublicCompany>)))]
async fn public_company_info(
    AtCompany(company): AtCompany,
    axum::extract::State(app): axum::extract::State<App>,
) -> Result<Json<Answer<PublicCompany>>> {
    let mut tx = company.db.read().await?;
    let info = CompanyInfo::load(&mut tx).await?;
    let commercial_name = if info.commercial_name.is_empty() { company.name.clone() } else { info.commercial_name };
    Ok(ok(PublicCompany {
        commercial_name,
        logo: info.logo,
        license_active: company.license_active(app.clock().now()),
    }))
}

/// Who the company is.
#[utoipa::path(get, path = "/company-info", tag = "settings", responses((status = 200, body = Answer<CompanyInfo>)))]
async fn get_company_info(actor: Actor) -> Result<Json<Answer<CompanyInfo>>> {
    actor.must(Action::SeeSettings)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(CompanyInfo::load(&mut tx).await?))
}

/// The company's rules, as screens need them; the PIN itself is never told.
#[derive(Debug, Serialize, ToSchema)]
pub struct GlobalSettings {
    pub pin_set: bool,
    pub hour_production: i64,
    pub delivery_charge: Money,
    pub delivery_app_enabled: bool,
    pub cleaning_enabled: bool,
    pub waiters_share_tables: bool,
    pub cash_rounding: bool,
    pub cash_tolerance: Money,
    /// Per cent of recargo al consumo on new table accounts; 0: none.
    pub service_percent: Quantity,
    /// Tips go onto the document under charge code 46.
    pub tip_on_document: bool,
    /// Products that are resold may be sold below what there is.
    pub negative_stock: bool,
    pub time_zone: String,
    /// `HH:MM`
    pub business_day_start: String,
}

/// The company's rules.
#[utoipa::path(get, path = "/global-settings", tag = "settings", responses((status = 200, body = Answer<GlobalSettings>)))]
async fn get_global_settings(actor: Actor) -> Result<Json<Answer<GlobalSettings>>> {
    let mut tx = actor.company.db.read().await?;
    Ok(ok(Settings::load(&mut tx).await?.into()))
}

impl From<Settings> for GlobalSettings {
    fn from(s: Settings) -> Self {
        let start = s.business_day_start_minutes;
        Self {
            pin_set: s.security_pin_hash.is_some(),
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
            time_zone: s.time_zone.to_string(),
            business_day_start: format!("{:02}:{:02}", start / 60, start % 60),
        }
    }
}

/// Changes the company's rules; what is not given stays.
#[utoipa::path(put, path = "/global-settings", tag = "settings", request_body = ChangeSettings, responses((status = 200, body = Answer<GlobalSettings>)))]
async fn change_global_settings(actor: Actor, write: Write<ChangeSettings>) -> Result<Done> {
    actor.must(Action::Settings)?;
    run_write!(actor, write, |work, body| Ok(GlobalSettings::from(change::change(work, body).await?)))
}

/// Whether a security PIN is set.
#[derive(Debug, Serialize, ToSchema)]
pub struct SecurityPin {
    pub is_set: bool,
}

/// Says whether a PIN is set, never the PIN.
#[utoipa::path(get, path = "/security-pin", tag = "settings", responses((status = 200, body = Answer<SecurityPin>)))]
async fn get_security_pin(actor: Actor) -> Result<Json<Answer<SecurityPin>>> {
    let mut tx = actor.company.db.read().await?;
    let s = Settings::load(&mut tx).await?;
    Ok(ok(SecurityPin { is_set: s.security_pin_hash.is_some() }))
}
