//! The credit note of a refund: which units of the document it takes back, its total, and its paper.
//!
//! A document whose void the tax authority refused for good, since it came too late or a batch failed, still counts there. It is taken back
//! by a credit note instead. Its money was returned when it was voided, so none moves now; from then on everything is as if the note had
//! been issued with that refund.

use super::{
    document_requests::CreditNoteRequest, give_back::RefundCase, model::NewRefund, plan::RefundPlan, print, store,
};
use crate::{
    cash,
    payments::{model::RequestState, receipt::PdfFormat},
};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result, invalid},
    ids::{BillingId, LineId, RefundId},
    money::{self, Money, Quantity, div_round},
};
use comanda_invoicing::billing::{
    self, Billing, BillingLine,
    electronic::{self, BillingSetup, Gateway},
    notes::{
        self, CreditNote, LineQuantity, NewCreditNote, NoteScope, NoteTarget, PrintedNote, ReasonCode, note_ticket,
    },
};
use comanda_ledgers::{
    figures,
    ledger::{RefundLine, refunds},
};
use comanda_orders::orders;
use comanda_pdf::{self as pdf, Sheet, SheetRow};
use comanda_platform::{
    mail,
    people::pin::Approval,
    realtime::{EventKind, Room},
    settings::{CompanyInfo, Logo, logo, tax},
    use_case::Work,
};
use comanda_printing::PaperSize;
use comanda_ticket::Ticket;
use serde_json::json;

/// Issues the credit note of a refund. Where something stays sold, `target` is the total that the account requires.
pub(super) async fn issue_credit_note(
    work: &mut Work<'_>,
    case: &RefundCase<'_>,
    plan: &RefundPlan,
    refund: RefundId,
    reason_code: ReasonCode,
    target: Option<NoteTarget>,
) -> Result<CreditNote> {
    let new = NewCreditNote {
        billing: &case.billing,
        refund,
        cycle: case.cycle.id,
        reason_code,
        reason: &case.reason,
        approver: case.approval.approver_id,
        takes: match (target, &plan.discount) {
            (_, Some(discount)) => NoteScope::Amounts(discount.off_lines.clone()),
            (Some(target), None) => NoteScope::Units(credited_units(case, plan, target), target),
            (None, None) => NoteScope::All,
        },
    };
    notes::issue_note(work, new).await
}

/// Returns the units of the document that correspond to the refunded units of the account. A document that does not list dishes (POR
/// CONSUMO) is credited by a share of its line.
fn credited_units(case: &RefundCase<'_>, plan: &RefundPlan, target: NoteTarget) -> Vec<LineQuantity> {
    let billing = &case.billing;
    let paid_quantity = |line: LineId| {
        case.payment.lines.iter().filter(move |l| l.line_id == line).map(|l| l.quantity).sum::<Quantity>()
    };
    let mut units = Vec::new();
    for refunded in &plan.lines {
        let paid: Quantity = paid_quantity(refunded.line_id);
        let lines = billing.lines.iter().filter(|l| l.line_id == Some(refunded.line_id));
        units.extend(lines.map(|l| {
            (l.id, prorate_quantity(billing.remaining_quantity(l), refunded.quantity.millionths(), paid.millionths()))
        }));
    }
    // Plastic bags are lines of their own even where all other lines are one.
    let bags = |l: &&BillingLine| l.is_bag();
    let is_missing_on_document =
        |refunded: &RefundLine| !billing.lines.iter().any(|l| l.line_id == Some(refunded.line_id));
    if plan.lines.iter().any(is_missing_on_document) {
        let value_of = |l: &BillingLine, units: Quantity| prorate_amount(l.base + l.igv + l.bag_tax, units, l.quantity);
        let listed: Money =
            units.iter().filter_map(|(id, q)| Some(value_of(billing.lines.iter().find(|l| l.id == *id)?, *q))).sum();
        let bags_total: Money =
            billing.lines.iter().filter(bags).map(|l| value_of(l, billing.remaining_quantity(l))).sum();
        let unlisted = target.total - target.other_charges - listed;
        let remaining = billing.remaining_total() - billing.remaining_outside_igv() - bags_total;
        let least = Quantity::from_millionths(1);
        let share = |q: Quantity| prorate_quantity(q, unlisted.millionths(), remaining.millionths()).max(least).min(q);
        let others = billing.lines.iter().filter(|l| !l.is_bag() && unlisted > Money::ZERO);
        units.extend(others.map(|l| (l.id, share(billing.remaining_quantity(l)))));
    }
    units.retain(|(_, quantity)| *quantity > Quantity::ZERO);
    units
}

