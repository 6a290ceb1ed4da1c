//! Plans a refund before anything is written: which units or discount are refunded, by which methods, and what stays sold. The quote shows
//! the plan and the refund carries it out. Pure.
//!
//! Where only some units are refunded, the account is computed anew without them and without their share of fixed discounts, and the payment's other units are priced on it. Discounts
//! that credit notes gave before are shared out by unit: those of refunded units go with them.
//!
//! A discount after the sale lowers the price of what stays sold. The payment is replaced by one of the same units that is lower by the
//! discount and records it: the account stays as it was sold, and its charge is both together. An account that is opened again keeps the
//! discount as one of its own.

use super::payout::{MethodAmount, OpenDebt, Payout, plan_payout};
use crate::payments::{
    due::{LinePortion, is_whole, price_portion, share_of_units},
    model::{PaidLine, Payment, PaymentEntry},
    split::Charge,
    store::NewPaymentLine,
};
use anyhow::anyhow;
use comanda_base::{
    error::{Refusal, Result, invalid},
    ids::{BillingLineId, LineId, RefundId},
    money::{Money, Quantity, distribute},
};
use comanda_invoicing::billing::notes::{self, LineDiscount};
use comanda_ledgers::ledger::{RefundEntry, RefundLine};
use comanda_masterdata::payment_options::PaymentOption;
use comanda_orders::orders::{Account, LineStatus};
use std::collections::BTreeMap;

/// The part of a payment to refund, and the payment methods to use.
#[derive(Debug, Clone, Copy)]
pub struct RefundSelection<'a> {
    pub units: Option<&'a [(LineId, Quantity)]>,
    /// A discount on the units instead of their return.
    pub discount: Option<&'a DiscountRequest>,
    pub payment_options: Option<&'a BTreeMap<String, Money>>,
    pub operation_numbers: &'a BTreeMap<String, String>,
}

/// The planned refund.
#[derive(Debug)]
pub struct RefundPlan {
    /// The remainder that stays sold; `None` where everything is refunded or only a discount is.
    pub remainder: Option<Remainder>,
    /// The discount, where no units are refunded.
    pub discount: Option<PlannedDiscount>,
    pub remainder_total: Money,
    /// The amount by which the sale is reduced.
    pub total: Money,
    pub payout: Payout,
    /// The refunded units with their amounts; for a discount each line has a quantity of zero and the amount taken off it.
    pub lines: Vec<RefundLine>,
}
impl RefundPlan {
    /// Whether something stays sold.
    pub fn leaves_remainder(&self) -> bool {
        self.remainder.is_some() || self.discount.is_some()
    }
}

/// Plans a refund. Where `is_closed`, the account is closed, and what stays sold must be paid in full.
pub fn plan_refund(
    account: &Account,
    payment: &Payment,
    options: &[PaymentOption],
    selection: RefundSelection<'_>,
    debt: &OpenDebt,
    is_closed: bool,
    rounds_cash: bool,
) -> Result<RefundPlan> {
    let charged = ChargedPayment { amount: payment.row.charged(), lines: &payment.lines };
    let remainder = match selection.units {
        Some(units) => plan_remainder(account, charged, units, is_closed)?,
        None => None,
    };
    let discount = selection.discount.map(|request| plan_discount(payment, request)).transpose()?;
    let remainder_total = match (&remainder, &discount) {
        (Some(remainder), _) => remainder.charge().amount - remainder.credited(),
        (None, Some(discount)) => payment.row.total - discount.total,
        (None, None) => Money::ZERO,
    };
    let total = payment.row.total - remainder_total;
    if remainder.is_some() && total <= Money::ZERO {
        return invalid("products", "Con los descuentos de la cuenta, por eso no hay nada que devolver.").err();
    }
    if remainder_total.is_negative() {
        let field = if remainder.is_some() { "products" } else { "amount" };
        let paid = payment.row.total;
        return invalid(
            field,
            format!("Habría que devolver S/ {total:#}, y este cobro es de S/ {paid:#}. Anúlalo entero."),
        )
        .err();
    }
    let chosen = selection.payment_options.map(|chosen| chosen_methods(options, chosen)).transpose()?;
    let mut payout =
        plan_payout(&paid_by_method(payment), payment.row.total, remainder_total, chosen, debt, rounds_cash)?;
    for part in &mut payout.paid_out {
        part.operation_number =
            selection.operation_numbers.get(&part.name).map(|n| n.trim().chars().take(40).collect());
    }
    let lines = match (&remainder, selection.units, &discount) {
        (_, _, Some(discount)) => discount.refund_lines(account),
        (Some(_), Some(units), None) => value_units(account, &payment.lines, units, total),
        _ => refund_lines_of_payment(account, &payment.lines),
    };
    Ok(RefundPlan { remainder, discount, remainder_total, total, payout, lines })
}

