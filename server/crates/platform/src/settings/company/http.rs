//! Calls of the company's own data.

use super::{
    CompanyInfo,
    change::{self, AfterChange},
    model::{ChangeCompany, Company},
};
use crate::{
    http::{Answer, CompanyOfHost, Write, ok},
    idempotent_write,
    settings::{Locale, locale},
    state::{App, WakePriority},
    use_case::{Action, Actor, WriteAnswer},
};
use axum::{Extension, Json, extract::State};
use comanda_base::error::Result;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::settings) fn routes(after: AfterChange) -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(public_company_info))
        .routes(routes!(get_company_info, change_company_info, set_company_info))
        .layer(Extension(after))
}

/// The public data of a company, for the log-in page.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublicCompany {
    pub commercial_name: String,
    /// The issuer as documents state it, for the public look-up of documents.
    pub legal_name: String,
    pub ruc: String,
    pub address: String,
    /// The URL path of the logo.
    pub logo: Option<String>,
    pub license_active: bool,
    /// The language of its screens.
    pub locale: Locale,
    /// Whether documents are only sent to this server's simulated tax authority, and so are worth nothing.
    pub is_billing_demo: bool,
}

/// Name and logo for the log-in page.
#[utoipa::path(get, path = "/public/company-info", tag = "settings", security(()), responses((status = 200, body = Answer<PublicCompany>)))]
async fn public_company_info(
    CompanyOfHost(company): CompanyOfHost,
    State(app): State<App>,
) -> Result<Json<Answer<PublicCompany>>> {
    let mut tx = company.db.read().await?;
    let info = CompanyInfo::load(&mut tx).await?;
    let locale = locale::load_locale(&mut tx).await?;
    let commercial_name = if info.commercial_name.is_empty() { company.name.clone() } else { info.commercial_name };
    Ok(ok(PublicCompany {
        commercial_name,
        legal_name: info.legal_name,
        ruc: info.document_number,
        address: info.commercial_address,
        logo: info.logo,
        license_active: company.is_license_active(app.clock().now()),
        locale,
        is_billing_demo: super::store::is_billing_demo(&mut tx).await?,
    }))
}

/// Returns the company's own data.
#[utoipa::path(get, path = "/company-info", tag = "settings", responses((status = 200, body = Answer<Company>)))]
async fn get_company_info(actor: Actor) -> Result<Json<Answer<Company>>> {
    actor.require(Action::SeeSettings)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(change::load_company(&mut tx, &actor, now).await?))
}

/// Changes the company's own data; fields that are not given stay.
#[utoipa::path(put, path = "/company-info", tag = "settings", request_body = ChangeCompany, responses((status = 200, body = Answer<Company>)))]
async fn change_company_info(
    actor: Actor,
    Extension(after): Extension<AfterChange>,
    write: Write<ChangeCompany>,
) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    let write = write.without_secrets()?;
    let answer = idempotent_write!(actor, write, |work, body| change::change_company(work, body, after).await)?;
    // A provider's address and token are among it.
    actor.app.document_sender_wake().wake(&actor.company.slug, WakePriority::Asked);
    Ok(answer)
}

/// Does the same as PUT: every company has its data from the first day on, and fields that are not given stay.
#[utoipa::path(post, path = "/company-info", tag = "settings", request_body = ChangeCompany, responses((status = 200, body = Answer<Company>)))]
async fn set_company_info(
    actor: Actor,
    Extension(after): Extension<AfterChange>,
    write: Write<ChangeCompany>,
) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    let write = write.without_secrets()?;
    let answer = idempotent_write!(actor, write, |work, body| change::change_company(work, body, after).await)?;
    // A provider's address and token are among it.
    actor.app.document_sender_wake().wake(&actor.company.slug, WakePriority::Asked);
    Ok(answer)
}
