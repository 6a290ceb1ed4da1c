//! The notice of a wrong server clock.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel};
use comanda_base::{db::Tx, error::Result};
use comanda_invoicing::billing::electronic::wrong_clock;

const ADVICE: &str = "Corrige la fecha y la hora del equipo del servidor. Mejor si se ajustan solas por internet.";

/// Returns a notice if the clock is wrong by more than two minutes. Nothing electronic is issued while it shows another day.
pub(super) async fn load_clock_notice(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Option<Attention>> {
    let wrong = wrong_clock(tx, &context.actor.app, &context.actor.company, context.now).await?;
    Ok(wrong.map(|wrong| {
        let level = if wrong.is_other_day { NoticeLevel::Bad } else { NoticeLevel::Warning };
        Attention::new(NoticeKind::Clock, level, wrong.text, "/documents").detail(ADVICE)
    }))
}
