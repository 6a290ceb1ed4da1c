//! The setting of the register of sales.

use super::store;
use crate::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use comanda_base::error::Result;
use serde_json::json;

/// Sets whether the register of sales lists notas de venta.
pub async fn set_accounting_notes(work: &mut Work<'_>, include: bool) -> Result<()> {
    let was = work.settings().await?.accounting_notes;
    if was == include {
        return Ok(());
    }
    store::set_accounting_notes(work.tx, include).await?;
    let say = |notes: bool| Some(json!({ "accounting_notes": notes }));
    let entry = AuditEntry::new("SETTINGS_CHANGED").entity("global_settings", 1).change(say(was), say(include));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::SettingsChanged, json!({}));
    Ok(())
}
