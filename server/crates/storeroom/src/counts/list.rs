//! Lists of counts.

use super::{
    answer::StockCountRow,
    list_store::{self as store, Wanted},
    model::CountStatus,
};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::CountId,
    listing::{Paging, Rows},
};
use comanda_platform::use_case::{Action, Actor};

/// A page of them.
pub(super) async fn page(tx: &mut Tx, actor: &Actor, paging: &Paging) -> Result<Rows<StockCountRow>> {
    let state = |text: String| -> Result<CountStatus> {
        Ok(text.parse().map_err(|_| invalid("filters", "El estado es OPEN, REVIEW, APPROVED o CANCELLED."))?)
    };
    let states = paging.filters()?.texts("status");
    let states = states.map(|all| all.into_iter().map(state).collect::<Result<Vec<_>>>()).transpose()?;
    let found = store::page(tx, &Wanted { states, term: paging.term.as_deref() }, paging).await?;
    let ids: Vec<CountId> = found.rows.iter().map(|row| row.id).collect();
    let mut counters = store::counters(tx, &ids).await?;
    let sees_values = actor.may(Action::EditCatalog);
    Ok(found.map(|row| row.told(counters.remove(&row.id).unwrap_or_default(), sees_values)))
}
