//! Creates, changes and deletes providers; a document is never registered twice.

use super::{Provider, store};
use crate::clients::party::{Party, SaveParty};
use comanda_base::{
    attempt, db,
    error::{Code, Faults, OrNotFound, Result, refuse},
    ids::ProviderId,
    words::{IdentityDocument, end_sentence},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::json;

impl From<Provider> for Party {
    fn from(p: Provider) -> Self {
        Self {
            document_type: p.document_type,
            document_number: Some(p.document_number),
            name: p.name,
            last_name: p.last_name,
            business_name: p.business_name,
            phone: p.phone,
            email: p.email,
            dob: None,
            address: p.address,
            department: p.department,
            province: p.province,
            district: p.district,
            ubigeo_sunat: p.ubigeo_sunat,
            reference: p.reference,
            status: p.status,
        }
    }
}

async fn merge_form(work: &mut Work<'_>, mut party: Party, body: &SaveParty) -> Result<Party> {
    let mut faults = Faults::default();
    faults.ok(party.apply_form(body, work.business_day().await?))?;
    faults.check(party.document_number.is_some(), "document_number", "Escribe el número de documento.");
    faults.finish()?;
    Ok(party)
}

pub(super) async fn create_provider(work: &mut Work<'_>, body: &SaveParty) -> Result<Provider> {
    let party = merge_form(work, Party::new(IdentityDocument::Ruc), body).await?;
    let inserted = attempt!(work.tx, store::insert_provider(work.tx, &party).await);
    let id = refuse_taken_document(work, &party, inserted).await?;
    let after = super::load_provider(work.tx, id).await?;
    record_change(work, "PROVIDER_CREATED", id, None, Some(&after)).await?;
    Ok(after)
}

/// Updates only the fields sent.
pub(super) async fn update_provider(work: &mut Work<'_>, id: ProviderId, body: &SaveParty) -> Result<Provider> {
    store::lock_provider(work.tx, id).await.or_not_found("el proveedor")?;
    let before = super::load_provider(work.tx, id).await?;
    let party = merge_form(work, before.clone().into(), body).await?;
    let updated = attempt!(work.tx, store::update_provider(work.tx, id, &party).await);
    refuse_taken_document(work, &party, updated).await?;
    let after = super::load_provider(work.tx, id).await?;
    record_change(work, "PROVIDER_CHANGED", id, Some(&before), Some(&after)).await?;
    Ok(after)
}

/// Deletes a provider that nothing refers to.
pub(super) async fn delete_provider(work: &mut Work<'_>, id: ProviderId) -> Result<bool> {
    store::lock_provider(work.tx, id).await.or_not_found("el proveedor")?;
    let before = super::load_provider(work.tx, id).await?;
    match attempt!(work.tx, store::delete_provider(work.tx, id).await) {
        Err(db::Error::ForeignKey) => {
            let text = format!(
                "No se puede eliminar: {} tiene compras. Desactívalo: deja de aparecer al comprar y su historia queda.",
                before.display_name
            );
            return refuse(Code::InUse, text).with_current(&before).err();
        }
        other => other?,
    };
    record_change(work, "PROVIDER_DELETED", id, Some(&before), None).await?;
    Ok(true)
}

/// Turns a violation of the unique document into a refusal that shows its owner.
async fn refuse_taken_document<T>(work: &mut Work<'_>, party: &Party, result: db::Result<T>) -> Result<T> {
    match result {
        Err(e) if e.is_unique_violation("document_number") => {
            let number = party.document_number.as_deref().unwrap_or_default();
            let owner = store::find_by_document(work.tx, party.document_type, number).await?;
            let name = owner.as_ref().map(|p| p.display_name.clone()).unwrap_or_default();
            let owned = end_sentence(&format!("Ya hay un proveedor con ese documento: {name}"));
            refuse(Code::AlreadyExists, format!("{owned} Búscalo en la lista."))
                .at("document_number", "Ya está registrado.")
                .with_current(owner)
                .err()
        }
        other => Ok(other?),
    }
}

async fn record_change(
    work: &mut Work<'_>,
    action: &'static str,
    id: ProviderId,
    before: Option<&Provider>,
    after: Option<&Provider>,
) -> Result<()> {
    let entry =
        AuditEntry::new(action).entity("provider", id.0).change(before.map(|p| json!(p)), after.map(|p| json!(p)));
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}
