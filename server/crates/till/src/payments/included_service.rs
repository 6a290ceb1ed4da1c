//! The recargo al consumo that listed prices already include. Each document computes its own recargo by the rate of its own day: value =
//! listed / (1 + IGV + recargo). So its recargo is the percentage of its own base however an account is split, even where the rate changes
//! between two payments, and all documents together add up to the listed prices. Pure.

use super::{
    due::share_of_units,
    sale::{BilledSums, DocumentTerms, total_by_treatment},
};
use comanda_base::money::{Money, distribute};
use comanda_invoicing::billing::{
    notes::unit_amount,
    tax::{NamedAmount, Sale, SoldItem},
};
use comanda_orders::orders::{
    Account,
    account::{Adjustment, AmountByTreatment, Rate, split_included_service, with_service, without_service},
};
use comanda_platform::settings::TaxRule;
use std::{cmp::Ordering, mem};

/// Returns the billed sums with only what is outside of listed prices as services: the tips.
pub(super) fn billed_outside_prices(account: &Account, billed: &BilledSums, terms: DocumentTerms) -> BilledSums {
    if account.included_service().is_none() {
        return billed.clone();
    }
    let totals = &account.totals;
    let services = if let Some(tips) = billed.tips {
        tips
    } else if terms.tip_on_document {
        // Without the exact tips they are estimated as the services beyond the recargo that was due by then.
        let due_until_then =
            share_of_units(totals.service_included, totals.paid.millionths(), totals.total.millionths());
        (billed.services - due_until_then).max(Money::ZERO)
    } else {
        Money::ZERO
    };
    BilledSums { services, ..billed.clone() }
}

/// Takes the recargo out of items that include it and returns it as a named charge; `None` where prices include none.
pub(super) fn split_recargo(
    account: &Account,
    items: &mut [SoldItem],
    paid: Money,
    tax: TaxRule,
) -> Option<NamedAmount> {
    let recargo = account.included_service()?;
    let amount = recargo_within(account, items, paid, (recargo, tax));
    take_recargo_out(items, recargo, (paid, amount), tax);
    Some(NamedAmount { description: recargo.description.clone(), amount })
}

/// Splits the recargo out of the listed prices of a document again, by the rule of its new issue date. `old_rule` is the one that it was
/// issued under; the amount paid stays the same.
pub(super) fn resplit_recargo(account: &Account, sale: Sale, old_rule: TaxRule) -> Sale {
    let mut sale = sale;
    let bags = set_bags_aside(&mut sale.items);
    let mut sale = resplit_items(account, sale, old_rule);
    for (at, bag) in bags {
        sale.items.insert(at, bag);
    }
    sale
}

/// Takes plastic bags, which bear no recargo, out of the items; returns each with its index.
fn set_bags_aside(items: &mut Vec<SoldItem>) -> Vec<(usize, SoldItem)> {
    let (bags, others): (Vec<_>, Vec<_>) =
        mem::take(items).into_iter().enumerate().partition(|(_, item)| item.is_bag());
    *items = others.into_iter().map(|(_, item)| item).collect();
    bags
}

fn resplit_items(account: &Account, sale: Sale, old_rule: TaxRule) -> Sale {
    let Some(recargo) = account.included_service() else { return sale };
    let Some(at) = sale.services.iter().position(|service| service.description == recargo.description) else {
        return sale;
    };
    let mut sale = sale;
    let recargo_before = sale.services[at].amount;
    let discounts: Money = sale.discounts.iter().map(|discount| discount.amount).sum();
    let sold: Money = sale.items.iter().filter(|item| !item.is_free).map(|item| item.total).sum();
    let paid = sold - discounts + recargo_before;
    restore_listed_prices(&mut sale.items, recargo.rate, (paid, discounts), old_rule);
    let Some(service) = split_recargo(account, &mut sale.items, paid, sale.tax) else { return sale };
    let sold: Money = sale.items.iter().filter(|item| !item.is_free).map(|item| item.total).sum();
    let discount_total = sold - (paid - service.amount);
    let weights: Vec<Money> = sale.discounts.iter().map(|discount| discount.amount).collect();
    for (discount, amount) in sale.discounts.iter_mut().zip(distribute(discount_total, &weights)) {
        discount.amount = amount;
    }
    sale.services[at] = service;
    sale
}

