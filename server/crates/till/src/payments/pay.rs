//! Takes payments, under the lock of the account, with the actor's own cash cycle kept open, and the series locked last. The amount due is
//! computed again under the lock, so of two tills that charge the same account one succeeds and the other is refused with the present
//! balance.

use super::{
    bags::must_leave_room_for_bags,
    cash_warning,
    credit::{self, NewReceivable},
    due::{LinePortion, share_of_units},
    model::{NewPayment, RequestState},
    pay_request::PayRequest,
    print_receipt::{PrintRequest, print_receipt},
    quote::load_quote,
    read,
    sale::{DocumentTerms, build_sale},
    split::{Charge, PaymentScope, compute_charge},
    store::{self, NewPaymentRow},
    tender::compute_tender,
};
use crate::cash::{self, CycleBox};
use anyhow::anyhow;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    document_kind::DocumentKind,
    email,
    error::{Code, Error, Refusal, Result, invalid, refuse},
    ids::{ClientId, LineId, PaymentId, RequestId},
    money::{Money, Quantity},
};
use comanda_invoicing::billing::{
    self, Billing, Customer, NewDocument,
    contingency::PaperDocument,
    electronic::{self, TaxOwner},
};
use comanda_ledgers::stock;
use comanda_masterdata::clients::{
    self,
    document::{ANONYMOUS_DNI, IdentityDocument},
};
use comanda_orders::orders::{self, Account, RequestRow, account::Totals};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    settings::tax,
    use_case::Work,
};
use serde_json::json;

/// Records a payment, issues its document and prints it.
pub async fn pay_account(work: &mut Work<'_>, body: &PayRequest) -> Result<NewPayment> {
    let kind = DocumentKind::from_id(body.billing_type_id)
        .filter(|kind| kind.closes_accounts())
        .ok_or_else(|| invalid("billing_type_id", "Elige boleta, factura o nota de venta."))?;
    let paper = body.contingency.as_ref().map(|form| form.validate_paper(kind, work.now)).transpose()?;
    if paper.is_none() {
        billing::electronic::require_can_issue(work.tx, kind).await?;
    }
    let issued_at = paper.map_or(work.now, |paper| paper.at);
    tax::lock_rules_shared(work.tx).await?;
    let email = body.email.as_deref().filter(|e| !e.trim().is_empty());
    let email = email.map(|e| email::normalize_email("email", e)).transpose()?;
    let scope = body.scope()?;
    let request = orders::lock_request(work, body.client_request_id).await?;
    must_be_payable(work.tx, &request, issued_at).await?;
    let cycle = cash::lock_own_cycle_shared(work).await?;
    let account = orders::load_account(work.tx, request.id, issued_at).await?;
    let earlier = store::list_earlier_payments(work.tx, request.id).await?;
    let due = compute_charge(&account, &earlier, &scope).and_then(|c| check_expected_total(c, body.expected_total));
    let due = match due {
        Ok(due) => due,
        Err(refusal) => return refuse_with_quote(work.tx, request.id, issued_at, refusal).await,
    };
    let case = PaymentCase {
        kind,
        request: &request,
        cycle: &cycle,
        account: &account,
        due: &due,
        scope: &scope,
        paper,
        issued_at,
    };
    let recorded = record_payment(work, body, &case).await?;
    let mut warnings = settle_account(work, &request, &account, &due).await?;
    let id = issue_document(work, &case, recorded).await?;
    let payment = read::load_payment(work.tx, id).await?;
    let billing = payment.billing.clone().ok_or_else(|| anyhow!("a payment without its document"))?;
    if let Some(email) = email {
        warnings.extend(request_email(work, &billing, &email).await?);
    }
    stock::write_document_number(work, &documented_lines(&account, &due), &billing.full_number).await?;
    let print = PrintRequest { receipt: body.print.unwrap_or(true), promotions: &body.promotion_ids };
    let printed = print_receipt(work, &cycle, &payment, &billing, print).await?;
    warnings.extend(printed.warnings);
    warnings.extend(cash_warning::cash_warning_for_payment(&payment, issued_at));
    let state = RequestState {
        id: request.id,
        is_paid: due.closes,
        due: account.totals.due - due.amount,
        closed_at: due.closes.then_some(work.now),
    };
    let receipt = printed.receipt;
    Ok(NewPayment { payment, client_request: state, receipt, print_jobs: printed.jobs, warnings })
}

