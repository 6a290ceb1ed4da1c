//! The money ledger, read: what a cash cycle received and gave back by method, its refunds, and what it collected of debts. `payments` writes these tables;
//! cash counts by them and reports add them up.

pub mod collections;
mod collections_store;
pub mod refunds;
mod sales;
mod store;

pub use collections::{Collection, CollectionPart, CollectionRow, collections_of_cycle};
pub use collections_store::{WantedCollections, collected, count_wanted_collections, wanted_collections};
pub use refunds::{Refund, RefundEntry, RefundLine, RefundOutcome, RefundRow, refunds_of_cycle};
pub use sales::sales;
pub use store::{
    GivenBack, Received, WantedRefunds, count_wanted_refunds, given_back, operations_of, received, wanted_refunds,
};

use comanda_base::error::Result;
use comanda_platform::use_case::{Action, Actor, not_permitted};

/// What was collected is seen by those who collect and those who read reports.
pub fn must_see(actor: &Actor) -> Result<()> {
    if actor.may(Action::Collect) || actor.may(Action::SeeReports) { Ok(()) } else { not_permitted().err() }
}
