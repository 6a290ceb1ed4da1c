//! The content of a payment's document. The document total is the charge less the tip; the discount on it is the difference between its
//! lines and that. A share of an account by money is a single line, POR CONSUMO. Pure.

use super::{
    bags::{bags_within_amount, remove_bags, total_with_tax, unbilled_bags, unchosen_bags_total},
    due::{LinePortion, charge_of_portions, share_of_units},
    included_service::{billed_outside_prices, split_recargo},
    split::Charge,
};
use comanda_base::{
    ids::LineId,
    measure::Measure,
    money::{Money, Quantity, SCALE, distribute},
    words::IgvTreatment,
};
use comanda_invoicing::billing::{
    DocumentLineKind,
    tax::{NamedAmount, Sale, SoldItem},
};
use comanda_orders::orders::{
    Account,
    account::{AdjustmentKind, AmountByTreatment},
    chosen::is_priced_apart,
};
use comanda_platform::settings::TaxRule;

const CONSUMPTION: &str = "POR CONSUMO";

/// The sums that earlier payments of the account put on documents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BilledSums {
    /// The total of all documents.
    pub total: Money,
    /// The part of `total` outside the IGV: recargo al consumo, and tips where they are part of the document.
    pub services: Money,
    /// The tips within `services`; `None` where a credit note took a part back, since it does not tell which part was tip.
    pub tips: Option<Money>,
    /// Plastic bags by their lines, where the account has any.
    pub bags: Vec<(LineId, Quantity)>,
}

/// The rules for composing a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentTerms {
    /// Whether the document has a single line, POR CONSUMO.
    pub by_consumption: bool,
    /// Whether tips are part of the document, under the code of the recargo al consumo.
    pub tip_on_document: bool,
    pub tax: TaxRule,
}

/// The content of a document, and the tip collected outside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentedSale {
    pub sale: Sale,
    /// The tip outside the document. Negative where other payments had collected more of it than the account has now; the document then
    /// exceeds its payment by that.
    pub tip: Money,
}

/// Composes the document of a charge.
pub fn build_sale(account: &Account, charge: &Charge<'_>, billed: &BilledSums, terms: DocumentTerms) -> DocumentedSale {
    let (service, tip) = charges_outside_igv(account, charge, &billed_outside_prices(account, billed, terms), terms);
    let mut items = portion_items(account, &charge.portions, terms.tax);
    let bags = select_bags(account, charge, billed, &mut items, (terms.tax, service + tip));
    // Whole bags come first; what is outside the IGV belongs to the rest.
    let amount_without_bags = charge.amount - total_with_tax(&bags);
    let tip = tip.at_most(amount_without_bags);
    let service = service.at_most(amount_without_bags - tip.max(Money::ZERO));
    let paid = amount_without_bags - tip;
    let recargo = split_recargo(account, &mut items, paid, terms.tax);
    let service = if recargo.is_some() { Money::ZERO } else { service };
    let taxed = paid - service - recargo.as_ref().map_or(Money::ZERO, |w| w.amount);
    let is_one_line = charge.portions.is_empty() || (terms.by_consumption && !taxed.is_zero());
    if is_one_line {
        let treated = if items.is_empty() { account.net_by_treatment() } else { total_by_treatment(&items, terms.tax) };
        let is_bags_alone = taxed.is_zero() && !bags.is_empty();
        items = if is_bags_alone { Vec::new() } else { consumption_items(taxed, treated) };
    }
    let listed: Money = items.iter().filter(|i| !i.is_free).map(|i| i.total).sum();
    if listed < taxed {
        items.push(adjustment_item(taxed - listed));
    }
    let discounts = named_discounts(account, (listed - taxed).max(Money::ZERO));
    items.extend(bags);
    let mut services = named_charge(account, AdjustmentKind::Service, "Recargo al consumo", service);
    services.extend(recargo);
    let tip_beside = if terms.tip_on_document {
        services.extend(named_charge(account, AdjustmentKind::Tip, "Propina", tip));
        Money::ZERO
    } else {
        tip
    };
    DocumentedSale { sale: Sale { items, discounts, services, tax: terms.tax }, tip: tip_beside }
}

