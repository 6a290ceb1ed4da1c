//! The server's clock, where it is wrong.

use super::{Attention, Look, NoticeKind, NoticeLevel};
use comanda_base::{db::Tx, error::Result};
use comanda_invoicing::billing::electronic::wrong_clock;

const MEND: &str = "Corrige la fecha y la hora del equipo del servidor. Mejor si se ajustan solas por internet.";

/// A clock that is wrong by more than two minutes. Nothing electronic is issued while it shows another day.
pub(super) async fn wrong(tx: &mut Tx, look: &Look<'_>) -> Result<Option<Attention>> {
    let wrong = wrong_clock(tx, &look.actor.app, &look.actor.company, look.now).await?;
    Ok(wrong.map(|wrong| {
        let level = if wrong.is_other_day { NoticeLevel::Bad } else { NoticeLevel::Warning };
        Attention::new(NoticeKind::Clock, level, wrong.text, "/documents").detail(MEND)
    }))
}
