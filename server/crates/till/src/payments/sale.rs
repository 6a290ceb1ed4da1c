//! What a payment's document is about. Whatever was charged, less tip, is what the document comes to: the discount on it is what
//! remains between its lines and that. A part of an account by money is one line, POR CONSUMO. Pure.

use super::{
    bags::{bags_left, take_bags, that_fit, worth},
    due::{Piece, charged, up_to},
    included_service::{outside_prices, split_recargo},
    split::Charge,
};
use comanda_base::{
    ids::LineId,
    money::{Money, Quantity, SCALE, distribute},
    words::IgvTreatment,
};
use comanda_invoicing::billing::{
    DocumentLineKind,
    tax::{Item, Named, Sale},
};
use comanda_orders::orders::{
    Account,
    account::{AdjustmentKind, Treated},
};
use comanda_platform::settings::TaxRule;

const CONSUMPTION: &str = "POR CONSUMO";

/// What earlier payments of the account put on documents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Billed {
    /// On all documents.
    pub total: Money,
    /// Of that, outside the IGV: recargo al consumo, and tips where they go onto the document.
    pub services: Money,
    /// The tips within `services`; `None` where a credit note took a part back, since it does not tell which part was tip.
    pub tips: Option<Money>,
    /// Plastic bags by their lines, where the account has any.
    pub bags: Vec<(LineId, Quantity)>,
}

/// How a document is drawn up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// One line 'POR CONSUMO'.
    pub by_consumption: bool,
    /// Tips go onto it, under the code of the recargo al consumo.
    pub tip_on_document: bool,
    pub tax: TaxRule,
}

/// A document to be, and what is collected beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Documented {
    pub sale: Sale,
    /// Negative where other payments had collected more of it than the account has now: the document exceeds its payment by that.
    pub tip: Money,
}

/// The sale behind a charge.
pub fn documented(account: &Account, charge: &Charge<'_>, billed: &Billed, terms: Terms) -> Documented {
    let (service, tip) = outside_igv(account, charge, &outside_prices(account, billed, terms), terms);
    let mut items = items(account, &charge.pieces, terms.tax);
    let bags = bags_of(account, charge, billed, &mut items, (terms.tax, service + tip));
    // Whole bags come first: what is outside the IGV is of the rest.
    let without_bags = charge.amount - worth(&bags);
    let tip = tip.at_most(without_bags);
    let service = service.at_most(without_bags - tip.max(Money::ZERO));
    let paid = without_bags - tip;
    let within = split_recargo(account, &mut items, paid, terms.tax);
    let service = if within.is_some() { Money::ZERO } else { service };
    let taxed = paid - service - within.as_ref().map_or(Money::ZERO, |w| w.amount);
    let one_line = charge.pieces.is_empty() || (terms.by_consumption && !taxed.is_zero());
    if one_line {
        let treated = if items.is_empty() { account.treated() } else { of_items(&items, terms.tax) };
        let is_bags_alone = taxed.is_zero() && !bags.is_empty();
        items = if is_bags_alone { Vec::new() } else { consumption(taxed, treated) };
    }
    let listed: Money = items.iter().filter(|i| !i.is_free).map(|i| i.total).sum();
    if listed < taxed {
        items.push(unexplained(taxed - listed));
    }
    let discounts = discounts(account, (listed - taxed).max(Money::ZERO));
    items.extend(bags);
    let mut services = outside(account, AdjustmentKind::Service, "Recargo al consumo", service);
    services.extend(within);
    let beside = if terms.tip_on_document {
        services.extend(outside(account, AdjustmentKind::Tip, "Propina", tip));
        Money::ZERO
    } else {
        tip
    };
    Documented { sale: Sale { items, discounts, services, tax: terms.tax }, tip: beside }
}

/// Finds the plastic bags that a charge pays for, and takes them out of its items; `outside` is what of a charge by money is outside the IGV.
fn bags_of(
    account: &Account,
    charge: &Charge<'_>,
    billed: &Billed,
    items: &mut Vec<Item>,
    (tax, outside): (TaxRule, Money),
) -> Vec<Item> {
    match (charge.pieces.is_empty(), charge.closes) {
        (false, _) => that_fit(take_bags(items), charge.amount),
        (true, true) => that_fit(bags_left(account, billed, tax), charge.amount),
        (true, false) => that_fit(bags_left(account, billed, tax), charge.amount - outside),
    }
}

/// The most that the recargo within listed prices may differ from its part of the account because each document rounds its own: half a
/// céntimo for each of twenty shares.
const SHARES_ROUNDING: Money = Money::centimos(10);

