//! Notices of PINs and users that are locked because of wrong guesses.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::people::{self, GuessLock, LockKind};

pub(super) async fn load_lock_notices(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Vec<Attention>> {
    let locks = people::guess_locks(tx, context.now).await?;
    let theirs = locks.into_iter().filter(|lock| context.actor.is_super_admin || !lock.of_super_admin);
    let notice = |lock: GuessLock| {
        let until = context.settings.local_text(lock.locked_until);
        let text = match (lock.kind, lock.user) {
            (LockKind::Asker, Some(user)) => format!("{user} falló el PIN varias veces"),
            (LockKind::SecondFactor, Some(user)) => {
                format!("Alguien con la contraseña de {user} falló su código de ingreso")
            }
            (_, Some(user)) => format!("Alguien prueba el PIN de {user}"),
            (_, None) => "Alguien prueba el PIN de seguridad".to_owned(),
        };
        Attention::new(NoticeKind::PinLock, NoticeLevel::Bad, text, "/users")
            .detail(format!("Bloqueado hasta el {until}"))
    };
    Ok(theirs.map(notice).collect())
}
