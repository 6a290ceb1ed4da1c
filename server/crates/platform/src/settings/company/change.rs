//! Changing the company's own data.

use super::{
    gateway::{Gateway, mask_secret},
    model::{ChangeCompany, Company, CompanyInfo},
    store,
};
use crate::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    settings::tax,
    use_case::{Actor, Work},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Faults, Result},
};
use futures::future::BoxFuture;
use serde_json::{Value, json};

/// The parts of a change of the company that affect its electronic documents.
#[derive(Debug, Clone, Copy)]
pub struct CompanyChange {
    pub switched_on: bool,
    /// Whether its tax number has changed.
    pub renumbered: bool,
    /// Whether it sells in the jungle zone from today on; `None`: unchanged.
    pub is_jungle: Option<bool>,
}

/// A hook that runs in the transaction of a change of the company. It refuses to switch on electronic documents that are not set up,
/// switches them on where this change completed their setup, and refuses to change a tax number that has issued documents.
pub type AfterChange = for<'t> fn(&'t mut Tx, CompanyChange, DateTime<Utc>) -> BoxFuture<'t, Result<()>>;

/// Loads the company for its screen.
pub(super) async fn load_company(tx: &mut Tx, actor: &Actor, now: DateTime<Utc>) -> Result<Company> {
    let info = CompanyInfo::load(tx).await?;
    let gateway: Gateway = store::load_gateway(tx, &actor.app.seals()).await?;
    let rule = tax::load_rule_at(tx, now).await?;
    Ok(Company {
        info,
        is_jungle: rule.exonerated,
        igv: rule.percent,
        apifact_url: gateway.apifact_url,
        token_apifact: mask_secret(&gateway.token_apifact),
        correlative: gateway.correlative,
        domain: actor.company.domain.clone(),
        uuid_channel: actor.company.uuid_channel.clone(),
    })
}

/// Updates only the fields sent.
pub(super) async fn change_company(work: &mut Work<'_>, form: &ChangeCompany, after: AfterChange) -> Result<Company> {
    store::lock_company(work.tx).await?;
    let was = load_company(work.tx, work.actor, work.now).await?;
    let mut faults = Faults::default();
    faults.ok(check_fixed(&was, form))?;
    let info = CompanyInfo::load(work.tx).await?.with_changes(form);
    faults.ok(info.check(form))?;
    let seals = work.actor.app.seals();
    let had: Gateway = store::load_gateway(work.tx, &seals).await?;
    let has = had.clone().with_changes(form);
    faults.ok(has.check())?;
    faults.ok(has.check_token_is_given(&had, form))?;
    faults.finish()?;
    store::save_company(work.tx, &info, &has, &seals).await?;
    let what = CompanyChange {
        switched_on: info.is_electronic_invoice && !was.info.is_electronic_invoice,
        renumbered: (info.document_type, &info.document_number) != (was.info.document_type, &was.info.document_number),
        is_jungle: form.is_jungle.filter(|wanted| *wanted != was.is_jungle),
    };
    after(work.tx, what, work.now).await?;
    let now = load_company(work.tx, work.actor, work.now).await?;
    let entry = AuditEntry::new("COMPANY_CHANGED").entity("company_info", 1);
    let token_changed = had.token_apifact != has.token_apifact;
    let entry = entry.change(Some(snapshot(&was, false)), Some(snapshot(&now, token_changed)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(now)
}

/// Refuses changes of values that are shown here but changed elsewhere.
fn check_fixed(was: &Company, form: &ChangeCompany) -> Result<()> {
    let mut faults = Faults::default();
    if form.igv.is_some_and(|igv| igv != was.igv) {
        faults.add("igv", "El IGV cambia por fecha: agrega una tasa en Ajustes globales.");
    }
    let wanted = form.domain.as_deref().map(str::trim).filter(|d| !d.is_empty());
    if wanted.is_some_and(|d| was.domain.as_deref() != Some(d)) {
        faults.add("domain", "El dominio solo lo cambia quien administra el servidor.");
    }
    faults.finish()
}

/// Returns the state for the action log, without the secret.
fn snapshot(company: &Company, token_changed: bool) -> Value {
    let mut value = serde_json::to_value(&company.info).unwrap_or_default();
    value["is_jungle"] = json!(company.is_jungle);
    value["apifact_url"] = json!(company.apifact_url);
    value["correlative"] = json!(company.correlative);
    if token_changed {
        value["token_apifact"] = json!("cambiado");
    }
    value
}
