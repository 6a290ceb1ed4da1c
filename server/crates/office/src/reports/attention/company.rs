//! The company's licence.

use super::{Attention, Look, NoticeKind, NoticeLevel};
use comanda_platform::companies::license_day;

/// From so many days before its end a licence is spoken of, and from so many on it is urgent.
const LICENCE_DAYS: i64 = 15;
const URGENT_DAYS: i64 = 3;

/// A licence that ends soon.
pub(super) fn licence(look: &Look<'_>) -> Option<Attention> {
    let left = (look.actor.company.license_until? - license_day(look.now)).num_days();
    let text = match left {
        0 => "La licencia vence hoy".to_owned(),
        1 => "La licencia vence mañana".to_owned(),
        2..=LICENCE_DAYS => format!("La licencia vence en {left} días"),
        _ => return None,
    };
    let level = if left <= URGENT_DAYS { NoticeLevel::Bad } else { NoticeLevel::Warning };
    Some(Attention::new(NoticeKind::License, level, text, "/company-info"))
}
