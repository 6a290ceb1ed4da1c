//! Takes in a certificate: opens it with its password, checks it against the company's RUC and the date, and stores it sealed.

use super::{
    setup::BillingSetup,
    setup_store, switch,
    view::{CertificateFacts, ElectronicBilling, load_electronic_billing},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use comanda_base::{
    error::{Result, invalid},
    seal::{SecretKind, serialize_redacted},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    settings::{self, CompanyInfo, TaxIdType},
    use_case::Work,
};
use comanda_sunat::sign::{self, Certificate, CertificateProblem, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The largest size of a PFX; one of a certification authority, with the authority's own certificates, takes a tenth of this.
const MAX_BYTES: usize = 64 * 1024;

/// Body of `POST /electronic-billing/certificate`.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub(super) struct NewCertificate {
    /// The PFX or P12 file in base64, at most 64 KiB.
    pub pfx: String,
    #[serde(default, serialize_with = "serialize_redacted")]
    pub password: String,
}

/// A PFX that was opened with its password.
#[derive(Debug)]
pub(super) struct OpenedCertificate {
    /// The file in base64, as it is sealed.
    pfx: String,
    certificate: Certificate,
}

/// Opens the uploaded file on a blocking thread, since old files derive their keys slowly.
pub(super) async fn open_certificate(new: &NewCertificate) -> Result<OpenedCertificate> {
    let text: String = new.pfx.split_ascii_whitespace().collect();
    if text.is_empty() {
        return invalid("pfx", "Elige el archivo del certificado.").err();
    }
    let Some(bytes) = STANDARD.decode(&text).ok().filter(|bytes| bytes.len() <= MAX_BYTES) else {
        return invalid("pfx", "El archivo no es un certificado: un PFX o P12 ocupa menos de 64 KB.").err();
    };
    let password = new.password.clone();
    let opened =
        tokio::task::spawn_blocking(move || sign::open_pfx(&bytes, &password).map(|s| s.certificate().clone())).await;
    match opened.unwrap_or(Err(StoreError::NotAStore)) {
        Ok(certificate) => Ok(OpenedCertificate { pfx: text, certificate }),
        Err(wrong @ StoreError::WrongPassword) => invalid("password", wrong.to_string()).err(),
        Err(wrong) => invalid("pfx", wrong.to_string()).err(),
    }
}

/// Stores a certificate after checking that the company may sign with it.
pub(super) async fn save_certificate(
    work: &mut Work<'_>,
    new: &NewCertificate,
    opened: &OpenedCertificate,
) -> Result<ElectronicBilling> {
    settings::lock_company(work.tx).await?;
    let company = CompanyInfo::load(work.tx).await?;
    let ruc = company.document_number;
    if company.document_type != TaxIdType::Ruc || ruc.is_empty() {
        return invalid("pfx", "Primero escribe el RUC de tu empresa en Configuración, Empresa.").err();
    }
    let certificate = &opened.certificate;
    match certificate.check(&ruc, work.now) {
        Ok(()) => {}
        Err(why @ CertificateProblem::OtherCompany) => {
            let rucs = if certificate.rucs.is_empty() { "ningún RUC".into() } else { certificate.rucs.join(", ") };
            return invalid("pfx", format!("{why} Dice {rucs} y tu empresa es {ruc}.")).err();
        }
        Err(why) => return invalid("pfx", why.to_string()).err(),
    }
    let was = CertificateFacts::from_setup(&BillingSetup::load(work.tx).await?);
    let subject = certificate.subject.clone();
    let facts = CertificateFacts { subject, ruc, expires_at: Some(certificate.expires_at) };
    let seals = work.actor.app.seals();
    let password = seals.seal(SecretKind::CertificatePassword, &new.password)?;
    setup_store::update_certificate(work.tx, &seals.seal(SecretKind::Certificate, &opened.pfx)?, &password, &facts)
        .await?;
    switch::apply_setup_change(work.tx, work.now).await?;
    let entry = AuditEntry::new("CERTIFICATE_CHANGED").entity("electronic_billing", 1);
    audit::log(work.tx, work.actor, work.now, entry.change(was.map(|was| json!(was)), Some(json!(facts)))).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    load_electronic_billing(work.tx, work.actor).await
}
