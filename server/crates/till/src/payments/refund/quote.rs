//! Quotes for the refund dialog: what a refund would pay out, how a document would be undone, and what a credit note would take off it. The
//! server computes them by the rules of `plan`, `document_requests` and `correction` before anything is done; the screen only shows them.

use super::{
    charge_again::is_money_only,
    correction::{self, DAYS_TO_VOID, DocumentCorrection, RefundedDocument, StandingDebitNote, document_remainder},
    document_requests,
    give_back::must_not_be_refunded,
    model::RefundQuote,
    plan::{
        DiscountRequest, RefundPlan, RefundSelection, account_without, open_debt, payout_entries, plan_refund,
        refund_lines_of_payment,
    },
};
use crate::payments::{credit, model::Payment, read};
use chrono::{DateTime, Days, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, invalid, refuse},
    ids::{BillingLineId, LineId, PaymentId},
    money::{Money, Quantity, distribute},
    words::text_enum,
};
use comanda_invoicing::billing::{Billing, BillingLine, DocumentLineKind, notes};
use comanda_ledgers::ledger::{RefundEntry, RefundLine, RefundOutcome};
use comanda_masterdata::payment_options;
use comanda_orders::orders::{self, Account};
use comanda_platform::settings::{Settings, tax};
use serde::Serialize;
use std::{collections::BTreeMap, str::FromStr};
use utoipa::ToSchema;

/// Quotes a refund of a payment. `units` is written as `12:1,15:2`; absent, all units are refunded.
pub async fn quote_refund(tx: &mut Tx, id: PaymentId, units: Option<&str>, now: DateTime<Utc>) -> Result<RefundQuote> {
    let units = units.map(read_units).transpose()?;
    Ok(quote_selection(tx, id, (units.as_deref(), None), now).await?.refund)
}

/// The units to refund by line; `None` for all.
type Units<'u> = Option<&'u [(LineId, Quantity)]>;

/// A refund quote, and what each line takes off the document.
pub(super) struct QuotedRefund {
    pub refund: RefundQuote,
    pub lines: Vec<RefundLine>,
}

/// Quotes a refund of units or of a discount.
pub(super) async fn quote_selection(
    tx: &mut Tx,
    id: PaymentId,
    (units, discount): (Units<'_>, Option<&DiscountRequest>),
    now: DateTime<Utc>,
) -> Result<QuotedRefund> {
    let payment = read::load_payment(tx, id).await?;
    must_not_be_refunded(&payment)?;
    let request = orders::load_request_view(tx, payment.row.client_request_id, now).await?;
    let account = orders::load_account(tx, request.id, now).await?;
    let options = payment_options::list_payment_options(tx).await?;
    let settings = Settings::load(tx).await?;
    let none = BTreeMap::new();
    let selection = RefundSelection { units, discount, payment_options: None, operation_numbers: &none };
    let due = credit::find_receivable(tx, id).await?.map_or(Money::ZERO, |debt| debt.due());
    let debt = open_debt(due, &options);
    let plan = plan_refund(
        &account,
        &payment,
        &options,
        selection,
        &debt,
        request.closed_at.is_some(),
        settings.cash_rounding,
    )?;
    let is_declared_paper = match &payment.billing {
        Some(billing) => correction::is_declared_paper(tx, billing, tax::issue_date(now)).await?,
        None => false,
    };
    let regime = tax::load_rule_at(tx, now).await?.regime;
    let correction = payment.billing.as_ref().map(|billing| {
        let case = correction::DocumentCase {
            leaves_remainder: plan.leaves_remainder(),
            // The outcome only decides the reason of the credit note.
            outcome: RefundOutcome::Close,
            requested_reason: None,
            is_declared_paper,
            issued_on: tax::issue_date(billing.row.issued_at),
            today: tax::issue_date(now),
            regime,
        };
        correction::document_correction(billing, case)
    });
    let remaining = payment.billing.as_ref().map_or(Money::ZERO, Billing::remaining_total);
    let mut off_document = if plan.leaves_remainder() { plan.total } else { remaining };
    if let (Some(remainder), Some(billing), Some(correction)) = (&plan.remainder, &payment.billing, correction) {
        let (tip_on_document, credited) = (read::load_tip_on_document(tx, request.id).await?, payment.row.credited);
        let document = RefundedDocument { request: request.id, billing, tip_on_document, at: now, credited };
        let (_, target) = document_remainder(tx, document, remainder, &remainder.charge(), correction).await?;
        off_document = target.map_or(off_document, |target| target.total);
    }
    let is_money_only = is_money_only(tx, request.id, &payment).await?;
    let balances = plan.leaves_remainder() || is_balanced_without(&account, &payment, request.closed_at.is_some());
    let RefundPlan { remainder_total: rest_total, total, payout, lines, .. } = plan;
    let occupant = match (request.closed_at, request.table_id) {
        (Some(_), Some(table)) => orders::find_occupant(tx, table).await?,
        _ => None,
    };
    let weights: Vec<Money> = lines.iter().map(|line| line.amount).collect();
    let document_shares = lines.into_iter().zip(distribute(off_document, &weights));
    let refund = RefundQuote {
        payment_id: id,
        document: payment.billing.as_ref().map(|b| b.full_number.clone()).unwrap_or_default(),
        total,
        rounding: payout.rounding,
        entries: payout_entries(&payout.paid_out),
        rest_total,
        document_stays: correction.is_some_and(|correction| correction != DocumentCorrection::Void),
        lines: refund_lines_of_payment(&account, &payment.lines),
        off_document,
        debit_notes: payment.billing.as_ref().map(correction::standing_debit_notes).unwrap_or_default(),
        can_close: true,
        returns_stock: !is_money_only,
        balances,
        table_taken_by: occupant,
    };
    let lines = document_shares.map(|(line, amount)| RefundLine { amount, ..line }).collect();
    Ok(QuotedRefund { refund, lines })
}

/// Tells whether a closed account without the units of a payment adds up to what its other payments took. A charge or a discount between
/// the payments can prevent that; then the payment can only be opened again.
fn is_balanced_without(account: &Account, payment: &Payment, is_closed: bool) -> bool {
    if !is_closed || payment.lines.is_empty() {
        return true;
    }
    let remaining_account = account_without(account, &payment.lines, payment.row.charged());
    remaining_account.live_lines().next().is_none() || remaining_account.matches_payments()
}

fn read_units(text: &str) -> Result<Vec<(LineId, Quantity)>> {
    let unit = |part: &str| {
        let (line, quantity) = part.split_once(':')?;
        Some((LineId(line.trim().parse().ok()?), quantity.trim().parse().ok()?))
    };
    let units: Option<Vec<_>> = text.split(',').filter(|p| !p.trim().is_empty()).map(unit).collect();
    units.ok_or_else(|| invalid("products", "Escríbelo como 12:1,15:2 (pedido:cantidad).").into())
}

text_enum!(
    /// The way in which the tax authority is told that a whole document is undone.
    VoidChannel {
        /// A comunicación de baja.
        Ra = "RA",
        /// A daily summary.
        Rc = "RC",
        /// The document stays valid, and a credit note takes all of it back.
        CreditNote = "CREDIT_NOTE",
    }
);

/// The way in which a whole electronic document would be undone, and whether a part of it can be.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Undoing {
    pub channel: VoidChannel,
    /// The last day for RA and RC, after which a credit note is needed; absent where a credit note is needed already.
    pub until: Option<NaiveDate>,
    /// Whether some of its lines can be credited.
    pub by_lines: bool,
}

