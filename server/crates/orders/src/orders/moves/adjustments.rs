//! The effect on discounts and charges when lines move to another account. A discount on a dish moves with the dish; one on the whole
//! account stays with the account, and where the account ends it applies to the lines that the account had. Pure.

use crate::orders::{
    account::{Account, Adjustment, AdjustmentKind, Rate},
    model::Line,
    store::AdjustmentUpdate,
};
use comanda_base::{
    ids::{AdjustmentId, LineId, RequestId},
    money::{Money, Quantity, distribute},
};
use std::collections::BTreeMap;

/// The changes of adjustments, to be stored.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct AdjustmentChanges {
    /// The updated adjustments.
    pub put: Vec<AdjustmentUpdate>,
    /// The copies to add, as updated.
    pub copy: Vec<AdjustmentUpdate>,
    pub end: Vec<AdjustmentId>,
}

/// A line that moves, or a part of one.
#[derive(Debug, Clone)]
pub(super) struct MovedLine {
    /// The line before the move.
    pub line: Line,
    pub quantity: Quantity,
    /// The id of the line that moves: a new one where a part stays.
    pub id: LineId,
}

/// Divides the adjustments of an account of which some lines move. A discount that names them is divided: a percentage stays the same on
/// both sides, a fixed amount is divided by the cost of the lines. Everything else stays.
pub(super) fn divide_adjustments(
    account: &Account,
    moved: &[MovedLine],
    from: RequestId,
    to: RequestId,
) -> AdjustmentChanges {
    let moved_by_line: BTreeMap<LineId, &MovedLine> = moved.iter().map(|g| (g.line.id, g)).collect();
    let mut changes = AdjustmentChanges::default();
    for a in account.adjustments.iter().filter(|a| a.line_ids.iter().any(|l| moved_by_line.contains_key(l))) {
        let stays = |l: &&LineId| moved_by_line.get(*l).is_none_or(|g| g.quantity < g.line.qty_original);
        let staying: Vec<LineId> = a.line_ids.iter().filter(stays).copied().collect();
        let leaving: Vec<LineId> = a.line_ids.iter().filter_map(|l| moved_by_line.get(l)).map(|g| g.id).collect();
        let (rest, part) = split_fixed_amount(a, account, &moved_by_line);
        let moved_update = AdjustmentUpdate { id: a.id, on: to, line_ids: leaving, fixed: part };
        if staying.is_empty() {
            changes.put.push(moved_update);
        } else {
            changes.put.push(AdjustmentUpdate { id: a.id, on: from, line_ids: staying, fixed: rest });
            changes.copy.push(moved_update);
        }
    }
    changes
}

/// Splits a fixed amount into what stays and what moves; `None` for a percentage.
fn split_fixed_amount(
    a: &Adjustment,
    account: &Account,
    moved_by_line: &BTreeMap<LineId, &MovedLine>,
) -> (Option<Money>, Option<Money>) {
    let (AdjustmentKind::Discount, Rate::Fixed(amount)) = (a.kind, a.rate) else { return (None, None) };
    let (mut stays, mut leaving_amount) = (Money::ZERO, Money::ZERO);
    for line in account.live_lines().filter(|l| a.line_ids.contains(&l.id)) {
        let leaving = moved_by_line.get(&line.id).map_or(Quantity::ZERO, |g| g.quantity);
        let staying = line.amount(line.qty_original - leaving);
        stays += staying;
        leaving_amount += line.amount(line.qty_original) - staying;
    }
    let parts = distribute(amount.to_centimos(), &[stays, leaving_amount]);
    (parts.first().copied(), parts.get(1).copied())
}

/// Joins the adjustments of an account that ends in another one: a discount of the whole account names its lines; fixed charges move; a
/// percentage charge becomes its amount; only one recargo al consumo remains. Of an account without a live line nothing moves.
pub(super) fn merge_adjustments(
    origin: &Account,
    destination: &Account,
    destination_id: RequestId,
) -> AdjustmentChanges {
    let live: Vec<LineId> = origin.live_lines().map(|l| l.id).collect();
    if live.is_empty() {
        return AdjustmentChanges {
            end: origin.adjustments.iter().map(|a| a.id).collect(),
            ..AdjustmentChanges::default()
        };
    }
    let is_service = |a: &Adjustment| matches!(a.kind, AdjustmentKind::Service | AdjustmentKind::ServiceIncluded);
    let has_service = destination.adjustments.iter().any(is_service);
    let mut changes = AdjustmentChanges::default();
    for a in &origin.adjustments {
        if is_service(a) && has_service {
            changes.end.push(a.id);
            continue;
        }
        let is_whole_account = a.line_ids.is_empty() && is_discount(a);
        let line_ids = if is_whole_account { live.clone() } else { a.line_ids.clone() };
        changes.put.push(AdjustmentUpdate {
            id: a.id,
            on: destination_id,
            line_ids,
            fixed: percentage_as_amount(a, origin),
        });
    }
    changes
}

fn is_discount(a: &Adjustment) -> bool {
    matches!(a.kind, AdjustmentKind::Courtesy | AdjustmentKind::Discount)
}

/// Returns the amount of a percentage whose base does not move with it.
fn percentage_as_amount(a: &Adjustment, origin: &Account) -> Option<Money> {
    let Rate::Percent(_) = a.rate else { return None };
    let charged = origin.totals.charges.iter().find(|c| c.id == a.id).map(|c| c.amount);
    if !is_discount(a) {
        return charged;
    }
    // Its base included charges, which the base of a discount of lines does not.
    let includes_charges =
        a.line_ids.is_empty() && origin.adjustments.iter().any(|c| !is_discount(c) && c.is_discountable);
    let amount = origin.totals.discounts.iter().find(|d| d.id == a.id && !d.is_courtesy).map(|d| d.amount);
    amount.filter(|_| includes_charges)
}

/// Returns the merged account, before it is stored.
pub(super) fn merged_account(origin: &Account, destination: &Account, changes: &AdjustmentChanges) -> Account {
    let mut lines: Vec<Line> = destination.lines.iter().chain(&origin.lines).cloned().collect();
    lines.sort_by_key(|l| l.id);
    let mut adjustments = destination.adjustments.clone();
    for put in &changes.put {
        let Some(a) = origin.adjustments.iter().find(|a| a.id == put.id) else { continue };
        let rate = put.fixed.map_or(a.rate, Rate::Fixed);
        adjustments.push(Adjustment { line_ids: put.line_ids.clone(), rate, ..a.clone() });
    }
    adjustments.sort_by_key(|a| a.id);
    Account::new(lines, adjustments, destination.totals.paid, destination.tax)
}

#[cfg(test)]
mod tests;