fn prorate_amount(amount: Money, units: Quantity, whole: Quantity) -> Money {
    money::fraction(amount, units.millionths(), whole.millionths())
}

fn prorate_quantity(quantity: Quantity, part: i64, whole: i64) -> Quantity {
    if whole == 0 {
        return Quantity::ZERO;
    }
    let millionths = div_round(i128::from(quantity.millionths()) * i128::from(part), i128::from(whole));
    Quantity::from_millionths(i64::try_from(millionths).unwrap_or_default())
}

/// The data that a printed credit note shows, rebuilt from what is stored.
struct StoredCreditNote {
    company: CompanyInfo,
    billing: Billing,
    note: CreditNote,
    issued_at: String,
    changed_on: String,
    consult_at: String,
    is_demo: bool,
}

impl StoredCreditNote {
    async fn load(tx: &mut Tx, billing: Billing, note: CreditNote) -> Result<Self> {
        let changed_at = billing.debit.as_ref().map_or(billing.row.issued_at, |debit| debit.document_issued_at);
        let changed_on = tax::issue_date(changed_at).format("%d/%m/%Y").to_string();
        Ok(Self {
            company: CompanyInfo::load(tx).await?,
            consult_at: mail::load_public_url(tx).await?.map(|url| format!("{url}/consulta")).unwrap_or_default(),
            is_demo: BillingSetup::load(tx).await?.gateway == Gateway::Demo,
            issued_at: tax::issue_text(note.issued_at),
            changed_on,
            billing,
            note,
        })
    }
    fn to_printed_note(&self) -> PrintedNote<'_> {
        PrintedNote {
            company: &self.company,
            billing: &self.billing,
            note: &self.note,
            issued_at: &self.issued_at,
            issued_on: tax::issue_date(self.note.issued_at),
            changed_on: &self.changed_on,
            consult_at: &self.consult_at,
            is_demo: self.is_demo,
        }
    }
}

/// Builds the ticket of a credit note that was just issued.
pub(super) async fn load_ticket(tx: &mut Tx, billing: &Billing, note: &CreditNote) -> Result<Ticket> {
    Ok(note_ticket(&StoredCreditNote::load(tx, billing.clone(), note.clone()).await?.to_printed_note()))
}

/// Renders a credit note as a PDF, without checking rights.
pub async fn render_note_pdf(tx: &mut Tx, billing: &Billing, note: &CreditNote, format: PdfFormat) -> Result<Vec<u8>> {
    let paper = StoredCreditNote::load(tx, billing.clone(), note.clone()).await?;
    let columns = match format {
        PdfFormat::Ticket => PaperSize::Mm80.columns(),
        PdfFormat::Columns(columns) => columns,
        PdfFormat::A4 => {
            let sheet = Sheet { logo: logo::load_pixels(tx).await?, ..a4_sheet(&paper.to_printed_note()) };
            return pdf::render_sheet(&sheet);
        }
    };
    let ticket = Logo::load(tx).await?.draw_on(note_ticket(&paper.to_printed_note()));
    pdf::render_ticket(&ticket, columns)
}

fn issuer(p: &PrintedNote<'_>) -> Vec<String> {
    let annex = p.annex_lines();
    let addresses = if annex.is_empty() { vec![p.company.commercial_address.clone()] } else { annex };
    [p.company.legal_name.clone()].into_iter().chain(addresses).filter(|line| !line.is_empty()).collect()
}