/// Returns how a document would be undone; `None` where it cannot be as a document: it is not electronic, was refused, is void, or its
/// money was returned.
pub fn plan_undoing(billing: &Billing, now: DateTime<Utc>) -> Option<Undoing> {
    if document_requests::find_undo_obstacle(billing).is_some() || billing.row.standing_payment_id.is_none() {
        return None;
    }
    let (issued_on, today) = (tax::issue_date(billing.row.issued_at), tax::issue_date(now));
    // The regime only makes a difference where something stays sold.
    let regime = billing.row.regime;
    let case = correction::DocumentCase {
        leaves_remainder: false,
        outcome: RefundOutcome::Close,
        requested_reason: None,
        is_declared_paper: false,
        issued_on,
        today,
        regime,
    };
    let channel = match correction::document_correction(billing, case) {
        DocumentCorrection::CreditNote(_) => VoidChannel::CreditNote,
        DocumentCorrection::Void if billing.row.is_of_b_series() => VoidChannel::Rc,
        DocumentCorrection::Void => VoidChannel::Ra,
    };
    let last = issued_on.checked_add_days(Days::new(DAYS_TO_VOID.unsigned_abs()));
    Some(Undoing {
        channel,
        until: last.filter(|_| channel != VoidChannel::CreditNote),
        by_lines: billing.lines.iter().any(|line| is_creditable(billing, line)),
    })
}

fn is_creditable(billing: &Billing, line: &BillingLine) -> bool {
    line.kind == DocumentLineKind::Product && line.line_id.is_some() && !billing.remaining_quantity(line).is_zero()
}

/// A line with units that may still be credited.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CreditableLine {
    pub id: BillingLineId,
    pub description: String,
    pub unit_price: Money,
    /// The units that no credit note has taken back.
    pub left: Quantity,
    /// The amount that the chosen units take off the document; 0.00 for a line that is not chosen.
    pub amount: Money,
}

/// A line that may still be discounted.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DiscountableLine {
    pub id: BillingLineId,
    pub description: String,
    pub quantity: Quantity,
    /// The line's total less its share of the document's discounts and of earlier credit notes.
    pub left: Money,
    /// The amount that the requested discount takes off the line.
    pub amount: Money,
}

