//! Creates, changes and deletes clients; a document is never registered twice.

use super::{
    document::{self, IdentityDocument},
    model::Client,
    party::{Party, SaveParty},
    store,
};
use comanda_base::{
    attempt, db,
    error::{Code, OrNotFound, Result, refuse},
    ids::ClientId,
    words::end_sentence,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::json;

impl From<Client> for Party {
    fn from(c: Client) -> Self {
        Self {
            document_type: c.document_type,
            document_number: c.document_number,
            name: c.name,
            last_name: c.last_name,
            business_name: c.business_name,
            phone: c.phone,
            email: c.email,
            dob: c.dob,
            address: c.address,
            department: c.department,
            province: c.province,
            district: c.district,
            ubigeo_sunat: c.ubigeo_sunat,
            reference: c.reference,
            status: c.status,
        }
    }
}

pub(super) async fn create_client(work: &mut Work<'_>, body: &SaveParty) -> Result<Client> {
    let mut fields = Party::new(IdentityDocument::Dni);
    fields.apply_form(body, work.business_day().await?)?;
    let inserted = attempt!(work.tx, store::insert_client(work.tx, &fields).await);
    let id = refuse_taken_document(work, &fields, inserted).await?;
    audit::log(work.tx, work.actor, work.now, AuditEntry::new("CLIENT_CREATED").entity("client", id.0)).await?;
    super::load_client(work.tx, id).await
}

/// Updates only the fields sent.
pub(super) async fn update_client(work: &mut Work<'_>, id: ClientId, body: &SaveParty) -> Result<Client> {
    let before = lock_editable_client(work, id).await?;
    let was = json!(before);
    let mut fields = Party::from(before);
    fields.apply_form(body, work.business_day().await?)?;
    let updated = attempt!(work.tx, store::update_client(work.tx, id, &fields).await);
    refuse_taken_document(work, &fields, updated).await?;
    let after = super::load_client(work.tx, id).await?;
    let entry = AuditEntry::new("CLIENT_CHANGED").entity("client", id.0).change(Some(was), Some(json!(after)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(after)
}

/// Deletes a client that no account and no document refers to; the caller has checked that, or a foreign key refuses it.
pub(super) async fn delete_client(work: &mut Work<'_>, id: ClientId) -> Result<()> {
    let before = lock_editable_client(work, id).await?;
    store::delete_client(work.tx, id).await?;
    let entry = AuditEntry::new("CLIENT_DELETED").entity("client", id.0).change(Some(json!(before)), None);
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}

/// Locks a client; refuses CLIENTES VARIOS, which documents without a name need.
pub(super) async fn lock_editable_client(work: &mut Work<'_>, id: ClientId) -> Result<Client> {
    store::lock_client(work.tx, id).await.or_not_found("el cliente")?;
    let client = super::load_client(work.tx, id).await?;
    if client.document_number.as_deref() == Some(document::ANONYMOUS_DNI) {
        return refuse(Code::InUse, "CLIENTES VARIOS no se cambia: lo usan las boletas sin nombre.").err();
    }
    Ok(client)
}

/// Turns a violation of the unique document into a refusal that shows its owner.
async fn refuse_taken_document<T>(work: &mut Work<'_>, fields: &Party, result: db::Result<T>) -> Result<T> {
    match result {
        Err(e) if e.is_unique_violation("document_number") => {
            let number = fields.document_number.as_deref().unwrap_or_default();
            let owner = store::find_by_document(work.tx, fields.document_type, number).await?;
            let name = owner.as_ref().map(|c| c.display_name.clone()).unwrap_or_default();
            let owned = end_sentence(&format!("Ya hay un cliente con ese documento: {name}"));
            refuse(Code::AlreadyExists, format!("{owned} Búscalo y elígelo."))
                .at("document_number", "Ya está registrado.")
                .with_current(owner)
                .err()
        }
        other => Ok(other?),
    }
}
