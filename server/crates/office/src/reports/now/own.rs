//! A waiter's own day: sales, open accounts and tips.

use super::sold::{self, SoldSoFar};
use crate::reports::attention::AttentionContext;
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

/// The present state of one waiter's accounts.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnNow {
    pub sold: SoldSoFar,
    /// The open accounts, the longest open first.
    pub open: Vec<OwnAccount>,
    /// The amount due on all of them.
    pub due: Money,
    pub tips: Tips,
}

/// An account that the waiter attends.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnAccount {
    pub id: RequestId,
    /// `Mesa 12`, `LLEVAR #18`
    pub label: String,
    pub table_id: Option<TableId>,
    pub opened_at: DateTime<Utc>,
    pub billed_at: Option<DateTime<Utc>>,
    /// The number of dishes that wait to be served.
    pub ready_count: usize,
    pub due: Money,
}

/// Today's tips outside of documents, less refunds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Tips {
    pub total: Money,
    pub by_method: Vec<TipsByMethod>,
}

/// The tips paid by one payment method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TipsByMethod {
    pub name: String,
    pub total: Money,
}

pub(super) async fn load_waiter_now(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<OwnNow> {
    let user = context.actor.user_id;
    let mut open: Vec<OwnAccount> = context.open.iter().map(to_own_account).collect();
    open.sort_by_key(|account| (account.opened_at, account.id));
    Ok(OwnNow {
        sold: sold::load_sold_so_far(tx, context, Some(user)).await?,
        due: open.iter().map(|account| account.due).sum(),
        open,
        tips: load_tips(tx, context).await?,
    })
}

fn to_own_account(request: &RequestSummary) -> OwnAccount {
    OwnAccount {
        id: request.id,
        label: request.label(),
        table_id: request.table_id,
        opened_at: request.opened_at,
        billed_at: request.billed_at,
        ready_count: request.ready_count,
        due: request.due,
    }
}

async fn load_tips(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Tips> {
    let attendant_tips = figures::load_attendant_tips(tx, context.today, context.actor.user_id).await?;
    // In the house's order of payment methods.
    let options = payment_options::list_payment_options(tx).await?;
    let by_method = options.into_iter().filter_map(|option| {
        let total = *attendant_tips.get(&option.id)?;
        Some(TipsByMethod { name: option.name, total })
    });
    Ok(Tips { total: attendant_tips.values().copied().sum(), by_method: by_method.collect() })
}