/// Returns the debt of a payment, with the active cash method that pays out what was collected of it.
pub fn open_debt(due: Money, options: &[PaymentOption]) -> OpenDebt {
    let cash = options.iter().find(|o| o.is_cash && o.status.is_active()).map(|o| MethodAmount {
        payment_option_id: o.id,
        name: o.name.clone(),
        is_cash: true,
        is_credit: false,
        amount: Money::ZERO,
        operation_number: None,
    });
    OpenDebt { due, cash_method: cash }
}

fn paid_by_method(payment: &Payment) -> Vec<MethodAmount> {
    let part = |e: &PaymentEntry| MethodAmount {
        payment_option_id: e.payment_option_id,
        name: e.name.clone(),
        is_cash: e.is_cash,
        is_credit: e.is_credit,
        amount: e.amount,
        operation_number: e.operation_number.clone(),
    };
    payment.entries.iter().map(part).collect()
}

fn chosen_methods(options: &[PaymentOption], chosen: &BTreeMap<String, Money>) -> Result<Vec<MethodAmount>, Refusal> {
    let part = |(name, amount): (&String, &Money)| {
        let option = options.iter().find(|o| o.name == *name);
        let option = option.ok_or_else(|| invalid("payment_options", format!("No hay un medio de pago {name}.")))?;
        Ok(MethodAmount {
            payment_option_id: option.id,
            name: name.clone(),
            is_cash: option.is_cash,
            is_credit: option.is_credit(),
            amount: *amount,
            operation_number: None,
        })
    };
    chosen.iter().map(part).collect()
}

/// Returns all units that a payment paid, with their amounts.
pub fn refund_lines_of_payment(account: &Account, paid: &[PaidLine]) -> Vec<RefundLine> {
    paid.iter().map(|l| refund_line(account, l.line_id, l.quantity, l.amount)).collect()
}

/// Shares out the reduction of the sale among the refunded units, weighted by what each was paid for.
fn value_units(account: &Account, paid: &[PaidLine], units: &[(LineId, Quantity)], total: Money) -> Vec<RefundLine> {
    let unit_value = |(id, n): &(LineId, Quantity)| {
        let paid_line = paid.iter().find(|l| l.line_id == *id);
        paid_line.map_or(Money::ZERO, |l| share_of_units(l.amount, n.millionths(), l.quantity.millionths()))
    };
    let parts = distribute(total, &units.iter().map(unit_value).collect::<Vec<_>>());
    units.iter().zip(parts).map(|((id, n), amount)| refund_line(account, *id, *n, amount)).collect()
}

fn refund_line(account: &Account, id: LineId, quantity: Quantity, amount: Money) -> RefundLine {
    let name = account.find_line(id).map(|l| l.name.clone()).unwrap_or_default();
    RefundLine { refund_id: None, line_id: id, name, quantity, amount }
}

/// Converts a payout to refund entries; their refund has no id yet.
pub fn payout_entries(payout: &[MethodAmount]) -> Vec<RefundEntry> {
    let entry = |p: &MethodAmount| RefundEntry {
        refund_id: RefundId(0),
        payment_option_id: p.payment_option_id,
        name: p.name.clone(),
        is_cash: p.is_cash,
        is_credit: p.is_credit,
        amount: p.amount,
        operation_number: p.operation_number.clone(),
    };
    payout.iter().map(entry).collect()
}

/// A payment that is refunded in part.
#[derive(Debug, Clone, Copy)]
pub struct ChargedPayment<'a> {
    /// The amount that the account was charged, before discounts by credit notes.
    pub amount: Money,
    pub lines: &'a [PaidLine],
}