/// Recargo al consumo and tip within the charge.
fn outside_igv(account: &Account, charge: &Charge<'_>, billed: &Billed, terms: Terms) -> (Money, Money) {
    let (totals, tip_on_document) = (&account.totals, terms.tip_on_document);
    let all = |kind| totals.charges.iter().filter(|c| c.kind == Some(kind)).map(|c| c.amount).sum::<Money>();
    let (services, tips) = (all(AdjustmentKind::Service), all(AdjustmentKind::Tip));
    // A percentage is less once a dish was given back. What other payments collected of it beside their documents is no sale, and the
    // payment that closes the account gives it back. A recargo, or a tip on a document, stays on the document that it was collected on.
    let too_much = totals.paid - billed.total - tips;
    let goes_back = !tip_on_document && charge.closes && too_much > Money::ZERO;
    let (service, tip) = if charge.closes || charge.pieces.is_empty() {
        let after = totals.paid + charge.amount;
        let by = |amount, then: Money| up_to(amount, then.millionths(), totals.total.millionths());
        let by_now = |amount| if charge.closes { amount } else { by(amount, after) };
        let (services, tips_now, tips_beside) = (by_now(services), by_now(tips), totals.paid - billed.total);
        // Wherever earlier tips went, they were collected: the company may have changed its mind since.
        let rest = (services + tips_now - billed.services - tips_beside).max(Money::ZERO);
        // Documents do not tell tip and recargo apart; the tip is what it should have been by then.
        let usual = (tips_now - tips_beside.max(by(tips, totals.paid))).max(Money::ZERO).at_most(rest);
        let is_estimated = billed.tips.is_none() && account.included_service().is_some();
        let is_rounding = is_estimated && rest - usual <= SHARES_ROUNDING;
        if tip_on_document && !is_rounding && (services.is_zero() || account.included_service().is_some()) {
            // Where no recargo is on top of prices, all that is outside of them is tip.
            (Money::ZERO, rest.at_most(charge.amount))
        } else if tip_on_document {
            (rest - usual, usual)
        } else {
            (services - billed.services, (tips_now - tips_beside).at_most(rest))
        }
    } else {
        let service = charged(account, &charge.pieces, AdjustmentKind::Service);
        let tip = charged(account, &charge.pieces, AdjustmentKind::Tip);
        // Each unit is rounded by itself: together they may come to a céntimo more than all that the account has within the IGV, which
        // is then of what is outside. The payment that closes the account would lack it there. What is more than roundings comes from
        // an account that was changed between payments, and is left to the one that closes it.
        let within = totals.total - services - tips - (billed.total - billed.services);
        let outside = services + tips - billed.services - (totals.paid - billed.total);
        let more = (charge.amount - service - tip - within).at_most(outside - service - tip).max(Money::ZERO);
        let more = if more > max_rounding(charge) { Money::ZERO } else { more };
        let of_service = more.at_most((services - billed.services - service).max(Money::ZERO));
        let (service, tip) = (service + of_service, tip + more - of_service);
        // Where another payment brought all of it, and this one is of units that were given back since, there is none left to collect.
        let service = service.at_most(outside.max(Money::ZERO));
        (service, tip.at_most((outside - service).max(Money::ZERO)))
    };
    let tip = if goes_back { -too_much } else { tip.max(Money::ZERO).at_most(charge.amount) };
    (service.max(Money::ZERO).at_most(charge.amount - tip), tip)
}

/// The most that a charge's units may differ from their part of the account because each is rounded: its dish, recargo and tip.
fn max_rounding(charge: &Charge<'_>) -> Money {
    let units: i64 = charge.pieces.iter().map(|piece| piece.quantity.millionths() / SCALE + 1).sum();
    Money::centimos(2 * units)
}

pub(super) fn line(
    kind: DocumentLineKind,
    description: &str,
    quantity: Quantity,
    unit_price: Money,
    total: Money,
) -> Item {
    Item {
        line_id: None,
        kind,
        description: description.to_owned(),
        quantity,
        unit_price,
        total,
        bag_tax: Money::ZERO,
        discount: Money::ZERO,
        treatment: IgvTreatment::Taxed,
        is_free: false,
    }
}

/// Only where the account was changed between payments, or one was given back: what the lines do not explain is a line of its own.
fn unexplained(amount: Money) -> Item {
    line(DocumentLineKind::Charge, "Ajuste de la cuenta", Quantity::units(1), amount, amount)
}

/// What items come to by how they stand to the IGV.
pub(super) fn of_items(items: &[Item], tax: TaxRule) -> Treated {
    let mut treated = Treated::default();
    for item in items.iter().filter(|i| !i.is_free) {
        treated.add(tax.treatment(item.treatment), item.total - item.discount);
    }
    treated
}