/// Returns the plastic bags that a charge pays for, taken out of its items. `untaxed` is the part of a charge by money that is outside the
/// IGV.
fn select_bags(
    account: &Account,
    charge: &Charge<'_>,
    billed: &BilledSums,
    items: &mut Vec<SoldItem>,
    (tax, untaxed): (TaxRule, Money),
) -> Vec<SoldItem> {
    match (charge.portions.is_empty(), charge.closes) {
        (false, _) => bags_within_amount(remove_bags(items), charge.amount),
        (true, true) => bags_within_amount(unbilled_bags(account, billed, tax), charge.amount),
        (true, false) => bags_within_amount(unbilled_bags(account, billed, tax), charge.amount - untaxed),
    }
}

/// The most that the recargo within listed prices may differ from its part of the account because each document rounds its own: half a
/// céntimo for each of twenty shares.
const SHARES_ROUNDING: Money = Money::centimos(10);

/// Returns the recargo al consumo and the tip within the charge.
fn charges_outside_igv(
    account: &Account,
    charge: &Charge<'_>,
    billed: &BilledSums,
    terms: DocumentTerms,
) -> (Money, Money) {
    let (totals, tip_on_document) = (&account.totals, terms.tip_on_document);
    let all = |kind| totals.charges.iter().filter(|c| c.kind == Some(kind)).map(|c| c.amount).sum::<Money>();
    let (services, tips) = (all(AdjustmentKind::Service), all(AdjustmentKind::Tip));
    // A percentage is lower once a dish was refunded. The excess that other payments collected outside their documents is no sale, and the
    // payment that closes the account returns it. A recargo, or a tip on a document, stays on the document that it was collected with.
    let excess = totals.paid - billed.total - tips;
    let returns_excess = !tip_on_document && charge.closes && excess > Money::ZERO;
    let (service, tip) = if charge.closes || charge.portions.is_empty() {
        let after = totals.paid + charge.amount;
        let part_until = |amount, then: Money| share_of_units(amount, then.millionths(), totals.total.millionths());
        let part_now = |amount| if charge.closes { amount } else { part_until(amount, after) };
        let (services, tips_now, tips_beside) = (part_now(services), part_now(tips), totals.paid - billed.total);
        // Earlier tips were collected wherever they were recorded: the company may have changed the setting since.
        let uncollected = (services + tips_now - billed.services - tips_beside).max(Money::ZERO);
        // Documents do not separate tip and recargo; the tip is what it should have been by then.
        let usual = (tips_now - tips_beside.max(part_until(tips, totals.paid))).max(Money::ZERO).at_most(uncollected);
        let is_estimated = billed.tips.is_none() && account.included_service().is_some();
        let is_rounding = is_estimated && uncollected - usual <= SHARES_ROUNDING;
        if tip_on_document && !is_rounding && (services.is_zero() || account.included_service().is_some()) {
            // Where no recargo is added to prices, everything outside of them is tip.
            (Money::ZERO, uncollected.at_most(charge.amount))
        } else if tip_on_document {
            (uncollected - usual, usual)
        } else {
            (services - billed.services, (tips_now - tips_beside).at_most(uncollected))
        }
    } else {
        let service = charge_of_portions(account, &charge.portions, AdjustmentKind::Service);
        let tip = charge_of_portions(account, &charge.portions, AdjustmentKind::Tip);
        // Each unit is rounded by itself, so together they may exceed what the account has within the IGV by a céntimo, which then belongs
        // to what is outside; otherwise the payment that closes the account would lack it there. A difference beyond rounding comes from an
        // account that was changed between payments, and is left to the payment that closes it. Bags of other payments keep their price.
        let taxed_left = totals.total - services - tips - (billed.total - billed.services);
        let taxed_left = taxed_left - unchosen_bags_total(account, charge, billed, terms.tax);
        let untaxed_left = services + tips - billed.services - (totals.paid - billed.total);
        let rounding_excess =
            (charge.amount - service - tip - taxed_left).at_most(untaxed_left - service - tip).max(Money::ZERO);
        let rounding_excess = if rounding_excess > max_rounding(charge) { Money::ZERO } else { rounding_excess };
        let service_excess = rounding_excess.at_most((services - billed.services - service).max(Money::ZERO));
        let (service, tip) = (service + service_excess, tip + rounding_excess - service_excess);
        // Where another payment collected all of it, and this one is for units that were refunded since, none is left to collect.
        let service = service.at_most(untaxed_left.max(Money::ZERO));
        (service, tip.at_most((untaxed_left - service).max(Money::ZERO)))
    };
    let tip = if returns_excess { -excess } else { tip.max(Money::ZERO).at_most(charge.amount) };
    (service.max(Money::ZERO).at_most(charge.amount - tip), tip)
}

