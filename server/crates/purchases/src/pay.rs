//! Paying what is owed of a purchase, the oldest instalment first. What is due is read under the purchase's lock, so of two who pay
//! the same one succeeds and the other hears what is left.

use super::{
    form::PayPurchase,
    model::{Purchase, PurchaseQuote},
    read, read_store, schedule, store,
    ways::{self, Moved},
    words::{MoneySource, PurchaseStatus, QuoteKind},
};
use anyhow::anyhow;
use comanda_base::{
    error::{Code, Error, Faults, OrNotFound, Result, invalid, refuse},
    ids::{PurchaseId, QuoteId},
    money::Money,
};
use comanda_platform::{
    audit::{self, Entry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use comanda_till::cash::MovementType;
use serde_json::json;

/// Pays it.
pub(super) async fn pay(work: &mut Work<'_>, id: PurchaseId, body: &PayPurchase) -> Result<Purchase> {
    read::row(work.tx, id).await?;
    let mut faults = Faults::default();
    if body.amount <= Money::ZERO || body.amount != body.amount.to_centimos() {
        faults.add("amount", "El monto es mayor que cero y tiene hasta dos decimales.");
    }
    let wanted = (body.source, body.payment_option.as_ref(), body.operation_number.as_deref());
    let way = ways::read(work, wanted, "", &mut faults).await?;
    faults.done()?;
    let is_cash = body.source == MoneySource::Cash;
    let instead = "Abre tu caja para pagar en efectivo, o elige que se paga de otra forma.";
    let cycle = ways::cycle_of(work, is_cash, instead).await?;
    store::lock(work.tx, id).await.or_not_found("la compra")?;
    let row = read::row(work.tx, id).await?;
    if row.status == PurchaseStatus::Voided {
        return refuse(Code::Conflict, "Esta compra está anulada: ya no se debe.").current(row).err();
    }
    let open = open_quotes(work, id, body.quote_id).await?;
    let parts = parts(&open, body.amount)?;
    if way.operation_number.is_none() && open.iter().any(|quote| quote.kind == QuoteKind::Detraction) {
        return invalid("operation_number", "Escribe el número de la constancia de depósito.").err();
    }
    let payment = store::insert_payment(work, id, body.amount, &way).await?;
    let paid = store::add_paid(work.tx, id, body.amount, &parts).await?;
    if usize::try_from(paid).ok() != Some(parts.len()) {
        return Err(Error::Internal(anyhow!("a payment of purchase {id} does not pay its instalments")));
    }
    store::name_payment(work.tx, payment, parts.iter().map(|(quote, _)| *quote)).await?;
    if let Some(cycle) = &cycle {
        let provider = row.provider_name.as_str();
        let motive = format!("Pago de compra {} · {provider}", row.full_number);
        let (movement_type, amount) = (MovementType::Expense, body.amount);
        ways::move_cash(work, cycle, Moved { purchase: id, provider, movement_type, motive: &motive, amount }).await?;
    }
    let after = json!({"purchase": row.full_number, "source": body.source, "payment_option": way.option, "due": row.due - body.amount});
    let entry = Entry::new("PURCHASE_PAID").entity("purchase", id.0).amount(body.amount).change(None, Some(after));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.tell(Room::Catalog, EventKind::PurchasesChanged, json!({ "purchase_id": id }));
    read::purchase(work.tx, id, work.now).await
}

/// Lists what is open of the purchase, or the one instalment that is named. A detraction is deposited by itself, so it has to be named.
async fn open_quotes(work: &mut Work<'_>, id: PurchaseId, named: Option<QuoteId>) -> Result<Vec<PurchaseQuote>> {
    let mut quotes = read_store::quotes(work.tx, id).await?;
    match named {
        None => quotes.retain(|quote| quote.kind != QuoteKind::Detraction),
        Some(named) => quotes.retain(|quote| quote.id == named),
    }
    if named.is_some() && quotes.is_empty() {
        return invalid("quote_id", "Elige una cuota de esta compra.").err();
    }
    quotes.retain(|quote| !quote.due.is_zero());
    Ok(quotes)
}

/// What each instalment gets.
fn parts(open: &[PurchaseQuote], amount: Money) -> Result<Vec<(QuoteId, Money)>> {
    let dues: Vec<Money> = open.iter().map(|quote| quote.due).collect();
    let due: Money = dues.iter().copied().sum();
    if amount > due {
        let text = match due.is_zero() {
            true => "Ya no se debe nada de esto: está pagado.".to_owned(),
            false => format!("Se deben S/ {due}: el pago no puede ser más."),
        };
        return refuse(Code::BalanceChanged, text)
            .at("amount", "Es más de lo que se debe.")
            .current(json!({"due": due}))
            .err();
    }
    let shared = schedule::shared(&dues, amount);
    Ok(open.iter().map(|quote| quote.id).zip(shared).filter(|(_, part)| !part.is_zero()).collect())
}
