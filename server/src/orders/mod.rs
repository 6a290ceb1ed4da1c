//! Accounts (client requests), their lines and the commands sent to the kitchen. Owns prices at the moment of adding, the ledger of
//! what was sent, line status and what an account comes to; knows no payment and no document. Tables, kitchen, payments and
//! billing call what is offered here, under the lock of the account (`lock_request`).

pub mod account;
mod adjustments;
mod advance;
mod advance_request;
mod close_by_hand;
mod day_history;
mod destinations;
mod dismiss;
mod distribute;
mod draft;
mod edit_line;
mod guest;
mod history;
mod http;
mod list_lines;
mod map;
pub mod model;
mod moves;
mod open_request;
mod papers;
mod pricing;
mod print_pre_bill;
mod refunded;
mod request;
mod reservations;
#[cfg(test)]
pub(crate) mod sample;
mod send_command;
mod send_order;
mod split;
pub mod status;
mod store;
mod summary;
mod table_actions;
mod take_stock;
mod tickets;
mod to_collect;
mod view;

pub use account::{Account, Totals};
pub use advance::{Step, advance};
pub use dismiss::{clean_reason, dismiss_refunded, dismiss_unpaid};
pub use distribute::distribute;
pub use guest::GuestGiven;
pub use http::routes;
pub use model::{Line, LineStatus, Request, RequestKind};
pub use open_request::{OpenRequest, open_request};
pub use refunded::{close_given_back, reopen, unpay, who_sits_at};
pub use request::{
    Closing, account_of, close, lines_of, lock_request, lock_to_serve, mark_paid, must_come_to, must_serve, set_billed,
    settle_less, tell,
};
pub use reservations::{NextReservation, Reservation};
pub use send_command::{SendCommand, send_command};
pub use store::{RequestRow, accounts_of_client, kitchen as kitchen_source};
pub use summary::{RequestSummary, summaries};
pub use to_collect::{ToCollect, to_collect};
pub use view::request_view;

use crate::{
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
