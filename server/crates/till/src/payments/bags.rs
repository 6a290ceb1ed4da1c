//! Plastic bags on documents. The tax on them (ICBPER) is counted by the bag, so a document lists whole bags as lines of their own (SUNAT
//! rules 3236, 4318), even where everything else is POR CONSUMO or a share. A payment by money takes the bags that are on no document yet,
//! as many as it pays for; the payment that closes the account takes the remaining ones. So the documents of an account list each of its
//! bags exactly once. Pure.

use super::{
    included_service::billed_outside_prices,
    sale::{BilledSums, DocumentTerms, DocumentedSale, sale_item},
    split::Charge,
};
use comanda_base::{
    error::{Code, Refusal, refuse},
    money::{Money, Quantity, SCALE},
};
use comanda_invoicing::billing::{DocumentLineKind, tax::SoldItem};
use comanda_orders::orders::{Account, Line, account::AdjustmentKind};
use comanda_platform::settings::TaxRule;

/// Returns the total of bag items, including the tax on them.
pub(super) fn total_with_tax(bags: &[SoldItem]) -> Money {
    bags.iter().map(|bag| bag.total + bag.bag_tax).sum()
}

/// Removes the bags from the items of a charge of units, and returns them.
pub(super) fn remove_bags(items: &mut Vec<SoldItem>) -> Vec<SoldItem> {
    let (bags, others) = std::mem::take(items).into_iter().partition(|item| item.is_bag());
    *items = others;
    bags
}

/// Returns the bags of an account that are on no document yet.
pub(super) fn unbilled_bags(account: &Account, billed: &BilledSums, tax: TaxRule) -> Vec<SoldItem> {
    let unbilled_item = |line: &Line| {
        let billed_bags = billed.bags.iter().filter(|(id, _)| *id == line.id).map(|(_, bags)| *bags).sum();
        bag_item(line, (billed_bags, line.qty_original - billed_bags), tax)
    };
    account.live_lines().filter(|line| line.is_plastic_bag).filter_map(unbilled_item).collect()
}

/// Returns what the bags cost that are on no document yet and whose lines are not among those that a charge pays.
pub(super) fn unchosen_bags_total(account: &Account, charge: &Charge<'_>, billed: &BilledSums, tax: TaxRule) -> Money {
    let mut bags = unbilled_bags(account, billed, tax);
    bags.retain(|bag| charge.portions.iter().all(|portion| Some(portion.line.id) != bag.line_id));
    total_with_tax(&bags)
}

/// Builds an item for this number of bags of a line, after those on earlier documents; `None` without bags or without a tax on them.
fn bag_item(line: &Line, (before, bags): (Quantity, Quantity), tax: TaxRule) -> Option<SoldItem> {
    let bag_tax = tax.bag_tax_of(line.sale_amount, bags);
    if bags <= Quantity::ZERO || bag_tax.is_zero() {
        return None;
    }
    let line_amount = line.own_amount(before + bags) - line.own_amount(before);
    let item =
        sale_item(DocumentLineKind::Product, &line.name_in_words(), bags, line.sale_amount, line_amount - bag_tax);
    Some(SoldItem { line_id: Some(line.id), treatment: line.igv_treatment, bag_tax, ..item })
}

/// Returns as many whole bags, in their order, as fit into an amount.
pub(super) fn bags_within_amount(bags: Vec<SoldItem>, mut room: Money) -> Vec<SoldItem> {
    let fit = |bag: SoldItem| {
        let all = bag.quantity.millionths() / SCALE;
        let count =
            (1..=all).rev().find(|count| total_with_tax(&[first_bags(&bag, *count)]) <= room).unwrap_or_default();
        let part = first_bags(&bag, count);
        room -= total_with_tax(std::slice::from_ref(&part));
        (count > 0).then_some(part)
    };
    bags.into_iter().filter_map(fit).collect()
}

/// Reduces an item to its first `count` bags.
fn first_bags(bag: &SoldItem, count: i64) -> SoldItem {
    let all = (bag.quantity.millionths() / SCALE).max(1);
    let bag_tax = Money::from_millionths(bag.bag_tax.millionths() / all * count);
    let listed = super::due::share_of_units(bag.total + bag.bag_tax, count, all);
    SoldItem { quantity: Quantity::units(count), bag_tax, total: listed - bag_tax, ..bag.clone() }
}

/// Refuses a payment by money after which the remaining amount due, less what of it is outside the IGV, does not cover the bags that are on
/// no document.
pub(super) fn must_leave_room_for_bags(
    account: &Account,
    charge: &Charge<'_>,
    billed: &BilledSums,
    (documented, terms): (&DocumentedSale, DocumentTerms),
) -> Result<(), Refusal> {
    if charge.closes || !charge.portions.is_empty() {
        return Ok(());
    }
    let sale = &documented.sale;
    let billed_now: Vec<SoldItem> = sale.items.iter().filter(|item| item.is_bag()).cloned().collect();
    let bags = total_with_tax(&unbilled_bags(account, billed, sale.tax)) - total_with_tax(&billed_now);
    let totals = &account.totals;
    let is_outside = |kind| matches!(kind, Some(AdjustmentKind::Service | AdjustmentKind::Tip));
    let charges_outside: Money = totals.charges.iter().filter(|c| is_outside(c.kind)).map(|c| c.amount).sum();
    // The recargo within listed prices is no charge besides them.
    let collected = billed_outside_prices(account, billed, terms).services + totals.paid - billed.total;
    let recargo = account.included_service().map(|recargo| recargo.description.as_str());
    let services_now = sale.services.iter().filter(|service| Some(service.description.as_str()) != recargo);
    let now = services_now.map(|service| service.amount).sum::<Money>() + documented.tip;
    let after = totals.due - charge.amount - (charges_outside - collected - now).max(Money::ZERO);
    if bags <= after.max(Money::ZERO) {
        return Ok(());
    }
    let text = format!(
        "Las bolsas (S/ {bags:#}) van enteras en un comprobante, y lo que quedaría después de este cobro no alcanza para ellas. \
         Cobra todo junto o en partes más grandes."
    );
    Err(refuse(Code::Conflict, text))
}
