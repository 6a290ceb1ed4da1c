//! Asking for a line to be counted once more, by another person where there is one.

use super::{
    answer::StockCount,
    create::{MAX_LINES, told},
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
    audit::{self, Entry},
    use_case::{Action, Grant, Role, Work, grant},
};
use serde_json::json;

/// Asks for it. What was counted first stays until it is counted once more.
pub(super) async fn ask(work: &mut Work<'_>, id: CountId, body: &AskRecount) -> Result<StockCount> {
    store::lock(work.tx, id).await.or_not_found("el conteo")?;
    let stored = read::stored(work.tx, id).await?;
    if !stored.status.is_unfinished() {
        return refuse(Code::Conflict, "Este conteo ya terminó: no se puede recontar.")
            .current(stored.told(Vec::new(), true))
            .err();
    }
    if body.line_ids.is_empty() || body.line_ids.len() > MAX_LINES {
        return invalid("line_ids", "Elige qué se cuenta otra vez.").err();
    }
    let lines = store::lines(work.tx, id).await?;
    let wanted: Vec<&StoredLine> = lines.iter().filter(|line| body.line_ids.contains(&line.id)).collect();
    if body.line_ids.iter().any(|id| !wanted.iter().any(|line| line.id == *id)) {
        return invalid("line_ids", "Hay ítems que no son de este conteo. Actualiza la pantalla.").err();
    }
    if let Some(line) = wanted.iter().find(|line| line.counted.is_none()) {
        return invalid("line_ids", format!("{} aún no se contó: no hay qué recontar.", line.name)).err();
    }
    if let Some(user) = body.user_id {
        must_count(work, user).await?;
    }
    let ids: Vec<_> = wanted.iter().map(|line| line.id).collect();
    store::ask_recount(work, &ids, body.user_id).await?;
    let names: Vec<String> = wanted.iter().map(|line| line.name.clone()).collect();
    let entry = Entry::new("STOCK_COUNT_RECOUNT")
        .entity("stock_count", id.0)
        .reason(form::some_names(&names).unwrap_or_default())
        .change(None, Some(json!({"count": full_number(stored.number), "items": names, "user_id": body.user_id})));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    told(work, id);
    let reviews = stored.status == CountStatus::Review;
    read::count(work.tx, work.actor, id, (reviews, work.now)).await
}

async fn must_count(work: &mut Work<'_>, user: UserId) -> Result<()> {
    let role = store::role_of(work.tx, user).await?.and_then(Role::from_id);
    match role.filter(|role| grant(*role, Action::CountStock) == Grant::Yes) {
        Some(_) => Ok(()),
        None => invalid("user_id", "Elige a alguien que cuente el almacén.").err(),
    }
}
