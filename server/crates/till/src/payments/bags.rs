//! Plastic bags on documents. The tax on them (ICBPER) is counted by the bag, so a document has whole bags, as lines of their own (SUNAT
//! rules 3236, 4318), also where all else is POR CONSUMO or a share. A payment by money takes the bags that are on no document yet, as
//! many as it pays for, and the one that closes the account the rest: all documents of an account have its bags exactly once. Pure.

use super::{
    sale::{Billed, Documented, line},
    split::Charge,
};
use comanda_base::{
    error::{Code, Refusal, refuse},
    money::{Money, Quantity, SCALE},
};
use comanda_invoicing::billing::{DocumentLineKind, tax::Item};
use comanda_orders::orders::{Account, Line, account::AdjustmentKind};
use comanda_platform::settings::TaxRule;

/// Adds up items of bags with the tax on them.
pub(super) fn worth(bags: &[Item]) -> Money {
    bags.iter().map(|bag| bag.total + bag.bag_tax).sum()
}

/// Takes the bags of a charge of units out of its items.
pub(super) fn take_bags(items: &mut Vec<Item>) -> Vec<Item> {
    let (bags, others) = std::mem::take(items).into_iter().partition(|item| item.is_bag());
    *items = others;
    bags
}

/// Finds the bags of an account that are on no document yet.
pub(super) fn bags_left(account: &Account, billed: &Billed, tax: TaxRule) -> Vec<Item> {
    let left = |line: &Line| {
        let on_documents = billed.bags.iter().filter(|(id, _)| *id == line.id).map(|(_, bags)| *bags).sum();
        bag_item(line, (on_documents, line.qty_original - on_documents), tax)
    };
    account.live().filter(|line| line.is_plastic_bag).filter_map(left).collect()
}

/// Makes an item of so many bags of a line, after those that earlier documents have.
fn bag_item(of: &Line, (before, bags): (Quantity, Quantity), tax: TaxRule) -> Option<Item> {
    let bag_tax = tax.bag_tax_of(of.sale_amount, bags);
    if bags <= Quantity::ZERO || bag_tax.is_zero() {
        return None;
    }
    let own = of.own_amount(before + bags) - of.own_amount(before);
    let item = line(DocumentLineKind::Product, &of.name_in_words(), bags, of.sale_amount, own - bag_tax);
    Some(Item { line_id: Some(of.id), treatment: of.igv_treatment, bag_tax, ..item })
}

/// Takes as many whole bags as an amount pays for, in their order.
pub(super) fn that_fit(bags: Vec<Item>, mut room: Money) -> Vec<Item> {
    let fit = |bag: Item| {
        let all = bag.quantity.millionths() / SCALE;
        let count = (1..=all).rev().find(|count| worth(&[part_of(&bag, *count)]) <= room).unwrap_or_default();
        let part = part_of(&bag, count);
        room -= worth(std::slice::from_ref(&part));
        (count > 0).then_some(part)
    };
    bags.into_iter().filter_map(fit).collect()
}

/// Cuts an item down to its first bags.
fn part_of(bag: &Item, count: i64) -> Item {
    let all = (bag.quantity.millionths() / SCALE).max(1);
    let bag_tax = Money::from_millionths(bag.bag_tax.millionths() / all * count);
    let listed = super::due::up_to(bag.total + bag.bag_tax, count, all);
    Item { quantity: Quantity::units(count), bag_tax, total: listed - bag_tax, ..bag.clone() }
}

/// Refuses a payment by money after which what is due, less what of it is outside the IGV, pays for fewer bags than are on no document.
pub(super) fn must_leave_room(
    account: &Account,
    charge: &Charge<'_>,
    billed: &Billed,
    documented: &Documented,
) -> Result<(), Refusal> {
    if charge.closes || !charge.pieces.is_empty() {
        return Ok(());
    }
    let sale = &documented.sale;
    let taken: Vec<Item> = sale.items.iter().filter(|item| item.is_bag()).cloned().collect();
    let bags = worth(&bags_left(account, billed, sale.tax)) - worth(&taken);
    let totals = &account.totals;
    let is_outside = |kind| matches!(kind, Some(AdjustmentKind::Service | AdjustmentKind::Tip));
    let outside: Money = totals.charges.iter().filter(|c| is_outside(c.kind)).map(|c| c.amount).sum();
    let collected = billed.services + totals.paid - billed.total;
    let now = sale.services.iter().map(|s| s.amount).sum::<Money>() + documented.tip;
    let after = totals.due - charge.amount - (outside - collected - now).max(Money::ZERO);
    if bags <= after.max(Money::ZERO) {
        return Ok(());
    }
    let text = format!(
        "Las bolsas (S/ {bags}) van enteras en un comprobante, y lo que quedaría después de este cobro no alcanza para ellas. \
         Cobra todo junto o en partes más grandes."
    );
    Err(refuse(Code::Conflict, text))
}