/// Requests that the document is mailed after the commit; returns a warning for the cashier where it cannot be.
pub(super) async fn request_email(work: &mut Work<'_>, billing: &Billing, email: &str) -> Result<Option<String>> {
    if let Some(client) = billing.row.client_id {
        clients::remember_email(work, client, email).await?;
    }
    if billing.row.is_contingency {
        return Ok(Some("Un comprobante en contingencia no se envía por correo: entrega el papel.".into()));
    }
    if billing.row.hash.is_none() {
        return Ok(Some("Una nota de venta no se envía por correo: descarga su PDF.".into()));
    }
    electronic::request_email(work.tx, TaxOwner::Billing(billing.row.id), email, work.now).await?;
    Ok(None)
}

/// Refuses a closed account, distinguishing a paid one from one closed by hand.
async fn must_be_payable(tx: &mut Tx, request: &RequestRow, at: DateTime<Utc>) -> Result<()> {
    if request.is_paid && request.closed_at.is_some() {
        let refusal = refuse(Code::AlreadyPaid, "Esta cuenta ya está pagada.");
        return refuse_with_quote(tx, request.id, at, refusal).await;
    }
    request.must_be_open()
}

fn check_expected_total(charge: Charge<'_>, expected: Option<Money>) -> std::result::Result<Charge<'_>, Refusal> {
    match expected {
        Some(total) if total != charge.amount => Err(refuse(
            Code::BalanceChanged,
            format!("La cuenta cambió: ahora corresponde cobrar S/ {:#}. Revisa y vuelve a cobrar.", charge.amount),
        )),
        _ => Ok(charge),
    }
}

/// Refuses with the present quote of the same document, unless the request itself is invalid.
async fn refuse_with_quote<T>(tx: &mut Tx, request: RequestId, at: DateTime<Utc>, refusal: Refusal) -> Result<T> {
    if refusal.code == Code::Invalid {
        return refusal.err();
    }
    refusal.with_current(load_quote(tx, request, at).await?).err()
}

/// A payment in progress, as read under the locks.
struct PaymentCase<'a> {
    kind: DocumentKind,
    request: &'a RequestRow,
    cycle: &'a CycleBox,
    account: &'a Account,
    due: &'a Charge<'a>,
    scope: &'a PaymentScope,
    paper: Option<PaperDocument>,
    issued_at: DateTime<Utc>,
}

/// A payment that was stored, with the document to issue for it.
struct RecordedPayment {
    id: PaymentId,
    issue: NewDocument,
    tip: Money,
}

/// Stores the payment, and the receivable of what is sold on credit.
async fn record_payment(work: &mut Work<'_>, body: &PayRequest, case: &PaymentCase<'_>) -> Result<RecordedPayment> {
    let PaymentCase { request, cycle, due, issued_at, .. } = case;
    let customer = load_customer(work.tx, body.client_id).await?;
    let rounds_cash = work.settings().await?.cash_rounding;
    let tip_on_document = read::load_tip_on_document(work.tx, request.id).await?;
    let options = comanda_masterdata::payment_options::list_payment_options(work.tx).await?;
    let tender = compute_tender(&options, &body.payment_options, &body.operation_numbers, due.amount, rounds_cash)?;
    let day = work.business_day().await?;
    let tax = tax::load_rule_at(work.tx, *issued_at).await?;
    let billed = read::load_billed_sums(work.tx, request.id, case.account).await?;
    let terms = DocumentTerms { by_consumption: body.by_consumption, tip_on_document, tax };
    let documented = build_sale(case.account, due, &billed, terms);
    must_leave_room_for_bags(case.account, due, &billed, (&documented, terms))?;
    let on_credit = tender.credit_total();
    credit::check_terms(on_credit, &body.instalments, tax::issue_date(*issued_at))?;
    credit::check_debtor(on_credit, due.amount - documented.tip, &customer)?;
    let row = NewPaymentRow {
        request: request.id,
        cycle: cycle.id,
        user: work.actor.user_id,
        kind: case.scope.kind(),
        share_of: if let PaymentScope::Share(shares) = case.scope { Some(*shares) } else { None },
        total: due.amount,
        credited: Money::ZERO,
        client: customer.id,
        replaces: None,
        document: None,
        tip_on_document,
        discounted: unnamed_discounts(case.account, due, body.by_consumption),
        day,
        at: work.now,
    };
    let id = store::insert_payment(work.tx, &row, &tender, &store::charged_lines(due)).await?;
    if let (Some(client), false) = (customer.id, on_credit.is_zero()) {
        let (day, instalments) = (tax::issue_date(*issued_at), &body.instalments);
        let new = NewReceivable { payment: id, client, amount: on_credit, instalments, day };
        credit::open_receivable(work, new).await?;
    }
    let issue = NewDocument {
        kind: case.kind,
        client_request_id: request.id,
        payment_id: id,
        cycle_id: cycle.id,
        customer,
        by_consumption: body.by_consumption,
        instalments: body.instalments.clone(),
        sale: documented.sale,
        paper: case.paper,
        debit: None,
    };
    Ok(RecordedPayment { id, issue, tip: documented.tip })
}

