//! Accounts (client requests), their lines and the commands sent to the kitchen. This room owns prices at the moment of adding, the ledger
//! of what was sent, the status of lines and the totals of accounts; it knows neither payments nor documents. Tables, kitchen, payments and
//! billing call the functions exported here, under the lock of the account (`lock_request`).

pub mod account;
mod adjustments;
pub mod chosen;
mod comandas;
mod courses;
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

pub use account::guest::{GuestGiven, describe_allergy};
pub use account::open_request::{OpenRequest, open_request};
pub use account::request::{
    check_paid_in_full, close_paid, load_account, load_lines, lock_request, lock_to_serve, mark_paid, must_serve,
    notify_changed, set_billed, settle_reduced, settle_refunded,
};
pub use account::separate_charge::open_paid_account;
pub use account::view::load_request_view;
pub use account::{Account, Totals};
pub use adjustments::{add_post_sale_discount, reduce_fixed_discounts};
pub use courses::{CourseState, LineCourse};
pub(crate) use courses::{order_of_eating, summarize as summarize_courses};
pub use dismissal::dismiss::{clean_reason, dismiss_refunded, dismiss_unpaid};
pub use dismissal::refunded::{close_refunded_account, find_occupant, mark_unpaid, reopen_account};
pub use http::routes;
pub use lists::summary::{RequestSummary, list_open_summaries};
pub use lists::to_collect::{ToCollect, list_to_collect};
pub use model::{Line, LineStatus, Request, RequestKind};
pub use preparation::advance::{StatusStep, advance_lines};
pub use reservations::{NextReservation, Reservation};
pub use store::{RequestRow, count_accounts_of_client, kitchen as kitchen_source};

use comanda_base::{
    db::Tx,
    error::Result,
    ids::{ProductId, RequestId, UserId},
};

/// Lists the open accounts that have a product, by id and description.
pub async fn list_accounts_with_product(tx: &mut Tx, product: ProductId) -> Result<Vec<(RequestId, String)>> {
    let accounts = store::list_open_accounts_with(tx, product).await?;
    Ok(accounts.iter().map(|a| (a.id, a.usual_name())).collect())
}

/// Lists the open accounts that a user attends, by id and description: `mesa 12`, `LLEVAR 4`.
pub async fn list_accounts_attended(tx: &mut Tx, attendant: UserId) -> Result<Vec<(RequestId, String)>> {
    let accounts = store::list_open_accounts_attended(tx, attendant).await?;
    Ok(accounts.iter().map(|a| (a.id, a.usual_name())).collect())
}
