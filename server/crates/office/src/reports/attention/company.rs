//! The notice of the company's licence.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel};
use comanda_platform::companies::license_day;

/// The days before a licence's end from which there is a notice, and (`URGENT_DAYS`) from which it is urgent.
const LICENCE_DAYS: i64 = 15;
const URGENT_DAYS: i64 = 3;

/// Returns a notice if the licence ends soon.
pub(super) fn licence_notice(context: &AttentionContext<'_>) -> Option<Attention> {
    let days_left = (context.actor.company.license_until? - license_day(context.now)).num_days();
    let text = match days_left {
        0 => "La licencia vence hoy".to_owned(),
        1 => "La licencia vence mañana".to_owned(),
        2..=LICENCE_DAYS => format!("La licencia vence en {days_left} días"),
        _ => return None,
    };
    let level = if days_left <= URGENT_DAYS { NoticeLevel::Bad } else { NoticeLevel::Warning };
    Some(Attention::new(NoticeKind::License, level, text, "/company-info"))
}
