//! Unsent dishes can be taken off an account without an approval; a small discount on many dishes must not become a large one on few that
//! way.

use super::discount_permission;
use crate::orders::{Account, account::view::LoadedAccount, store};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
    ids::RequestId,
};
use comanda_platform::use_case::{Grant, Work};

/// Loads the account before dishes are taken off; `None` where it has no discount.
pub async fn load_if_discounted(tx: &mut Tx, id: RequestId, at: DateTime<Utc>) -> Result<Option<Account>> {
    let has_discount = store::list_enabled_adjustments(tx, &[id]).await?.iter().any(|(_, a)| a.is_discount());
    Ok(if has_discount { Some(LoadedAccount::load(tx, id, at).await?.account) } else { None })
}

/// Refuses a reduction after which the discounts would need a PIN if they were given now.
pub async fn check_discounts_stay_small(work: &mut Work<'_>, before: Option<Account>, id: RequestId) -> Result<()> {
    let Some(before) = before else { return Ok(()) };
    let after = LoadedAccount::load(work.tx, id, work.now).await?.account;
    let impact = discount_permission::assess_fewer_lines(&before, &after);
    if impact.required_action.is_none_or(|action| work.actor.grant(action) == Grant::Yes) {
        return Ok(());
    }
    let text = "Con menos platos, el descuento de esta cuenta pasaría de lo permitido. Quita primero el descuento.";
    refuse(Code::Conflict, text).at("discounts", text).err()
}
