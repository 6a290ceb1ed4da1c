//! Reads productions. A user who may not edit the catalog sees their own ones, without costs.

use super::{
    answer::{Production, ProductionRow},
    store::{self, ProductionFilter},
};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{ProductionId, UserId},
    listing::{Days, Paging, Rows},
};
use comanda_platform::use_case::{Action, Actor};

/// Returns the user to whose own productions the view is limited; `None` for users who may edit the catalog.
pub(super) fn visible_user(actor: &Actor) -> Option<UserId> {
    (!sees_costs(actor)).then_some(actor.user_id)
}

pub(super) fn sees_costs(actor: &Actor) -> bool {
    actor.can_without_pin(Action::EditCatalog)
}

/// Loads a page of productions. Filters: `status`, `supply_id`.
pub(super) async fn load_production_page(
    tx: &mut Tx,
    actor: &Actor,
    paging: &Paging,
    days: Days,
) -> Result<Rows<ProductionRow>> {
    let filters = paging.parse_filters()?;
    let filter = ProductionFilter {
        by: visible_user(actor),
        states: filters.column_texts("status"),
        supplies: filters.column_ids("supply_id")?,
        days,
        term: paging.term.as_deref(),
    };
    let with_costs = sees_costs(actor);
    Ok(store::load_page(tx, &filter, paging).await?.map(|stored| stored.into_row(with_costs)))
}

/// Loads one production as the user may see it.
pub(super) async fn load_production(tx: &mut Tx, actor: &Actor, id: ProductionId) -> Result<Production> {
    let stored = store::find_production(tx, id, visible_user(actor)).await.or_not_found("la producción")?;
    let items = store::load_items(tx, id).await?;
    Ok(Production::from_stored(stored, items, sees_costs(actor)))
}
