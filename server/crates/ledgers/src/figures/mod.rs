//! What was sold, one definition for every report: documents on the day of their issue and credit notes on theirs, cut by hour, channel,
//! person, table, kind of document and product, with what is known of their cost. What products come to is without recargo, tips and fees,
//! which are lines of their own beside them (`OWN_LINES`): together they are the sales. Days that are over for good are added up once and
//! kept (`figure_channel_sums`); the others are added up when they are asked for, by the same function. So it is with the money that
//! came in by each way to pay (`figure_money_sums`).

mod add_up;
mod days;
mod days_store;
mod money;
mod money_store;
mod shares;
mod sold_store;

pub use add_up::{Cut, DaySum, Part, Sums};
pub use days::{keep, parts_of, sold, sold_by};
pub use days_store::{changed_since, document_changed, note_changed, refund_changed};
pub use money::{MoneyIn, WantedMoney, money_in, tips_of};
pub use money_store::{COLLECTIONS, OF_COLLECTIONS, OF_ENTRIES, REFUNDS};
pub use shares::{OWN_LINES, is_own_line, is_product};
pub use sold_store::{Narrowed, SalesChannel};
