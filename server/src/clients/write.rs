//! Adding a client and changing one: what makes sense for the kind of document, and never the same document twice.

use super::{document, model::Client, store};
use crate::{
    attempt,
    audit::{self, Entry},
    db,
    error::{Code, Result, invalid, refuse},
    http::Work,
    ids::ClientId,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Longest text of a field, in characters.
const LONGEST: usize = 200;

/// Body of `POST /clients` and `PUT /clients/{id}`; PUT changes only what is given.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct SaveClient {
    /// DNI, RUC, CE or PASAPORTE; DNI where it is not said.
    pub document_type: Option<String>,
    pub document_number: Option<String>,
    pub name: Option<String>,
    pub last_name: Option<String>,
    pub business_name: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub address: Option<String>,
    pub reference: Option<String>,
    /// ACTIVE or INACTIVE.
    pub status: Option<String>,
}

/// A client about to be written.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub document_type: String,
    pub document_number: Option<String>,
    pub name: String,
    pub last_name: String,
    pub business_name: String,
    pub phone: String,
    pub email: String,
    pub address: String,
    pub reference: String,
    pub status: String,
}

impl From<Client> for Fields {
    fn from(c: Client) -> Self {
        Self {
            document_type: c.document_type,
            document_number: c.document_number,
            name: c.name,
            last_name: c.last_name,
            business_name: c.business_name,
            phone: c.phone,
            email: c.email,
            address: c.address,
            reference: c.reference,
            status: c.status,
        }
    }
}

impl Fields {
    fn take(&mut self, body: &SaveClient) -> Result<()> {
        for (name, given, kept) in [
            ("document_type", &body.document_type, &mut self.document_type),
            ("name", &body.name, &mut self.name),
            ("last_name", &body.last_name, &mut self.last_name),
            ("business_name", &body.business_name, &mut self.business_name),
            ("phone", &body.phone, &mut self.phone),
            ("email", &body.email, &mut self.email),
            ("address", &body.address, &mut self.address),
            ("reference", &body.reference, &mut self.reference),
            ("status", &body.status, &mut self.status),
        ] {
            let Some(text) = given else { continue };
            if text.chars().count() > LONGEST {
                return invalid(name, "El texto es demasiado largo. Usa hasta 200 letras.").err();
            }
            *kept = text.trim().to_owned();
        }
        if let Some(number) = &body.document_number {
            self.document_number = Some(number.clone()).filter(|n| !n.trim().is_empty());
        }
        self.check()
    }

    fn check(&mut self) -> Result<()> {
        if !document::KINDS.contains(&self.document_type.as_str()) {
            return invalid("document_type", "El tipo de documento es DNI, RUC, CE o PASAPORTE.").err();
        }
        if !["ACTIVE", "INACTIVE"].contains(&self.status.as_str()) {
            return invalid("status", "El estado es ACTIVE o INACTIVE.").err();
        }
        if let Some(number) = &self.document_number {
            self.document_number = Some(document::checked(&self.document_type, number)?);
        }
        if self.document_type == "RUC" {
            if self.document_number.is_none() {
                return invalid("document_number", "Escribe el RUC.").err();
            }
            if self.business_name.is_empty() {
                return invalid("business_name", "Escribe la razón social.").err();
            }
            (self.name, self.last_name) = Default::default();
        } else {
            if self.name.is_empty() {
                return invalid("name", "Escribe el nombre.").err();
            }
            self.business_name.clear();
        }
        Ok(())
    }
}

/// Adds a client.
pub(super) async fn create(work: &mut Work<'_>, body: &SaveClient) -> Result<Client> {
    let mut fields = Fields { document_type: "DNI".into(), status: "ACTIVE".into(), ..Fields::default() };
    fields.take(body)?;
    let inserted = attempt!(work.tx, store::insert(work.tx, &fields).await);
    let id = unless_taken(work, &fields, inserted).await?;
    audit::log(work.tx, work.actor, work.now, Entry::new("CLIENT_CREATED").entity("client", id.0)).await?;
    super::client(work.tx, id).await
}

/// Changes what is given.
pub(super) async fn update(work: &mut Work<'_>, id: ClientId, body: &SaveClient) -> Result<Client> {
    let before = super::client(work.tx, id).await?;
    if before.document_number.as_deref() == Some(document::NOBODY_DNI) {
        return refuse(Code::InUse, "CLIENTES VARIOS no se cambia: lo usan las boletas sin nombre.").err();
    }
    let was = json!(before);
    let mut fields = Fields::from(before);
    fields.take(body)?;
    let updated = attempt!(work.tx, store::update(work.tx, id, &fields).await);
    unless_taken(work, &fields, updated).await?;
    let after = super::client(work.tx, id).await?;
    let entry = Entry::new("CLIENT_CHANGED").entity("client", id.0).change(Some(was), Some(json!(after)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(after)
}

/// Turns 'this document exists' into a refusal that shows whose it is.
async fn unless_taken<T>(work: &mut Work<'_>, fields: &Fields, result: db::Result<T>) -> Result<T> {
    match result {
        Err(e) if e.is_unique("document_number") => {
            let number = fields.document_number.as_deref().unwrap_or_default();
            let owner = store::by_document(work.tx, &fields.document_type, number).await?;
            let name = owner.as_ref().map(|c| c.display_name.clone()).unwrap_or_default();
            refuse(Code::AlreadyExists, format!("Ya hay un cliente con ese documento: {name}. Búscalo y elígelo."))
                .at("document_number", "Ya está registrado.")
                .current(owner)
                .err()
        }
        other => Ok(other?),
    }
}
