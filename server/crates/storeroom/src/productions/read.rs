//! Productions as they are read. Whoever does not keep the store room sees their own, without costs.

use super::{
    answer::{Production, ProductionRow},
    store::{self, Wanted},
};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{ProductionId, UserId},
    listing::{Paging, Rows},
};
use comanda_platform::use_case::{Action, Actor};

/// Only one's own, for those who do not keep the store room.
pub(super) fn own_only(actor: &Actor) -> Option<UserId> {
    (!sees_costs(actor)).then_some(actor.user_id)
}

pub(super) fn sees_costs(actor: &Actor) -> bool {
    actor.may(Action::EditCatalog)
}

/// A page of them. Filters: `status`, `supply_id`.
pub(super) async fn page(
    tx: &mut Tx,
    actor: &Actor,
    paging: &Paging,
    days: (Option<NaiveDate>, Option<NaiveDate>),
) -> Result<Rows<ProductionRow>> {
    let filters = paging.filters()?;
    let wanted = Wanted {
        by: own_only(actor),
        states: filters.texts("status"),
        supplies: filters.ids("supply_id")?,
        days,
        term: paging.term.as_deref(),
    };
    let with_costs = sees_costs(actor);
    Ok(store::page(tx, &wanted, paging).await?.map(|stored| stored.told(with_costs)))
}

/// One production, as this person may see it.
pub(super) async fn one(tx: &mut Tx, actor: &Actor, id: ProductionId) -> Result<Production> {
    let stored = store::one(tx, id, own_only(actor)).await.or_not_found("la producción")?;
    let items = store::items(tx, id).await?;
    Ok(Production::of(stored, items, sees_costs(actor)))
}
