//! What a guest says of themselves when an account is opened: what they are called, their document, who the document is to.

use super::open_request::{nullable, text};
use crate::orders::model::Guest;
use comanda_base::{
    error::{Faults, Result, invalid},
    ids::ClientId,
    words::IdentityDocument,
};
use comanda_masterdata::clients::{self, Client, document};
use comanda_platform::use_case::Work;
use serde::Deserialize;
use utoipa::ToSchema;

/// The fields of a body that say it; what is not given stays.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct GuestGiven {
    /// Who the document is to; `null`: the client.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<ClientId>)]
    pub invoice_client_id: Option<Option<ClientId>>,
    /// How to tell them apart: `la señora de rojo`.
    pub name_reference: Option<String>,
    /// DNI where a number comes without it.
    #[schema(value_type = Option<IdentityDocument>)]
    pub document_type: Option<String>,
    pub document_number: Option<String>,
    pub name: Option<String>,
    pub last_name: Option<String>,
}

impl GuestGiven {
    /// Whether anything of it is given.
    pub(in crate::orders) fn is_given(&self) -> bool {
        let texts = [&self.name_reference, &self.document_number, &self.name, &self.last_name];
        self.invoice_client_id.is_some() || self.document_type.is_some() || texts.iter().any(|t| t.is_some())
    }

    /// Clients write it in small letters too, and blank where nobody chose.
    fn document_type(&self, was: &Guest) -> Result<IdentityDocument> {
        let Some(text) = &self.document_type else { return Ok(was.document_type) };
        let text = text.trim().to_uppercase();
        if text.is_empty() {
            return Ok(IdentityDocument::default());
        }
        text.parse().map_err(|_| invalid("document_type", "El documento es DNI, RUC, CE o PASAPORTE.").into())
    }

    /// `was` with what is given, checked.
    pub(in crate::orders) fn take(&self, was: &Guest) -> Result<Guest> {
        let mut faults = Faults::default();
        let kept = |given: &Option<String>, was: &str, field: &str| match given {
            Some(given) => text(Some(given), field),
            None => Ok(was.to_owned()),
        };
        let mut is = Guest {
            name_reference: faults.or_default(kept(&self.name_reference, &was.name_reference, "name_reference"))?,
            document_type: faults.ok(self.document_type(was))?.unwrap_or_default(),
            document_number: faults.or_default(kept(&self.document_number, &was.document_number, "document_number"))?,
            name: faults.or_default(kept(&self.name, &was.name, "name"))?,
            last_name: faults.or_default(kept(&self.last_name, &was.last_name, "last_name"))?,
        };
        if faults.is_good("document_type") && !is.document_number.is_empty() {
            is.document_number = faults.or_default(document::checked(is.document_type, &is.document_number))?;
        }
        faults.done()?;
        Ok(is)
    }
}

impl Guest {
    /// What the account is called by where nobody said: their names, else what tells them apart.
    pub(in crate::orders) fn called(&self) -> String {
        let names = format!("{} {}", self.name, self.last_name).trim().to_owned();
        if names.is_empty() { self.name_reference.clone() } else { names }
    }
}

/// The client of the house who has a guest's document.
pub(in crate::orders) async fn known_client(work: &mut Work<'_>, guest: &Guest) -> Result<Option<Client>> {
    if guest.document_number.is_empty() || guest.document_number == document::NOBODY_DNI {
        return Ok(None);
    }
    clients::by_document(work.tx, guest.document_type, &guest.document_number).await
}