/// The part of a sale that stays after a partial refund: the account without the refunded units, and the units that are charged again.
#[derive(Debug)]
pub struct Remainder {
    account: Account,
    units: Vec<(LineId, Quantity)>,
    /// The discounts by credit notes on each unit that stays, by line.
    credited: Vec<(LineId, Money)>,
    is_closed: bool,
}

impl Remainder {
    /// Returns the account without the refunded units; none of the payment's units count as paid.
    pub fn account(&self) -> &Account {
        &self.account
    }
    /// Returns the discounts by credit notes on a line that stays.
    pub fn credited_of(&self, line: LineId) -> Money {
        self.credited.iter().filter(|c| c.0 == line).map(|c| c.1).sum()
    }
    /// Returns the discounts by credit notes on all lines that stay.
    pub fn credited(&self) -> Money {
        self.credited.iter().map(|c| c.1).sum()
    }
    /// Returns what is charged again, before those discounts: all that is due where the account is closed, since a closed account is paid
    /// to the céntimo.
    pub fn charge(&self) -> Charge<'_> {
        let portions: Vec<LinePortion<'_>> =
            self.units.iter().filter_map(|(id, n)| price_portion(&self.account, *id, *n)).collect();
        let (units_due, due) = (portions.iter().map(LinePortion::amount_due).sum::<Money>(), self.account.totals.due);
        let amount = if self.is_closed { due } else { units_due.at_most(due) };
        Charge { amount, portions, closes: self.is_closed }
    }
}

/// Checks the units to refund and computes the remainder; `None` where nothing of the payment stays sold.
pub fn plan_remainder(
    account: &Account,
    charged: ChargedPayment<'_>,
    refunded: &[(LineId, Quantity)],
    is_closed: bool,
) -> Result<Option<Remainder>, Refusal> {
    check_units(account, charged, refunded)?;
    let refunded_of = |id: LineId| refunded.iter().find(|(line, _)| *line == id).map_or(Quantity::ZERO, |b| b.1);
    let units: Vec<(LineId, Quantity)> = charged
        .lines
        .iter()
        .map(|l| (l.line_id, l.quantity - refunded_of(l.line_id)))
        .filter(|(_, stays)| !stays.is_zero())
        .collect();
    if units.is_empty() {
        return Ok(None);
    }
    let part_of = |l: &PaidLine| {
        share_of_units(l.credited, (l.quantity - refunded_of(l.line_id)).millionths(), l.quantity.millionths())
    };
    let credited = charged.lines.iter().map(|l| (l.line_id, part_of(l))).collect();
    let account = account_without_units(account, charged, refunded_of);
    Ok(Some(Remainder { account, units, credited, is_closed }))
}

/// Returns the account without a payment of `charged` and without the units that it paid.
pub fn account_without(account: &Account, paid: &[PaidLine], charged: Money) -> Account {
    let paid_units = |id: LineId| paid.iter().filter(|l| l.line_id == id).map(|l| l.quantity).sum();
    account_without_units(account, ChargedPayment { amount: charged, lines: paid }, paid_units)
}

fn account_without_units(
    account: &Account,
    charged: ChargedPayment<'_>,
    refunded_of: impl Fn(LineId) -> Quantity,
) -> Account {
    let adjustments = account.adjustments_without(&refunded_of);
    let mut lines = account.lines.clone();
    for paid in charged.lines {
        let Some(line) = lines.iter_mut().find(|l| l.id == paid.line_id) else { continue };
        line.qty_paid -= paid.quantity;
        let stays = line.qty_original - refunded_of(line.id);
        if stays.is_zero() {
            line.status = LineStatus::Dismissed;
        } else {
            line.qty_original = stays;
        }
    }
    Account::new(lines, adjustments, account.totals.paid - charged.amount, account.tax)
}

fn check_units(account: &Account, charged: ChargedPayment<'_>, refunded: &[(LineId, Quantity)]) -> Result<(), Refusal> {
    if refunded.is_empty() {
        return Err(invalid("products", "Elige qué se devuelve."));
    }
    if charged.lines.is_empty() {
        let text = "Este cobro fue por un monto, no por platos. Devuélvelo entero, o usa un descuento con una nota de crédito \
                    (motivo 04).";
        return Err(invalid("products", text));
    }
    for (i, (id, quantity)) in refunded.iter().enumerate() {
        if *quantity <= Quantity::ZERO || !is_whole(*quantity) {
            return Err(invalid("products", "Las cantidades son números enteros desde 1."));
        }
        if refunded[..i].iter().any(|(other, _)| other == id) {
            return Err(invalid("products", "Un plato se repite. Junta sus cantidades."));
        }
        let paid: Quantity = charged.lines.iter().filter(|l| l.line_id == *id).map(|l| l.quantity).sum();
        if *quantity > paid {
            let name = account.find_line(*id).map_or("Ese plato", |l| &l.name);
            return Err(invalid("products", format!("{name}: este cobro pagó {paid}.")));
        }
    }
    Ok(())
}

