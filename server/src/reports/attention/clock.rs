//! The server's clock, where it is wrong.

use super::{Attention, Look, NoticeKind, NoticeLevel};
use crate::settings::clock_warning;

const MEND: &str = "Corrige la fecha y la hora del equipo del servidor. Mejor si se ajustan solas por internet.";

/// A clock that is wrong by more than two minutes. Nothing electronic is issued while it shows another day.
pub(super) fn wrong(look: &Look<'_>) -> Option<Attention> {
    let warning = clock_warning(look.actor, look.now)?;
    let level = if warning.is_other_day { NoticeLevel::Bad } else { NoticeLevel::Warning };
    Some(Attention::new(NoticeKind::Clock, level, warning.text, "/documents").detail(MEND))
}
