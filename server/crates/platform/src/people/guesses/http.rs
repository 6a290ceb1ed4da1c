//! Calls to list and lift the locks that failed guesses have caused.

use super::store::{self, GuessLock};
use crate::{
    audit::{self, AuditEntry},
    http::{Answer, Empty, Write, rows},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use axum::extract::Path;
use comanda_base::{
    error::{Result, not_found},
    listing::Rows,
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of locks.
pub(in crate::people) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_locks)).routes(routes!(lift_lock))
}

/// PINs, people and second factors that are locked now after too many failures.
#[utoipa::path(get, path = "/pin-locks", tag = "users", responses((status = 200, body = Rows<GuessLock>)))]
async fn list_locks(actor: Actor) -> Result<Rows<GuessLock>> {
    actor.require(Action::Users)?;
    let mut tx = actor.company.db.read().await?;
    let locked = store::list_locks(&mut tx, actor.app.clock().now()).await?;
    Ok(rows(locked.into_iter().filter(|lock| actor.is_super_admin || !lock.of_super_admin).collect()))
}

/// Lifts a lock before its time.
#[utoipa::path(delete, path = "/pin-locks/{id}", tag = "users", params(("id" = i64, Path)), responses((status = 200, body = Answer<bool>)))]
async fn lift_lock(actor: Actor, Path(id): Path<i64>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Users)?;
    idempotent_write!(actor, write, |work, _body| {
        let locked = store::list_locks(work.tx, work.now).await?;
        let Some(lock) = locked.into_iter().find(|l| l.id == id && (work.actor.is_super_admin || !l.of_super_admin))
        else {
            return not_found("ese bloqueo").err();
        };
        store::delete_lock(work.tx, id).await?;
        let whose = lock.user.unwrap_or_else(|| "PIN de seguridad".into());
        audit::log(work.tx, work.actor, work.now, AuditEntry::new("PIN_LOCK_LIFTED").reason(whose)).await?;
        Ok(true)
    })
}
