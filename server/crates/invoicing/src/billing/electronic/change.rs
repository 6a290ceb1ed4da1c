//! Changes the setup of electronic billing.

use super::{
    model::{Boletas, Gateway},
    setup::BillingSetup,
    setup_store, switch,
    view::{ElectronicBilling, load_electronic_billing},
};
use chrono::NaiveTime;
use comanda_base::{
    email,
    error::{Faults, Result},
    outbound,
    seal::{SecretKind, serialize_redacted},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    settings::{self, CompanyInfo},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

const MAX_URL: usize = 300;
const MAX_USER: usize = 60;
const MAX_PASSWORD: usize = 100;

/// Body of `PUT /electronic-billing`; only the given fields change.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
pub(super) struct ChangeElectronicBilling {
    pub gateway: Option<Gateway>,
    /// The address of an OSE: https, or http on this machine.
    pub url: Option<String>,
    /// The SOL user without the RUC in front.
    pub sol_user: Option<String>,
    /// The SOL password; blank keeps the current one. It is required again with another gateway, address or user, since it belongs to that
    /// one alone.
    #[serde(serialize_with = "serialize_redacted")]
    pub sol_password: Option<String>,
    pub boletas: Option<Boletas>,
    /// `HH:MM`
    pub summary_time: Option<String>,
    /// The address for alerts; empty for the administrators' addresses.
    pub alert_email: Option<String>,
    /// Can only be set to false.
    pub issues_on_paper: Option<bool>,
}

impl ChangeElectronicBilling {
    fn password(&self) -> Option<&str> {
        self.sol_password.as_deref().filter(|p| !p.trim().is_empty())
    }
}

impl BillingSetup {
    fn with_changes(mut self, body: &ChangeElectronicBilling) -> Self {
        self.gateway = body.gateway.unwrap_or(self.gateway);
        self.boletas = body.boletas.unwrap_or(self.boletas);
        self.issues_on_paper = body.issues_on_paper.unwrap_or(self.issues_on_paper);
        for (sent, kept) in [
            (&body.url, &mut self.url),
            (&body.sol_user, &mut self.sol_user),
            (&body.summary_time, &mut self.summary_time),
            (&body.alert_email, &mut self.alert_email),
        ] {
            if let Some(text) = sent {
                text.trim().clone_into(kept);
            }
        }
        self
    }

    /// Whether a password given for `before` would be sent to a different service or user.
    fn needs_new_password(&self, before: &Self) -> bool {
        self.gateway.needs_certificate()
            && (self.gateway != before.gateway
                || self.sol_user != before.sol_user
                || (self.gateway.has_url() && self.url != before.url))
    }
}

/// Changes the given fields.
pub(super) async fn change_electronic_billing(
    work: &mut Work<'_>,
    body: &ChangeElectronicBilling,
) -> Result<ElectronicBilling> {
    settings::lock_company(work.tx).await?;
    let was = BillingSetup::load(work.tx).await?;
    let ruc = CompanyInfo::load(work.tx).await?.document_number;
    let now = validate(&was, was.clone().with_changes(body), body, &ruc, work.actor.company.is_demo())?;
    setup_store::update_setup(work.tx, &now).await?;
    if let Some(password) = body.password() {
        let sealed = work.actor.app.seals().seal(SecretKind::SolPassword, password)?;
        setup_store::update_password(work.tx, &sealed).await?;
    }
    if body.password().is_some() || now.needs_new_password(&was) {
        setup_store::mark_credentials_changed(work.tx, work.now).await?;
    }
    switch::apply_setup_change(work.tx, work.now).await?;
    let mut after = audit_json(&now);
    if body.password().is_some() {
        after["sol_password"] = json!("cambiada");
    }
    let entry = AuditEntry::new("ELECTRONIC_BILLING_CHANGED").entity("electronic_billing", 1);
    audit::log(work.tx, work.actor, work.now, entry.change(Some(self::audit_json(&was)), Some(after))).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    load_electronic_billing(work.tx, work.actor).await
}

/// Describes the setup for the action log, without secrets.
fn audit_json(setup: &BillingSetup) -> Value {
    json!({
        "gateway": setup.gateway,
        "url": setup.url,
        "sol_user": setup.sol_user,
        "boletas": setup.boletas,
        "summary_time": setup.summary_time,
        "alert_email": setup.alert_email,
        "issues_on_paper": setup.issues_on_paper,
    })
}

/// Validates and normalizes the new setup; `ruc` is the company's.
fn validate(
    was: &BillingSetup,
    mut now: BillingSetup,
    body: &ChangeElectronicBilling,
    ruc: &str,
    is_demo: bool,
) -> Result<BillingSetup> {
    let mut faults = Faults::default();
    let may_be_demo = is_demo || was.gateway == Gateway::Demo;
    faults.check(
        now.gateway != Gateway::Demo || may_be_demo,
        "gateway",
        "DEMO es solo para el restaurante de demostración. Elige SUNAT, OSE o un proveedor.",
    );
    if now.url.is_empty() {
        faults.check(!now.gateway.has_url(), "url", "Escribe la dirección que te dio tu OSE.");
    } else if now.url.len() > MAX_URL || !outbound::may_carry_secrets(&now.url) {
        let text =
            "La dirección empieza con https:// y lleva hasta 300 letras, como https://ose.ejemplo.pe/ol/billService.";
        faults.add("url", text);
    }
    let user = &now.sol_user;
    if user.len() > MAX_USER || !user.chars().all(|c| c.is_ascii_graphic()) {
        faults.add("sol_user", "El usuario lleva hasta 60 letras y dígitos, sin espacios ni tildes.");
    } else if !ruc.is_empty() && user.starts_with(ruc) {
        faults.add("sol_user", "Escribe el usuario sin el RUC adelante.");
    }
    match body.password() {
        Some(password) => faults.check(
            password.chars().count() <= MAX_PASSWORD && !password.chars().any(char::is_control),
            "sol_password",
            "La clave lleva hasta 100 letras, sin saltos de línea.",
        ),
        None => faults.check(
            !was.has_password || !now.needs_new_password(was),
            "sol_password",
            "Cambiaste de servicio o de usuario: escribe su clave. La guardada es de otro y no se le envía.",
        ),
    }
    match NaiveTime::parse_from_str(&now.summary_time, "%H:%M") {
        Ok(time) => now.summary_time = time.format("%H:%M").to_string(),
        Err(_) => faults.add("summary_time", "Escribe la hora como 05:00."),
    }
    if !now.alert_email.is_empty() {
        now.alert_email = faults.or_default(email::normalize_email("alert_email", &now.alert_email))?;
    }
    faults.check(
        !now.issues_on_paper || was.issues_on_paper,
        "issues_on_paper",
        "Ya no se emiten boletas ni facturas sin enviarlas a SUNAT. Configura la facturación electrónica.",
    );
    faults.finish()?;
    Ok(now)
}
