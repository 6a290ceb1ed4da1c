//! Pays the debt of a purchase, the oldest instalment first. The debt is read under the purchase's lock, so of two who pay the same one
//! succeeds and the other is told the amount left.

use super::{
    form::PayPurchase,
    model::{Purchase, PurchaseQuote},
    payment_method::{self, PurchaseCashMovement},
    read, read_store, schedule, store,
    words::{MoneySource, PurchaseStatus, QuoteKind},
};
use anyhow::anyhow;
use comanda_base::{
    error::{Code, Error, Faults, OrNotFound, Result, invalid, refuse},
    ids::{PurchaseId, QuoteId},
    money::Money,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use comanda_till::cash::MovementType;
use serde_json::json;

/// Records a payment; refuses with 409 when the purchase is voided or the amount exceeds the debt.
pub(super) async fn record_payment(work: &mut Work<'_>, id: PurchaseId, body: &PayPurchase) -> Result<Purchase> {
    read::load_row(work.tx, id).await?;
    let mut faults = Faults::default();
    if body.amount <= Money::ZERO || body.amount != body.amount.to_centimos() {
        faults.add("amount", "El monto es mayor que cero y tiene hasta dos decimales.");
    }
    let fields = (body.source, body.payment_option.as_ref(), body.operation_number.as_deref());
    let method = payment_method::validate_payment_method(work, fields, "", &mut faults).await?;
    faults.finish()?;
    let is_cash = body.source == MoneySource::Cash;
    let hint = "Abre tu caja para pagar en efectivo, o elige que se paga de otra forma.";
    let cycle = payment_method::lock_own_cash_cycle(work, is_cash, hint).await?;
    store::lock_purchase(work.tx, id).await.or_not_found("la compra")?;
    let row = read::load_row(work.tx, id).await?;
    if row.status == PurchaseStatus::Voided {
        return refuse(Code::Conflict, "Esta compra está anulada: ya no se debe.").with_current(row).err();
    }
    let open = open_quotes(work, id, body.quote_id).await?;
    let parts = allocate(&open, body.amount)?;
    if method.operation_number.is_none() && open.iter().any(|quote| quote.kind == QuoteKind::Detraction) {
        return invalid("operation_number", "Escribe el número de la constancia de depósito.").err();
    }
    let payment = store::insert_payment(work, id, body.amount, &method).await?;
    let paid = store::add_paid_amounts(work.tx, id, body.amount, &parts).await?;
    if usize::try_from(paid).ok() != Some(parts.len()) {
        return Err(Error::Internal(anyhow!("a payment of purchase {id} does not pay its instalments")));
    }
    store::set_quotes_payment(work.tx, payment, parts.iter().map(|(quote, _)| *quote)).await?;
    if let Some(cycle) = &cycle {
        let provider = row.provider_name.as_str();
        let motive = format!("Pago de compra {} · {provider}", row.full_number);
        let (movement_type, amount) = (MovementType::Expense, body.amount);
        payment_method::record_cash_movement(
            work,
            cycle,
            PurchaseCashMovement { purchase: id, provider, movement_type, motive: &motive, amount },
        )
        .await?;
    }
    let after = json!({"purchase": row.full_number, "source": body.source, "payment_option": method.option, "due": row.due - body.amount});
    let entry = AuditEntry::new("PURCHASE_PAID").entity("purchase", id.0).amount(body.amount).change(None, Some(after));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Catalog, EventKind::PurchasesChanged, json!({ "purchase_id": id }));
    read::load_purchase(work.tx, id, work.now).await
}

/// Lists the unpaid instalments of the purchase, or only the named one. A detraction is deposited separately, so it has to be named.
async fn open_quotes(work: &mut Work<'_>, id: PurchaseId, named: Option<QuoteId>) -> Result<Vec<PurchaseQuote>> {
    let mut quotes = read_store::load_quotes(work.tx, id).await?;
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

/// Distributes the amount over the instalments, the first ones first; refuses when it exceeds their sum.
fn allocate(open: &[PurchaseQuote], amount: Money) -> Result<Vec<(QuoteId, Money)>> {
    let dues: Vec<Money> = open.iter().map(|quote| quote.due).collect();
    let due: Money = dues.iter().copied().sum();
    if amount > due {
        let text = match due.is_zero() {
            true => "Ya no se debe nada de esto: está pagado.".to_owned(),
            false => format!("Se deben S/ {due:#}: el pago no puede ser más."),
        };
        return refuse(Code::BalanceChanged, text)
            .at("amount", "Es más de lo que se debe.")
            .with_current(json!({"due": due}))
            .err();
    }
    let shared = schedule::fill_in_order(&dues, amount);
    Ok(open.iter().map(|quote| quote.id).zip(shared).filter(|(_, part)| !part.is_zero()).collect())
}
