//! When documents become electronic: by themselves once all is set up, later by the administrator.

use super::{queue, setup::Setup, setup_store, store};
use crate::billing::last_issue_date;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
};
use comanda_platform::settings::{self, CompanyChange, tax, zone};

/// Documents become electronic when the setup is complete for the first time; boletas that are not sent end with it. What waited for
/// a mended setup waits no longer.
pub(super) async fn after_change(tx: &mut Tx, now: DateTime<Utc>) -> Result<()> {
    if !Setup::load(tx).await?.is_complete() {
        return Ok(());
    }
    queue::begin_anew(tx, now).await?;
    if setup_store::complete_first(tx, now).await? {
        settings::set_electronic(tx, true).await?;
    }
    Ok(())
}

/// What a change of the company means for its documents: switched on they have to be set up, and the address and token of a provider
/// may be what was missing. A document says who issued it: that number stays. So does the zone of the days that have documents.
pub async fn after_company(tx: &mut Tx, change: CompanyChange, now: DateTime<Utc>) -> Result<()> {
    if change.renumbered && store::has_issued(tx).await? {
        let text = "Ya hay comprobantes electrónicos con este RUC, y no puede cambiar. Otra empresa lleva sus ventas aparte: \
                    pide que la creen en el servidor.";
        return invalid("document_number", text).err();
    }
    if change.switched_on && !Setup::load(tx).await?.is_complete() {
        let text = "Antes de emitir comprobantes electrónicos, termina de configurar la facturación en Configuración, \
                    Facturación.";
        return invalid("is_electronic_invoice", text).err();
    }
    if let Some(is_jungle) = change.is_jungle {
        let last_issued = last_issue_date(tx, now).await?;
        zone::set_today(tx, is_jungle, last_issued, tax::issue_date(now)).await?;
    }
    after_change(tx, now).await
}
