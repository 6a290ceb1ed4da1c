//! Cash boxes that were closed with a difference which nobody has looked at, and those that were never closed.

use super::{Attention, Look, NoticeKind, NoticeLevel, counted};
use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_platform::use_case::Action;
use comanda_till::cash::{self, Differing};

pub(super) async fn differences(tx: &mut Tx) -> Result<Vec<Attention>> {
    let (found, all) = cash::to_review(tx).await?;
    let more = usize::try_from(all).unwrap_or(0).saturating_sub(found.len());
    let mut list: Vec<Attention> = found.iter().map(difference).collect();
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

fn difference(of: &Differing) -> Attention {
    let missing = of.differences.values().any(|amount| amount.is_negative());
    let level = if missing { NoticeLevel::Bad } else { NoticeLevel::Warning };
    let what = by_method(of);
    let text = if what.is_empty() {
        // It agreed only after money was written in or out once the difference had been shown.
        format!("{} cerró {} tras registrar un movimiento después de contar", of.user_name, of.cashbox_name)
    } else {
        format!("{} cerró {} con diferencia: {what}", of.user_name, of.cashbox_name)
    };
    let notice =
        Attention::new(NoticeKind::CashDifference, level, text, format!("/cashbox-cycles/{}/detail", of.cycle_id));
    notice.detail(format!("Motivo: {}", of.reason))
}

/// Each method that differs, with its sign.
fn by_method(of: &Differing) -> String {
    let off = of.differences.iter().filter(|(_, amount)| !amount.is_zero());
    off.map(|(name, amount)| format!("{name} {}", signed(*amount))).collect::<Vec<_>>().join(", ")
}

fn signed(amount: Money) -> String {
    if amount.is_negative() { format!("−{}", -amount) } else { format!("+{amount}") }
}

/// Cash boxes that nobody closed at the end of their day; a cashier is told of their own.
pub(super) async fn left_open(tx: &mut Tx, look: &Look<'_>) -> Result<Vec<Attention>> {
    let own = (!look.actor.may(Action::SeeExpected)).then_some(look.actor.user_id);
    let open = cash::left_open(tx, look.today, own).await?;
    let notice = |cycle: cash::CycleRow| {
        let text =
            format!("Caja {} abierta desde el {}", cycle.cashbox_name, look.settings.local_text(cycle.opened_at));
        let path = format!("/cashbox-cycles/{}/detail", cycle.id);
        Attention::new(NoticeKind::CashCycle, NoticeLevel::Warning, text, path).detail(cycle.user_name)
    };
    Ok(open.into_iter().map(notice).collect())
}
