//! Requests to recount lines, by another person where one is named.

use super::{
    answer::StockCount,
    create::{MAX_LINES, notify_changed},
    model::{AskRecount, CountStatus, full_number},
    read,
    store::{self, StoredLine},
};
use comanda_base::{
    error::{Code, OrNotFound, Result, invalid, refuse},
    form,
    ids::{CountId, UserId},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::{Action, Grant, Role, Work, grant_for_role},
};
use serde_json::json;

/// Asks to recount lines; the first count of each stays until its recount.
pub(super) async fn request_recount(work: &mut Work<'_>, id: CountId, body: &AskRecount) -> Result<StockCount> {
    store::lock_count(work.tx, id).await.or_not_found("el conteo")?;
    let stored = read::load_stored(work.tx, id).await?;
    if !stored.status.is_unfinished() {
        return refuse(Code::Conflict, "Este conteo ya terminó: no se puede recontar.")
            .with_current(stored.to_row(Vec::new(), true))
            .err();
    }
    if body.line_ids.is_empty() || body.line_ids.len() > MAX_LINES {
        return invalid("line_ids", "Elige qué se cuenta otra vez.").err();
    }
    let lines = store::load_lines(work.tx, id).await?;
    let selected: Vec<&StoredLine> = lines.iter().filter(|line| body.line_ids.contains(&line.id)).collect();
    if body.line_ids.iter().any(|id| !selected.iter().any(|line| line.id == *id)) {
        return invalid("line_ids", "Hay ítems que no son de este conteo. Actualiza la pantalla.").err();
    }
    if let Some(line) = selected.iter().find(|line| line.counted.is_none()) {
        return invalid("line_ids", format!("{} aún no se contó: no hay qué recontar.", line.name)).err();
    }
    if let Some(user) = body.user_id {
        require_may_count(work, user).await?;
    }
    let ids: Vec<_> = selected.iter().map(|line| line.id).collect();
    store::mark_for_recount(work, &ids, body.user_id).await?;
    let names: Vec<String> = selected.iter().map(|line| line.name.clone()).collect();
    let entry = AuditEntry::new("STOCK_COUNT_RECOUNT")
        .entity("stock_count", id.0)
        .reason(form::summarize_names(&names).unwrap_or_default())
        .change(None, Some(json!({"count": full_number(stored.number), "items": names, "user_id": body.user_id})));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    notify_changed(work, id);
    let reviews = stored.status == CountStatus::Review;
    read::load_count(work.tx, work.actor, id, (reviews, work.now)).await
}

async fn require_may_count(work: &mut Work<'_>, user: UserId) -> Result<()> {
    let role = store::find_role(work.tx, user).await?.and_then(Role::from_id);
    match role.filter(|role| grant_for_role(*role, Action::CountStock) == Grant::Yes) {
        Some(_) => Ok(()),
        None => invalid("user_id", "Elige a alguien que cuente el almacén.").err(),
    }
}
