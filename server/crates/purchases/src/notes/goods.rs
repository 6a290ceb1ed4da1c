//! What a note does to goods: those that are sent back leave at what they came in for, and those that cost something else now leave and
//! come in again at once, so that what is left of them is worth the new cost. Pure.

use super::{ModifiedPurchase, Note};
use crate::{lines::Line, model::PurchaseItem, words::NoteEffect};
use comanda_base::{
    error::Faults,
    money::{Money, Quantity, distribute, div_round},
};
use comanda_ledgers::stock::{Item, documents::DocumentMove};
use std::collections::HashMap;

/// What is still there of an item that came with a purchase, by what its notes say: it can be sent back, and costs so much now.
#[derive(Debug, Clone, Copy)]
struct Left {
    quantity: Quantity,
    cost: Money,
}

/// A purchase while a note changes it.
struct Changing<'p> {
    purchase: &'p ModifiedPurchase,
    left: HashMap<Item, Left>,
}

/// The moves of a note; `costs` are of its lines, or of all of it where it has none.
pub(crate) fn moves(note: &Note, lines: &[Line], costs: &[Money], faults: &mut Faults) -> Vec<DocumentMove> {
    let mut changing = note.purchase.as_ref().map(Changing::of);
    match (note.effect, &mut changing) {
        (NoteEffect::Return, Some(changing)) => {
            (0..).zip(lines).filter_map(|(at, line)| changing.send_back(at, line, faults)).collect()
        }
        (NoteEffect::Return, None) => {
            let counted = lines.iter().zip(costs).filter(|(line, _)| line.entered.good.has_stock);
            counted.map(|(line, cost)| leaving(line, *cost)).collect()
        }
        (NoteEffect::Cost, Some(changing)) if lines.is_empty() => {
            changing.recost_all(note.is_credit, costs.iter().copied().sum())
        }
        (NoteEffect::Cost, Some(changing)) => {
            let changed = (0..).zip(lines.iter().zip(costs)).filter_map(|(at, (line, cost))| {
                let item = changing.bought(at, line, faults)?;
                Some(changing.recost(note.is_credit, item, *cost))
            });
            changed.flatten().collect()
        }
        (NoteEffect::Cost, None) | (NoteEffect::None, _) => Vec::new(),
    }
}

impl<'p> Changing<'p> {
    fn of(purchase: &'p ModifiedPurchase) -> Self {
        let left = purchase.items.iter().map(|item| {
            let returned = purchase.returned.get(&item.item()).copied().unwrap_or_default();
            let change = purchase.cost_changes.get(&item.item()).copied().unwrap_or_default();
            let cost = (item.cost + change).max(Money::ZERO);
            (item.item(), Left { quantity: item.base_quantity - returned, cost })
        });
        Self { purchase, left: left.collect() }
    }

    fn left(&self, item: Item) -> Left {
        self.left.get(&item).copied().unwrap_or(Left { quantity: Quantity::ZERO, cost: Money::ZERO })
    }

    /// The line of the purchase that a line of its note is of.
    fn bought(&self, at: usize, line: &Line, faults: &mut Faults) -> Option<&'p PurchaseItem> {
        let found = self.purchase.items.iter().find(|item| item.item() == line.entered.good.item);
        if found.is_none() {
            let (name, number) = (&line.entered.good.name, &self.purchase.row.full_number);
            faults.add(&format!("items.{at}.item_id"), format!("{name} no vino con {number}."));
        }
        found
    }

    fn send_back(&mut self, at: usize, line: &Line, faults: &mut Faults) -> Option<DocumentMove> {
        let item = self.bought(at, line, faults)?;
        let Left { quantity: left, cost: all } = self.left(item.item());
        let back = line.entered.base;
        if back > left {
            let (name, unit, number) = (&item.name, &item.base_measurement, &self.purchase.row.full_number);
            let text = format!("De {name} quedan {left} {unit} de {number}: no se puede devolver más.");
            faults.add(&format!("items.{at}.quantity"), text);
            return None;
        }
        let cost = share(all, back, left);
        self.left.insert(item.item(), Left { quantity: left - back, cost: all - cost });
        item.has_stock.then(|| leaving(line, cost))
    }

    /// Shares a change of cost out among all that is left, by what it costs now.
    fn recost_all(&mut self, is_credit: bool, change: Money) -> Vec<DocumentMove> {
        let items = &self.purchase.items;
        let now: Vec<Money> = items.iter().map(|item| self.left(item.item()).cost).collect();
        let bought: Vec<Money> = items.iter().map(|item| item.cost).collect();
        let weights = if now.iter().all(|cost| cost.is_zero()) { bought } else { now };
        let parts = items.iter().zip(distribute(change, &weights));
        parts.flat_map(|(item, part)| self.recost(is_credit, item, part)).collect()
    }

    /// What is left of an item goes out for what it cost and comes in for less, or, of a debit note, for more.
    fn recost(&mut self, is_credit: bool, item: &PurchaseItem, change: Money) -> Vec<DocumentMove> {
        let Left { quantity, cost } = self.left(item.item());
        if !item.has_stock || quantity <= Quantity::ZERO {
            return Vec::new();
        }
        let now = if is_credit { (cost - change).max(Money::ZERO) } else { cost + change };
        self.left.insert(item.item(), Left { quantity, cost: now });
        let of = |quantity, cost| DocumentMove {
            item: item.item(),
            quantity,
            measurement: item.measurement_id,
            cost: Some(cost),
            extra_cost: None,
        };
        vec![of(-quantity, cost), of(quantity, now)]
    }
}

fn leaving(line: &Line, cost: Money) -> DocumentMove {
    DocumentMove { cost: Some(cost), ..DocumentMove::of(&line.entered, false, None) }
}

/// `part` of `all` of a cost.
fn share(cost: Money, part: Quantity, all: Quantity) -> Money {
    let exact = i128::from(cost.millionths()) * i128::from(part.millionths());
    let parts = div_round(exact, i128::from(all.millionths()).max(1));
    i64::try_from(parts).map_or(cost, Money::from_millionths)
}
