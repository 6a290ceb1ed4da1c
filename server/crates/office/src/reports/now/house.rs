//! The whole house, for who runs it.

use super::{
    kitchen,
    sold::{self, SoldSoFar},
};
use crate::reports::{
    attention::Look,
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

/// The house right now.
#[derive(Debug, Serialize, ToSchema)]
pub struct HouseNow {
    pub sold: SoldSoFar,
    pub tables: TablesNow,
    /// Accounts on which something is due.
    pub to_collect: OpenAccounts,
    /// That wait for longer than their area promises.
    pub late_dishes: Quantity,
    /// Who attends what is open; whoever has most to collect first. All of it together is `to_collect`.
    pub room: Vec<Attending>,
    pub cashboxes: Vec<OpenCashbox>,
}

/// Somebody with open accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Attending {
    pub user_id: UserId,
    pub name: String,
    pub tables: usize,
    /// Tables, take-aways and deliveries.
    pub accounts: usize,
    pub due: Money,
}

pub(super) async fn read(tx: &mut Tx, look: &Look<'_>) -> Result<HouseNow> {
    let owing = || look.open.iter().filter(|account| account.due > Money::ZERO);
    Ok(HouseNow {
        sold: sold::so_far(tx, look, None).await?,
        tables: TablesNow::of(look.open, store::count_of_tables(tx).await?),
        to_collect: OpenAccounts { count: owing().count(), total: owing().map(|account| account.due).sum() },
        late_dishes: kitchen::late(look.waiting, look.now),
        room: room(look.open),
        cashboxes: store::open_cashboxes(tx).await?,
    })
}

fn room(open: &[RequestSummary]) -> Vec<Attending> {
    let mut people: BTreeMap<UserId, Attending> = BTreeMap::new();
    for account in open {
        let who = people.entry(account.attendant_id).or_insert_with(|| Attending {
            user_id: account.attendant_id,
            name: account.attendant_name.clone(),
            tables: 0,
            accounts: 0,
            due: Money::ZERO,
        });
        who.tables += usize::from(account.table_id.is_some());
        who.accounts += 1;
        who.due += account.due;
    }
    let mut room: Vec<Attending> = people.into_values().collect();
    room.sort_by(|a, b| b.due.cmp(&a.due).then_with(|| a.name.cmp(&b.name)));
    room
}
