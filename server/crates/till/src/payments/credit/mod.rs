//! Sales on credit: what a client owes of a payment, by which days, and collecting it. A collection is an entry of a cash cycle with a
//! receipt of its own, and no sale; what was sold is taken back by refunds, which take it off the debt first.

mod collect;
pub(super) mod http;
mod list;
mod model;
mod receipt;
mod schedule;
mod store;
mod terms;

pub(super) use model::Receivable;
pub(super) use terms::{check_debtor, check_terms};

use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{ClientId, PaymentId},
    money::Money,
};
use comanda_invoicing::billing::{Customer, Instalment};
use comanda_platform::{
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;

/// A debt to be.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewReceivable<'n> {
    pub payment: PaymentId,
    pub client: ClientId,
    pub amount: Money,
    pub instalments: &'n [Instalment],
    /// On the house's calendar.
    pub day: NaiveDate,
}

/// Writes down what a client owes of a payment; its terms were checked.
pub(super) async fn open(work: &mut Work<'_>, new: NewReceivable<'_>) -> Result<()> {
    store::insert(work.tx, &new, work.now).await?;
    changed(work, new.client);
    Ok(())
}

/// What is owed of a payment.
pub(super) async fn of_payment(tx: &mut Tx, payment: PaymentId) -> Result<Option<Receivable>> {
    Ok(store::of_payment(tx, payment).await?)
}

/// The same, locked: after the cash cycle, before any number is taken.
pub(super) async fn locked_of(tx: &mut Tx, payment: PaymentId) -> Result<Option<Receivable>> {
    Ok(store::locked_of(tx, payment).await?)
}

/// Takes off what went back. The debt is of the payment that charged the rest again from then on, where there is one.
pub(super) async fn reduce(work: &mut Work<'_>, debt: &Receivable, by: Money, stands: Option<PaymentId>) -> Result<()> {
    store::reduce(work.tx, debt.id, by, stands.unwrap_or(debt.payment_id)).await?;
    changed(work, debt.client_id);
    Ok(())
}

/// A debt whose document is issued anew is owed by whoever that is to. Gives the dates of payment of what is still open, for the new
/// document.
pub(super) async fn pass_on(work: &mut Work<'_>, debt: &Receivable, to: &Customer) -> Result<Vec<Instalment>> {
    check_debtor(debt.due(), debt.due(), to)?;
    if let Some(client) = to.id.filter(|client| *client != debt.client_id) {
        store::set_client(work.tx, debt.id, client).await?;
        changed(work, debt.client_id);
        changed(work, client);
    }
    terms_of_rest(work, debt, Money::ZERO).await
}

/// The dates of payment on the document of a rest, of a debt that becomes less by so much: what fell due meanwhile is due tomorrow,
/// since a document tells no day that is past (rule 3267).
pub(super) async fn terms_of_rest(work: &mut Work<'_>, debt: &Receivable, less: Money) -> Result<Vec<Instalment>> {
    let agreed = store::instalments(work.tx, &[debt.id]).await?;
    let today = work.issue_date();
    let agreed: Vec<Instalment> = agreed.into_iter().map(|(_, i)| i).collect();
    Ok(schedule::from_tomorrow(&agreed, debt.reduced + less, debt.collected, today))
}

fn changed(work: &mut Work<'_>, client: ClientId) {
    work.tell(Room::Cash, EventKind::ReceivablesChanged, json!({ "client_id": client }));
}
