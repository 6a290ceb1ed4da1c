//! The close of a day that could not be mailed.

use super::{Attention, Look, NoticeKind, NoticeLevel, counted};
use crate::reports::store;
use chrono::Days;
use comanda_base::{db::Tx, error::Result};

/// A close that never went is spoken of for so many days.
const TOLD_DAYS: u64 = 3;

pub(super) async fn not_sent(tx: &mut Tx, look: &Look<'_>) -> Result<Option<Attention>> {
    let since = look.today.checked_sub_days(Days::new(TOLD_DAYS)).unwrap_or(look.today);
    let mut unsent = store::unsent_closes(tx, since).await?;
    let Some(latest_day) = unsent.first().map(|email| email.business_day) else { return Ok(None) };
    unsent.retain(|email| email.business_day == latest_day);
    let Some(latest) = unsent.first() else { return Ok(None) };
    let day = latest.business_day.format("%d/%m/%Y");
    let text = match unsent.len() {
        1 => format!("El cierre del {day} no llegó a {}", latest.email),
        n => format!("El cierre del {day} no llegó: {}", counted(n, "correo", "correos")),
    };
    let level = if latest.next_at.is_some() { NoticeLevel::Warning } else { NoticeLevel::Bad };
    let again = if latest.next_at.is_some() { " Se intenta otra vez sola." } else { "" };
    let detail = format!("{}{again}", latest.error);
    Ok(Some(Attention::new(NoticeKind::Mail, level, text, "/close-of-day").detail(detail)))
}