/// Returns the discounts within a charge whose document has one line and names none; zero for others. The parts of an account's charges of
/// sums of money add up to its discounts.
fn unnamed_discounts(account: &Account, due: &Charge<'_>, by_consumption: bool) -> Money {
    if !due.portions.is_empty() {
        let discounts = due.portions.iter().filter(|_| by_consumption).map(LinePortion::discount_if_sold);
        return discounts.sum();
    }
    let Totals { total, paid, discounts, .. } = &account.totals;
    let all: Money = discounts.iter().filter(|discount| !discount.is_courtesy).map(|discount| discount.amount).sum();
    let until = |paid: Money| share_of_units(all, paid.millionths(), total.millionths());
    until(*paid + due.amount) - until(*paid)
}

/// Issues the document of a payment after everything else is written, so that others wait only briefly for the next number of the series.
async fn issue_document(work: &mut Work<'_>, case: &PaymentCase<'_>, recorded: RecordedPayment) -> Result<PaymentId> {
    let PaymentCase { request, cycle, due, .. } = case;
    let RecordedPayment { id, issue, tip } = recorded;
    let billing = billing::issue_document(work, issue).await?;
    if billing.row.total + tip != due.amount {
        return Err(Error::Internal(anyhow!("document {} does not come to the payment", billing.full_number)));
    }
    let entry = AuditEntry::new("PAYMENT").entity("payment", id.0).request(request.id).table(request.table_id);
    audit::log(work.tx, work.actor, work.now, entry.cycle(cycle.id).amount(due.amount)).await?;
    work.add_event(
        Room::Cash,
        EventKind::CycleChanged,
        json!({ "cycle_id": cycle.id, "cashbox_id": cycle.cashbox_id }),
    );
    Ok(id)
}

/// Returns the lines that a payment's document is about; a share or an amount is about all of them.
fn documented_lines(account: &Account, due: &Charge<'_>) -> Vec<LineId> {
    if due.portions.is_empty() {
        return account.live_lines().map(|l| l.id).collect();
    }
    due.portions.iter().map(|p| p.line.id).collect()
}

/// Marks what is paid. An account paid in full is closed, and its unsent lines are sent to the kitchen. Returns warnings.
async fn settle_account(
    work: &mut Work<'_>,
    request: &RequestRow,
    account: &Account,
    due: &Charge<'_>,
) -> Result<Vec<String>> {
    if due.closes {
        return orders::close_paid(work, request, account, account.totals.paid + due.amount).await;
    }
    let paid: Vec<(LineId, Quantity)> = due.portions.iter().map(|p| (p.line.id, p.quantity)).collect();
    orders::mark_paid(work, request, &paid).await?;
    Ok(Vec::new())
}

/// Returns the customer of the document; CLIENTES VARIOS without a client.
pub(super) async fn load_customer(tx: &mut Tx, id: Option<ClientId>) -> Result<Customer> {
    let Some(id) = id else {
        let nobody = Customer::anonymous();
        return Ok(Customer { id: clients::find_anonymous_client(tx).await?.map(|c| c.id), ..nobody });
    };
    let c = clients::load_client(tx, id).await?;
    let (document_type, document_number) = match c.document_number {
        Some(number) if !number.is_empty() => (c.document_type, number),
        // The customer of a delivery may be known by name alone.
        _ => (IdentityDocument::Dni, ANONYMOUS_DNI.to_owned()),
    };
    Ok(Customer { id: Some(c.id), document_type, document_number, name: c.display_name, address: c.address })
}
