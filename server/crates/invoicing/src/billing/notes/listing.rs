//! Lists of notes, each with its document and customer.

use super::{
    model::{CreditNote, ListedNote, NoteFilter},
    store,
};
use crate::billing::{model::StateCount, store as billing_store};
use comanda_base::{db::Tx, error::Result, ids::UserId};

/// The conditions of a list of notes.
#[derive(Debug, Clone, Copy)]
pub(in crate::billing) struct NoteQuery<'w> {
    pub filter: &'w NoteFilter,
    /// A text searched in the numbers of the note and its document, the client and the client's document.
    pub term: Option<&'w str>,
    /// Restricts the list to notes issued in this user's cash cycles, or for documents of them.
    pub of: Option<UserId>,
}

/// Counts the matching notes.
pub(in crate::billing) async fn count_notes(tx: &mut Tx, query: NoteQuery<'_>) -> Result<i64> {
    Ok(store::count_notes(tx, query).await?)
}

/// Counts the matching notes by state.
pub(in crate::billing) async fn count_notes_by_state(tx: &mut Tx, query: NoteQuery<'_>) -> Result<Vec<StateCount>> {
    Ok(store::count_notes_by_state(tx, query).await?)
}

/// Loads a page of notes, the latest first, with four statements however many there are.
pub(in crate::billing) async fn load_note_page(
    tx: &mut Tx,
    query: NoteQuery<'_>,
    page: (i64, i64),
) -> Result<Vec<ListedNote>> {
    let notes: Vec<CreditNote> = store::load_note_page(tx, query, page).await?;
    if notes.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<_> = notes.iter().map(|note| note.billing_id).collect();
    let documents = billing_store::load_billings_by_id(tx, &ids).await?;
    let listed = |note: CreditNote| {
        let document = documents.iter().find(|d| d.id == note.billing_id)?;
        Some(ListedNote {
            document: document.full_number(),
            client_name: document.client_name.clone(),
            client_document_type: document.client_document_type,
            client_document_number: document.client_document_number.clone(),
            note,
        })
    };
    Ok(notes.into_iter().filter_map(listed).collect())
}
