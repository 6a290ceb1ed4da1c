//! Reservations: an account that nobody has sat down to yet. It keeps its table from half an hour before its time until a quarter
//! of an hour after; who comes then is seated (it becomes the open account of the table), who does not stays in the list as a
//! no-show until somebody cancels it. Several a day per table; two that are near each other only on purpose.

mod cancel;
mod change;
mod http;
mod make;
mod model;
mod rules;
mod seat;

pub(super) use change::edit;
pub(super) use http::routes;
pub(super) use make::make;
pub use model::{NextReservation, Reservation};
pub(super) use rules::must_not_be_kept;
pub(super) use seat::seat;
