//! What was sold, one definition for every report: documents on the day of their issue and credit notes on theirs, cut by hour, channel,
//! person, table, kind of document and product, with what is known of their cost. Days that are over for good are added up once and
//! kept (`figure_channel_sums`); the others are added up when they are asked for, by the same function.

mod add_up;
mod days;
mod days_store;
mod sold_store;

pub use add_up::{Cut, DaySum, Part, Sums};
pub use days::{keep, parts_of, sold, sold_by};
pub use days_store::{changed_since, document_changed};

pub use sold_store::{Narrowed, SalesChannel};
