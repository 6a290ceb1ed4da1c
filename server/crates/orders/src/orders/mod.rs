//! Accounts (client requests), their lines and the commands sent to the kitchen. Owns prices at the moment of adding, the ledger of
//! what was sent, line status and what an account comes to; knows no payment and no document. Tables, kitchen, payments and
//! billing call what is offered here, under the lock of the account (`lock_request`).

pub mod account;
mod adjustments;
mod comandas;
mod dismissal;
mod http;
mod lists;
mod map;
pub mod model;
mod moves;
mod ordering;
mod preparation;
mod reservations;
#[doc(hidden)]
pub mod sample;
mod store;

pub use account::charge_apart::charge_apart;
pub use account::guest::GuestGiven;
pub use account::open_request::{OpenRequest, open_request};
pub use account::request::{
    account_of, close_paid, comes_to_what_was_paid, lines_of, lock_request, lock_to_serve, mark_paid, must_come_to,
    must_serve, set_billed, settle_given_back, settle_less, tell,
};
pub use account::view::request_view;
pub use account::{Account, Totals};
pub use adjustments::keep_discount;
pub use dismissal::dismiss::{clean_reason, dismiss_refunded, dismiss_unpaid};
pub use dismissal::refunded::{close_given_back, reopen, unpay, who_sits_at};
pub use http::routes;
pub use lists::summary::{RequestSummary, summaries};
pub use lists::to_collect::{ToCollect, to_collect};
pub use model::{Line, LineStatus, Request, RequestKind};
pub use preparation::advance::{Step, advance};
pub use reservations::{NextReservation, Reservation};
pub use store::{RequestRow, accounts_of_client, kitchen as kitchen_source};

use comanda_base::{
    db::Tx,
    error::Result,
    ids::{ProductId, RequestId, UserId},
};

/// The open accounts that have a product, by id and in words.
pub async fn accounts_with(tx: &mut Tx, product: ProductId) -> Result<Vec<(RequestId, String)>> {
    let accounts = store::open_accounts_with(tx, product).await?;
    Ok(accounts.iter().map(|a| (a.id, a.in_words())).collect())
}

/// The open accounts that somebody attends, by id and in words: `mesa 12`, `LLEVAR 4`.
pub async fn accounts_attended(tx: &mut Tx, by: UserId) -> Result<Vec<(RequestId, String)>> {
    let accounts = store::open_accounts_attended(tx, by).await?;
    Ok(accounts.iter().map(|a| (a.id, a.in_words())).collect())
}