/// The amounts that a credit note would take off a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CreditQuote {
    pub lines: Vec<CreditableLine>,
    /// The lines that an amount can be taken off, which is less than their total.
    pub discountable: Vec<DiscountableLine>,
    /// The total of the credit note.
    pub total: Money,
    /// The amount that is left of the document after the credit note.
    pub left: Money,
    /// The money to pay out, by the methods that paid.
    pub entries: Vec<RefundEntry>,
    /// The valid debit notes of the document.
    pub debit_notes: Vec<StandingDebitNote>,
    /// Whether stock may come back with the whole document, as with a refund.
    pub returns_stock: bool,
}

/// The part of a document that a credit note quote asks about; all of it where every field is `None`.
#[derive(Debug, Default)]
pub(super) struct CreditQuoteRequest<'a> {
    /// The units of lines, as in `12:1,15:2`.
    pub lines: Option<&'a str>,
    /// The amounts off lines, as in `12:8.00,15:2.50`.
    pub discounts: Option<&'a str>,
    /// The amount off the whole document.
    pub amount: Option<Money>,
}

impl CreditQuoteRequest<'_> {
    fn discount(&self) -> Result<Option<DiscountRequest>> {
        match (self.lines, self.discounts, self.amount) {
            (None, Some(lines), None) => Ok(Some(DiscountRequest::OfLines(read_lines("discounts", lines)?))),
            (None, None, Some(amount)) => Ok(Some(DiscountRequest::OfDocument(amount))),
            (_, None, None) => Ok(None),
            _ => {
                let text = "Pregunta por una sola cosa: unidades, descuentos de líneas o un descuento global.";
                invalid("amount", text).err()
            }
        }
    }
}

/// Quotes a credit note. Refuses with 409 a document that cannot be undone.
pub(super) async fn quote_credit_note(
    tx: &mut Tx,
    billing: &Billing,
    request: CreditQuoteRequest<'_>,
    now: DateTime<Utc>,
) -> Result<CreditQuote> {
    let payment = match (document_requests::find_undo_obstacle(billing), billing.row.standing_payment_id) {
        (Some(text), _) => return refuse(Code::Conflict, text).err(),
        (None, None) => return refuse(Code::Conflict, document_requests::already_refunded_text(billing)).err(),
        (None, Some(payment)) => payment,
    };
    let discount = request.discount()?;
    if discount.is_some() || request.lines.is_some() {
        correction::check_debit_note_credited_whole(billing)?;
    }
    let chosen = request.lines.map(|lines| read_lines("lines", lines)).transpose()?;
    let units = match &chosen {
        Some(lines) => {
            let units = document_requests::account_units(billing, lines)?;
            Some(units.into_iter().map(|unit| (unit.id, unit.qty)).collect::<Vec<_>>())
        }
        None => None,
    };
    let quoted = quote_selection(tx, payment, (units.as_deref(), discount.as_ref()), now).await?;
    let amount = |line: &BillingLine| {
        let quoted_line = quoted.lines.iter().find(|b| units.is_some() && Some(b.line_id) == line.line_id);
        quoted_line.map_or(Money::ZERO, |b| b.amount)
    };
    let creditable = billing.lines.iter().filter(|line| is_creditable(billing, line));
    let lines = creditable.map(|line| CreditableLine {
        id: line.id,
        description: line.description_with_measure(),
        unit_price: line.unit_price,
        left: billing.remaining_quantity(line),
        amount: amount(line),
    });
    let total = quoted.refund.off_document;
    Ok(CreditQuote {
        lines: lines.collect(),
        discountable: discountable(billing, discount.as_ref())?,
        total,
        left: billing.remaining_total() - total,
        entries: quoted.refund.entries,
        debit_notes: quoted.refund.debit_notes,
        returns_stock: quoted.refund.returns_stock,
    })
}

fn discountable(billing: &Billing, discount: Option<&DiscountRequest>) -> Result<Vec<DiscountableLine>> {
    let line_discounts = match discount {
        Some(DiscountRequest::OfDocument(amount)) => notes::distribute_discount(billing, *amount)?,
        Some(DiscountRequest::OfLines(lines)) => lines.clone(),
        None => Vec::new(),
    };
    let line = |(id, remaining): (BillingLineId, Money)| {
        let line = billing.lines.iter().find(|l| l.id == id)?;
        let amount = line_discounts.iter().find(|o| o.0 == id).map_or(Money::ZERO, |o| o.1);
        let description = line.description_with_measure();
        Some(DiscountableLine { id, description, quantity: billing.remaining_quantity(line), left: remaining, amount })
    };
    Ok(notes::remaining_by_line(billing).into_iter().filter_map(line).collect())
}

fn read_lines<T: FromStr>(field: &str, text: &str) -> Result<Vec<(BillingLineId, T)>> {
    let line = |part: &str| {
        let (id, number) = part.split_once(':')?;
        Some((BillingLineId(id.trim().parse().ok()?), number.trim().parse().ok()?))
    };
    let lines: Option<Vec<_>> = text.split(',').filter(|p| !p.trim().is_empty()).map(line).collect();
    lines.ok_or_else(|| invalid(field, "Escríbelo como 12:1,15:2 (línea:cantidad o línea:monto).").into())
}
