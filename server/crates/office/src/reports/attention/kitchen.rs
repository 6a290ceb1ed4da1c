//! Notices of dishes that wait for longer than their area promises: one for each account, the longest wait first.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel, counted};
use comanda_orders::orders::kitchen_source::WaitingDish;
use comanda_platform::use_case::Action;
use std::collections::HashSet;

/// The most accounts with a notice of their own; one notice covers the others.
const MAX_ACCOUNTS: usize = 4;
const KITCHEN_MONITOR_PATH: &str = "/monitor-production";

pub(super) fn late_dish_notices(context: &AttentionContext<'_>) -> Vec<Attention> {
    let late: Vec<&WaitingDish> = context.waiting.iter().filter(|dish| dish.is_late(context.now)).collect();
    let mut seen_accounts = HashSet::new();
    let first: Vec<&WaitingDish> =
        late.iter().copied().filter(|dish| seen_accounts.insert(dish.client_request_id)).collect();
    let notice = |text, path| Attention::new(NoticeKind::LateDish, NoticeLevel::Warning, text, path);
    let account_notice = |dish: &&WaitingDish| {
        let others = late.iter().filter(|other| other.client_request_id == dish.client_request_id).count() - 1;
        let more =
            if others > 0 { format!(" y {}", counted(others, "plato más", "platos más")) } else { String::new() };
        let path = match context.actor.can_without_pin(Action::TakeOrders) {
            true => format!("/order/{}", dish.client_request_id),
            false => KITCHEN_MONITOR_PATH.to_owned(),
        };
        notice(format!("{} espera hace {} min", dish.label(), dish.minutes(context.now)), path)
            .detail(format!("{}, prometido en {} min{more}", dish.name, dish.late_minutes))
    };
    let mut list: Vec<Attention> = first.iter().take(MAX_ACCOUNTS).map(account_notice).collect();
    let more = first.len().saturating_sub(MAX_ACCOUNTS);
    if more > 0 {
        let text = counted(more, "cuenta más espera platos con retraso", "cuentas más esperan platos con retraso");
        list.push(notice(text, KITCHEN_MONITOR_PATH.to_owned()));
    }
    list
}
