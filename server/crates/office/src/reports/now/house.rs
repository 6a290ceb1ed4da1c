//! The state of the whole house, for those who run it.

use super::{
    kitchen,
    sold::{self, SoldSoFar},
};
use crate::reports::{
    attention::AttentionContext,
    dashboard::{OpenAccounts, TablesNow},
    figures::OpenCashbox,
    store,
};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::UserId,
    money::{Money, Quantity},
};
use comanda_orders::orders::RequestSummary;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The state of the house now.
#[derive(Debug, Serialize, ToSchema)]
pub struct HouseNow {
    pub sold: SoldSoFar,
    pub tables: TablesNow,
    /// The accounts with an amount due.
    pub to_collect: OpenAccounts,
    /// The dishes that wait for longer than their area promises.
    pub late_dishes: Quantity,
    /// The waiters with open accounts, the highest amount due first. Their amounts add up to `to_collect`.
    pub room: Vec<Attending>,
    pub cashboxes: Vec<OpenCashbox>,
}

/// A waiter with open accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Attending {
    pub user_id: UserId,
    pub name: String,
    pub tables: usize,
    /// The number of accounts: tables, take-aways and deliveries.
    pub accounts: usize,
    pub due: Money,
}

pub(super) async fn load_company_now(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<HouseNow> {
    let owing = || context.open.iter().filter(|account| account.due > Money::ZERO);
    Ok(HouseNow {
        sold: sold::load_sold_so_far(tx, context, None).await?,
        tables: TablesNow::new(context.open, store::count_tables(tx).await?),
        to_collect: OpenAccounts { count: owing().count(), total: owing().map(|account| account.due).sum() },
        late_dishes: kitchen::late_quantity(context.waiting, context.now),
        room: attending_waiters(context.open),
        cashboxes: store::list_open_cashboxes(tx).await?,
    })
}

fn attending_waiters(open: &[RequestSummary]) -> Vec<Attending> {
    let mut people: BTreeMap<UserId, Attending> = BTreeMap::new();
    for account in open {
        let waiter = people.entry(account.attendant_id).or_insert_with(|| Attending {
            user_id: account.attendant_id,
            name: account.attendant_name.clone(),
            tables: 0,
            accounts: 0,
            due: Money::ZERO,
        });
        waiter.tables += usize::from(account.table_id.is_some());
        waiter.accounts += 1;
        waiter.due += account.due;
    }
    let mut room: Vec<Attending> = people.into_values().collect();
    room.sort_by(|a, b| b.due.cmp(&a.due).then_with(|| a.name.cmp(&b.name)));
    room
}
