//! Notices of accounts that have been open for long, and of products sold out today.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel, counted};
use chrono::Duration;
use comanda_base::{db::Tx, error::Result};
use comanda_masterdata::catalog;
use comanda_platform::use_case::Action;

/// The hours after which an open account gets a notice.
const LONG_OPEN_HOURS: i64 = 3;

pub(super) fn long_open_notice(context: &AttentionContext<'_>) -> Option<Attention> {
    let long = context.open.iter().filter(|r| context.now - r.opened_at > Duration::hours(LONG_OPEN_HOURS)).count();
    let text = counted(long, "cuenta abierta hace más de 3 horas", "cuentas abiertas hace más de 3 horas");
    (long > 0).then(|| Attention::new(NoticeKind::LongAccount, NoticeLevel::Info, text, "/pos"))
}

pub(super) async fn load_sold_out_notice(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Option<Attention>> {
    let names = catalog::list_sold_out_names(tx, context.today).await?;
    let text = counted(names.len(), "producto agotado hoy", "productos agotados hoy");
    let path =
        match (context.actor.can_without_pin(Action::EditCatalog), context.actor.can_without_pin(Action::SeeFloor)) {
            (true, _) => "/products?sold_out=true",
            (false, true) => "/pos",
            (false, false) => "/sold-out",
        };
    let notice = || Attention::new(NoticeKind::SoldOut, NoticeLevel::Info, text, path).detail(names.join(", "));
    Ok((!names.is_empty()).then(notice))
}
