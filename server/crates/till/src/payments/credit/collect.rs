//! Collects debts of clients, with the user's own cash cycle kept open, under the lock of the debts of the client. The amount due is read
//! under the lock, so of two tills that collect the same debt one succeeds and the other is refused with what is left.

use super::{
    model::{NewCollection, Receivable},
    notify_changed, receipt, schedule,
    store::{self, NewCollectionPart, NewCollectionRow},
};
use crate::cash::{self, CycleBox};
use anyhow::anyhow;
use comanda_base::{
    counters,
    error::{Code, Error, Faults, Result, refuse},
    ids::{ClientId, PaymentOptionId, ReceivableId},
    money::{CENTIMO, Money},
};
use comanda_ledgers::ledger::collections;
use comanda_masterdata::{
    clients::{self, Client},
    payment_options::{self, PaymentOption},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Body of `POST /collections`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct CollectRequest {
    pub client_id: ClientId,
    /// The sale whose debt is paid; absent: all debts of the client, the oldest first.
    pub receivable_id: Option<ReceivableId>,
    pub amount: Money,
    /// The payment option; it cannot be credit.
    pub payment_option_id: PaymentOptionId,
    pub operation_number: Option<String>,
    /// Whether the receipt is printed; absent: it is.
    pub print: Option<bool>,
}

const MAX_OPERATION_CHARS: usize = 40;
/// The multiple that cash is rounded down to where the company rounds it.
const CASH_STEP: i64 = 10 * CENTIMO;

/// Records a collection and prints its receipt.
pub(super) async fn record_collection(work: &mut Work<'_>, body: &CollectRequest) -> Result<NewCollection> {
    let (option, rounding) = check_request(work, body).await?;
    let client = clients::load_client(work.tx, body.client_id).await?;
    let cycle = cash::lock_own_cycle_shared(work).await?;
    let debts = store::lock_open(work.tx, client.id).await?;
    let all_due: Money = debts.iter().map(Receivable::due).sum();
    let paid = select_debts(body, &client, debts)?;
    let parts = allocate_parts(work, &paid, body.amount).await?;
    let row = NewCollectionRow {
        number: counters::next_number(work.tx, "collection", "").await?,
        client: client.id,
        client_name: &client.display_name,
        client_document: &client_document(&client),
        cycle: cycle.id,
        cashbox_name: &cycle.cashbox_name,
        user: work.actor.user_id,
        option: option.id,
        operation_number: body.operation_number.as_deref().map(str::trim).filter(|n| !n.is_empty()),
        amount: body.amount,
        rounding,
        left_due: all_due - body.amount,
        day: work.business_day().await?,
        at: work.now,
    };
    let id = store::insert_collection(work.tx, &row, &parts).await?;
    let debts = store::add_collected(work.tx, id).await?;
    if usize::try_from(debts).ok() != Some(parts.len()) {
        return Err(Error::Internal(anyhow!("collection {id} does not pay its debts")));
    }
    log(work, &cycle, id.0, body.amount).await?;
    notify_changed(work, client.id);
    let collection = collections::load_collection(work.tx, id).await?;
    receipt::print_receipt(work, &cycle, collection, body.print.unwrap_or(true)).await
}

/// Checks the request; returns the payment option, and what rounding cash gives up of the amount.
async fn check_request(work: &mut Work<'_>, body: &CollectRequest) -> Result<(PaymentOption, Money)> {
    let mut faults = Faults::default();
    if body.amount <= Money::ZERO || body.amount != body.amount.to_centimos() {
        faults.add("amount", "El monto es mayor que cero y tiene hasta dos decimales.");
    }
    let options = payment_options::list_payment_options(work.tx).await?;
    let can_pay = |o: &PaymentOption| o.id == body.payment_option_id && o.status.is_active() && !o.is_credit();
    let option = options.into_iter().find(can_pay);
    let number = body.operation_number.as_deref().map(str::trim).unwrap_or_default();
    if number.chars().count() > MAX_OPERATION_CHARS {
        faults.add("operation_number", "El número de operación es demasiado largo (hasta 40 letras).");
    }
    if let Some(option) = option.as_ref().filter(|o| o.asks_operation_number && number.is_empty()) {
        faults.add("operation_number", format!("Escribe el número de operación de {}.", option.name));
    }
    let rounds = option.as_ref().is_some_and(|o| o.is_cash) && work.settings().await?.cash_rounding;
    let rounding = if rounds { Money::from_millionths(body.amount.millionths() % CASH_STEP) } else { Money::ZERO };
    if rounds && rounding == body.amount {
        faults.add("amount", "En efectivo se cobra desde S/ 0.10.");
    }
    match option {
        Some(option) => faults.finish().map(|()| (option, rounding)),
        None => {
            faults.add("payment_option_id", "Elige con qué paga: efectivo u otro medio activo que no sea el crédito.");
            Err(faults.finish().err().unwrap_or_else(|| anyhow!("a fault that is none").into()))
        }
    }
}

/// Returns the debts to pay. Refuses with 409 where they are less than the amount.
fn select_debts(body: &CollectRequest, client: &Client, mut debts: Vec<Receivable>) -> Result<Vec<Receivable>> {
    if let Some(receivable) = body.receivable_id {
        debts.retain(|d| d.id == receivable);
    }
    let due: Money = debts.iter().map(Receivable::due).sum();
    if due.is_zero() {
        let text = format!("{} ya no debe nada de eso. Actualiza la pantalla.", client.display_name);
        return refuse(Code::Conflict, text).with_current(json!({ "due": due })).err();
    }
    if body.amount > due {
        let text = format!("Se deben S/ {due:#}: no se cobra más que eso.");
        return refuse(Code::BalanceChanged, text.clone()).at("amount", text).with_current(json!({ "due": due })).err();
    }
    Ok(debts)
}

/// Allocates the amount to the debts, the first one first, each with its present document.
async fn allocate_parts(work: &mut Work<'_>, debts: &[Receivable], amount: Money) -> Result<Vec<NewCollectionPart>> {
    let ids: Vec<ReceivableId> = debts.iter().map(|d| d.id).collect();
    let sales = store::list_sales(work.tx, &ids).await?;
    let dues: Vec<Money> = debts.iter().map(Receivable::due).collect();
    let part = |(debt, amount): (&Receivable, Money)| NewCollectionPart {
        receivable: debt.id,
        document: sales.iter().find(|s| s.receivable_id == debt.id).map(|s| s.document()).unwrap_or_default(),
        amount,
    };
    let parts = debts.iter().zip(schedule::allocate_to_debts(&dues, amount)).map(part);
    Ok(parts.filter(|p| !p.amount.is_zero()).collect())
}

/// `RUC: 20131312955`
fn client_document(client: &Client) -> String {
    let number = client.document_number.as_deref().unwrap_or_default();
    if number.is_empty() { String::new() } else { format!("{}: {number}", client.document_type) }
}

async fn log(work: &mut Work<'_>, cycle: &CycleBox, id: i64, amount: Money) -> Result<()> {
    let entry = AuditEntry::new("COLLECTION").entity("collection", id).cycle(cycle.id).amount(amount);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    let ids = json!({ "cycle_id": cycle.id, "cashbox_id": cycle.cashbox_id });
    work.add_event(Room::Cash, EventKind::CycleChanged, ids);
    Ok(())
}
