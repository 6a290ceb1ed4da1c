//! A waiter's own day: what they sold, what is open of theirs, and their tips.

use super::sold::{self, SoldSoFar};
use crate::{
    db::Tx,
    error::Result,
    ids::{RequestId, TableId},
    money::{Money, spread},
    orders::RequestSummary,
    reports::{
        attention::Look,
        store::{self, TipEntry},
    },
};
use chrono::{DateTime, Utc};
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
        tips: tips(&store::tips_of(tx, user, look.today).await?),
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

/// The tip of a payment in several ways is shared out by what each of them paid.
fn tips(entries: &[TipEntry]) -> Tips {
    let mut by_method: Vec<(i64, TipsByMethod)> = Vec::new();
    for payment in entries.chunk_by(|a, b| (a.is_refund, a.operation_id) == (b.is_refund, b.operation_id)) {
        let weights: Vec<Money> = payment.iter().map(|entry| entry.amount).collect();
        for (entry, share) in payment.iter().zip(spread(payment[0].tip, &weights)) {
            match by_method.iter_mut().find(|(_, own)| own.name == entry.name) {
                Some((_, own)) => own.total += share,
                None => by_method.push((entry.position, TipsByMethod { name: entry.name.clone(), total: share })),
            }
        }
    }
    by_method.sort_by(|(a, x), (b, y)| (a, &x.name).cmp(&(b, &y.name)));
    let by_method: Vec<TipsByMethod> = by_method.into_iter().map(|(_, own)| own).collect();
    Tips { total: by_method.iter().map(|own| own.total).sum(), by_method }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tip_of_a_payment_in_two_ways_is_shared_and_what_went_back_is_taken_off() {
        let entry = |operation_id, is_refund, tip, name: &str, position, amount| TipEntry {
            operation_id,
            is_refund,
            tip: Money::centimos(tip),
            name: name.to_owned(),
            position,
            amount: Money::centimos(amount),
        };
        let found = tips(&[
            entry(1, false, 1000, "Yape", 2, 6667),
            entry(1, false, 1000, "Efectivo", 1, 3333),
            entry(2, false, 500, "Efectivo", 1, 5500),
            entry(2, true, -333, "Efectivo", 1, 3333),
        ]);
        let shown: Vec<(&str, String)> =
            found.by_method.iter().map(|m| (m.name.as_str(), m.total.to_string())).collect();
        assert_eq!(shown, [("Efectivo", "5.00".to_owned()), ("Yape", "6.67".to_owned())]);
        assert_eq!(found.total, Money::centimos(1167));
        assert_eq!(tips(&[]), Tips::default());
    }
}
