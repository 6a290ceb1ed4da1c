//! Notices of instalments due to providers, and of items to buy.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel, counted, store_room};
use comanda_base::{db::Tx, error::Result};
use comanda_purchases::due;

/// The most items that the notice names.
const MAX_NAMES: usize = 4;

pub(super) async fn load_due_notices(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Vec<Attention>> {
    let due = due::load_due_payables(tx, context.settings.calendar_day(context.now)).await?;
    let quotes = |n: i64| counted(usize::try_from(n).unwrap_or_default(), "cuota", "cuotas");
    let overdue = (due.overdue > 0).then(|| {
        let text = format!("{} de compras por pagar con fecha pasada", quotes(due.overdue));
        Attention::new(NoticeKind::Payable, NoticeLevel::Warning, text, "/purchase?state=OVERDUE")
            .detail(format!("S/ {:#}", due.overdue_amount))
    });
    let today = (due.today > 0).then(|| {
        let text = format!("{} de compras por pagar hoy", quotes(due.today));
        Attention::new(NoticeKind::Payable, NoticeLevel::Info, text, "/purchase?state=DUE")
            .detail(format!("S/ {:#}", due.today_amount))
    });
    Ok(overdue.into_iter().chain(today).collect())
}

/// Returns a notice of the items that run out within a week, at most a minute old.
pub(super) async fn load_to_buy_notice(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Option<Attention>> {
    let store_room = store_room::load_recent_findings(tx, context).await?;
    let missing = &store_room.missing;
    let text = counted(missing.len(), "ítem por comprar para la semana", "ítems por comprar para la semana");
    let named = missing.iter().take(MAX_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if missing.len() > MAX_NAMES { "…" } else { "" };
    Ok((!missing.is_empty()).then(|| {
        Attention::new(NoticeKind::ToBuy, NoticeLevel::Info, text, "/inventory/to-buy").detail(format!("{named}{more}"))
    }))
}
