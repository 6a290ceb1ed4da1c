//! Sales figures, defined once for every report: documents count on the day of their issue and credit notes on theirs, grouped by hour,
//! channel, person, table, kind of document and product, with their cost where it is known. Products are counted without recargo, tips and
//! fees, which have lines of their own (`OWN_LINES`): together they are the sales. Days that are over for good are added up once and kept
//! in `figure_channel_sums`; the other days are added up on demand by the same function. The money that came in by each payment method is
//! kept alike in `figure_money_sums`. What changes a kept day marks it stale in the same transaction (`mark_days_of_document_stale`,
//! `mark_days_stale_since`), and `housekeeping` adds it up again.

mod add_up;
mod courtesies_store;
mod days;
mod days_store;
mod line_cost;
mod line_cost_store;
mod money;
mod money_store;
mod shares;
mod sold_store;

pub use add_up::{Cut, DaySum, DocumentPart, Sums};
pub use courtesies_store::{CourtesyScope, UndocumentedCourtesy, load_courtesies_without_document};
pub use days::{load_day_sums, load_day_sums_by, load_document_parts, refresh_stored_days};
pub use days_store::{
    mark_day_of_note_stale, mark_day_of_refund_stale, mark_days_of_document_stale, mark_days_stale_since,
};
pub use line_cost::{EnteredCost, LineCost, LineCostBasis};
pub use line_cost_store::{GROUP_BY_LINE, select_used_costs};
pub use money::{MoneyFilter, ReceivedMoney, load_attendant_tips, load_received_money};
pub use money_store::{COLLECTION_METHOD_CONDITION, COLLECTIONS, ENTRY_METHOD_CONDITION, REFUNDS};
pub use shares::{OWN_LINES, is_own_line, is_product};
pub use sold_store::{SalesChannel, SalesFilter};
