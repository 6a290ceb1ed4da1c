//! Whether a new purchase is in order: its paper, its lines, what it comes to, how it is paid, and what it moves. Writes nothing.

use super::{
    amounts::Amounts,
    form::NewPurchase,
    from_xml,
    lines::{self, Line},
    moment::{self, Moment},
    notes::{self, Note},
    paper::Paper,
    period,
    schedule::{self, Quote},
    totals::compute_amounts,
    ways::{self, Way},
    words::{PurchaseDocument, PurchaseType},
};
use chrono::{Datelike, NaiveDate};
use comanda_base::{
    error::{Faults, Result, invalid},
    money::Money,
};
use comanda_ledgers::stock::documents::DocumentMove;
use comanda_masterdata::providers::{self, Provider};
use comanda_platform::use_case::Work;

pub(super) const MAX_NOTE_CHARS: usize = 500;

/// A form that is in order.
pub(super) struct Checked {
    pub paper: Paper,
    pub moment: Moment,
    /// The month whose register it is written in, where that is not its own.
    pub period: Option<NaiveDate>,
    pub provider: Provider,
    /// Of a supplier's note.
    pub note: Option<Note>,
    pub lines: Vec<Line>,
    pub amounts: Amounts,
    pub payment: Payment,
    /// Of stock.
    pub moves: Vec<DocumentMove>,
}

/// How a total is paid.
#[derive(Debug, Default)]
pub(super) struct Payment {
    pub quotes: Vec<Quote>,
    /// What is paid at once, or comes back at once with a credit note, and how.
    pub at_once: Money,
    pub way: Option<Way>,
    /// Of a credit note: what it takes off what is owed.
    pub taken_off: Money,
}

pub(super) async fn check(work: &mut Work<'_>, body: &NewPurchase) -> Result<Checked> {
    let mut faults = Faults::default();
    let paper = Paper::of(body.document, &body.serie, &body.number, &mut faults);
    let mut moment = moment::read(work, body, &mut faults).await?;
    let period = period_of(work, body, moment.day, &mut faults).await?;
    let provider = active_provider(work, body, &mut faults).await?;
    let note = notes::read(work, body, provider.as_ref().map(|p| p.id), moment.day, &mut faults).await?;
    if let Some(purchase) = note.as_ref().and_then(|note| note.purchase.as_ref()) {
        moment.not_before(purchase.head.issued_at);
    }
    let lines = match body.items.is_empty() && body.document.may_lack_items() {
        true => Vec::new(),
        false => lines::read(work.tx, &body.items, &mut faults).await?,
    };
    from_xml::check(work.tx, &body.matches, &lines, &mut faults).await?;
    faults.unless(body.note.chars().count() <= MAX_NOTE_CHARS, "note", "La nota tiene hasta 500 letras.");
    let is_whole = lines.len() == body.items.len() && (!lines.is_empty() || body.document.may_lack_items());
    let amounts = match is_whole {
        true => compute_amounts(work, body, &moment, note.as_ref(), &lines, &mut faults).await?,
        false => None,
    };
    let payment = payment_of(work, body, amounts.as_ref(), &moment, note.as_ref(), &mut faults).await?;
    let moves = match &amounts {
        Some(amounts) => moves_of(note.as_ref(), &lines, amounts, &mut faults),
        None => Vec::new(),
    };
    faults.done()?;
    match (provider, amounts) {
        (Some(provider), Some(amounts)) => {
            Ok(Checked { paper, moment, period, provider, note, lines, amounts, payment, moves })
        }
        _ => invalid("items", "Revisa la compra y vuelve a intentar.").err(),
    }
}

async fn period_of(
    work: &mut Work<'_>,
    body: &NewPurchase,
    day: NaiveDate,
    faults: &mut Faults,
) -> Result<Option<NaiveDate>> {
    let now = work.now;
    let settings = work.settings().await?;
    // That a day is to come, or no day at all, is told of the date.
    if day > settings.calendar_day(now) || day.year() < moment::FIRST_YEAR {
        return Ok(None);
    }
    let is_deducted = body.document.is_deducted(body.modifies.as_ref().map(|paper| paper.document));
    let open = period::open_periods(settings, now, day, is_deducted);
    Ok(period::read(body.period.as_deref(), day, &open, faults))
}

/// What comes in; of a note, what it changes.
fn moves_of(note: Option<&Note>, lines: &[Line], amounts: &Amounts, faults: &mut Faults) -> Vec<DocumentMove> {
    if let Some(note) = note {
        note.check_total(amounts.total, faults);
        return notes::moves(note, lines, &amounts.costs, faults);
    }
    let counted = lines.iter().zip(&amounts.costs).filter(|(line, _)| line.entered.good.has_stock);
    counted.map(|(line, cost)| DocumentMove::of(&line.entered, true, Some(*cost))).collect()
}

/// What of it is owed, and what is paid at once. Without a sum its way is checked all the same, so that all faults are told.
async fn payment_of(
    work: &mut Work<'_>,
    body: &NewPurchase,
    amounts: Option<&Amounts>,
    moment: &Moment,
    note: Option<&Note>,
    faults: &mut Faults,
) -> Result<Payment> {
    let is_credit_note = body.document == PurchaseDocument::CreditNote;
    let on_credit = body.payment_type == PurchaseType::Credito && !is_credit_note;
    if !on_credit {
        faults.unless(body.set_aside.is_empty(), "set_aside", "Lo que se aparta es de una compra al crédito.");
    }
    let mut payment = Payment::default();
    if let Some(amounts) = amounts {
        let total = amounts.total;
        if on_credit {
            let terms = (body.quotes.as_slice(), body.number_quotes, body.set_aside.as_slice());
            (payment.quotes, payment.at_once) = schedule::parted(terms, total, moment.day, faults);
        } else {
            payment.taken_off = note.filter(|note| note.is_credit).map_or(Money::ZERO, |note| note.taken_off(total));
            payment.at_once = total - payment.taken_off;
        }
    }
    if !payment.at_once.is_zero() || (amounts.is_none() && !on_credit) {
        payment.way = Some(way_of(work, body, faults).await?);
    }
    Ok(payment)
}

async fn active_provider(work: &mut Work<'_>, body: &NewPurchase, faults: &mut Faults) -> Result<Option<Provider>> {
    let found = match body.provider_id {
        Some(id) => providers::find(work.tx, id).await?,
        None => None,
    };
    match &found {
        Some(provider) if !provider.status.is_active() => {
            let text = format!("{} está desactivado: actívalo en Proveedores, o elige otro.", provider.display_name);
            faults.add("provider_id", text);
        }
        Some(_) => {}
        None => faults.add("provider_id", "Elige el proveedor de la lista."),
    }
    Ok(found)
}

async fn way_of(work: &mut Work<'_>, body: &NewPurchase, faults: &mut Faults) -> Result<Way> {
    let given = body.payment.clone().unwrap_or_default();
    let wanted = (given.source, given.payment_option.as_ref(), given.operation_number.as_deref());
    ways::read(work, wanted, "payment.", faults).await
}
