//! The notice of a day's close that could not be e-mailed.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel, counted};
use crate::reports::store;
use chrono::Days;
use comanda_base::{db::Tx, error::Result};

/// The days for which an unsent close gets a notice.
const NOTICE_DAYS: u64 = 3;

pub(super) async fn load_unsent_close_notice(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Option<Attention>> {
    let since = context.today.checked_sub_days(Days::new(NOTICE_DAYS)).unwrap_or(context.today);
    let mut unsent = store::list_failed_close_emails(tx, since).await?;
    let Some(latest_day) = unsent.first().map(|email| email.business_day) else { return Ok(None) };
    unsent.retain(|email| email.business_day == latest_day);
    let Some(latest) = unsent.first() else { return Ok(None) };
    let day = latest.business_day.format("%d/%m/%Y");
    let text = match unsent.len() {
        1 => format!("El cierre del {day} no llegó a {}", latest.email),
        n => format!("El cierre del {day} no llegó: {}", counted(n, "correo", "correos")),
    };
    let level = if latest.next_at.is_some() { NoticeLevel::Warning } else { NoticeLevel::Bad };
    let retry_text = if latest.next_at.is_some() { " Se intenta otra vez sola." } else { "" };
    let detail = format!("{}{retry_text}", latest.error);
    Ok(Some(Attention::new(NoticeKind::Mail, level, text, "/close-of-day").detail(detail)))
}
