//! Switches documents to electronic: automatically once the setup is complete, later by the administrator.

use super::{queue, setup::BillingSetup, setup_store, store};
use crate::billing::find_last_issue_date;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
};
use comanda_platform::settings::{self, CompanyChange, tax, tax_zone};

/// Handles a change of the setup. Documents become electronic when the setup is complete for the first time, which ends unsent boletas.
/// Documents that waited for a corrected setup are due now.
pub(super) async fn apply_setup_change(tx: &mut Tx, now: DateTime<Utc>) -> Result<()> {
    if !BillingSetup::load(tx).await?.is_complete() {
        return Ok(());
    }
    queue::restart_after_gateway_change(tx, now).await?;
    if setup_store::mark_completed(tx, now).await? {
        settings::set_electronic(tx, true).await?;
    }
    Ok(())
}

/// Handles a change of the company: switching electronic documents on requires a complete setup, and the address and token of a provider
/// may have been what was missing. The RUC cannot change once documents were issued with it, nor the tax zone of days that have documents.
pub async fn apply_company_change(tx: &mut Tx, change: CompanyChange, now: DateTime<Utc>) -> Result<()> {
    if change.renumbered && store::has_sent_documents(tx).await? {
        let text = "Ya hay comprobantes electrónicos con este RUC, y no puede cambiar. Otra empresa lleva sus ventas aparte: \
                    pide que la creen en el servidor.";
        return invalid("document_number", text).err();
    }
    if change.switched_on && !BillingSetup::load(tx).await?.is_complete() {
        let text = "Antes de emitir comprobantes electrónicos, termina de configurar la facturación en Configuración, \
                    Facturación.";
        return invalid("is_electronic_invoice", text).err();
    }
    if let Some(is_jungle) = change.is_jungle {
        let last_issued = find_last_issue_date(tx, now).await?;
        tax_zone::set_zone_from_today(tx, is_jungle, last_issued, tax::issue_date(now)).await?;
    }
    apply_setup_change(tx, now).await
}
