//! The money ledger, for reading: what a cash cycle received and gave back by method, its refunds, and the debts it collected. `payments`
//! writes these tables; cash counts are checked against them and reports add them up. Voided payments stay in `payments`: a drawer should
//! hold everything that it received less everything that it gave back, and sales are what is not voided (`sales!`).

pub mod collections;
mod collections_store;
pub mod refunds;
mod sales;
mod store;

pub use collections::{Collection, CollectionPart, CollectionRow, list_collections_of_cycle};
pub use collections_store::{CollectionFilter, count_collections, list_collections, load_collected_by_method};
pub use refunds::{Refund, RefundEntry, RefundLine, RefundOutcome, RefundRow, list_refunds_of_cycle};
pub use sales::sales;
pub use store::{
    MethodAmount, ReceivedByMethod, RefundFilter, count_operations, count_refunds, list_refunds,
    load_received_by_method, load_refunded_by_method, sum_tips_and_rounding,
};

use comanda_base::error::Result;
use comanda_platform::use_case::{Action, Actor, not_permitted_refusal};

/// Refuses with 403 unless the actor may collect or read reports.
pub fn require_ledger_access(actor: &Actor) -> Result<()> {
    if actor.can_without_pin(Action::Collect) || actor.can_without_pin(Action::SeeReports) {
        Ok(())
    } else {
        not_permitted_refusal().err()
    }
}
