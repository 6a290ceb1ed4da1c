//! Backups that should be made by themselves, and are not.

use super::{Attention, Look, NoticeKind, NoticeLevel};
use comanda_backups as backups;
use comanda_base::error::Result;

/// What is to be done about it. Why it failed names places of the server, which are the operator's alone: the doctor tells.
const MEND: &str = "Se intenta otra vez sola. Avisa a quien cuida el servidor: comanda doctor dice el motivo, y comanda backup now la hace en el momento.";

pub(super) async fn not_made(look: &Look<'_>) -> Result<Option<Attention>> {
    let (app, company) = (&look.actor.app, &look.actor.company);
    let health = backups::health(app.companies().control(), &app.config().backups, company.id, look.now).await?;
    let Some((trouble, last)) = health.and_then(|health| Some((health.trouble?, health.last))) else { return Ok(None) };
    let (level, text) = match trouble.is_old {
        true => (NoticeLevel::Bad, "Hace más de un día que no hay una copia de seguridad nueva"),
        false => (NoticeLevel::Warning, "La última copia de seguridad falló"),
    };
    let last = last.map_or_else(
        || "Todavía no hay ninguna.".to_owned(),
        |kept| format!("La última buena es del {}.", look.settings.local_text(kept.made_at)),
    );
    Ok(Some(Attention::new(NoticeKind::Backup, level, text, "/advanced-options").detail(format!("{last} {MEND}"))))
}
