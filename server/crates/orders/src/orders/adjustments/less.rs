//! Unsent dishes can be taken off an account without anybody's word; what was a small discount of many dishes must not become a
//! large one of few that way.

use super::weigh;
use crate::orders::{Account, account::view::LoadedAccount, store};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
    ids::RequestId,
};
use comanda_platform::use_case::{Grant, Work};

/// The account before its dishes become less; nothing where it carries no discount.
pub async fn discounted(tx: &mut Tx, id: RequestId, at: DateTime<Utc>) -> Result<Option<Account>> {
    let given = store::adjustments_of(tx, &[id]).await?.iter().any(|(_, a)| a.is_discount());
    Ok(if given { Some(LoadedAccount::load(tx, id, at).await?.account) } else { None })
}

/// Refuses what would need a PIN if the discounts were given only now.
pub async fn must_stay_small(work: &mut Work<'_>, before: Option<Account>, id: RequestId) -> Result<()> {
    let Some(before) = before else { return Ok(()) };
    let after = LoadedAccount::load(work.tx, id, work.now).await?.account;
    let gift = weigh::of_less(&before, &after);
    if gift.action.is_none_or(|action| work.actor.grant(action) == Grant::Yes) {
        return Ok(());
    }
    let text = "Con menos platos, el descuento de esta cuenta pasaría de lo permitido. Quita primero el descuento.";
    refuse(Code::Conflict, text).at("discounts", text).err()
}
