//! The close of a day that could not be mailed.

use super::{Attention, NoticeKind, NoticeLevel, counted};
use crate::{db::Tx, error::Result, reports::store};

pub(super) async fn not_sent(tx: &mut Tx) -> Result<Option<Attention>> {
    let unsent = store::unsent_closes(tx).await?;
    let Some(latest) = unsent.first() else { return Ok(None) };
    let day = latest.business_day.format("%d/%m/%Y");
    let text = match unsent.len() {
        1 => format!("El cierre del {day} no llegó a {}", latest.email),
        n => format!("El cierre del {day} no llegó: {}", counted(n, "correo", "correos")),
    };
    let level = if latest.next_at.is_some() { NoticeLevel::Warning } else { NoticeLevel::Bad };
    let again = if latest.next_at.is_some() { " Se intenta otra vez sola." } else { "" };
    let detail = format!("{}{again}", latest.error);
    Ok(Some(Attention::new(NoticeKind::Mail, level, text, "/close-of-day?mail=1").detail(detail)))
}
