//! Moves of one item that say one thing together: what a line handed to the part that was split off it, and what a supplier's note
//! makes dearer or cheaper, which the ledger takes out and puts in again. Pure.

use super::register_days::DatedMove;
use comanda_base::money::{Money, Quantity};
use comanda_ledgers::stock::MoveReason;

/// The same balances in fewer lines: a split of nothing is left out, a change of cost is one line.
pub(super) fn netted(moves: Vec<DatedMove>) -> Vec<DatedMove> {
    let mut kept: Vec<DatedMove> = Vec::with_capacity(moves.len());
    for moved in moves {
        let is_pair = matches!(moved.row.reason, MoveReason::Split | MoveReason::PurchaseNote);
        let same_moment =
            kept.iter_mut().rev().take_while(|other| other.row.at == moved.row.at && other.day == moved.day);
        match same_moment.filter(|other| is_pair && belong_together(other, &moved)).last() {
            Some(first) => add(first, &moved),
            None => kept.push(moved),
        }
    }
    kept.retain(|moved| moved.row.reason != MoveReason::Split || !is_nothing(moved));
    kept
}

/// What two lines handed over under different papers stays apart.
fn belong_together(first: &DatedMove, second: &DatedMove) -> bool {
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

fn is_nothing(moved: &DatedMove) -> bool {
    moved.row.quantity == Quantity::ZERO && moved.row.value.unwrap_or_default() == Money::ZERO
}
