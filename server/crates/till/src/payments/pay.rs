//! Taking a payment: under the lock of the account, with one's own cash cycle kept open, and the series locked last. What is due is
//! computed again under the lock, so of two tills that charge the same one succeeds and the other hears how it stands now.

use super::{
    bags::must_leave_room,
    cash_warning,
    credit::{self, NewReceivable},
    model::{NewPayment, RequestState},
    pay_request::PayRequest,
    print_receipt::{Wanted, print_receipt},
    quote::quote,
    read,
    sale::{Terms, documented},
    split::{Charge, Part, charge},
    store::{self, NewRow},
    tender::tender,
};
use crate::cash::{self, CycleBox};
use anyhow::anyhow;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    email,
    error::{Code, Error, Refusal, Result, invalid, refuse},
    ids::{ClientId, LineId, PaymentId, RequestId},
    money::{Money, Quantity},
};
use comanda_invoicing::billing::{
    self, Billing, BillingKind, Customer, Issue,
    contingency::Paper,
    electronic::{self, TaxOwner},
};
use comanda_ledgers::stock;
use comanda_masterdata::clients::{
    self,
    document::{IdentityDocument, NOBODY_DNI},
};
use comanda_orders::orders::{self, Account, RequestRow};
use comanda_platform::{
    audit::{self, Entry},
    realtime::{EventKind, Room},
    settings::tax,
    use_case::Work,
};
use serde_json::json;

/// Takes the payment, issues its document and prints it.
pub async fn pay(work: &mut Work<'_>, body: &PayRequest) -> Result<NewPayment> {
    let kind = BillingKind::from_id(body.billing_type_id)
        .filter(|kind| kind.closes_accounts())
        .ok_or_else(|| invalid("billing_type_id", "Elige boleta, factura o nota de venta."))?;
    let paper = body.contingency.as_ref().map(|form| form.checked(kind, work.now)).transpose()?;
    if paper.is_none() {
        billing::electronic::must_be_issuable(work.tx, kind).await?;
    }
    let issued_at = paper.map_or(work.now, |paper| paper.at);
    tax::hold(work.tx).await?;
    let email = body.email.as_deref().filter(|e| !e.trim().is_empty());
    let email = email.map(|e| email::checked("email", e)).transpose()?;
    let part = body.part()?;
    let request = orders::lock_request(work, body.client_request_id).await?;
    must_be_payable(work.tx, &request, issued_at).await?;
    let cycle = cash::share_own_cycle(work).await?;
    let account = orders::account_of(work.tx, request.id, issued_at).await?;
    let earlier = store::earlier(work.tx, request.id).await?;
    let due = charge(&account, &earlier, &part).and_then(|c| as_expected(c, body.expected_total));
    let due = match due {
        Ok(due) => due,
        Err(refusal) => return with_balance(work.tx, request.id, issued_at, refusal).await,
    };
    let at =
        Till { kind, request: &request, cycle: &cycle, account: &account, due: &due, part: &part, paper, issued_at };
    let taken = take(work, body, &at).await?;
    let mut warnings = settle(work, &request, &account, &due).await?;
    let id = document(work, &at, taken).await?;
    let payment = read::payment(work.tx, id).await?;
    let billing = payment.billing.clone().ok_or_else(|| anyhow!("a payment without its document"))?;
    if let Some(email) = email {
        warnings.extend(mail_to(work, &billing, &email).await?);
    }
    stock::name_document(work, &documented_lines(&account, &due), &billing.full_number).await?;
    let wanted = Wanted { receipt: body.print.unwrap_or(true), promotions: &body.promotion_ids };
    let printed = print_receipt(work, &cycle, &payment, &billing, wanted).await?;
    warnings.extend(printed.warnings);
    warnings.extend(cash_warning::of_payment(&payment, issued_at));
    let state = RequestState {
        id: request.id,
        is_paid: due.closes,
        due: account.totals.due - due.amount,
        closed_at: due.closes.then_some(work.now),
    };
    let receipt = printed.receipt;
    Ok(NewPayment { payment, client_request: state, receipt, print_jobs: printed.jobs, warnings })
}

/// The document goes by mail after the commit; where it cannot, the cashier hears so.
pub(super) async fn mail_to(work: &mut Work<'_>, billing: &Billing, email: &str) -> Result<Option<String>> {
    if let Some(client) = billing.row.client_id {
        clients::remember_email(work, client, email).await?;
    }
    if billing.row.is_contingency {
        return Ok(Some("Un comprobante en contingencia no se envía por correo: entrega el papel.".into()));
    }
    if billing.row.hash.is_none() {
        return Ok(Some("Una nota de venta no se envía por correo: descarga su PDF.".into()));
    }
    electronic::want_email(work.tx, TaxOwner::Billing(billing.row.id), email, work.now).await?;
    Ok(None)
}

/// Refuses an account that is closed, telling a paid one from one closed by hand.
async fn must_be_payable(tx: &mut Tx, request: &RequestRow, at: DateTime<Utc>) -> Result<()> {
    if request.is_paid && request.closed_at.is_some() {
        let refusal = refuse(Code::AlreadyPaid, "Esta cuenta ya está pagada.");
        return with_balance(tx, request.id, at, refusal).await;
    }
    request.must_be_open()
}

