//! The rest of a partial refund: charged again without any money moving.

use super::{
    back::Part,
    discount::{charge_less, none_below_zero},
    give_back::{Case, dismiss},
    money_only,
    plan::Plan,
    rest::Rest,
    rest_document::{Sold, documented_rest},
    store,
    way::Way,
};
use crate::payments::{
    self, credit,
    model::PaymentKind,
    sale::Documented,
    split::Charge,
    store::{NewLine, NewRow as NewPaymentRow, lines_of},
    tender::{Entry as Tendered, Tender},
};
use anyhow::anyhow;
use comanda_base::{
    error::{Error, Result},
    ids::{LineId, PaymentId, RefundId},
    money::{Money, Quantity},
};
use comanda_invoicing::billing::{self, Billing, BillingKind, Customer, Issue, notes::Target};
use comanda_ledgers::stock;
use comanda_orders::orders;
use comanda_platform::use_case::Work;

/// The rest, charged again.
pub(super) struct Again {
    pub payment: PaymentId,
    /// What the credit note comes to, where the document stays.
    pub target: Option<Target>,
}

/// Charges what stays sold, or keeps an account of which only money went back.
pub(super) async fn charge_what_stays(
    work: &mut Work<'_>,
    case: &Case<'_>,
    plan: &Plan,
    refund: RefundId,
    way: Way,
) -> Result<Option<Again>> {
    Ok(match (&plan.rest, &plan.discount) {
        (Some(rest), _) => Some(charge_again(work, case, plan, rest, refund, way).await?),
        (None, Some(discount)) => Some(charge_less(work, case, plan, discount, refund).await?),
        (None, None) if case.is_money_only => {
            money_only::keep_account(work, case, plan).await?;
            None
        }
        (None, None) => None,
    })
}

/// Charges what stays sold: a payment that moves no money. It gets a document of its own, or keeps the one that a note takes the
/// other part off.
async fn charge_again(
    work: &mut Work<'_>,
    case: &Case<'_>,
    plan: &Plan,
    rest: &Rest,
    refund: RefundId,
    way: Way,
) -> Result<Again> {
    let Case { request, payment, billing, .. } = case;
    let back: Vec<(LineId, Quantity)> = plan.lines.iter().map(|l| (l.line_id, l.quantity)).collect();
    dismiss(work, case, refund, &back).await?;
    let charge = rest.charge();
    let (tip_on_document, day) = (case.tip_on_document, work.business_day().await?);
    let sold = Sold { request: case.request.id, billing, tip_on_document, at: work.now, credited: Money::ZERO };
    let (documented, target) = documented_rest(work.tx, sold, rest, &charge, way).await?;
    let row = NewPaymentRow {
        request: request.id,
        cycle: case.cycle.id,
        user: work.actor.user_id,
        kind: PaymentKind::Lines,
        share_of: None,
        total: plan.rest_total,
        credited: rest.credited(),
        client: billing.row.client_id,
        replaces: Some(payment.row.id),
        document: target.map(|_| billing.row.id),
        tip_on_document,
        day,
        at: work.now,
    };
    let less = |line: NewLine| {
        let credited = rest.credited_of(line.line);
        NewLine { amount: line.amount - credited, credited, ..line }
    };
    let lines = none_below_zero(lines_of(&charge).into_iter().map(less).collect());
    let id = payments::store::insert(work.tx, &row, &tender_of(plan), &lines).await?;
    store::set_charged_again(work.tx, refund, id).await?;
    let paid: Vec<(LineId, Quantity)> = charge.pieces.iter().map(|p| (p.line.id, p.quantity)).collect();
    if target.is_none() {
        let issued = issue_again(work, case, id, plan, &charge, documented).await?;
        let stays: Vec<LineId> = paid.iter().map(|p| p.0).collect();
        stock::name_document(work, &stays, &issued.full_number).await?;
    }
    orders::mark_paid(work, request, &paid).await?;
    Ok(Again { payment: id, target })
}

/// A new document to the same customer.
async fn issue_again(
    work: &mut Work<'_>,
    case: &Case<'_>,
    payment_id: PaymentId,
    plan: &Plan,
    charge: &Charge<'_>,
    documented: Documented,
) -> Result<Billing> {
    let billing = &case.billing;
    let instalments = match &case.debt {
        Some(debt) => credit::terms_of_rest(work, debt, plan.back.credit()).await?,
        None => Vec::new(),
    };
    let issue = Issue {
        kind: BillingKind::from_id(billing.row.billing_type_id).ok_or_else(|| anyhow!("a document of no kind"))?,
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

pub(super) fn tender_of(plan: &Plan) -> Tender {
    let entry = |p: &Part| Tendered {
        payment_option_id: p.payment_option_id,
        name: p.name.clone(),
        is_cash: p.is_cash,
        is_credit: p.is_credit,
        amount: p.amount,
        tendered: p.amount,
        operation_number: p.operation_number.clone(),
    };
    Tender {
        entries: plan.back.rest.iter().map(entry).collect(),
        rounding: plan.back.rest_rounding,
        turned: Money::ZERO,
    }
}

/// Whoever the voided document was to.
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
