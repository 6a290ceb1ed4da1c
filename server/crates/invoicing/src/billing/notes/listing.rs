//! Lists of notes, each with what it changes and whom it is to.

use super::{
    model::{CreditNote, ListedNote, NoteFilter},
    store,
};
use crate::billing::{model::StateCount, store as billing_store};
use comanda_base::{db::Tx, error::Result, ids::UserId};

/// Which notes are wanted, and whose are seen.
#[derive(Debug, Clone, Copy)]
pub(in crate::billing) struct Wanted<'w> {
    pub filter: &'w NoteFilter,
    /// Searched in its number, its document's, the client and the client's document.
    pub term: Option<&'w str>,
    /// Only those given in this person's cycles, or for documents of them.
    pub of: Option<UserId>,
}

/// How many.
pub(in crate::billing) async fn count_wanted(tx: &mut Tx, wanted: Wanted<'_>) -> Result<i64> {
    Ok(store::count_wanted(tx, wanted).await?)
}

/// How many stand in each state.
pub(in crate::billing) async fn count_by_state(tx: &mut Tx, wanted: Wanted<'_>) -> Result<Vec<StateCount>> {
    Ok(store::count_by_state(tx, wanted).await?)
}

/// A page of them, the latest first: four statements however many there are.
pub(in crate::billing) async fn wanted(tx: &mut Tx, wanted: Wanted<'_>, page: (i64, i64)) -> Result<Vec<ListedNote>> {
    let notes: Vec<CreditNote> = store::wanted(tx, wanted, page).await?;
    if notes.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<_> = notes.iter().map(|note| note.billing_id).collect();
    let documents = billing_store::billings_by_id(tx, &ids).await?;
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
