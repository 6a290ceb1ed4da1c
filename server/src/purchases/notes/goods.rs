//! What a note does to goods: those that are sent back leave at what they came in for, and those that cost something else now leave and
//! come in again at once, so that what is left of them is worth the new cost. Pure.

use super::{ModifiedPurchase, Note};
use crate::{
    error::Faults,
    money::{Money, Quantity, div_round},
    orders::distribute,
    purchases::{lines::Line, model::PurchaseItem, words::NoteEffect},
    stock::documents::DocumentMove,
};

/// The moves of a note; `costs` are of its lines, or of all of it where it has none.
pub(in crate::purchases) fn moves(
    note: &Note,
    lines: &[Line],
    costs: &[Money],
    faults: &mut Faults,
) -> Vec<DocumentMove> {
    match (note.effect, &note.purchase) {
        (NoteEffect::Return, Some(purchase)) => {
            let sent = (0..).zip(lines).filter_map(|(at, line)| sent_back(purchase, at, line, faults));
            sent.collect()
        }
        (NoteEffect::Return, None) => {
            let counted = lines.iter().zip(costs).filter(|(line, _)| line.entered.good.has_stock);
            counted.map(|(line, cost)| leaving(line, *cost)).collect()
        }
        (NoteEffect::Cost, Some(purchase)) if lines.is_empty() => {
            let all: Money = costs.iter().copied().sum();
            let weights: Vec<Money> = purchase.items.iter().map(|item| item.cost).collect();
            let parts = distribute(all, &weights);
            purchase.items.iter().zip(parts).flat_map(|(item, part)| recosted(note, purchase, item, part)).collect()
        }
        (NoteEffect::Cost, Some(purchase)) => {
            let changed = (0..).zip(lines.iter().zip(costs)).filter_map(|(at, (line, cost))| {
                let item = bought(purchase, at, line, faults)?;
                Some(recosted(note, purchase, item, *cost))
            });
            changed.flatten().collect()
        }
        (NoteEffect::Cost, None) | (NoteEffect::None, _) => Vec::new(),
    }
}

/// The line of the purchase that a line of its note is of.
fn bought<'p>(purchase: &'p ModifiedPurchase, at: usize, line: &Line, faults: &mut Faults) -> Option<&'p PurchaseItem> {
    let found = purchase.items.iter().find(|item| item.item() == line.entered.good.item);
    if found.is_none() {
        let (name, number) = (&line.entered.good.name, &purchase.row.full_number);
        faults.add(&format!("items.{at}.item_id"), format!("{name} no vino con {number}."));
    }
    found
}

fn sent_back(purchase: &ModifiedPurchase, at: usize, line: &Line, faults: &mut Faults) -> Option<DocumentMove> {
    let item = bought(purchase, at, line, faults)?;
    let left = purchase.left(item);
    if line.entered.base > left {
        let (name, unit, number) = (&item.name, &item.base_measurement, &purchase.row.full_number);
        let text = format!("De {name} quedan {left} {unit} de {number}: no se puede devolver más.");
        faults.add(&format!("items.{at}.quantity"), text);
        return None;
    }
    item.has_stock.then(|| leaving(line, share(item.cost, line.entered.base, item.base_quantity)))
}

fn leaving(line: &Line, cost: Money) -> DocumentMove {
    DocumentMove { cost: Some(cost), ..DocumentMove::of(&line.entered, false, None) }
}

/// What is left of an item goes out for what it cost and comes in for less, or, of a debit note, for more.
fn recosted(note: &Note, purchase: &ModifiedPurchase, item: &PurchaseItem, change: Money) -> Vec<DocumentMove> {
    let left = purchase.left(item);
    if !item.has_stock || left <= Quantity::ZERO {
        return Vec::new();
    }
    let cost = share(item.cost, left, item.base_quantity);
    let now = if note.is_credit { (cost - change).max(Money::ZERO) } else { cost + change };
    let of = |quantity, cost| DocumentMove {
        item: item.item(),
        quantity,
        measurement: item.measurement_id,
        cost: Some(cost),
        extra_cost: None,
    };
    vec![of(-left, cost), of(left, now)]
}

/// `part` of `all` of a cost.
fn share(cost: Money, part: Quantity, all: Quantity) -> Money {
    let exact = i128::from(cost.millionths()) * i128::from(part.millionths());
    let parts = div_round(exact, i128::from(all.millionths()).max(1));
    i64::try_from(parts).map_or(cost, Money::from_millionths)
}
