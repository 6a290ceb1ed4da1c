//! Changes of the licence by a super admin.

use super::status::LicenseStatus;
use crate::{
    audit::{self, AuditEntry},
    companies::{CompanyUpdate, license_day},
    use_case::Work,
};
use chrono::NaiveDate;
use comanda_base::{
    error::{Result, invalid},
    form::deserialize_optional,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Body of `PUT /license/update`; only what is given changes.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ChangeLicense {
    pub license_active: Option<bool>,
    /// The last day; null removes it.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<NaiveDate>)]
    pub license_until: Option<Option<NaiveDate>>,
}

/// Changes the licence in the control database, and logs it in the company's own log.
pub(super) async fn change_license(work: &mut Work<'_>, body: &ChangeLicense) -> Result<LicenseStatus> {
    let company = work.actor.company.clone();
    let until = body.license_until.unwrap_or(company.license_until);
    if body.license_active == Some(true) && until.is_some_and(|until| until < license_day(work.now)) {
        let text = "El último día ya pasó: la licencia seguiría vencida. Pon una fecha de hoy en adelante, o ninguna.";
        return invalid("license_until", text).err();
    }
    let entry = AuditEntry::new("LICENSE_CHANGED").entity("companies", company.id).change(
        Some(json!({"license_active": company.license_active, "license_until": company.license_until})),
        Some(json!({"license_active": body.license_active.unwrap_or(company.license_active), "license_until": until})),
    );
    audit::log(work.tx, work.actor, work.now, entry).await?;
    let change = CompanyUpdate {
        license_active: body.license_active,
        license_until: body.license_until,
        ..CompanyUpdate::default()
    };
    let row = work.actor.app.companies().change_company(&company.slug, &change).await?;
    Ok(LicenseStatus::from_row(row, work.now))
}
