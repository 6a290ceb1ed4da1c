//! The list of counts.

use super::{
    answer::StockCountRow,
    list_store::{self as store, CountFilter},
    model::CountStatus,
};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::CountId,
    listing::{Paging, Rows},
};
use comanda_platform::use_case::{Action, Actor};

/// Loads a page of counts; values are included only for users who may edit the catalog.
pub(super) async fn load_page(tx: &mut Tx, actor: &Actor, paging: &Paging) -> Result<Rows<StockCountRow>> {
    let state = |text: String| -> Result<CountStatus> {
        Ok(text.parse().map_err(|_| invalid("filters", "El estado es OPEN, REVIEW, APPROVED o CANCELLED."))?)
    };
    let states = paging.parse_filters()?.column_texts("status");
    let states = states.map(|all| all.into_iter().map(state).collect::<Result<Vec<_>>>()).transpose()?;
    let found = store::load_page(tx, &CountFilter { states, term: paging.term.as_deref() }, paging).await?;
    let ids: Vec<CountId> = found.rows.iter().map(|row| row.id).collect();
    let mut counters = store::load_counters(tx, &ids).await?;
    let sees_values = actor.can_without_pin(Action::EditCatalog);
    Ok(found.map(|row| row.to_row(counters.remove(&row.id).unwrap_or_default(), sees_values)))
}