/// Adds the recargo back to items that included it, so that together they add up to the amount paid plus the discounts.
fn restore_listed_prices(items: &mut [SoldItem], rate: Rate, (paid, discounts): (Money, Money), old_rule: TaxRule) {
    let item_discounts: Money = items.iter().filter(|item| !item.is_free).map(|item| item.discount).sum();
    let listed: Vec<Money> =
        items.iter().map(|item| with_service(rate, item.total - item.discount, item.treatment, old_rule)).collect();
    let sold: Vec<Money> =
        items.iter().zip(&listed).map(|(item, listed)| if item.is_free { Money::ZERO } else { *listed }).collect();
    // A discount on the whole document was at listed prices too.
    let all = if item_discounts == discounts { paid } else { sold.iter().copied().sum::<Money>().to_centimos() };
    for ((item, listed), amount) in items.iter_mut().zip(listed).zip(distribute(all, &sold)) {
        item.discount = with_service(rate, item.discount, item.treatment, old_rule).to_centimos();
        item.total = if item.is_free { listed.to_centimos() } else { amount + item.discount };
    }
}

/// Returns the recargo within the amount paid for items; without items, within that share of the account.
fn recargo_within(account: &Account, items: &[SoldItem], paid: Money, (recargo, tax): (&Adjustment, TaxRule)) -> Money {
    let listed = if items.is_empty() { account.listed_by_treatment() } else { total_by_treatment(items, tax) };
    let listed =
        if listed == AmountByTreatment::default() { AmountByTreatment { taxed: paid, ..listed } } else { listed };
    let mut paid_by_treatment = AmountByTreatment::default();
    let parts = listed.parts();
    for ((treatment, _), amount) in parts.iter().zip(distribute(paid, &parts.map(|(_, weight)| weight))) {
        paid_by_treatment.add(*treatment, amount);
    }
    split_included_service(recargo.rate, paid_by_treatment, tax).0
}

/// Takes the recargo out of items, so that those sold, less their discounts, add up to the amount paid less the recargo.
fn take_recargo_out(
    items: &mut [SoldItem],
    recargo: &Adjustment,
    (paid, recargo_amount): (Money, Money),
    tax: TaxRule,
) {
    let taxed = paid - recargo_amount;
    let without_recargo = |amount: Money, item: &SoldItem| without_service(recargo.rate, amount, item.treatment, tax);
    let sold = || items.iter().filter(|i| !i.is_free);
    let after_discounts: Money = sold().map(|i| i.total - i.discount).sum();
    let items_match_payment = after_discounts == paid && sold().all(|i| i.discount <= i.total);
    let weights: Vec<Money> =
        sold().map(|i| without_recargo(if items_match_payment { i.total - i.discount } else { i.total }, i)).collect();
    let listed: Money = sold().map(|i| i.total).sum();
    let all = weights.iter().copied().sum::<Money>().to_centimos();
    let all = match listed.cmp(&paid) {
        _ if items_match_payment => taxed,
        Ordering::Less => all.at_most(taxed),
        Ordering::Equal => taxed,
        Ordering::Greater => all.max(taxed),
    };
    let mut parts = distribute(all, &weights).into_iter();
    for item in items.iter_mut() {
        item.discount = without_recargo(item.discount, item).to_centimos();
        item.total = match (item.is_free, items_match_payment) {
            (true, _) => without_recargo(item.total, item).to_centimos(),
            (false, true) => parts.next().unwrap_or_default() + item.discount,
            (false, false) => parts.next().unwrap_or_default(),
        };
        item.unit_price = unit_amount(item.total, item.quantity);
    }
}

#[cfg(test)]
#[path = "included_service_tests.rs"]
mod tests;
