//! What is owed to providers and has to be paid.

use super::{Attention, Look, NoticeKind, NoticeLevel, counted};
use crate::{db::Tx, error::Result, purchases::due};

pub(super) async fn due(tx: &mut Tx, look: &Look<'_>) -> Result<Vec<Attention>> {
    let due = due::on(tx, look.settings.calendar_day(look.now)).await?;
    let quotes = |n: i64| counted(usize::try_from(n).unwrap_or_default(), "cuota", "cuotas");
    let overdue = (due.overdue > 0).then(|| {
        let text = format!("{} de compras por pagar con fecha pasada", quotes(due.overdue));
        Attention::new(NoticeKind::Payable, NoticeLevel::Warning, text, "/purchase?state=OVERDUE")
            .detail(format!("S/ {}", due.overdue_amount))
    });
    let today = (due.today > 0).then(|| {
        let text = format!("{} de compras por pagar hoy", quotes(due.today));
        Attention::new(NoticeKind::Payable, NoticeLevel::Info, text, "/purchase?state=DUE")
            .detail(format!("S/ {}", due.today_amount))
    });
    Ok(overdue.into_iter().chain(today).collect())
}