fn as_expected(charge: Charge<'_>, expected: Option<Money>) -> std::result::Result<Charge<'_>, Refusal> {
    match expected {
        Some(total) if total != charge.amount => Err(refuse(
            Code::BalanceChanged,
            format!("La cuenta cambió: ahora corresponde cobrar S/ {}. Revisa y vuelve a cobrar.", charge.amount),
        )),
        _ => Ok(charge),
    }
}

/// A refusal about the balance tells how it stands now, for the same document.
async fn with_balance<T>(tx: &mut Tx, request: RequestId, at: DateTime<Utc>, refusal: Refusal) -> Result<T> {
    if refusal.code == Code::Invalid {
        return refusal.err();
    }
    refusal.current(quote(tx, request, at).await?).err()
}

/// What is being paid, as read under the locks.
struct Till<'a> {
    kind: BillingKind,
    request: &'a RequestRow,
    cycle: &'a CycleBox,
    account: &'a Account,
    due: &'a Charge<'a>,
    part: &'a Part,
    paper: Option<Paper>,
    issued_at: DateTime<Utc>,
}

/// A payment that was written, with the document that it is to get.
struct Taken {
    id: PaymentId,
    issue: Issue,
    tip: Money,
}

/// Writes the payment.
async fn take(work: &mut Work<'_>, body: &PayRequest, at: &Till<'_>) -> Result<Taken> {
    let Till { request, cycle, due, issued_at, .. } = at;
    let customer = customer(work.tx, body.client_id).await?;
    let rounds_cash = work.settings().await?.cash_rounding;
    let tip_on_document = read::tip_on_document(work.tx, request.id).await?;
    let options = comanda_masterdata::payment_options::payment_options(work.tx).await?;
    let tender = tender(&options, &body.payment_options, &body.operation_numbers, due.amount, rounds_cash)?;
    let day = work.business_day().await?;
    let tax = tax::rule_at(work.tx, *issued_at).await?;
    let billed = read::billed(work.tx, request.id, at.account).await?;
    let terms = Terms { by_consumption: body.by_consumption, tip_on_document, tax };
    let documented = documented(at.account, due, &billed, terms);
    must_leave_room(at.account, due, &billed, &documented)?;
    let owed = tender.credit();
    credit::check_terms(owed, &body.instalments, tax::issue_date(*issued_at))?;
    credit::check_debtor(owed, due.amount - documented.tip, &customer)?;
    let row = NewRow {
        request: request.id,
        cycle: cycle.id,
        user: work.actor.user_id,
        kind: at.part.kind(),
        share_of: if let Part::Share(of) = at.part { Some(*of) } else { None },
        total: due.amount,
        credited: Money::ZERO,
        client: customer.id,
        replaces: None,
        document: None,
        tip_on_document,
        day,
        at: work.now,
    };
    let id = store::insert(work.tx, &row, &tender, &store::lines_of(due)).await?;
    if let (Some(client), false) = (customer.id, owed.is_zero()) {
        let (day, instalments) = (tax::issue_date(*issued_at), &body.instalments);
        let new = NewReceivable { payment: id, client, amount: owed, instalments, day };
        credit::open(work, new).await?;
    }
    let issue = Issue {
        kind: at.kind,
        client_request_id: request.id,
        payment_id: id,
        cycle_id: cycle.id,
        customer,
        by_consumption: body.by_consumption,
        instalments: body.instalments.clone(),
        sale: documented.sale,
        paper: at.paper,
        debit: None,
    };
    Ok(Taken { id, issue, tip: documented.tip })
}

/// Issues its document, when everything else is written: who waits for the series' next number waits for little.
async fn document(work: &mut Work<'_>, at: &Till<'_>, taken: Taken) -> Result<PaymentId> {
    let Till { request, cycle, due, .. } = at;
    let Taken { id, issue, tip } = taken;
    let billing = billing::issue(work, issue).await?;
    if billing.row.total + tip != due.amount {
        return Err(Error::Internal(anyhow!("document {} does not come to the payment", billing.full_number)));
    }
    let entry = Entry::new("PAYMENT").entity("payment", id.0).request(request.id).table(request.table_id);
    audit::log(work.tx, work.actor, work.now, entry.cycle(cycle.id).amount(due.amount)).await?;
    work.tell(Room::Cash, EventKind::CycleChanged, json!({ "cycle_id": cycle.id, "cashbox_id": cycle.cashbox_id }));
    Ok(id)
}

/// The lines that a payment's document is about: a share or an amount is of all of them.
fn documented_lines(account: &Account, due: &Charge<'_>) -> Vec<LineId> {
    if due.pieces.is_empty() {
        return account.live().map(|l| l.id).collect();
    }
    due.pieces.iter().map(|p| p.line.id).collect()
}

/// Marks what is paid; an account paid in full is sent to the kitchen where it was not, and closed.
async fn settle(work: &mut Work<'_>, request: &RequestRow, account: &Account, due: &Charge<'_>) -> Result<Vec<String>> {
    if due.closes {
        return orders::close_paid(work, request, account, account.totals.paid + due.amount).await;
    }
    let paid: Vec<(LineId, Quantity)> = due.pieces.iter().map(|p| (p.line.id, p.quantity)).collect();
    orders::mark_paid(work, request, &paid).await?;
    Ok(Vec::new())
}

/// Who the document is to; without a client, CLIENTES VARIOS.
pub(super) async fn customer(tx: &mut Tx, id: Option<ClientId>) -> Result<Customer> {
    let Some(id) = id else {
        let nobody = Customer::nobody();
        return Ok(Customer { id: clients::nobody(tx).await?.map(|c| c.id), ..nobody });
    };
    let c = clients::client(tx, id).await?;
    let (document_type, document_number) = match c.document_number {
        Some(number) if !number.is_empty() => (c.document_type, number),
        // A delivery's customer may be known by name alone.
        _ => (IdentityDocument::Dni, NOBODY_DNI.to_owned()),
    };
    Ok(Customer { id: Some(c.id), document_type, document_number, name: c.display_name, address: c.address })
}
