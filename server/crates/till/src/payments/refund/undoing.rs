//! How a document would be undone, for whoever thinks of it: the rules of `of_document` and `way`, asked before anything is done.

use super::{
    debit_note::{self, StandingDebitNote},
    discount::DiscountAsked,
    of_document,
    quote::quote_asked,
    way::{self, DAYS_TO_VOID, Way},
};
use chrono::{DateTime, Days, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, invalid, refuse},
    ids::BillingLineId,
    money::{Money, Quantity},
    words::words,
};
use comanda_invoicing::billing::{Billing, DocumentLineKind, notes};
use comanda_ledgers::ledger::{RefundEntry, RefundOutcome};
use comanda_platform::settings::tax;
use serde::Serialize;
use std::str::FromStr;
use utoipa::ToSchema;

words!(
    /// How the tax authority is told that all of a document is undone.
    VoidChannel {
        /// A comunicación de baja.
        Ra = "RA",
        /// A daily summary.
        Rc = "RC",
        /// It stays, and a note takes all of it back.
        CreditNote = "CREDIT_NOTE",
    }
);

/// How all of an electronic document would be undone, and whether a part of it can be.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Undoing {
    pub channel: VoidChannel,
    /// The last day of RA and RC; after it a note takes all back. None of what is taken back by one already.
    pub until: Option<NaiveDate>,
    /// Some of its lines can be credited.
    pub by_lines: bool,
}

/// `None` where it cannot be undone as a document: it is not electronic, was refused, counts no more, or its money went back.
pub fn undoing(billing: &Billing, now: DateTime<Utc>) -> Option<Undoing> {
    if of_document::why_not(billing).is_some() || billing.row.standing_payment_id.is_none() {
        return None;
    }
    let (issued_on, today) = (tax::issue_date(billing.row.issued_at), tax::issue_date(now));
    // Only where something stays sold does another regime make a difference.
    let regime = billing.row.regime;
    let case = way::Case {
        leaves_a_rest: false,
        outcome: RefundOutcome::Close,
        wanted: None,
        is_declared_paper: false,
        issued_on,
        today,
        regime,
    };
    let channel = match way::way(billing, case) {
        Way::Note(_) => VoidChannel::CreditNote,
        Way::Void if billing.row.is_of_b_series() => VoidChannel::Rc,
        Way::Void => VoidChannel::Ra,
    };
    let last = issued_on.checked_add_days(Days::new(DAYS_TO_VOID.unsigned_abs()));
    Some(Undoing {
        channel,
        until: last.filter(|_| channel != VoidChannel::CreditNote),
        by_lines: billing.lines.iter().any(|line| is_creditable(billing, line)),
    })
}

fn is_creditable(billing: &Billing, line: &comanda_invoicing::billing::BillingLine) -> bool {
    line.kind == DocumentLineKind::Product && line.line_id.is_some() && !billing.left_of(line).is_zero()
}

/// A line of which some units may still be credited.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CreditableLine {
    pub id: BillingLineId,
    pub description: String,
    pub unit_price: Money,
    /// Units that no note took back.
    pub left: Quantity,
    /// What the chosen units take off the document; 0.00 of a line that is not chosen.
    pub amount: Money,
}

/// A line that less may still be asked for.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DiscountableLine {
    pub id: BillingLineId,
    pub description: String,
    pub quantity: Quantity,
    /// What is left of it, after the document's discounts.
    pub left: Money,
    /// What the asked discount takes off it.
    pub amount: Money,
}

/// What a credit note would take off a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CreditQuote {
    pub lines: Vec<CreditableLine>,
    /// Of these an amount can be taken off, less than they come to together.
    pub discountable: Vec<DiscountableLine>,
    /// Of the note.
    pub total: Money,
    /// What is left of the document after it.
    pub left: Money,
    /// How the money goes back, as it was paid.
    pub entries: Vec<RefundEntry>,
    /// The debit notes of the document that count.
    pub debit_notes: Vec<StandingDebitNote>,
    /// It is true where stock may come back with all of the document, as with a refund.
    pub returns_stock: bool,
}

