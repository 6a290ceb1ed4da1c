//! Sales on credit: the debt of a payment, its instalments, and its collection. A collection is an entry of a cash cycle with a receipt of
//! its own, and no sale. A refund reduces the debt of what it takes back before it pays anything out.
//!
//! A payment option of kind 5 (`Crédito`, off until a company enables it) closes the account and counts as sold, but no drawer expects its
//! money. Its row of `receivables` has 1 to 24 instalments on ascending days after today, which add up to it to the céntimo. The document
//! keeps the same ones (`billing_instalments`), for its paper and, on a factura, its `FormaPago`. Whoever may collect may sell on credit,
//! to a client with a document; a tip beside the document is never owed.
//!
//! What is due is `amount - reduced - collected`; the table refuses less than nothing. A collection shares the cycle, locks all open debts
//! of the client in the order of their ids, pays the oldest first, and takes the number of its receipt last. A refund pays out only what
//! was collected (`refund::payout`): by the methods that paid the rest of the sale, beyond them in cash unless others are named. The debt
//! goes over to the payment that charges the remainder again. On a new document of a remainder, what fell due meanwhile is due tomorrow,
//! since no document states a past day.

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

/// A debt to insert.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewReceivable<'n> {
    pub payment: PaymentId,
    pub client: ClientId,
    pub amount: Money,
    pub instalments: &'n [Instalment],
    /// The day of the sale, on the house's calendar.
    pub day: NaiveDate,
}

/// Inserts the debt of a payment; its terms are already checked.
pub(super) async fn open_receivable(work: &mut Work<'_>, new: NewReceivable<'_>) -> Result<()> {
    store::insert_receivable(work.tx, &new, work.now).await?;
    notify_changed(work, new.client);
    Ok(())
}

/// Loads the debt of a payment, if any.
pub(super) async fn find_receivable(tx: &mut Tx, payment: PaymentId) -> Result<Option<Receivable>> {
    Ok(store::find_receivable(tx, payment).await?)
}

/// Loads and locks the debt of a payment: after the cash cycle, before any number is taken.
pub(super) async fn lock_receivable(tx: &mut Tx, payment: PaymentId) -> Result<Option<Receivable>> {
    Ok(store::lock_receivable(tx, payment).await?)
}

/// Reduces a debt by what was taken back. From then on the debt belongs to `current_payment`, the payment that charged the remainder again,
/// if there is one.
pub(super) async fn reduce_receivable(
    work: &mut Work<'_>,
    debt: &Receivable,
    amount: Money,
    current_payment: Option<PaymentId>,
) -> Result<()> {
    store::reduce_receivable(work.tx, debt.id, amount, current_payment.unwrap_or(debt.payment_id)).await?;
    notify_changed(work, debt.client_id);
    Ok(())
}

/// Transfers a debt whose document is issued again to the client of the new document. Returns the due dates of what is still open, for that
/// document.
pub(super) async fn transfer_receivable(
    work: &mut Work<'_>,
    debt: &Receivable,
    customer: &Customer,
) -> Result<Vec<Instalment>> {
    check_debtor(debt.due(), debt.due(), customer)?;
    if let Some(client) = customer.id.filter(|client| *client != debt.client_id) {
        store::set_client(work.tx, debt.id, client).await?;
        notify_changed(work, debt.client_id);
        notify_changed(work, client);
    }
    remaining_instalments(work, debt, Money::ZERO).await
}

/// Returns the instalments on the document of a remainder, once the debt is reduced by `reduction`. What fell due meanwhile is due
/// tomorrow, since a document cannot name a past day (rule 3267).
pub(super) async fn remaining_instalments(
    work: &mut Work<'_>,
    debt: &Receivable,
    reduction: Money,
) -> Result<Vec<Instalment>> {
    let agreed = store::list_instalments(work.tx, &[debt.id]).await?;
    let today = work.issue_date();
    let agreed: Vec<Instalment> = agreed.into_iter().map(|(_, i)| i).collect();
    Ok(schedule::remaining_from_tomorrow(&agreed, debt.reduced + reduction, debt.collected, today))
}

fn notify_changed(work: &mut Work<'_>, client: ClientId) {
    work.add_event(Room::Cash, EventKind::ReceivablesChanged, json!({ "client_id": client }));
}
