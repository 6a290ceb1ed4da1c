//! The steps of a line, a dish of a combo and an account. Pure.

use crate::orders::model::{LineStatus, RequestKind};
use chrono::{DateTime, Duration, Utc};

/// The minutes within which a step can be taken back.
pub const UNDO_MINUTES: i64 = 10;

/// Returns the step after `status`; only deliveries are dispatched.
pub fn next_status(status: LineStatus, kind: RequestKind) -> Option<LineStatus> {
    use LineStatus::*;
    match status {
        Pending => Some(Processing),
        Processing => Some(Prepared),
        Prepared if kind == RequestKind::Delivery => Some(Dispatched),
        Prepared | Dispatched => Some(Delivered),
        Delivered | Dismissed => None,
    }
}

/// Returns the status from which a line of this kind of account reaches `status`; `None` for the first one.
pub fn previous_status(status: LineStatus, kind: RequestKind) -> Option<LineStatus> {
    use LineStatus::*;
    [Pending, Processing, Prepared, Dispatched].into_iter().find(|s| next_status(*s, kind) == Some(status))
}

/// Whether `from` may become `to`: one step forward, or one step back within ten minutes of the last one.
pub fn can_step(
    from: LineStatus,
    to: LineStatus,
    kind: RequestKind,
    changed_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> bool {
    if next_status(from, kind) == Some(to) {
        return true;
    }
    let recent = changed_at.is_some_and(|at| now - at <= Duration::minutes(UNDO_MINUTES));
    recent && previous_status(from, kind) == Some(to)
}

/// Returns the status of a whole: that of its least advanced part that is not dismissed.
pub fn least_advanced(parts: impl IntoIterator<Item = LineStatus>) -> Option<LineStatus> {
    parts.into_iter().filter(|s| *s != LineStatus::Dismissed).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use LineStatus::*;
    use RequestKind::{Delivery, Order, Table};

    #[test]
    fn moves_one_step_forward_and_never_skips_one() {
        let now = DateTime::UNIX_EPOCH;
        for (from, to, kind, allowed) in [
            (Pending, Processing, Table, true),
            (Processing, Prepared, Table, true),
            (Prepared, Delivered, Table, true),
            (Prepared, Delivered, Order, true),
            (Prepared, Dispatched, Table, false),
            (Prepared, Dispatched, Delivery, true),
            (Prepared, Delivered, Delivery, false),
            (Dispatched, Delivered, Delivery, true),
            (Pending, Prepared, Table, false),
            (Pending, Pending, Table, false),
            (Pending, Dismissed, Table, false),
            (Dismissed, Pending, Table, false),
            (Dismissed, Processing, Table, false),
            (Delivered, Dismissed, Table, false),
        ] {
            assert_eq!(can_step(from, to, kind, Some(now), now), allowed, "{from:?} -> {to:?} {kind:?}");
        }
    }

    #[test]
    fn moves_one_step_back_within_ten_minutes() {
        let at = DateTime::UNIX_EPOCH;
        for (from, to, kind, minutes, allowed) in [
            (Delivered, Prepared, Table, 0, true),
            (Delivered, Prepared, Table, 10, true),
            (Delivered, Prepared, Table, 11, false),
            (Delivered, Dispatched, Delivery, 1, true),
            (Delivered, Prepared, Delivery, 1, false),
            (Processing, Pending, Table, 9, true),
            (Prepared, Pending, Table, 1, false),
        ] {
            let now = at + Duration::minutes(minutes);
            assert_eq!(can_step(from, to, kind, Some(at), now), allowed, "{from:?} -> {to:?} after {minutes}");
        }
        assert!(!can_step(Processing, Pending, Table, None, at), "never begun, nothing to take back");
    }

    #[test]
    fn a_whole_has_the_status_of_its_least_advanced_part() {
        assert_eq!(least_advanced([Delivered, Processing, Dismissed]), Some(Processing));
        assert_eq!(least_advanced([Dismissed]), None);
        assert_eq!(least_advanced([]), None);
    }
}
