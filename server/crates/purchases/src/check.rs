//! Validates a new purchase: its document, lines, amounts, payment and stock moves. It writes nothing.

use super::{
    amounts::Amounts,
    form::NewPurchase,
    from_xml,
    lines::{self, Line},
    moment::{self, Moment},
    notes::{self, Note},
    paper::DocumentNumber,
    payment_method::{self, PaymentMethod},
    period,
    schedule::{self, Quote},
    totals::compute_amounts,
    words::PurchaseType,
};
use chrono::{Datelike, NaiveDate};
use comanda_base::{
    error::{Faults, Result, invalid},
    money::Money,
    purchase_document::PurchaseDocument,
};
use comanda_ledgers::stock::documents::DocumentMove;
use comanda_masterdata::providers::{self, Provider};
use comanda_platform::use_case::Work;

pub(super) const MAX_NOTE_CHARS: usize = 500;

/// A purchase form that passed all checks.
pub(super) struct CheckedPurchase {
    pub paper: DocumentNumber,
    pub moment: Moment,
    /// The month whose register takes the purchase, where that is not the month of its date.
    pub period: Option<NaiveDate>,
    pub provider: Provider,
    /// Present for a supplier's credit or debit note.
    pub note: Option<Note>,
    pub lines: Vec<Line>,
    pub amounts: Amounts,
    pub payment: Payment,
    /// The stock moves to record.
    pub moves: Vec<DocumentMove>,
}

/// The way in which the total of a purchase is paid.
#[derive(Debug, Default)]
pub(super) struct Payment {
    pub quotes: Vec<Quote>,
    /// The amount paid at once, or refunded at once by a credit note.
    pub at_once: Money,
    pub method: Option<PaymentMethod>,
    /// For a credit note, the part that lowers the debt of the modified purchase.
    pub debt_reduction: Money,
}

pub(super) async fn check_form(work: &mut Work<'_>, body: &NewPurchase) -> Result<CheckedPurchase> {
    let mut faults = Faults::default();
    let paper = DocumentNumber::normalize(body.document, &body.serie, &body.number, &mut faults);
    let mut moment = moment::read_moment(work, body, &mut faults).await?;
    let period = check_period(work, body, moment.day, &mut faults).await?;
    let provider = active_provider(work, body, &mut faults).await?;
    let note = notes::read_note(work, body, provider.as_ref().map(|p| p.id), moment.day, &mut faults).await?;
    if let Some(purchase) = note.as_ref().and_then(|note| note.purchase.as_ref()) {
        moment.not_before(purchase.details.issued_at);
    }
    let lines = match body.items.is_empty() && body.document.may_lack_items() {
        true => Vec::new(),
        false => lines::read_lines(work.tx, &body.items, &mut faults).await?,
    };
    from_xml::validate_matches(work.tx, &body.matches, &lines, &mut faults).await?;
    faults.check(body.note.chars().count() <= MAX_NOTE_CHARS, "note", "La nota tiene hasta 500 letras.");
    let is_whole = lines.len() == body.items.len() && (!lines.is_empty() || body.document.may_lack_items());
    let amounts = match is_whole {
        true => compute_amounts(work, body, &moment, note.as_ref(), &lines, &mut faults).await?,
        false => None,
    };
    let payment = check_payment(work, body, amounts.as_ref(), &moment, note.as_ref(), &mut faults).await?;
    let moves = match &amounts {
        Some(amounts) => stock_moves(note.as_ref(), &lines, amounts, &mut faults),
        None => Vec::new(),
    };
    faults.finish()?;
    match (provider, amounts) {
        (Some(provider), Some(amounts)) => {
            Ok(CheckedPurchase { paper, moment, period, provider, note, lines, amounts, payment, moves })
        }
        _ => invalid("items", "Revisa la compra y vuelve a intentar.").err(),
    }
}

async fn check_period(
    work: &mut Work<'_>,
    body: &NewPurchase,
    day: NaiveDate,
    faults: &mut Faults,
) -> Result<Option<NaiveDate>> {
    let now = work.now;
    let settings = work.settings().await?;
    // A future date or an impossible one is reported on the field `date` instead.
    if day > settings.calendar_day(now) || day.year() < moment::FIRST_YEAR {
        return Ok(None);
    }
    let gives_tax_credit = body.document.gives_tax_credit(body.modifies.as_ref().map(|paper| paper.document));
    let open = period::open_periods(settings, now, day, gives_tax_credit);
    Ok(period::read_period(body.period.as_deref(), day, &open, faults))
}

/// Lists the stock moves of the lines, or those of the note.
fn stock_moves(note: Option<&Note>, lines: &[Line], amounts: &Amounts, faults: &mut Faults) -> Vec<DocumentMove> {
    if let Some(note) = note {
        note.check_total(amounts.total, faults);
        return notes::stock_moves(note, lines, &amounts.costs, faults);
    }
    let counted = lines.iter().zip(&amounts.costs).filter(|(line, _)| line.entered.good.has_stock);
    counted.map(|(line, cost)| DocumentMove::new(&line.entered, true, Some(*cost))).collect()
}

/// Splits the total into instalments and the amount paid at once. The payment method is checked even when the total is unknown, so that all
/// errors are reported together.
async fn check_payment(
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
        faults.check(body.set_aside.is_empty(), "set_aside", "Lo que se aparta es de una compra al crédito.");
    }
    let mut payment = Payment::default();
    if let Some(amounts) = amounts {
        let total = amounts.total;
        if on_credit {
            let terms = (body.quotes.as_slice(), body.number_quotes, body.set_aside.as_slice());
            (payment.quotes, payment.at_once) = schedule::split_into_quotes(terms, total, moment.day, faults);
        } else {
            payment.debt_reduction =
                note.filter(|note| note.is_credit).map_or(Money::ZERO, |note| note.debt_reduction(total));
            payment.at_once = total - payment.debt_reduction;
        }
    }
    if !payment.at_once.is_zero() || (amounts.is_none() && !on_credit) {
        payment.method = Some(check_payment_method(work, body, faults).await?);
    }
    Ok(payment)
}

async fn active_provider(work: &mut Work<'_>, body: &NewPurchase, faults: &mut Faults) -> Result<Option<Provider>> {
    let found = match body.provider_id {
        Some(id) => providers::find_provider(work.tx, id).await?,
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

async fn check_payment_method(work: &mut Work<'_>, body: &NewPurchase, faults: &mut Faults) -> Result<PaymentMethod> {
    let payment = body.payment.clone().unwrap_or_default();
    let fields = (payment.source, payment.payment_option.as_ref(), payment.operation_number.as_deref());
    payment_method::validate_payment_method(work, fields, "payment.", faults).await
}
