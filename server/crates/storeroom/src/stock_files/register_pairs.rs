//! Merges moves of one item that belong together: the two sides of a split order line, and the cost change of a supplier's note, which the
//! ledger records as moving out and in again.

use super::register_days::DatedMove;
use comanda_base::money::{Money, Quantity};
use comanda_ledgers::stock::MoveReason;

/// Returns fewer moves with the same balances: a split without net effect is left out, a change of cost becomes one move.
pub(super) fn merge_pairs(moves: Vec<DatedMove>) -> Vec<DatedMove> {
    let mut kept: Vec<DatedMove> = Vec::with_capacity(moves.len());
    for moved in moves {
        let is_pair = matches!(moved.row.reason, MoveReason::Split | MoveReason::PurchaseNote);
        let same_moment =
            kept.iter_mut().rev().take_while(|other| other.row.at == moved.row.at && other.day == moved.day);
        match same_moment.filter(|other| is_pair && is_pair_of(other, &moved)).last() {
            Some(first) => add(first, &moved),
            None => kept.push(moved),
        }
    }
    kept.retain(|moved| moved.row.reason != MoveReason::Split || !has_no_effect(moved));
    kept
}

/// Whether two moves can be merged; moves under different documents stay separate.
fn is_pair_of(first: &DatedMove, second: &DatedMove) -> bool {
    let papers = [first, second].map(|moved| moved.document.as_ref().map(|d| (d.serie.as_str(), d.number)));
    first.row.reason == second.row.reason && first.row.source == second.row.source && papers[0] == papers[1]
}

fn add(first: &mut DatedMove, second: &DatedMove) {
    first.row.quantity += second.row.quantity;
    first.row.value = match (first.row.value, second.row.value) {
        (None, None) => None,
        (one, other) => Some(one.unwrap_or_default() + other.unwrap_or_default()),
    };
    first.row.balance_cost = second.row.balance_cost;
}

fn has_no_effect(moved: &DatedMove) -> bool {
    moved.row.quantity == Quantity::ZERO && moved.row.value.unwrap_or_default() == Money::ZERO
}
