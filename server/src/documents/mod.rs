//! Documents in the hands of people: what may be done with one, its files, the public look-up that the law asks for, and the letters
//! that bring them to clients. What they say is `billing`'s and `payments`'; no table is of this room.

mod actions;
mod deadlines;
mod file;
mod held;
mod http;
mod letters;
mod notes_http;
mod post;
mod public;
mod public_http;

pub use deadlines::start as tell_deadlines;
pub use http::routes;
pub use post::start as post_letters;
