//! A discount after the sale: less is asked for what stays sold. The payment is replaced by one of the same units that is less by it,
//! and keeps what was taken off: the account stays as it was sold, and what was charged for it is both together.

use super::{
    charge_again::{Again, tender_of},
    give_back::Case,
    plan::{self, Plan},
    store,
};
use crate::payments::{
    model::Payment,
    store::{self as payments_store, NewLine, NewRow},
};
use anyhow::anyhow;
use comanda_base::{
    error::Result,
    ids::{BillingLineId, RefundId},
    money::{Money, distribute},
};
use comanda_invoicing::billing::notes::{self, OffLine};
use comanda_ledgers::ledger::RefundLine;
use comanda_orders::orders::Account;
use comanda_platform::use_case::Work;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiscountAsked {
    /// Off all of the document.
    OfDocument(Money),
    /// Off some of its lines.
    OfLines(Vec<(BillingLineId, Money)>),
}

/// What it comes to.
#[derive(Debug)]
pub struct Discount {
    pub total: Money,
    /// Off lines of the document.
    pub off: Vec<OffLine>,
    /// The payment's lines after it.
    paid: Vec<NewLine>,
    /// What it takes off each of those.
    parts: Vec<Money>,
}

/// Computes it. Pure.
pub fn discount(payment: &Payment, asked: &DiscountAsked) -> Result<Discount> {
    let billing = payment.billing.as_ref().ok_or_else(|| anyhow!("a payment without its document"))?;
    let off = match asked {
        DiscountAsked::OfDocument(amount) => notes::off_document(billing, *amount)?,
        DiscountAsked::OfLines(lines) => {
            notes::check_off_lines(billing, lines)?;
            lines.clone()
        }
    };
    let mut parts = vec![Money::ZERO; payment.lines.len()];
    let mut of_no_line = Money::ZERO;
    for (id, amount) in &off {
        let line = billing.lines.iter().find(|l| l.id == *id).and_then(|l| l.line_id);
        match payment.lines.iter().position(|paid| Some(paid.line_id) == line) {
            Some(at) => parts[at] += *amount,
            None => of_no_line += *amount,
        }
    }
    let is_bag = |line| billing.lines.iter().any(|l| l.line_id == Some(line) && l.is_bag());
    let left = payment.lines.iter().zip(&parts);
    let left: Vec<Money> =
        left.map(|(paid, part)| if is_bag(paid.line_id) { Money::ZERO } else { paid.amount - *part }).collect();
    for (part, more) in parts.iter_mut().zip(distribute(of_no_line, &left)) {
        *part += more;
    }
    let paid = payment.lines.iter().zip(&parts).map(|(paid, part)| NewLine {
        line: paid.line_id,
        quantity: paid.quantity,
        amount: paid.amount - *part,
        credited: paid.credited + *part,
    });
    Ok(Discount { total: off.iter().map(|o| o.1).sum(), paid: none_below_zero(paid.collect()), off, parts })
}

/// The same sum, where more is taken off a line than was paid for it: its document was for more, since others had paid a tip of it.
pub(super) fn none_below_zero(lines: Vec<NewLine>) -> Vec<NewLine> {
    if lines.iter().all(|line| !line.amount.is_negative()) {
        return lines;
    }
    let weights: Vec<Money> = lines.iter().map(|line| line.amount.max(Money::ZERO)).collect();
    let amounts = distribute(lines.iter().map(|line| line.amount).sum(), &weights);
    lines.into_iter().zip(amounts).map(|(line, amount)| NewLine { amount, ..line }).collect()
}

impl Discount {
    /// What it takes off each line of the account.
    pub fn lines(&self, account: &Account) -> Vec<RefundLine> {
        let parts = self.paid.iter().zip(&self.parts).filter(|(_, part)| !part.is_zero());
        parts.map(|(paid, part)| plan::line(account, paid.line, Default::default(), *part)).collect()
    }
}

/// Keeps the payment that is less by it: the same units, on the same document, and no money moves but what goes back.
pub(super) async fn charge_less(
    work: &mut Work<'_>,
    case: &Case<'_>,
    plan: &Plan,
    discount: &Discount,
    refund: RefundId,
) -> Result<Again> {
    let Case { payment, billing, .. } = case;
    let row = NewRow {
        request: case.request.id,
        cycle: case.cycle.id,
        user: work.actor.user_id,
        kind: payment.row.kind,
        share_of: payment.row.share_of,
        total: plan.rest_total,
        credited: payment.row.credited + discount.total,
        client: billing.row.client_id,
        replaces: Some(payment.row.id),
        document: Some(billing.row.id),
        tip_on_document: case.tip_on_document,
        day: work.business_day().await?,
        at: work.now,
    };
    let payment = payments_store::insert(work.tx, &row, &tender_of(plan), &discount.paid).await?;
    store::set_charged_again(work.tx, refund, payment).await?;
    Ok(Again { payment, target: None })
}
