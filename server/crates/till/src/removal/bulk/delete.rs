//! Deletes in one transaction, after a backup that was checked.

use super::{
    model::Deleted,
    refusal,
    store::{self, Kind},
};
use comanda_base::error::{Code, Error, Result, refuse};
use comanda_masterdata::catalog;
use comanda_platform::{
    audit::{self, AuditEntry},
    companies::CompanyBackup,
    people::pin::Approval,
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;

/// Deletes everything of a kind; `backup` contains all of it.
pub(super) async fn delete_kind(
    work: &mut Work<'_>,
    kind: Kind,
    approval: Approval,
    backup: &CompanyBackup,
) -> Result<Deleted> {
    store::lock_all_tables(work.tx).await?;
    // Somebody may have opened an account while the backup was made.
    if let Some(refusal) = refusal::find_refusal(kind, &store::load_facts(work.tx).await?) {
        return refusal.err();
    }
    let parts = store::delete_rows_of_kind(work.tx, kind).await.map_err(to_in_use_refusal)?;
    work.wakes_valuer = true;
    let place = backup.path.display().to_string();
    let counts: serde_json::Map<_, _> = parts.iter().map(|part| (part.name.to_owned(), json!(part.count))).collect();
    let entry = AuditEntry::new("DATA_DELETED")
        .approver(approval.approver_id)
        .reason(kind.spanish_name())
        .change(Some(json!(counts)), Some(json!({"backup": place})));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    for (room, event) in [
        (Room::Floor, EventKind::FloorChanged),
        (Room::Kitchen, EventKind::KitchenChanged),
        (Room::Cash, EventKind::CycleChanged),
        (Room::Printing, EventKind::JobChanged),
    ] {
        work.add_event(room, event, json!({}));
    }
    catalog::version::mark_changed(work, json!({}));
    Ok(Deleted { deleted: parts, backup: place, backup_bytes: i64::try_from(backup.bytes).unwrap_or(i64::MAX) })
}

/// Converts a foreign key error to a refusal: something still refers to a row, because it was inserted a moment ago or its table is missing
/// in `tables`.
fn to_in_use_refusal(error: comanda_base::db::Error) -> Error {
    match error {
        comanda_base::db::Error::ForeignKey => {
            refuse(Code::InUse, "Algo de esto se está usando en este momento y no se borró nada. Vuelve a intentar.")
                .into()
        }
        other => other.into(),
    }
}
