//! The data that guests give: their name, their document, the client of the document, and what somebody of the account must avoid.

use super::open_request::{check_text, deserialize_nullable};
use comanda_base::{
    allergens::Allergen,
    error::{Faults, Result, invalid},
    form::optional_text,
    ids::ClientId,
    words::{IdentityDocument, WordSet},
};
use comanda_masterdata::clients::{self, Client, document};
use comanda_platform::use_case::Work;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const MAX_ALLERGY_NOTE_CHARS: usize = 80;

/// The data that a guest gives, besides the name that the account is called by.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Guest {
    /// A description to recognise the guest by: `la señora de rojo`.
    pub name_reference: String,
    pub document_type: IdentityDocument,
    pub document_number: String,
    #[row(rename = "guest_name")]
    pub name: String,
    #[row(rename = "guest_last_name")]
    pub last_name: String,
    /// The allergens that somebody of the account must avoid; every paper of the kitchen states them.
    #[schema(value_type = Vec<Allergen>)]
    pub allergens: WordSet<Allergen>,
    /// Words that say what else somebody must avoid: `camarón, ni trazas`.
    pub allergy_note: String,
}

/// Returns an allergy in words; empty without one.
pub fn describe_allergy(allergens: &WordSet<Allergen>, note: &str) -> String {
    let words = allergens.in_words();
    [words.as_str(), note].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// The guest fields of a request body; missing fields keep their values.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct GuestGiven {
    /// The client of the document; `null`: the client of the account.
    #[serde(default, deserialize_with = "deserialize_nullable")]
    #[schema(value_type = Option<ClientId>)]
    pub invoice_client_id: Option<Option<ClientId>>,
    /// A description to recognise the guest by: `la señora de rojo`.
    pub name_reference: Option<String>,
    /// The document type; DNI where a number is given without it.
    #[schema(value_type = Option<IdentityDocument>)]
    pub document_type: Option<String>,
    pub document_number: Option<String>,
    pub name: Option<String>,
    pub last_name: Option<String>,
    /// The allergens that somebody of the account must avoid.
    #[schema(value_type = Option<Vec<Allergen>>)]
    pub allergens: Option<WordSet<Allergen>>,
    /// Words that say what else somebody must avoid.
    pub allergy_note: Option<String>,
}

impl GuestGiven {
    /// Whether any field is given.
    pub(in crate::orders) fn is_given(&self) -> bool {
        let texts = [&self.name_reference, &self.document_number, &self.name, &self.last_name, &self.allergy_note];
        self.invoice_client_id.is_some()
            || self.document_type.is_some()
            || self.allergens.is_some()
            || texts.iter().any(|t| t.is_some())
    }

    /// Parses the document type; API clients also send it in lower case, or blank where none was chosen.
    fn document_type(&self, stored: &Guest) -> Result<IdentityDocument> {
        let Some(text) = &self.document_type else { return Ok(stored.document_type) };
        let text = text.trim().to_uppercase();
        if text.is_empty() {
            return Ok(IdentityDocument::default());
        }
        text.parse().map_err(|_| invalid("document_type", "El documento es DNI, RUC, CE o PASAPORTE.").into())
    }

    /// Returns `stored` with the given fields, checked.
    pub(in crate::orders) fn merge_into(&self, stored: &Guest) -> Result<Guest> {
        let mut faults = Faults::default();
        let given_or_stored = |new_text: &Option<String>, stored: &str, field: &str| match new_text {
            Some(new_text) => check_text(Some(new_text), field),
            None => Ok(stored.to_owned()),
        };
        let mut merged = Guest {
            name_reference: faults.or_default(given_or_stored(
                &self.name_reference,
                &stored.name_reference,
                "name_reference",
            ))?,
            document_type: faults.ok(self.document_type(stored))?.unwrap_or_default(),
            document_number: faults.or_default(given_or_stored(
                &self.document_number,
                &stored.document_number,
                "document_number",
            ))?,
            name: faults.or_default(given_or_stored(&self.name, &stored.name, "name"))?,
            last_name: faults.or_default(given_or_stored(&self.last_name, &stored.last_name, "last_name"))?,
            allergens: self.allergens.clone().unwrap_or_else(|| stored.allergens.clone()),
            allergy_note: faults.or_default(check_allergy_note(self.allergy_note.as_ref(), &stored.allergy_note))?,
        };
        if faults.is_valid("document_type") && !merged.document_number.is_empty() {
            merged.document_number =
                faults.or_default(document::check_number(merged.document_type, &merged.document_number))?;
        }
        faults.finish()?;
        Ok(merged)
    }
}

/// Returns the note of an allergy in one line; a short one is read at a glance.
fn check_allergy_note(given: Option<&String>, stored: &str) -> Result<String> {
    // Notes of joined tables are longer together, and a form sends them back as they are.
    if given.is_some_and(|note| note == stored) {
        return Ok(stored.to_owned());
    }
    optional_text("allergy_note", given, stored.to_owned(), MAX_ALLERGY_NOTE_CHARS)
}

impl Guest {
    /// Returns what somebody must avoid, in words: `maní, gluten; camarón, ni trazas`. Empty without an allergy.
    pub fn allergy_in_words(&self) -> String {
        describe_allergy(&self.allergens, &self.allergy_note)
    }
    /// Adds what the guests of another account must avoid, who sit down with these.
    pub(in crate::orders) fn add_allergy(&mut self, other: &Self) {
        self.allergens = self.allergens.union(&other.allergens);
        if !self.allergy_note.contains(&other.allergy_note) {
            let notes = [self.allergy_note.as_str(), other.allergy_note.as_str()];
            self.allergy_note = notes.into_iter().filter(|note| !note.is_empty()).collect::<Vec<_>>().join("; ");
        }
    }
    /// Returns the name of the account where none was given: the name of the guest, else the description.
    pub(in crate::orders) fn display_name(&self) -> String {
        let names = format!("{} {}", self.name, self.last_name).trim().to_owned();
        if names.is_empty() { self.name_reference.clone() } else { names }
    }
}

/// Finds the client who has the document of a guest.
pub(in crate::orders) async fn find_known_client(work: &mut Work<'_>, guest: &Guest) -> Result<Option<Client>> {
    if guest.document_number.is_empty() || guest.document_number == document::ANONYMOUS_DNI {
        return Ok(None);
    }
    clients::find_by_document(work.tx, guest.document_type, &guest.document_number).await
}