/// The discount after the sale that a credit note asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiscountRequest {
    /// An amount off the whole document.
    OfDocument(Money),
    /// Amounts off some of its lines.
    OfLines(Vec<(BillingLineId, Money)>),
}

/// A discount after the sale, with its effect on the payment.
#[derive(Debug)]
pub struct PlannedDiscount {
    pub total: Money,
    /// The amounts off the lines of the document.
    pub off_lines: Vec<LineDiscount>,
    /// The lines of the payment, reduced by the discount.
    pub reduced_lines: Vec<NewPaymentLine>,
    /// The reduction of each of `reduced_lines`.
    reductions: Vec<Money>,
}

/// Computes a discount. What it takes off document lines that match no line of the payment is distributed over the others, except bags.
pub fn plan_discount(payment: &Payment, request: &DiscountRequest) -> Result<PlannedDiscount> {
    let billing = payment.billing.as_ref().ok_or_else(|| anyhow!("a payment without its document"))?;
    let line_discounts = match request {
        DiscountRequest::OfDocument(amount) => notes::distribute_discount(billing, *amount)?,
        DiscountRequest::OfLines(lines) => {
            notes::check_line_discounts(billing, lines)?;
            lines.clone()
        }
    };
    let mut parts = vec![Money::ZERO; payment.lines.len()];
    let mut unassigned = Money::ZERO;
    for (id, amount) in &line_discounts {
        let line = billing.lines.iter().find(|l| l.id == *id).and_then(|l| l.line_id);
        match payment.lines.iter().position(|paid| Some(paid.line_id) == line) {
            Some(at) => parts[at] += *amount,
            None => unassigned += *amount,
        }
    }
    let is_bag = |line| billing.lines.iter().any(|l| l.line_id == Some(line) && l.is_bag());
    let lines_and_parts = payment.lines.iter().zip(&parts);
    let remaining_by_line: Vec<Money> = lines_and_parts
        .map(|(paid, part)| if is_bag(paid.line_id) { Money::ZERO } else { paid.amount - *part })
        .collect();
    for (part, more) in parts.iter_mut().zip(distribute(unassigned, &remaining_by_line)) {
        *part += more;
    }
    let paid = payment.lines.iter().zip(&parts).map(|(paid, part)| NewPaymentLine {
        line: paid.line_id,
        quantity: paid.quantity,
        amount: paid.amount - *part,
        credited: paid.credited + *part,
    });
    Ok(PlannedDiscount {
        total: line_discounts.iter().map(|o| o.1).sum(),
        reduced_lines: spread_negative_lines(paid.collect()),
        off_lines: line_discounts,
        reductions: parts,
    })
}

/// Spreads negative amounts over the other lines, keeping the sum. A line is reduced by more than was paid for it where its document was
/// for more because others had paid a tip on it.
pub(super) fn spread_negative_lines(lines: Vec<NewPaymentLine>) -> Vec<NewPaymentLine> {
    if lines.iter().all(|line| !line.amount.is_negative()) {
        return lines;
    }
    let weights: Vec<Money> = lines.iter().map(|line| line.amount.max(Money::ZERO)).collect();
    let amounts = distribute(lines.iter().map(|line| line.amount).sum(), &weights);
    lines.into_iter().zip(amounts).map(|(line, amount)| NewPaymentLine { amount, ..line }).collect()
}

impl PlannedDiscount {
    /// Returns the discount as refund lines of the account, each with a quantity of zero.
    pub fn refund_lines(&self, account: &Account) -> Vec<RefundLine> {
        let parts = self.reduced_lines.iter().zip(&self.reductions).filter(|(_, part)| !part.is_zero());
        parts.map(|(paid, part)| refund_line(account, paid.line, Default::default(), *part)).collect()
    }
}
