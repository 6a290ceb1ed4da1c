//! What a refund would do, computed before anything is written: what goes back by which method, what stays sold. The quote shows it,
//! the refund does it.

use super::{
    back::{Back, Owed, Part, back},
    discount::{Discount, DiscountAsked, discount},
    rest::{Rest, Taken, rest},
};
use crate::payments::{
    due::up_to,
    model::{PaidLine, Payment},
};
use comanda_base::{
    error::{Refusal, Result, invalid},
    ids::LineId,
    money::{Money, Quantity, distribute},
};
use comanda_ledgers::ledger::{RefundEntry, RefundLine};
use comanda_masterdata::payment_options::PaymentOption;
use comanda_orders::orders::Account;
use std::collections::BTreeMap;

/// What is asked: which units, by which methods.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    pub units: Option<&'a [(LineId, Quantity)]>,
    /// Of no units: less is asked for them.
    pub discount: Option<&'a DiscountAsked>,
    pub payment_options: Option<&'a BTreeMap<String, Money>>,
    pub operation_numbers: &'a BTreeMap<String, String>,
}

/// What will happen.
#[derive(Debug)]
pub struct Plan {
    /// What stays sold; `None` where all of it goes back.
    pub rest: Option<Rest>,
    /// Nothing goes back but this.
    pub discount: Option<Discount>,
    pub rest_total: Money,
    /// What the sale becomes less.
    pub total: Money,
    pub back: Back,
    /// The units that go back, with what they come to; of a discount none of each line, with what is taken off it.
    pub lines: Vec<RefundLine>,
}
impl Plan {
    /// Something stays sold.
    pub fn leaves_a_rest(&self) -> bool {
        self.rest.is_some() || self.discount.is_some()
    }
}

/// Computes it. `is_closed`: the account is, so that what stays must pay it.
pub fn plan(
    account: &Account,
    payment: &Payment,
    options: &[PaymentOption],
    asked: Asked<'_>,
    owed: &Owed,
    is_closed: bool,
    rounds_cash: bool,
) -> Result<Plan> {
    let taken = Taken { charged: payment.row.charged(), lines: &payment.lines };
    let rest = match asked.units {
        Some(units) => rest(account, taken, units, is_closed)?,
        None => None,
    };
    let discount = asked.discount.map(|asked| discount(payment, asked)).transpose()?;
    let rest_total = match (&rest, &discount) {
        (Some(rest), _) => rest.charge().amount - rest.credited(),
        (None, Some(discount)) => payment.row.total - discount.total,
        (None, None) => Money::ZERO,
    };
    let total = payment.row.total - rest_total;
    if rest.is_some() && total <= Money::ZERO {
        return invalid("products", "Con los descuentos de la cuenta, por eso no hay nada que devolver.").err();
    }
    if rest_total.is_negative() {
        let field = if rest.is_some() { "products" } else { "amount" };
        let paid = payment.row.total;
        return invalid(
            field,
            format!("Habría que devolver S/ {total}, y este cobro es de S/ {paid}. Anúlalo entero."),
        )
        .err();
    }
    let wanted = asked.payment_options.map(|wanted| parts(options, wanted)).transpose()?;
    let mut back = back(&paid(payment), payment.row.total, rest_total, wanted, owed, rounds_cash)?;
    for part in &mut back.out {
        part.operation_number = asked.operation_numbers.get(&part.name).map(|n| n.trim().chars().take(40).collect());
    }
    let lines = match (&rest, asked.units, &discount) {
        (_, _, Some(discount)) => discount.lines(account),
        (Some(_), Some(units), None) => valued(account, &payment.lines, units, total),
        _ => all_lines(account, &payment.lines),
    };
    Ok(Plan { rest, discount, rest_total, total, back, lines })
}

/// What is still owed of a payment, and the cash that what was collected of it goes back in.
pub fn owed(due: Money, options: &[PaymentOption]) -> Owed {
    let cash = options.iter().find(|o| o.is_cash && o.status.is_active()).map(|o| Part {
        payment_option_id: o.id,
        name: o.name.clone(),
        is_cash: true,
        is_credit: false,
        amount: Money::ZERO,
        operation_number: None,
    });
    Owed { due, cash }
}

fn paid(payment: &Payment) -> Vec<Part> {
    let part = |e: &crate::payments::model::PaymentEntry| Part {
        payment_option_id: e.payment_option_id,
        name: e.name.clone(),
        is_cash: e.is_cash,
        is_credit: e.is_credit,
        amount: e.amount,
        operation_number: e.operation_number.clone(),
    };
    payment.entries.iter().map(part).collect()
}

fn parts(options: &[PaymentOption], wanted: &BTreeMap<String, Money>) -> Result<Vec<Part>, Refusal> {
    let part = |(name, amount): (&String, &Money)| {
        let option = options.iter().find(|o| o.name == *name);
        let option = option.ok_or_else(|| invalid("payment_options", format!("No hay un medio de pago {name}.")))?;
        Ok(Part {
            payment_option_id: option.id,
            name: name.clone(),
            is_cash: option.is_cash,
            is_credit: option.is_credit(),
            amount: *amount,
            operation_number: None,
        })
    };
    wanted.iter().map(part).collect()
}

/// The units that a payment paid, with what they came to.
pub fn all_lines(account: &Account, paid: &[PaidLine]) -> Vec<RefundLine> {
    paid.iter().map(|l| line(account, l.line_id, l.quantity, l.amount)).collect()
}

/// Some of them: what the sale becomes less, by what each had come to.
fn valued(account: &Account, paid: &[PaidLine], units: &[(LineId, Quantity)], total: Money) -> Vec<RefundLine> {
    let worth = |(id, n): &(LineId, Quantity)| {
        let of = paid.iter().find(|l| l.line_id == *id);
        of.map_or(Money::ZERO, |l| up_to(l.amount, n.millionths(), l.quantity.millionths()))
    };
    let parts = distribute(total, &units.iter().map(worth).collect::<Vec<_>>());
    units.iter().zip(parts).map(|((id, n), amount)| line(account, *id, *n, amount)).collect()
}

pub(super) fn line(account: &Account, id: LineId, quantity: Quantity, amount: Money) -> RefundLine {
    let name = account.line(id).map(|l| l.name.clone()).unwrap_or_default();
    RefundLine { refund_id: None, line_id: id, name, quantity, amount }
}

/// What leaves, as it is shown.
pub fn shown(out: &[Part]) -> Vec<RefundEntry> {
    let entry = |p: &Part| RefundEntry {
        refund_id: comanda_base::ids::RefundId(0),
        payment_option_id: p.payment_option_id,
        name: p.name.clone(),
        is_cash: p.is_cash,
        is_credit: p.is_credit,
        amount: p.amount,
        operation_number: p.operation_number.clone(),
    };
    out.iter().map(entry).collect()
}
