//! Charges again what stays sold after a refund, without any money moving.
//!
//! A payment by an amount or a share of an account that others paid as well cannot be matched with dishes: only its money is refunded, and
//! the account stays as it was sold. A payment of zero replaces it and records what was refunded as a discount, so that the account still
//! adds up to what was charged for it. Its stock does not come back.

use super::{
    correction::{DocumentCorrection, SoldDocument, document_remainder},
    give_back::{RefundCase, dismiss_units},
    model::RefundRequest,
    payout::MethodAmount,
    plan::{PlannedDiscount, RefundPlan, Remainder, spread_negative_lines},
    store,
};
use crate::payments::{
    self, credit,
    model::{Payment, PaymentKind},
    sale::DocumentedSale,
    split::Charge,
    store::{NewPaymentLine, NewPaymentRow, charged_lines},
    tender::{Tender, TenderEntry},
};
use anyhow::anyhow;
use comanda_base::{
    db::Tx,
    error::{Error, Result, invalid},
    ids::{LineId, PaymentId, RefundId, RequestId},
    money::{Money, Quantity},
};
use comanda_invoicing::billing::{self, Billing, Customer, Issue, notes::NoteTarget};
use comanda_ledgers::stock;
use comanda_orders::orders;
use comanda_platform::use_case::Work;

/// The payment that charges the remainder.
pub(super) struct ChargedAgain {
    pub payment: PaymentId,
    /// The amount that the credit note takes off the document; `None` where the document is voided or the refund is a discount.
    pub target: Option<NoteTarget>,
}

/// Charges what stays sold, or keeps the account as it was sold where only money is refunded.
pub(super) async fn charge_remainder(
    work: &mut Work<'_>,
    case: &RefundCase<'_>,
    plan: &RefundPlan,
    refund: RefundId,
    correction: DocumentCorrection,
) -> Result<Option<ChargedAgain>> {
    Ok(match (&plan.remainder, &plan.discount) {
        (Some(remainder), _) => Some(charge_again(work, case, plan, remainder, refund, correction).await?),
        (None, Some(discount)) => Some(charge_discounted(work, case, plan, discount, refund).await?),
        (None, None) if case.is_money_only => {
            keep_account_as_sold(work, case, plan).await?;
            None
        }
        (None, None) => None,
    })
}

/// Charges the remainder by a payment that moves no money. It gets a document of its own, or keeps the first one where a credit note
/// reduces that.
async fn charge_again(
    work: &mut Work<'_>,
    case: &RefundCase<'_>,
    plan: &RefundPlan,
    remainder: &Remainder,
    refund: RefundId,
    correction: DocumentCorrection,
) -> Result<ChargedAgain> {
    let RefundCase { request, payment, billing, .. } = case;
    let refunded: Vec<(LineId, Quantity)> = plan.lines.iter().map(|l| (l.line_id, l.quantity)).collect();
    dismiss_units(work, case, refund, &refunded).await?;
    let charge = remainder.charge();
    let (tip_on_document, day) = (case.tip_on_document, work.business_day().await?);
    let document =
        SoldDocument { request: case.request.id, billing, tip_on_document, at: work.now, credited: Money::ZERO };
    let (documented, target) = document_remainder(work.tx, document, remainder, &charge, correction).await?;
    let row = NewPaymentRow {
        request: request.id,
        cycle: case.cycle.id,
        user: work.actor.user_id,
        kind: PaymentKind::Lines,
        share_of: None,
        total: plan.remainder_total,
        credited: remainder.credited(),
        client: billing.row.client_id,
        replaces: Some(payment.row.id),
        document: target.map(|_| billing.row.id),
        tip_on_document,
        discounted: Money::ZERO,
        day,
        at: work.now,
    };
    let reduced = |line: NewPaymentLine| {
        let credited = remainder.credited_of(line.line);
        NewPaymentLine { amount: line.amount - credited, credited, ..line }
    };
    let lines = spread_negative_lines(charged_lines(&charge).into_iter().map(reduced).collect());
    let id = payments::store::insert_payment(work.tx, &row, &kept_tender(plan), &lines).await?;
    store::set_charged_again(work.tx, refund, id).await?;
    let paid: Vec<(LineId, Quantity)> = charge.portions.iter().map(|p| (p.line.id, p.quantity)).collect();
    if target.is_none() {
        let issued = issue_remainder_document(work, case, id, plan, &charge, documented).await?;
        let stays: Vec<LineId> = paid.iter().map(|p| p.0).collect();
        stock::write_document_number(work, &stays, &issued.full_number).await?;
    }
    orders::mark_paid(work, request, &paid).await?;
    Ok(ChargedAgain { payment: id, target })
}