/// One line; one for each way to stand to the IGV where the account has several.
fn consumption(amount: Money, treated: Treated) -> Vec<Item> {
    let nothing = treated == Treated::default();
    let parts = if nothing { Treated { taxed: amount, ..treated } } else { treated }.parts();
    let amounts = distribute(amount, &parts.map(|(_, weight)| weight));
    let lines = parts.iter().zip(amounts).filter(|(_, amount)| !amount.is_zero());
    let several = lines.clone().count() > 1;
    let mut lines: Vec<Item> = lines
        .map(|((treatment, _), amount)| {
            let of_its_own = match treatment {
                IgvTreatment::Exonerated if several => " (EXONERADO)",
                IgvTreatment::Unaffected if several => " (INAFECTO)",
                _ => "",
            };
            let name = format!("{CONSUMPTION}{of_its_own}");
            let one = line(DocumentLineKind::Consumption, &name, Quantity::units(1), amount, amount);
            Item { treatment: *treatment, ..one }
        })
        .collect();
    if lines.is_empty() {
        lines.push(line(DocumentLineKind::Consumption, CONSUMPTION, Quantity::units(1), amount, amount));
    }
    lines
}

fn items(account: &Account, pieces: &[Piece<'_>], tax: TaxRule) -> Vec<Item> {
    let mut items = Vec::with_capacity(pieces.len());
    let mut off_charges = vec![Money::ZERO; account.totals.charges.len()];
    for p in pieces {
        let borne = borne(account, p);
        for (all, off) in off_charges.iter_mut().zip(&borne.charges) {
            *all += *off;
        }
        let treatment = p.line.igv_treatment;
        let name = p.line.name_in_words();
        let is_bag = p.line.is_plastic_bag;
        let bag_tax = if is_bag { tax.bag_tax_of(p.line.sale_amount, p.quantity) } else { Money::ZERO };
        let own = line(DocumentLineKind::Product, &name, p.quantity, p.line.sale_amount, p.own - bag_tax);
        items.push(Item {
            line_id: Some(p.line.id),
            is_free: p.is_free,
            treatment,
            discount: borne.own,
            bag_tax,
            ..own
        });
        for ((topping, amount), discount) in p.line.toppings.iter().zip(&p.toppings).zip(borne.toppings) {
            let quantity = Quantity::from_millionths(topping.quantity.millionths() / SCALE * p.quantity.millionths());
            let topping = line(DocumentLineKind::Topping, &topping.name, quantity, topping.price, *amount);
            items.push(Item { line_id: Some(p.line.id), is_free: p.is_free, treatment, discount, ..topping });
        }
    }
    for (i, charge) in account.totals.charges.iter().enumerate() {
        let amount: Money = pieces.iter().map(|p| p.charges[i]).sum();
        if charge.kind == Some(AdjustmentKind::Charge) && !amount.is_zero() {
            let charge = line(DocumentLineKind::Charge, &charge.description, Quantity::units(1), amount, amount);
            items.push(Item { discount: off_charges[i], ..charge });
        }
    }
    items
}

/// What a piece's discount takes off each of its parts.
struct Borne {
    own: Money,
    toppings: Vec<Money>,
    /// Of each charge of the account.
    charges: Vec<Money>,
}

fn borne(account: &Account, p: &Piece<'_>) -> Borne {
    let is_discountable =
        |id| account.adjustments.iter().any(|a| a.id == id && a.is_discountable && a.kind == AdjustmentKind::Charge);
    let charges = account.totals.charges.iter().zip(&p.charges);
    let charges = charges.map(|(c, part)| if is_discountable(c.id) { *part } else { Money::ZERO });
    // What is free stands on the document at what it would cost: only the charges on it have a discount.
    let of_dish = |amount: Money| if p.is_free { Money::ZERO } else { amount };
    let weights: Vec<Money> =
        [of_dish(p.own)].into_iter().chain(p.toppings.iter().map(|t| of_dish(*t))).chain(charges).collect();
    let all: Money = weights.iter().copied().sum();
    let mut parts = distribute(p.discount_of_sold().at_most(all), &weights).into_iter();
    let own = parts.next().unwrap_or_default();
    Borne { own, toppings: parts.by_ref().take(p.toppings.len()).collect(), charges: parts.collect() }
}

/// The discount by the names it has on the account.
fn discounts(account: &Account, amount: Money) -> Vec<Named> {
    if amount.is_zero() {
        return Vec::new();
    }
    let named: Vec<_> = account.totals.discounts.iter().filter(|d| !d.is_courtesy && !d.amount.is_zero()).collect();
    if named.is_empty() {
        return vec![Named { description: "Descuento".into(), amount }];
    }
    let weights: Vec<Money> = named.iter().map(|d| d.amount).collect();
    let parts = distribute(amount, &weights);
    named.iter().zip(parts).map(|(d, amount)| Named { description: d.description.clone(), amount }).collect()
}

/// A charge outside the IGV by the name that it has on the account.
fn outside(account: &Account, kind: AdjustmentKind, plain: &str, amount: Money) -> Vec<Named> {
    let of_account = account.totals.charges.iter().find(|c| c.kind == Some(kind));
    let description = of_account.map_or_else(|| plain.to_owned(), |c| c.description.clone());
    if amount.is_zero() { Vec::new() } else { vec![Named { description, amount }] }
}
