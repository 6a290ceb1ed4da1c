//! The recargo al consumo of listed prices that hold it already. Each document splits what it collects by itself, by the rate of its own
//! day: value = listed / (1 + IGV + recargo). So its recargo is the percentage of its own base however an account is split, also where
//! the rate changes between two payments, and all documents together come to what is listed. Pure.

use super::{
    due::up_to,
    sale::{Billed, Terms, of_items},
};
use comanda_base::money::{Money, distribute};
use comanda_invoicing::billing::{
    notes::each,
    tax::{Item, Named, Sale},
};
use comanda_orders::orders::{
    Account,
    account::{Adjustment, Rate, Treated, split_service, with_service, without_service},
};
use comanda_platform::settings::TaxRule;
use std::{cmp::Ordering, mem};

/// What earlier documents put outside of listed prices: nothing but tips.
pub(super) fn outside_prices(account: &Account, billed: &Billed, terms: Terms) -> Billed {
    if account.included_service().is_none() {
        return billed.clone();
    }
    let totals = &account.totals;
    let services = if let Some(tips) = billed.tips {
        tips
    } else if terms.tip_on_document {
        // Without the exact tips they are estimated: what is beyond the recargo that was due by then.
        let by_then = up_to(totals.service_included, totals.paid.millionths(), totals.total.millionths());
        (billed.services - by_then).max(Money::ZERO)
    } else {
        Money::ZERO
    };
    Billed { services, ..billed.clone() }
}

/// Splits what is paid for these items: the recargo that it holds, which they hold no more afterwards.
pub(super) fn split_recargo(account: &Account, items: &mut [Item], paid: Money, tax: TaxRule) -> Option<Named> {
    let recargo = account.included_service()?;
    let amount = service_within(account, items, paid, (recargo, tax));
    take_service_out(items, recargo, (paid, amount), tax);
    Some(Named { description: recargo.description.clone(), amount })
}

/// Splits a document's recargo out of its listed prices anew, by the rule of the day that it says now. They held it by the rule it `was`
/// issued under; what was paid stays.
pub(super) fn split_anew(account: &Account, sale: Sale, was: TaxRule) -> Sale {
    let mut sale = sale;
    let bags = set_bags_aside(&mut sale.items);
    let mut sale = split_items_anew(account, sale, was);
    for (at, bag) in bags {
        sale.items.insert(at, bag);
    }
    sale
}

/// Takes plastic bags, which bear no recargo, out of items; each with its place.
fn set_bags_aside(items: &mut Vec<Item>) -> Vec<(usize, Item)> {
    let (bags, others): (Vec<_>, Vec<_>) =
        mem::take(items).into_iter().enumerate().partition(|(_, item)| item.is_bag());
    *items = others.into_iter().map(|(_, item)| item).collect();
    bags
}

fn split_items_anew(account: &Account, sale: Sale, was: TaxRule) -> Sale {
    let Some(recargo) = account.included_service() else { return sale };
    let Some(at) = sale.services.iter().position(|service| service.description == recargo.description) else {
        return sale;
    };
    let mut sale = sale;
    let held = sale.services[at].amount;
    let off: Money = sale.discounts.iter().map(|discount| discount.amount).sum();
    let sold: Money = sale.items.iter().filter(|item| !item.is_free).map(|item| item.total).sum();
    let paid = sold - off + held;
    list_again(&mut sale.items, recargo.rate, (paid, off), was);
    let Some(service) = split_recargo(account, &mut sale.items, paid, sale.tax) else { return sale };
    let sold: Money = sale.items.iter().filter(|item| !item.is_free).map(|item| item.total).sum();
    let left = sold - (paid - service.amount);
    let weights: Vec<Money> = sale.discounts.iter().map(|discount| discount.amount).collect();
    for (discount, amount) in sale.discounts.iter_mut().zip(distribute(left, &weights)) {
        discount.amount = amount;
    }
    sale.services[at] = service;
    sale
}

/// Puts the recargo back into items that held it; together they come to what is paid and what is taken off.
fn list_again(items: &mut [Item], rate: Rate, (paid, off): (Money, Money), was: TaxRule) {
    let of_items: Money = items.iter().filter(|item| !item.is_free).map(|item| item.discount).sum();
    let listed: Vec<Money> =
        items.iter().map(|item| with_service(rate, item.total - item.discount, item.treatment, was)).collect();
    let sold: Vec<Money> =
        items.iter().zip(&listed).map(|(item, listed)| if item.is_free { Money::ZERO } else { *listed }).collect();
    // What is taken off the whole of it was listed too.
    let all = if of_items == off { paid } else { sold.iter().copied().sum::<Money>().to_centimos() };
    for ((item, listed), amount) in items.iter_mut().zip(listed).zip(distribute(all, &sold)) {
        item.discount = with_service(rate, item.discount, item.treatment, was).to_centimos();
        item.total = if item.is_free { listed.to_centimos() } else { amount + item.discount };
    }
}

/// The recargo within what is paid for items; of a sum of money, within that part of the account.
fn service_within(account: &Account, items: &[Item], paid: Money, (recargo, tax): (&Adjustment, TaxRule)) -> Money {
    let listed = if items.is_empty() { account.listed() } else { of_items(items, tax) };
    let listed = if listed == Treated::default() { Treated { taxed: paid, ..listed } } else { listed };
    let mut of_paid = Treated::default();
    let parts = listed.parts();
    for ((treatment, _), amount) in parts.iter().zip(distribute(paid, &parts.map(|(_, weight)| weight))) {
        of_paid.add(*treatment, amount);
    }
    split_service(recargo.rate, of_paid, tax).0
}

/// Takes the recargo out of items, so that those that are sold, less their discounts, come to what is paid less the recargo.
fn take_service_out(items: &mut [Item], recargo: &Adjustment, (paid, within): (Money, Money), tax: TaxRule) {
    let taxed = paid - within;
    let kept = |amount: Money, item: &Item| without_service(recargo.rate, amount, item.treatment, tax);
    let sold = || items.iter().filter(|i| !i.is_free);
    let left: Money = sold().map(|i| i.total - i.discount).sum();
    let is_said = left == paid && sold().all(|i| i.discount <= i.total);
    let weights: Vec<Money> = sold().map(|i| kept(if is_said { i.total - i.discount } else { i.total }, i)).collect();
    let listed: Money = sold().map(|i| i.total).sum();
    let all = weights.iter().copied().sum::<Money>().to_centimos();
    let all = match listed.cmp(&paid) {
        _ if is_said => taxed,
        Ordering::Less => all.at_most(taxed),
        Ordering::Equal => taxed,
        Ordering::Greater => all.max(taxed),
    };
    let mut parts = distribute(all, &weights).into_iter();
    for item in items.iter_mut() {
        item.discount = kept(item.discount, item).to_centimos();
        item.total = match (item.is_free, is_said) {
            (true, _) => kept(item.total, item).to_centimos(),
            (false, true) => parts.next().unwrap_or_default() + item.discount,
            (false, false) => parts.next().unwrap_or_default(),
        };
        item.unit_price = each(item.total, item.quantity);
    }
}

#[cfg(test)]
#[path = "included_service_tests.rs"]
mod tests;