/// Issues a new document for the remainder to the same customer.
async fn issue_remainder_document(
    work: &mut Work<'_>,
    case: &RefundCase<'_>,
    payment_id: PaymentId,
    plan: &RefundPlan,
    charge: &Charge<'_>,
    documented: DocumentedSale,
) -> Result<Billing> {
    let billing = &case.billing;
    let instalments = match &case.debt {
        Some(debt) => credit::remaining_instalments(work, debt, plan.payout.debt_reduction()).await?,
        None => Vec::new(),
    };
    let issue = Issue {
        kind: billing.row.billing_type_id,
        client_request_id: case.request.id,
        payment_id,
        cycle_id: case.cycle.id,
        customer: customer(billing),
        by_consumption: billing.row.by_consumption,
        instalments,
        sale: documented.sale,
        paper: None,
        debit: None,
    };
    let issued = billing::issue(work, issue).await?;
    if issued.row.total + documented.tip != charge.amount {
        return Err(Error::Internal(anyhow!("document {} does not come to the payment", issued.full_number)));
    }
    Ok(issued)
}

pub(super) fn kept_tender(plan: &RefundPlan) -> Tender {
    let entry = |p: &MethodAmount| TenderEntry {
        payment_option_id: p.payment_option_id,
        name: p.name.clone(),
        is_cash: p.is_cash,
        is_credit: p.is_credit,
        amount: p.amount,
        tendered: p.amount,
        operation_number: p.operation_number.clone(),
    };
    Tender {
        entries: plan.payout.kept_amounts.iter().map(entry).collect(),
        rounding: plan.payout.kept_rounding,
        change: Money::ZERO,
    }
}

/// Returns the customer of the voided document.
fn customer(billing: &Billing) -> Customer {
    let b = &billing.row;
    Customer {
        id: b.client_id,
        document_type: b.client_document_type,
        document_number: b.client_document_number.clone(),
        name: b.client_name.clone(),
        address: b.client_address.clone(),
    }
}

/// Tells whether others paid part of the same account, so that nobody can tell which dishes this payment paid.
pub(super) async fn is_money_only(tx: &mut Tx, request: RequestId, payment: &Payment) -> Result<bool> {
    Ok(payment.lines.is_empty() && payments::store::list_earlier_payments(tx, request).await?.len() > 1)
}

/// Refuses to return dishes or stock with a payment that was an amount of money.
pub(super) fn must_refund_whole(body: &RefundRequest) -> Result<()> {
    if body.products.is_some() {
        let text = "Este cobro pagó una parte de la cuenta en dinero, no platos. Devuélvelo entero, o usa un descuento con \
                    una nota de crédito (motivo 04).";
        return invalid("products", text).err();
    }
    if body.remove_inventory {
        let text = "Este cobro pagó una parte de la cuenta en dinero, no platos: su stock no vuelve por aquí. Devuélvelo sin \
                    stock, y registra en Inventario lo que vuelva.";
        return invalid("remove_inventory", text).err();
    }
    Ok(())
}

/// Records the refunded amount as a discount of the account, on the same document.
pub(super) async fn keep_account_as_sold(work: &mut Work<'_>, case: &RefundCase<'_>, plan: &RefundPlan) -> Result<()> {
    let RefundCase { payment, billing, .. } = case;
    let row = NewPaymentRow {
        request: case.request.id,
        cycle: case.cycle.id,
        user: work.actor.user_id,
        kind: payment.row.kind,
        share_of: payment.row.share_of,
        total: Money::ZERO,
        credited: payment.row.charged(),
        client: billing.row.client_id,
        tip_on_document: case.tip_on_document,
        discounted: Money::ZERO,
        replaces: Some(payment.row.id),
        document: Some(billing.row.id),
        day: work.business_day().await?,
        at: work.now,
    };
    payments::store::insert_payment(work.tx, &row, &kept_tender(plan), &[]).await?;
    Ok(())
}

/// Replaces the payment by one of the same units on the same document that is lower by the discount.
pub(super) async fn charge_discounted(
    work: &mut Work<'_>,
    case: &RefundCase<'_>,
    plan: &RefundPlan,
    discount: &PlannedDiscount,
    refund: RefundId,
) -> Result<ChargedAgain> {
    let RefundCase { payment, billing, .. } = case;
    let row = NewPaymentRow {
        request: case.request.id,
        cycle: case.cycle.id,
        user: work.actor.user_id,
        kind: payment.row.kind,
        share_of: payment.row.share_of,
        total: plan.remainder_total,
        credited: payment.row.credited + discount.total,
        client: billing.row.client_id,
        replaces: Some(payment.row.id),
        document: Some(billing.row.id),
        tip_on_document: case.tip_on_document,
        discounted: Money::ZERO,
        day: work.business_day().await?,
        at: work.now,
    };
    let payment = payments::store::insert_payment(work.tx, &row, &kept_tender(plan), &discount.reduced_lines).await?;
    store::set_charged_again(work.tx, refund, payment).await?;
    Ok(ChargedAgain { payment, target: None })
}