/// Returns the most that the units of a charge may differ from their share of the account because each one is rounded: its dish, recargo
/// and tip.
fn max_rounding(charge: &Charge<'_>) -> Money {
    let units: i64 = charge.portions.iter().map(|portion| portion.quantity.millionths() / SCALE + 1).sum();
    Money::centimos(2 * units)
}

pub(super) fn sale_item(
    kind: DocumentLineKind,
    description: &str,
    quantity: Quantity,
    unit_price: Money,
    total: Money,
) -> SoldItem {
    SoldItem {
        line_id: None,
        kind,
        description: description.to_owned(),
        quantity,
        measure: Measure::default(),
        unit_price,
        total,
        bag_tax: Money::ZERO,
        discount: Money::ZERO,
        treatment: IgvTreatment::Taxed,
        is_free: false,
    }
}

/// Builds the line for a difference that the other lines do not explain. It only occurs where the account was changed between payments, or
/// a payment was refunded.
fn adjustment_item(amount: Money) -> SoldItem {
    sale_item(DocumentLineKind::Charge, "Ajuste de la cuenta", Quantity::units(1), amount, amount)
}

/// Returns the totals of items by IGV treatment.
pub(super) fn total_by_treatment(items: &[SoldItem], tax: TaxRule) -> AmountByTreatment {
    let mut treated = AmountByTreatment::default();
    for item in items.iter().filter(|i| !i.is_free) {
        treated.add(tax.treatment(item.treatment), item.total - item.discount);
    }
    treated
}

/// Returns the line POR CONSUMO; one for each IGV treatment where the account has several.
fn consumption_items(amount: Money, treated: AmountByTreatment) -> Vec<SoldItem> {
    let nothing = treated == AmountByTreatment::default();
    let parts = if nothing { AmountByTreatment { taxed: amount, ..treated } } else { treated }.parts();
    let amounts = distribute(amount, &parts.map(|(_, weight)| weight));
    let lines = parts.iter().zip(amounts).filter(|(_, amount)| !amount.is_zero());
    let several = lines.clone().count() > 1;
    let mut lines: Vec<SoldItem> = lines
        .map(|((treatment, _), amount)| {
            let suffix = match treatment {
                IgvTreatment::Exonerated if several => " (EXONERADO)",
                IgvTreatment::Unaffected if several => " (INAFECTO)",
                _ => "",
            };
            let name = format!("{CONSUMPTION}{suffix}");
            let one = sale_item(DocumentLineKind::Consumption, &name, Quantity::units(1), amount, amount);
            SoldItem { treatment: *treatment, ..one }
        })
        .collect();
    if lines.is_empty() {
        lines.push(sale_item(DocumentLineKind::Consumption, CONSUMPTION, Quantity::units(1), amount, amount));
    }
    lines
}

