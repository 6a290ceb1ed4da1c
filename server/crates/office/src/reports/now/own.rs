//! A waiter's own day: what they sold, what is open of theirs, and their tips.

use super::sold::{self, SoldSoFar};
use crate::reports::attention::Look;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{RequestId, TableId},
    money::Money,
};
use comanda_ledgers::figures;
use comanda_masterdata::payment_options;
use comanda_orders::orders::RequestSummary;
use serde::Serialize;
use utoipa::ToSchema;

/// Of one waiter.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnNow {
    pub sold: SoldSoFar,
    /// The longest open first.
    pub open: Vec<OwnAccount>,
    /// Due on them.
    pub due: Money,
    pub tips: Tips,
}

/// An account that they attend.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnAccount {
    pub id: RequestId,
    /// `Mesa 12`, `LLEVAR #18`
    pub label: String,
    pub table_id: Option<TableId>,
    pub opened_at: DateTime<Utc>,
    pub billed_at: Option<DateTime<Utc>>,
    /// Dishes that wait to be brought.
    pub ready_count: usize,
    pub due: Money,
}

/// What was left of today beside the documents, less what went back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Tips {
    pub total: Money,
    pub by_method: Vec<TipsByMethod>,
}

/// By one way to pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TipsByMethod {
    pub name: String,
    pub total: Money,
}

pub(super) async fn read(tx: &mut Tx, look: &Look<'_>) -> Result<OwnNow> {
    let user = look.actor.user_id;
    let mut open: Vec<OwnAccount> = look.open.iter().map(account).collect();
    open.sort_by_key(|account| (account.opened_at, account.id));
    Ok(OwnNow {
        sold: sold::so_far(tx, look, Some(user)).await?,
        due: open.iter().map(|account| account.due).sum(),
        open,
        tips: tips(tx, look).await?,
    })
}

fn account(of: &RequestSummary) -> OwnAccount {
    OwnAccount {
        id: of.id,
        label: of.label(),
        table_id: of.table_id,
        opened_at: of.opened_at,
        billed_at: of.billed_at,
        ready_count: of.ready_count,
        due: of.due,
    }
}

async fn tips(tx: &mut Tx, look: &Look<'_>) -> Result<Tips> {
    let given = figures::tips_of(tx, look.today, look.actor.user_id).await?;
    // In the order in which the house has its ways to pay.
    let options = payment_options::payment_options(tx).await?;
    let by_method = options.into_iter().filter_map(|option| {
        let total = *given.get(&option.id)?;
        Some(TipsByMethod { name: option.name, total })
    });
    Ok(Tips { total: given.values().copied().sum(), by_method: by_method.collect() })
}
