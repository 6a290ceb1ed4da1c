//! What a refund would give back, for the dialog that asks for it: the server computes, the screen repeats.

use super::{
    debit_note,
    discount::DiscountAsked,
    model::RefundQuote,
    money_only::is_money_only,
    plan::{Asked, Plan, all_lines, owed, plan, shown},
    rest::without,
    rest_document::{Sold, documented_rest},
    way::{self, Way},
};
use crate::payments::{credit, model::Payment, read};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, invalid, refuse},
    ids::{LineId, PaymentId},
    money::{Money, Quantity, distribute},
};
use comanda_invoicing::billing::{Billing, electronic};
use comanda_ledgers::ledger::{RefundLine, RefundOutcome};
use comanda_masterdata::payment_options;
use comanda_orders::orders::{self, Account};
use comanda_platform::settings::{Settings, tax};
use std::collections::BTreeMap;

/// Quotes it; `units` as in `12:1,15:2`, absent for all.
pub async fn quote(tx: &mut Tx, id: PaymentId, units: Option<&str>, now: DateTime<Utc>) -> Result<RefundQuote> {
    let units = units.map(read_units).transpose()?;
    Ok(quote_asked(tx, id, (units.as_deref(), None), now).await?.refund)
}

/// Units of lines; `None` for all.
type Units<'u> = Option<&'u [(LineId, Quantity)]>;

/// A refund, and what each line takes off the document.
pub(super) struct Quoted {
    pub refund: RefundQuote,
    pub lines: Vec<RefundLine>,
}

/// The same, of units or a discount.
pub(super) async fn quote_asked(
    tx: &mut Tx,
    id: PaymentId,
    (units, discount): (Units<'_>, Option<&DiscountAsked>),
    now: DateTime<Utc>,
) -> Result<Quoted> {
    let payment = read::payment(tx, id).await?;
    must_stand(&payment)?;
    let request = orders::request_view(tx, payment.row.client_request_id, now).await?;
    let account = orders::account_of(tx, request.id, now).await?;
    let options = payment_options::payment_options(tx).await?;
    let settings = Settings::load(tx).await?;
    let none = BTreeMap::new();
    let asked = Asked { units, discount, payment_options: None, operation_numbers: &none };
    let due = credit::of_payment(tx, id).await?.map_or(Money::ZERO, |debt| debt.due());
    let owed = owed(due, &options);
    let plan = plan(&account, &payment, &options, asked, &owed, request.closed_at.is_some(), settings.cash_rounding)?;
    let is_declared_paper = match &payment.billing {
        Some(billing) => is_declared_paper(tx, billing, tax::issue_date(now)).await?,
        None => false,
    };
    let regime = tax::rule_at(tx, now).await?.regime;
    let way = payment.billing.as_ref().map(|billing| {
        let case = way::Case {
            leaves_a_rest: plan.leaves_a_rest(),
            // Says only which kind of note it is.
            outcome: RefundOutcome::Close,
            wanted: None,
            is_declared_paper,
            issued_on: tax::issue_date(billing.row.issued_at),
            today: tax::issue_date(now),
            regime,
        };
        way::way(billing, case)
    });
    let left = payment.billing.as_ref().map_or(Money::ZERO, Billing::left);
    let mut off_document = if plan.leaves_a_rest() { plan.total } else { left };
    if let (Some(rest), Some(billing), Some(way)) = (&plan.rest, &payment.billing, way) {
        let (tip_on_document, credited) = (read::tip_on_document(tx, request.id).await?, payment.row.credited);
        let sold = Sold { request: request.id, billing, tip_on_document, at: now, credited };
        let (_, target) = documented_rest(tx, sold, rest, &rest.charge(), way).await?;
        off_document = target.map_or(off_document, |target| target.total);
    }
    let is_money_only = is_money_only(tx, request.id, &payment).await?;
    let balances = plan.leaves_a_rest() || balances(&account, &payment, request.closed_at.is_some());
    let Plan { rest_total, total, back, lines, .. } = plan;
    let sitting = match (request.closed_at, request.table_id) {
        (Some(_), Some(table)) => orders::who_sits_at(tx, table).await?,
        _ => None,
    };
    let weights: Vec<Money> = lines.iter().map(|line| line.amount).collect();
    let of_document = lines.into_iter().zip(distribute(off_document, &weights));
    let refund = RefundQuote {
        payment_id: id,
        document: payment.billing.as_ref().map(|b| b.full_number.clone()).unwrap_or_default(),
        total,
        rounding: back.rounding,
        entries: shown(&back.out),
        rest_total,
        document_stays: way.is_some_and(|way| way != Way::Void),
        lines: all_lines(&account, &payment.lines),
        off_document,
        debit_notes: payment.billing.as_ref().map(debit_note::standing).unwrap_or_default(),
        can_close: true,
        returns_stock: !is_money_only,
        balances,
        table_taken_by: sitting,
    };
    let lines = of_document.map(|(line, amount)| RefundLine { amount, ..line }).collect();
    Ok(Quoted { refund, lines })
}

/// Whether a document was written on paper that only a note takes back: a house that issues none electronically voids it.
pub(super) async fn is_declared_paper(tx: &mut Tx, billing: &Billing, today: NaiveDate) -> Result<bool> {
    if !billing.row.is_contingency {
        return Ok(false);
    }
    let closed = Settings::load(tx).await?.books_closed_until;
    let issued_on = tax::issue_date(billing.row.issued_at);
    Ok(way::is_declared(issued_on, today, closed) && electronic::issues_electronically(tx).await?)
}

/// Whether a closed account without what a payment paid comes to what the others paid. A charge or a discount that came between them can
/// keep it from that: then the payment is opened again instead.
fn balances(account: &Account, payment: &Payment, is_closed: bool) -> bool {
    if !is_closed || payment.lines.is_empty() {
        return true;
    }
    let left = without(account, &payment.lines, payment.row.charged());
    left.live().next().is_none() || orders::comes_to_what_was_paid(&left)
}

fn read_units(text: &str) -> Result<Vec<(LineId, Quantity)>> {
    let unit = |part: &str| {
        let (line, quantity) = part.split_once(':')?;
        Some((LineId(line.trim().parse().ok()?), quantity.trim().parse().ok()?))
    };
    let units: Option<Vec<_>> = text.split(',').filter(|p| !p.trim().is_empty()).map(unit).collect();
    units.ok_or_else(|| invalid("products", "Escríbelo como 12:1,15:2 (pedido:cantidad).").into())
}

/// Refuses a payment that was given back already, saying how.
pub(super) fn must_stand(payment: &Payment) -> Result<()> {
    if payment.row.is_given_back() {
        let number = payment.billing.as_ref().map_or("este comprobante", |b| &b.full_number);
        return refuse(Code::Conflict, format!("El cobro de {number} ya se devolvió.")).current(payment).err();
    }
    if payment.row.voided_at.is_none() {
        return Ok(());
    }
    let text = match (&payment.billing, &payment.refund) {
        (Some(b), Some(r)) if !b.row.is_voided() => {
            format!("{} ya fue devuelto por {}: {}.", b.full_number, r.row.user_name, r.row.reason)
        }
        (Some(b), Some(r)) => format!("{} ya fue anulado por {}: {}.", b.full_number, r.row.user_name, r.row.reason),
        _ => "Este cobro ya fue anulado.".to_owned(),
    };
    refuse(Code::Conflict, text).current(payment).err()
}