fn portion_items(account: &Account, portions: &[LinePortion<'_>], tax: TaxRule) -> Vec<SoldItem> {
    let mut items = Vec::with_capacity(portions.len());
    let mut off_charges = vec![Money::ZERO; account.totals.charges.len()];
    for p in portions {
        let discount_parts = split_discount(account, p);
        for (all, line_discount) in off_charges.iter_mut().zip(&discount_parts.charges) {
            *all += *line_discount;
        }
        let treatment = p.line.igv_treatment;
        let name = p.line.name_in_words();
        let is_bag = p.line.is_plastic_bag;
        let bag_tax = if is_bag { tax.bag_tax_of(p.line.sale_amount, p.quantity) } else { Money::ZERO };
        let line_item =
            sale_item(DocumentLineKind::Product, &name, p.quantity, p.line.sale_amount, p.own_amount - bag_tax);
        items.push(SoldItem {
            line_id: Some(p.line.id),
            measure: p.line.measure,
            is_free: p.is_free,
            treatment,
            discount: discount_parts.own_amount,
            bag_tax,
            ..line_item
        });
        let priced = p.line.toppings.iter().zip(&p.toppings).zip(discount_parts.toppings);
        for ((topping, amount), discount) in priced.filter(|((topping, _), _)| is_priced_apart(topping)) {
            let quantity = Quantity::from_millionths(topping.quantity.millionths() / SCALE * p.quantity.millionths());
            let topping = sale_item(DocumentLineKind::Topping, &topping.name, quantity, topping.price, *amount);
            items.push(SoldItem { line_id: Some(p.line.id), is_free: p.is_free, treatment, discount, ..topping });
        }
    }
    for (i, charge) in account.totals.charges.iter().enumerate() {
        let amount: Money = portions.iter().map(|p| p.charges[i]).sum();
        if charge.kind == Some(AdjustmentKind::Charge) && !amount.is_zero() {
            let charge = sale_item(DocumentLineKind::Charge, &charge.description, Quantity::units(1), amount, amount);
            items.push(SoldItem { discount: off_charges[i], ..charge });
        }
    }
    items
}

/// The discount of a portion, split among its parts.
struct DiscountParts {
    own_amount: Money,
    toppings: Vec<Money>,
    /// The discount on each charge of the account.
    charges: Vec<Money>,
}

fn split_discount(account: &Account, p: &LinePortion<'_>) -> DiscountParts {
    let is_discountable =
        |id| account.adjustments.iter().any(|a| a.id == id && a.is_discountable && a.kind == AdjustmentKind::Charge);
    let charges = account.totals.charges.iter().zip(&p.charges);
    let charges = charges.map(|(c, part)| if is_discountable(c.id) { *part } else { Money::ZERO });
    // A free dish is listed on the document at its price, so only the charges on it have a discount.
    let unless_free = |amount: Money| if p.is_free { Money::ZERO } else { amount };
    let weights: Vec<Money> = [unless_free(p.own_amount)]
        .into_iter()
        .chain(p.toppings.iter().map(|t| unless_free(*t)))
        .chain(charges)
        .collect();
    let all: Money = weights.iter().copied().sum();
    let mut parts = distribute(p.discount_if_sold().at_most(all), &weights).into_iter();
    let own_amount = parts.next().unwrap_or_default();
    DiscountParts { own_amount, toppings: parts.by_ref().take(p.toppings.len()).collect(), charges: parts.collect() }
}

/// Returns a discount under the names that it has on the account.
fn named_discounts(account: &Account, amount: Money) -> Vec<NamedAmount> {
    if amount.is_zero() {
        return Vec::new();
    }
    let named: Vec<_> = account.totals.discounts.iter().filter(|d| !d.is_courtesy && !d.amount.is_zero()).collect();
    if named.is_empty() {
        return vec![NamedAmount { description: "Descuento".into(), amount }];
    }
    let weights: Vec<Money> = named.iter().map(|d| d.amount).collect();
    let parts = distribute(amount, &weights);
    named.iter().zip(parts).map(|(d, amount)| NamedAmount { description: d.name.clone(), amount }).collect()
}

/// Returns a charge outside the IGV under the name that it has on the account.
fn named_charge(account: &Account, kind: AdjustmentKind, plain: &str, amount: Money) -> Vec<NamedAmount> {
    let account_charge = account.totals.charges.iter().find(|c| c.kind == Some(kind));
    let description = account_charge.map_or_else(|| plain.to_owned(), |c| c.description.clone());
    if amount.is_zero() { Vec::new() } else { vec![NamedAmount { description, amount }] }
}
