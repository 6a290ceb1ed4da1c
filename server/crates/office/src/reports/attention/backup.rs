//! Notices of automatic backups that fail.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel};
use comanda_backups as backups;
use comanda_base::error::Result;

/// The advice of the notice. The cause of the failure is not shown, because it names paths of the server, which only the operator may see;
/// `comanda doctor` tells it.
const ADVICE: &str = "Se intenta otra vez sola. Avisa a quien cuida el servidor: comanda doctor dice el motivo, y comanda backup now la hace en el momento.";

pub(super) async fn load_backup_notice(context: &AttentionContext<'_>) -> Result<Option<Attention>> {
    let (app, company) = (&context.actor.app, &context.actor.company);
    let health =
        backups::load_health(app.companies().control(), &app.config().backups, company.id, context.now).await?;
    let Some((trouble, last)) = health.and_then(|health| Some((health.trouble?, health.last))) else { return Ok(None) };
    let (level, text) = match trouble.is_old {
        true => (NoticeLevel::Bad, "Hace más de un día que no hay una copia de seguridad nueva"),
        false => (NoticeLevel::Warning, "La última copia de seguridad falló"),
    };
    let last = last.map_or_else(
        || "Todavía no hay ninguna.".to_owned(),
        |kept| format!("La última buena es del {}.", context.settings.local_text(kept.made_at)),
    );
    Ok(Some(Attention::new(NoticeKind::Backup, level, text, "/advanced-options").detail(format!("{last} {ADVICE}"))))
}
