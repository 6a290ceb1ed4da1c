//! The steps of a line, a dish of a combo and an account. Pure.

use crate::orders::model::{LineStatus, RequestKind};
use chrono::{DateTime, Duration, Utc};

/// How long a step can be taken back.
pub const UNDO_MINUTES: i64 = 10;

/// The step after `status`; only deliveries are dispatched.
pub fn next(status: LineStatus, kind: RequestKind) -> Option<LineStatus> {
    use LineStatus::*;
    match status {
        Pending => Some(Processing),
        Processing => Some(Prepared),
        Prepared if kind == RequestKind::Delivery => Some(Dispatched),
        Prepared | Dispatched => Some(Delivered),
        Delivered | Dismissed => None,
    }
}

/// The step before `status`.
pub fn previous(status: LineStatus, kind: RequestKind) -> Option<LineStatus> {
    use LineStatus::*;
    [Pending, Processing, Prepared, Dispatched].into_iter().find(|s| next(*s, kind) == Some(status))
}

/// Whether `from` may become `to`: one step forward, or one back within ten minutes of the last one.
pub fn may_step(
    from: LineStatus,
    to: LineStatus,
    kind: RequestKind,
    changed_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> bool {
    if next(from, kind) == Some(to) {
        return true;
    }
    let recent = changed_at.is_some_and(|at| now - at <= Duration::minutes(UNDO_MINUTES));
    recent && previous(from, kind) == Some(to)
}

/// The status of a whole: that of its least advanced part that is not dismissed.
pub fn least_advanced(parts: impl IntoIterator<Item = LineStatus>) -> Option<LineStatus> {
    parts.into_iter().filter(|s| *s != LineStatus::Dismissed).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use LineStatus::*;
    use RequestKind::{Delivery, Order, Table};

    #[test]
    fn goes_one_step_forward_and_never_jumps() {
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
            assert_eq!(may_step(from, to, kind, Some(now), now), allowed, "{from:?} -> {to:?} {kind:?}");
        }
    }

    #[test]
    fn goes_one_step_back_within_ten_minutes() {
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
            assert_eq!(may_step(from, to, kind, Some(at), now), allowed, "{from:?} -> {to:?} after {minutes}");
        }
        assert!(!may_step(Processing, Pending, Table, None, at), "never begun, nothing to take back");
    }

    #[test]
    fn a_whole_is_as_far_as_its_last_part() {
        assert_eq!(least_advanced([Delivered, Processing, Dismissed]), Some(Processing));
        assert_eq!(least_advanced([Dismissed]), None);
        assert_eq!(least_advanced([]), None);
    }
}
