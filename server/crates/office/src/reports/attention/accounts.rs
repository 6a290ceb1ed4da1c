//! Accounts that are open for long, and what is not sold any more today.

use super::{Attention, Look, NoticeKind, NoticeLevel, counted};
use chrono::Duration;
use comanda_base::{db::Tx, error::Result};
use comanda_masterdata::catalog;
use comanda_platform::use_case::Action;

/// An account that is open for longer than this is worth a look.
const LONG_HOURS: i64 = 3;

pub(super) fn long_open(look: &Look<'_>) -> Option<Attention> {
    let long = look.open.iter().filter(|r| look.now - r.opened_at > Duration::hours(LONG_HOURS)).count();
    let text = counted(long, "cuenta abierta hace más de 3 horas", "cuentas abiertas hace más de 3 horas");
    (long > 0).then(|| Attention::new(NoticeKind::LongAccount, NoticeLevel::Info, text, "/pos"))
}

pub(super) async fn sold_out(tx: &mut Tx, look: &Look<'_>) -> Result<Option<Attention>> {
    let names = catalog::sold_out_today(tx, look.today).await?;
    let text = counted(names.len(), "producto agotado hoy", "productos agotados hoy");
    let path = match (look.actor.may(Action::EditCatalog), look.actor.may(Action::SeeFloor)) {
        (true, _) => "/products?sold_out=true",
        (false, true) => "/pos",
        (false, false) => "/sold-out",
    };
    let notice = || Attention::new(NoticeKind::SoldOut, NoticeLevel::Info, text, path).detail(names.join(", "));
    Ok((!names.is_empty()).then(notice))
}
