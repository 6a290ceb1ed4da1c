//! What becomes of discounts and charges when lines go to another account. What was given to a dish goes with the dish; what was
//! given to an account stays with the account, and names the account's lines where the account ends. Pure.

use crate::orders::{
    account::{Account, Adjustment, AdjustmentKind, Rate},
    model::Line,
    store::AdjustmentPut,
};
use comanda_base::{
    ids::{AdjustmentId, LineId, RequestId},
    money::{Money, Quantity, distribute},
};
use std::collections::BTreeMap;

/// Changes of adjustments, to be written.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Changes {
    /// As they become.
    pub put: Vec<AdjustmentPut>,
    /// Copies, as they become.
    pub copy: Vec<AdjustmentPut>,
    pub end: Vec<AdjustmentId>,
}

/// A line that goes, or a part of it.
#[derive(Debug, Clone)]
pub(super) struct Going {
    /// As it was.
    pub line: Line,
    pub quantity: Quantity,
    /// The line that goes: a new one where a part of it stays.
    pub id: LineId,
}

/// Of an account of which some lines go: a discount that names them is divided. A percentage stays the same on both sides; a fixed
/// amount is divided by what the lines cost. All else stays.
pub(super) fn divided(account: &Account, going: &[Going], from: RequestId, to: RequestId) -> Changes {
    let gone: BTreeMap<LineId, &Going> = going.iter().map(|g| (g.line.id, g)).collect();
    let mut changes = Changes::default();
    for a in account.adjustments.iter().filter(|a| a.line_ids.iter().any(|l| gone.contains_key(l))) {
        let stays = |l: &&LineId| gone.get(*l).is_none_or(|g| g.quantity < g.line.qty_original);
        let staying: Vec<LineId> = a.line_ids.iter().filter(stays).copied().collect();
        let leaving: Vec<LineId> = a.line_ids.iter().filter_map(|l| gone.get(l)).map(|g| g.id).collect();
        let (rest, part) = parts(a, account, &gone);
        let goes = AdjustmentPut { id: a.id, on: to, line_ids: leaving, fixed: part };
        if staying.is_empty() {
            changes.put.push(goes);
        } else {
            changes.put.push(AdjustmentPut { id: a.id, on: from, line_ids: staying, fixed: rest });
            changes.copy.push(goes);
        }
    }
    changes
}

/// A fixed amount in what stays and what goes; nothing of a percentage.
fn parts(a: &Adjustment, account: &Account, gone: &BTreeMap<LineId, &Going>) -> (Option<Money>, Option<Money>) {
    let (AdjustmentKind::Discount, Rate::Fixed(amount)) = (a.kind, a.rate) else { return (None, None) };
    let (mut stays, mut goes) = (Money::ZERO, Money::ZERO);
    for line in account.live().filter(|l| a.line_ids.contains(&l.id)) {
        let leaving = gone.get(&line.id).map_or(Quantity::ZERO, |g| g.quantity);
        let left = line.amount(line.qty_original - leaving);
        stays += left;
        goes += line.amount(line.qty_original) - left;
    }
    let parts = distribute(amount.to_centimos(), &[stays, goes]);
    (parts.first().copied(), parts.get(1).copied())
}

/// Of an account that ends in another one: a discount of all of it names its lines; fixed charges go along; a percentage charge
/// becomes what it came to; there is one recargo al consumo. Of an account without a live line nothing goes.
pub(super) fn joined(origin: &Account, destination: &Account, to: RequestId) -> Changes {
    let live: Vec<LineId> = origin.live().map(|l| l.id).collect();
    if live.is_empty() {
        return Changes { end: origin.adjustments.iter().map(|a| a.id).collect(), ..Changes::default() };
    }
    let is_service = |a: &Adjustment| matches!(a.kind, AdjustmentKind::Service | AdjustmentKind::ServiceIncluded);
    let has_service = destination.adjustments.iter().any(is_service);
    let mut changes = Changes::default();
    for a in &origin.adjustments {
        if is_service(a) && has_service {
            changes.end.push(a.id);
            continue;
        }
        let whole = a.line_ids.is_empty() && is_discount(a);
        let line_ids = if whole { live.clone() } else { a.line_ids.clone() };
        changes.put.push(AdjustmentPut { id: a.id, on: to, line_ids, fixed: became(a, origin) });
    }
    changes
}

fn is_discount(a: &Adjustment) -> bool {
    matches!(a.kind, AdjustmentKind::Courtesy | AdjustmentKind::Discount)
}

/// What a percentage came to, where its base does not go along with it.
fn became(a: &Adjustment, origin: &Account) -> Option<Money> {
    let Rate::Percent(_) = a.rate else { return None };
    let charged = origin.totals.charges.iter().find(|c| c.id == a.id).map(|c| c.amount);
    if !is_discount(a) {
        return charged;
    }
    // Its base had charges in it, which a discount of lines has not.
    let of_charges = a.line_ids.is_empty() && origin.adjustments.iter().any(|c| !is_discount(c) && c.is_discountable);
    let taken = origin.totals.discounts.iter().find(|d| d.id == a.id && !d.is_courtesy).map(|d| d.amount);
    taken.filter(|_| of_charges)
}

/// The account that two make, before it is written.
pub(super) fn account_of_both(origin: &Account, destination: &Account, changes: &Changes) -> Account {
    let mut lines: Vec<Line> = destination.lines.iter().chain(&origin.lines).cloned().collect();
    lines.sort_by_key(|l| l.id);
    let mut adjustments = destination.adjustments.clone();
    for put in &changes.put {
        let Some(a) = origin.adjustments.iter().find(|a| a.id == put.id) else { continue };
        let rate = put.fixed.map_or(a.rate, Rate::Fixed);
        adjustments.push(Adjustment { line_ids: put.line_ids.clone(), rate, ..a.clone() });
    }
    adjustments.sort_by_key(|a| a.id);
    Account::of(lines, adjustments, destination.totals.paid, destination.tax)
}

#[cfg(test)]
mod tests;
