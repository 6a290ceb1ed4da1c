//! The rest of a partial refund: charged again with a new document, without any money moving.

use super::{
    back::Part,
    give_back::{Case, dismiss},
    plan::Plan,
    rest::Rest,
    store,
};
use crate::{
    billing::{self, Billing, BillingKind, Customer, Issue},
    error::{Error, Result},
    ids::{LineId, RefundId},
    money::{Money, Quantity},
    orders,
    payments::{
        self,
        model::{Payment, PaymentKind},
        read as payment_read,
        sale::{Billed, Terms, documented},
        store::NewRow as NewPaymentRow,
        tender::{Entry as Tendered, Tender},
    },
    settings::tax,
    stock,
    use_case::Work,
};
use anyhow::anyhow;

/// Charges what stays sold: a payment that moves no money, with a new document to the same customer.
pub(super) async fn charge_again(
    work: &mut Work<'_>,
    case: &Case<'_>,
    plan: &Plan,
    rest: &Rest,
    refund: RefundId,
) -> Result<Payment> {
    let Case { request, payment, billing, .. } = case;
    let back: Vec<(LineId, Quantity)> = plan.lines.iter().map(|l| (l.line_id, l.quantity)).collect();
    dismiss(work, case, refund, &back).await?;
    let charge = rest.charge();
    let day = work.business_day().await?;
    let tax = tax::rule_of(work.tx, day).await?;
    let (total, services) = billing::billed_of(work.tx, request.id).await?;
    let by_consumption = billing.row.by_consumption;
    let tip_on_document = work.settings().await?.tip_on_document;
    let terms = Terms { by_consumption, tip_on_document, tax };
    let documented = documented(rest.account(), &charge, Billed { total, services }, terms);
    let row = NewPaymentRow {
        request: request.id,
        cycle: case.cycle.id,
        user: work.actor.user_id,
        kind: PaymentKind::Lines,
        share_of: None,
        total: charge.amount,
        client: billing.row.client_id,
        replaces: Some(payment.row.id),
        day,
        at: work.now,
    };
    let id = payments::store::insert(work.tx, &row, &tender_of(plan), &charge).await?;
    store::set_charged_again(work.tx, refund, id).await?;
    let issued = Issue {
        kind: BillingKind::from_id(billing.row.billing_type_id).ok_or_else(|| anyhow!("a document of no kind"))?,
        client_request_id: request.id,
        payment_id: id,
        cycle_id: case.cycle.id,
        customer: customer(billing),
        by_consumption,
        sale: documented.sale,
    };
    let issued = billing::issue(work, issued).await?;
    if issued.row.total + documented.tip != charge.amount {
        return Err(Error::Internal(anyhow!("document {} does not come to the payment", issued.full_number)));
    }
    let paid: Vec<(LineId, Quantity)> = charge.pieces.iter().map(|p| (p.line.id, p.quantity)).collect();
    orders::mark_paid(work, request, &paid).await?;
    let stays: Vec<LineId> = paid.iter().map(|p| p.0).collect();
    stock::name_document(work, &stays, &issued.full_number).await?;
    payment_read::payment(work.tx, id).await
}

fn tender_of(plan: &Plan) -> Tender {
    let entry = |p: &Part| Tendered {
        payment_option_id: p.payment_option_id,
        name: p.name.clone(),
        is_cash: p.is_cash,
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
