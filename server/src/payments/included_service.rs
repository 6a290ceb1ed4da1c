//! The recargo al consumo of listed prices that hold it already. Each document splits what it collects by itself, by the rate of its own
//! day: value = listed / (1 + IGV + recargo). So its recargo is the percentage of its own base however an account is split, also where
//! the rate changes between two payments, and all documents together come to what is listed. Pure.

use super::{
    due::up_to,
    sale::{Billed, Terms, of_items},
};
use crate::{
    billing::{
        notes::each,
        tax::{Item, Named},
    },
    money::Money,
    orders::{
        Account,
        account::{Adjustment, Treated, split_service, without_service},
        distribute,
    },
    settings::TaxRule,
};
use std::cmp::Ordering;

/// What earlier documents put outside of listed prices: nothing but tips.
pub(super) fn outside_prices(account: &Account, billed: Billed, terms: Terms) -> Billed {
    if account.included_service().is_none() {
        return billed;
    }
    let totals = &account.totals;
    let services = if terms.tip_on_document {
        // Documents do not tell tip and recargo apart: it is about what it should have been by then.
        let by_then = up_to(totals.service_included, totals.paid.millionths(), totals.total.millionths());
        (billed.services - by_then).max(Money::ZERO)
    } else {
        Money::ZERO
    };
    Billed { services, ..billed }
}

/// Splits what is paid for these items: the recargo that it holds, which they hold no more afterwards.
pub(super) fn split_recargo(account: &Account, items: &mut [Item], paid: Money, tax: TaxRule) -> Option<Named> {
    let recargo = account.included_service()?;
    let amount = service_within(account, items, paid, (recargo, tax));
    take_service_out(items, recargo, (paid, amount), tax);
    Some(Named { description: recargo.description.clone(), amount })
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