/// What is asked about; nothing: all of the document.
#[derive(Debug, Default)]
pub(super) struct Asked<'a> {
    /// Units of lines, as in `12:1,15:2`.
    pub lines: Option<&'a str>,
    /// Amounts off lines, as in `12:8.00,15:2.50`.
    pub discounts: Option<&'a str>,
    /// Off all of the document.
    pub amount: Option<Money>,
}

impl Asked<'_> {
    fn discount(&self) -> Result<Option<DiscountAsked>> {
        match (self.lines, self.discounts, self.amount) {
            (None, Some(lines), None) => Ok(Some(DiscountAsked::OfLines(read_lines("discounts", lines)?))),
            (None, None, Some(amount)) => Ok(Some(DiscountAsked::OfDocument(amount))),
            (_, None, None) => Ok(None),
            _ => {
                let text = "Pregunta por una sola cosa: unidades, descuentos de líneas o un descuento global.";
                invalid("amount", text).err()
            }
        }
    }
}

/// Quotes it.
pub(super) async fn quote(tx: &mut Tx, billing: &Billing, asked: Asked<'_>, now: DateTime<Utc>) -> Result<CreditQuote> {
    let payment = match (of_document::why_not(billing), billing.row.standing_payment_id) {
        (Some(text), _) => return refuse(Code::Conflict, text).err(),
        (None, None) => return refuse(Code::Conflict, of_document::already_returned(billing)).err(),
        (None, Some(payment)) => payment,
    };
    let discount = asked.discount()?;
    if discount.is_some() || asked.lines.is_some() {
        debit_note::must_be_asked_whole(billing)?;
    }
    let chosen = asked.lines.map(|lines| read_lines("lines", lines)).transpose()?;
    let units = match &chosen {
        Some(lines) => {
            let units = of_document::units(billing, lines)?;
            Some(units.into_iter().map(|unit| (unit.id, unit.qty)).collect::<Vec<_>>())
        }
        None => None,
    };
    let quoted = quote_asked(tx, payment, (units.as_deref(), discount.as_ref()), now).await?;
    let amount = |line: &comanda_invoicing::billing::BillingLine| {
        let of_line = quoted.lines.iter().find(|b| units.is_some() && Some(b.line_id) == line.line_id);
        of_line.map_or(Money::ZERO, |b| b.amount)
    };
    let creditable = billing.lines.iter().filter(|line| is_creditable(billing, line));
    let lines = creditable.map(|line| CreditableLine {
        id: line.id,
        description: line.description.clone(),
        unit_price: line.unit_price,
        left: billing.left_of(line),
        amount: amount(line),
    });
    let total = quoted.refund.off_document;
    Ok(CreditQuote {
        lines: lines.collect(),
        discountable: discountable(billing, discount.as_ref())?,
        total,
        left: billing.left() - total,
        entries: quoted.refund.entries,
        debit_notes: quoted.refund.debit_notes,
        returns_stock: quoted.refund.returns_stock,
    })
}

fn discountable(billing: &Billing, discount: Option<&DiscountAsked>) -> Result<Vec<DiscountableLine>> {
    let off = match discount {
        Some(DiscountAsked::OfDocument(amount)) => notes::off_document(billing, *amount)?,
        Some(DiscountAsked::OfLines(lines)) => lines.clone(),
        None => Vec::new(),
    };
    let line = |(id, left): (BillingLineId, Money)| {
        let line = billing.lines.iter().find(|l| l.id == id)?;
        let amount = off.iter().find(|o| o.0 == id).map_or(Money::ZERO, |o| o.1);
        let description = line.description.clone();
        Some(DiscountableLine { id, description, quantity: billing.left_of(line), left, amount })
    };
    Ok(notes::left_by_line(billing).into_iter().filter_map(line).collect())
}

fn read_lines<T: FromStr>(field: &str, text: &str) -> Result<Vec<(BillingLineId, T)>> {
    let line = |part: &str| {
        let (id, number) = part.split_once(':')?;
        Some((BillingLineId(id.trim().parse().ok()?), number.trim().parse().ok()?))
    };
    let lines: Option<Vec<_>> = text.split(',').filter(|p| !p.trim().is_empty()).map(line).collect();
    lines.ok_or_else(|| invalid(field, "Escríbelo como 12:1,15:2 (línea:cantidad o línea:monto).").into())
}
