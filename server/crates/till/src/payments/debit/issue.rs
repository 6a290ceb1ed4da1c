//! Issues a debit note in one transaction: under the lock of the account of the first sale, with the user's own cycle kept open, and the
//! series locked last.

use super::model::DebitNoteRequest;
use crate::{
    cash::{self, CycleBox},
    payments::{
        cash_warning,
        credit::{self, NewReceivable},
        model::{NewPayment, PaymentKind, RequestState},
        pay,
        print_receipt::{PrintRequest, print_receipt},
        read,
        reissue::customer_of_document,
        store::{self, NewPaymentRow},
        tender::{Tender, compute_tender},
    },
};
use anyhow::anyhow;
use comanda_base::{
    document_kind::DocumentKind,
    email,
    error::{Code, Error, Result, refuse},
    ids::{BillingId, PaymentId, RequestId},
    money::Money,
};
use comanda_invoicing::billing::{
    self, Billing, Customer, NewDocument,
    debit::{self, NewDebitNote},
};
use comanda_masterdata::payment_options;
use comanda_orders::orders;
use comanda_platform::{
    audit::{self, AuditEntry},
    people::pin::Approval,
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;

/// Issues a debit note with its payment, with the given approval.
pub(super) async fn issue_debit_note(
    work: &mut Work<'_>,
    id: BillingId,
    body: &DebitNoteRequest,
    approval: Approval,
) -> Result<NewPayment> {
    let reason = orders::clean_reason(&body.reason)?;
    let email = body.email.as_deref().filter(|e| !e.trim().is_empty());
    let email = email.map(|e| email::normalize_email("email", e)).transpose()?;
    let account = billing::load_visible(work.tx, work.actor, id).await?.row.client_request_id;
    let account = orders::lock_request(work, account).await?;
    // Read again, now that nobody else can change it.
    let changed = billing::load_document(work.tx, id).await?;
    if let Some(text) = debit::debit_note_obstacle(&changed) {
        return refuse(Code::Conflict, text).with_current(&changed.row).err();
    }
    debit::check_amount(&changed, body.amount)?;
    let cycle = cash::lock_own_cycle_shared(work).await?;
    let request =
        orders::open_paid_account(work, &account, &format!("Nota de débito de {}", changed.full_number)).await?;
    let note = DebitNoteCase { changed: &changed, reason, request, cycle: &cycle, approval };
    let payment = record_payment(work, body, &note).await?;
    let billing = issue_document(work, body, &note, payment).await?;
    let mut warnings = Vec::new();
    if let Some(email) = email {
        warnings.extend(pay::request_email(work, &billing, &email).await?);
    }
    log(work, &note, &billing).await?;
    let payment = read::load_payment(work.tx, payment).await?;
    let print = PrintRequest { receipt: body.print.unwrap_or(true), promotions: &[] };
    warnings.extend(cash_warning::cash_warning_for_payment(&payment, work.now));
    let printed = print_receipt(work, &cycle, &payment, &billing, print).await?;
    warnings.extend(printed.warnings);
    let state = RequestState { id: request, is_paid: true, due: Money::ZERO, closed_at: Some(work.now) };
    Ok(NewPayment { payment, client_request: state, receipt: printed.receipt, print_jobs: printed.jobs, warnings })
}

/// A debit note before it is issued: the document that it changes, its reason, its own account, the user's cycle and the approval.
struct DebitNoteCase<'n> {
    changed: &'n Billing,
    reason: String,
    /// The account of the debit note itself.
    request: RequestId,
    cycle: &'n CycleBox,
    approval: Approval,
}

impl DebitNoteCase<'_> {
    /// Returns the customer of the changed document.
    fn customer(&self) -> Customer {
        let row = &self.changed.row;
        Customer { id: row.client_id, ..customer_of_document(row) }
    }
}

/// Records the payment of the debit note, or its debt.
async fn record_payment(work: &mut Work<'_>, body: &DebitNoteRequest, note: &DebitNoteCase<'_>) -> Result<PaymentId> {
    let options = payment_options::list_payment_options(work.tx).await?;
    let rounds_cash = work.settings().await?.cash_rounding;
    let tender = compute_tender(&options, &body.payment_options, &body.operation_numbers, body.amount, rounds_cash)?;
    let customer = note.customer();
    let on_credit = tender.credit_total();
    credit::check_terms(on_credit, &body.instalments, work.issue_date())?;
    credit::check_debtor(on_credit, body.amount, &customer)?;
    let id = insert(work, body, note, &tender).await?;
    if let (Some(client), false) = (customer.id, on_credit.is_zero()) {
        let (day, instalments) = (work.issue_date(), &body.instalments);
        credit::open_receivable(work, NewReceivable { payment: id, client, amount: on_credit, instalments, day })
            .await?;
    }
    Ok(id)
}

async fn insert(
    work: &mut Work<'_>,
    body: &DebitNoteRequest,
    note: &DebitNoteCase<'_>,
    tender: &Tender,
) -> Result<PaymentId> {
    let row = NewPaymentRow {
        request: note.request,
        cycle: note.cycle.id,
        user: work.actor.user_id,
        kind: PaymentKind::Amount,
        share_of: None,
        total: body.amount,
        credited: Money::ZERO,
        client: note.changed.row.client_id,
        replaces: None,
        document: None,
        tip_on_document: false,
        discounted: Money::ZERO,
        day: work.business_day().await?,
        at: work.now,
    };
    Ok(store::insert_payment(work.tx, &row, tender, &[]).await?)
}

async fn issue_document(
    work: &mut Work<'_>,
    body: &DebitNoteRequest,
    note: &DebitNoteCase<'_>,
    payment: PaymentId,
) -> Result<Billing> {
    let issue = NewDocument {
        kind: DocumentKind::DebitNote,
        client_request_id: note.request,
        payment_id: payment,
        cycle_id: note.cycle.id,
        customer: note.customer(),
        by_consumption: false,
        instalments: body.instalments.clone(),
        sale: debit::debit_sale(note.changed, body.reason_code, body.amount),
        paper: None,
        debit: Some(NewDebitNote {
            changed: note.changed.row.id,
            serie: note.changed.row.serie.clone(),
            reason_code: body.reason_code,
            reason: note.reason.clone(),
            approver: note.approval.approver_id,
        }),
    };
    let billing = billing::issue_document(work, issue).await?;
    if billing.row.total != body.amount {
        return Err(Error::Internal(anyhow!("debit note {} does not come to its payment", billing.full_number)));
    }
    if billing.row.hash.is_none() {
        let text = "Para dar una nota de débito, termina de configurar la facturación electrónica.";
        return refuse(Code::Conflict, text).err();
    }
    Ok(billing)
}

async fn log(work: &mut Work<'_>, note: &DebitNoteCase<'_>, billing: &Billing) -> Result<()> {
    let (cycle, request) = (note.cycle, note.changed.row.client_request_id);
    let entry = AuditEntry::new("DEBIT_NOTE_ISSUED")
        .entity("billing", billing.row.id.0)
        .request(request)
        .cycle(cycle.id)
        .approver(note.approval.approver_id)
        .amount(billing.row.total)
        .reason(format!("{} de {}: {}", billing.full_number, note.changed.full_number, note.reason));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(
        Room::Cash,
        EventKind::CycleChanged,
        json!({ "cycle_id": cycle.id, "cashbox_id": cycle.cashbox_id }),
    );
    for document in [note.changed.row.id, billing.row.id] {
        work.add_event(Room::Cash, EventKind::DocumentsChanged, json!({ "billing_id": document }));
    }
    Ok(())
}
