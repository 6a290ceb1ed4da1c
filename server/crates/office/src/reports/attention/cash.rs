//! Notices of cash boxes closed with a difference that nobody has reviewed, and of those left open.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel, counted};
use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_platform::use_case::Action;
use comanda_till::cash::{self, UnreviewedCycle};

pub(super) async fn load_difference_notices(tx: &mut Tx) -> Result<Vec<Attention>> {
    let (found, all) = cash::load_cycles_to_review(tx).await?;
    let more = usize::try_from(all).unwrap_or(0).saturating_sub(found.len());
    let mut list: Vec<Attention> = found.iter().map(difference_notice).collect();
    if more > 0 {
        let text = format!("{} con diferencia por revisar", counted(more, "caja más cerrada", "cajas más cerradas"));
        list.push(Attention::new(
            NoticeKind::CashDifference,
            NoticeLevel::Warning,
            text,
            "/cashbox-cycles?to_review=true",
        ));
    }
    Ok(list)
}

fn difference_notice(cycle: &UnreviewedCycle) -> Attention {
    let missing = cycle.differences.values().any(|amount| amount.is_negative());
    let level = if missing { NoticeLevel::Bad } else { NoticeLevel::Warning };
    let what = differing_methods(cycle);
    let text = if what.is_empty() {
        // The count agreed only because a movement was recorded after the difference had been shown.
        format!("{} cerró {} tras registrar un movimiento después de contar", cycle.user_name, cycle.cashbox_name)
    } else {
        format!("{} cerró {} con diferencia: {what}", cycle.user_name, cycle.cashbox_name)
    };
    let notice =
        Attention::new(NoticeKind::CashDifference, level, text, format!("/cashbox-cycles/{}/detail", cycle.cycle_id));
    notice.detail(format!("Motivo: {}", cycle.reason))
}

/// Returns each method that differs, with its signed amount.
fn differing_methods(cycle: &UnreviewedCycle) -> String {
    let differing = cycle.differences.iter().filter(|(_, amount)| !amount.is_zero());
    differing.map(|(name, amount)| format!("{name} {}", signed(*amount))).collect::<Vec<_>>().join(", ")
}

fn signed(amount: Money) -> String {
    if amount.is_negative() { format!("−{}", -amount) } else { format!("+{amount}") }
}

/// Returns notices of cash boxes that nobody closed at the end of their day; a cashier only gets their own.
pub(super) async fn load_left_open_notices(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Vec<Attention>> {
    let only_user = (!context.actor.can_without_pin(Action::SeeExpected)).then_some(context.actor.user_id);
    let open = cash::list_left_open(tx, context.today, only_user).await?;
    let notice = |cycle: cash::CycleRow| {
        let text =
            format!("Caja {} abierta desde el {}", cycle.cashbox_name, context.settings.local_text(cycle.opened_at));
        let path = format!("/cashbox-cycles/{}/detail", cycle.id);
        Attention::new(NoticeKind::CashCycle, NoticeLevel::Warning, text, path).detail(cycle.user_name)
    };
    Ok(open.into_iter().map(notice).collect())
}
