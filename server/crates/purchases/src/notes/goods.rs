//! The effect of a note on goods: returned goods leave at the cost at which they came in; goods whose cost changes leave and come in again
//! at once, so that the remaining stock is valued at the new cost.

use super::{ModifiedPurchase, Note};
use crate::{lines::Line, model::PurchaseItem, words::NoteEffect};
use comanda_base::{
    error::Faults,
    money::{Money, Quantity, distribute, div_round},
};
use comanda_ledgers::stock::{Item, documents::DocumentMove};
use std::collections::HashMap;

/// The quantity of a purchased item that can still be returned, after all notes so far, and its current cost.
#[derive(Debug, Clone, Copy)]
struct Remaining {
    quantity: Quantity,
    cost: Money,
}

/// A purchase to which a note is being applied.
struct NoteApplication<'p> {
    purchase: &'p ModifiedPurchase,
    remaining_by_item: HashMap<Item, Remaining>,
}

/// Computes the stock moves of a note; `costs` has one cost per line, or one for the whole note where it has no lines.
pub(crate) fn stock_moves(note: &Note, lines: &[Line], costs: &[Money], faults: &mut Faults) -> Vec<DocumentMove> {
    let mut changing = note.purchase.as_ref().map(NoteApplication::new);
    match (note.effect, &mut changing) {
        (NoteEffect::Return, Some(changing)) => {
            (0..).zip(lines).filter_map(|(at, line)| changing.return_goods(at, line, faults)).collect()
        }
        (NoteEffect::Return, None) => {
            let counted = lines.iter().zip(costs).filter(|(line, _)| line.entered.good.has_stock);
            counted.map(|(line, cost)| move_out(line, *cost)).collect()
        }
        (NoteEffect::Cost, Some(changing)) if lines.is_empty() => {
            changing.change_all_costs(note.is_credit, costs.iter().copied().sum())
        }
        (NoteEffect::Cost, Some(changing)) => {
            let changed = (0..).zip(lines.iter().zip(costs)).filter_map(|(at, (line, cost))| {
                let item = changing.find_purchased_item(at, line, faults)?;
                Some(changing.change_cost(note.is_credit, item, *cost))
            });
            changed.flatten().collect()
        }
        (NoteEffect::Cost, None) | (NoteEffect::None, _) => Vec::new(),
    }
}

impl<'p> NoteApplication<'p> {
    fn new(purchase: &'p ModifiedPurchase) -> Self {
        let remaining_by_item = purchase.items.iter().map(|item| {
            let returned = purchase.returned.get(&item.item()).copied().unwrap_or_default();
            let change = purchase.cost_changes.get(&item.item()).copied().unwrap_or_default();
            let cost = (item.cost + change).max(Money::ZERO);
            (item.item(), Remaining { quantity: item.base_quantity - returned, cost })
        });
        Self { purchase, remaining_by_item: remaining_by_item.collect() }
    }

    fn remaining(&self, item: Item) -> Remaining {
        self.remaining_by_item.get(&item).copied().unwrap_or(Remaining { quantity: Quantity::ZERO, cost: Money::ZERO })
    }

    /// Finds the line of the purchase with the same item as a line of the note.
    fn find_purchased_item(&self, at: usize, line: &Line, faults: &mut Faults) -> Option<&'p PurchaseItem> {
        let found = self.purchase.items.iter().find(|item| item.item() == line.entered.good.item);
        if found.is_none() {
            let (name, number) = (&line.entered.good.name, &self.purchase.row.full_number);
            faults.add(&format!("items.{at}.item_id"), format!("{name} no vino con {number}."));
        }
        found
    }

    fn return_goods(&mut self, at: usize, line: &Line, faults: &mut Faults) -> Option<DocumentMove> {
        let item = self.find_purchased_item(at, line, faults)?;
        let Remaining { quantity: remaining, cost: all } = self.remaining(item.item());
        let back = line.entered.base;
        if back > remaining {
            let (name, unit, number) = (&item.name, &item.base_measurement, &self.purchase.row.full_number);
            let text = format!("De {name} quedan {remaining} {unit} de {number}: no se puede devolver más.");
            faults.add(&format!("items.{at}.quantity"), text);
            return None;
        }
        let cost = share_of_cost(all, back, remaining);
        self.remaining_by_item.insert(item.item(), Remaining { quantity: remaining - back, cost: all - cost });
        item.has_stock.then(|| move_out(line, cost))
    }

    /// Distributes a change of cost over all remaining items, weighted by their current cost.
    fn change_all_costs(&mut self, is_credit: bool, change: Money) -> Vec<DocumentMove> {
        let items = &self.purchase.items;
        let now: Vec<Money> = items.iter().map(|item| self.remaining(item.item()).cost).collect();
        let bought: Vec<Money> = items.iter().map(|item| item.cost).collect();
        let weights = if now.iter().all(|cost| cost.is_zero()) { bought } else { now };
        let parts = items.iter().zip(distribute(change, &weights));
        parts.flat_map(|(item, part)| self.change_cost(is_credit, item, part)).collect()
    }

    /// Moves the remainder of an item out at its old cost and in again at the new one: lower for a credit note, higher for a debit note.
    fn change_cost(&mut self, is_credit: bool, item: &PurchaseItem, change: Money) -> Vec<DocumentMove> {
        let Remaining { quantity, cost } = self.remaining(item.item());
        if !item.has_stock || quantity <= Quantity::ZERO {
            return Vec::new();
        }
        let now = if is_credit { (cost - change).max(Money::ZERO) } else { cost + change };
        self.remaining_by_item.insert(item.item(), Remaining { quantity, cost: now });
        let document_move = |quantity, cost| DocumentMove {
            item: item.item(),
            quantity,
            measurement: item.measurement_id,
            cost: Some(cost),
            extra_cost: None,
        };
        vec![document_move(-quantity, cost), document_move(quantity, now)]
    }
}

fn move_out(line: &Line, cost: Money) -> DocumentMove {
    DocumentMove { cost: Some(cost), ..DocumentMove::new(&line.entered, false, None) }
}

/// Returns the cost of `part` where `all` costs `cost`.
fn share_of_cost(cost: Money, part: Quantity, all: Quantity) -> Money {
    let exact = i128::from(cost.millionths()) * i128::from(part.millionths());
    let parts = div_round(exact, i128::from(all.millionths()).max(1));
    i64::try_from(parts).map_or(cost, Money::from_millionths)
}
