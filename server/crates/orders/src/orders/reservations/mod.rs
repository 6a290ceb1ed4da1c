//! Reservations: accounts that nobody was seated for yet. A reservation keeps its table from half an hour before its time until a quarter
//! of an hour after. Guests who come are seated: it becomes the open account of the table. Otherwise it stays in the list as a no-show
//! until somebody cancels it. A table may have several a day; two close to each other only if confirmed.

mod cancel;
mod change;
mod http;
mod make;
mod model;
mod rules;
mod seat;

pub(super) use change::edit_reservation;
pub(super) use http::routes;
pub(super) use make::make_reservation;
pub use model::{NextReservation, Reservation};
pub(super) use rules::check_table_not_reserved;
pub(super) use seat::seat_reservation;
