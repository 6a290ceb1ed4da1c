//! PINs and people that are locked: somebody guesses.

use super::{Attention, Look, NoticeKind, NoticeLevel};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::people::{self, GuessLock, LockKind};

pub(super) async fn locked(tx: &mut Tx, look: &Look<'_>) -> Result<Vec<Attention>> {
    let locks = people::guess_locks(tx, look.now).await?;
    let theirs = locks.into_iter().filter(|lock| look.actor.is_super_admin || !lock.of_super_admin);
    let notice = |lock: GuessLock| {
        let until = look.settings.local_text(lock.locked_until);
        let text = match (lock.kind, lock.user) {
            (LockKind::Asker, Some(who)) => format!("{who} falló el PIN varias veces"),
            (LockKind::SecondFactor, Some(who)) => {
                format!("Alguien con la contraseña de {who} falló su código de ingreso")
            }
            (_, Some(who)) => format!("Alguien prueba el PIN de {who}"),
            (_, None) => "Alguien prueba el PIN de seguridad".to_owned(),
        };
        Attention::new(NoticeKind::PinLock, NoticeLevel::Bad, text, "/users")
            .detail(format!("Bloqueado hasta el {until}"))
    };
    Ok(theirs.map(notice).collect())
}