/// Lays out a credit note on A4.
fn a4_sheet(p: &PrintedNote<'_>) -> Sheet {
    let (n, b, c) = (p.note, &p.billing.row, p.company);
    let soles = |amount: Money| format!("S/ {amount:#}");
    let fact = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let row = |l: &notes::CreditNoteLine| SheetRow {
        quantity: l.quantity.to_string(),
        description: l.description.clone(),
        unit_price: l.unit_price.to_string(),
        amount: l.total.to_string(),
    };
    Sheet {
        title: n.full_number.clone(),
        logo: None,
        company_name: c.commercial_name.clone(),
        issuer: issuer(p),
        number: vec![
            format!("{} {}", c.document_type, c.document_number),
            PrintedNote::TITLE.to_owned(),
            n.full_number.clone(),
        ],
        facts: vec![
            fact("Cliente", &b.client_name),
            fact("Fecha", p.issued_at),
            fact(b.client_document_type.as_str(), &b.client_document_number),
            fact("Moneda", "Soles"),
            fact("Modifica", &p.modified_document()),
            fact("Tipo", n.reason_code.official_reason(p.billing).name),
            fact("Motivo", &n.reason),
        ],
        rows: n.document_lines(p.billing).iter().map(row).collect(),
        totals: p.amount_rows().into_iter().map(|(label, amount)| (label, soles(amount))).collect(),
        total: ("TOTAL".into(), soles(n.total)),
        words: format!("SON: {}", n.total_in_words),
        paid: Vec::new(),
        qr: Some(p.qr_text()),
        legend: p.legend_lines(),
    }
}

/// Issues the credit note of a document whose void failed; `None` where it did not fail.
pub(super) async fn credit_failed_void(
    work: &mut Work<'_>,
    id: BillingId,
    body: &CreditNoteRequest,
    approval: Approval,
) -> Result<Option<NewRefund>> {
    let document = billing::load_document(work.tx, id).await?;
    let account = document.row.client_request_id;
    orders::lock_request(work, account).await?;
    if !electronic::has_failed_void(work.tx, id).await? {
        return Ok(None);
    }
    let reason_code = match body.reason_code {
        whole @ (ReasonCode::Void | ReasonCode::WholeReturn) => whole,
        _ => {
            let text = "Su anulación ya devolvió todo: la nota es por todo el comprobante (motivo 01 o 06).";
            return invalid("reason_code", text).err();
        }
    };
    let reason = orders::clean_reason(&body.reason)?;
    let voided = billing::load_document(work.tx, id).await?;
    let (refund, cycle): (RefundId, _) =
        store::find_refund_of_document(work.tx, id).await.or_not_found("la devolución")?;
    billing::revert_void(work, &voided.row).await?;
    figures::mark_day_of_refund_stale(work.tx, refund).await?;
    let standing: Billing = billing::load_document(work.tx, id).await?;
    let new = NewCreditNote {
        billing: &standing,
        refund,
        cycle,
        reason_code,
        reason: &reason,
        approver: approval.approver_id,
        takes: NoteScope::All,
    };
    let note = notes::issue_note(work, new).await?;
    work.add_event(Room::Cash, EventKind::DocumentsChanged, json!({ "billing_id": id }));
    let refund = refunds::load_refund(work.tx, refund).await?;
    let cycle = cash::load_cycle_box(work.tx, cycle).await?;
    let printed = print::print_note_alone(work, &cycle, &refund, &note, body.print.unwrap_or(true)).await?;
    let request = orders::lock_request(work, account).await?;
    let due = orders::load_account(work.tx, account, work.now).await?.totals.due;
    Ok(Some(NewRefund {
        client_request: RequestState { id: account, is_paid: request.is_paid, due, closed_at: request.closed_at },
        refund,
        charged_again: None,
        credit_note: Some(note),
        print_jobs: printed.jobs,
        warnings: printed.warnings,
    }))
}
