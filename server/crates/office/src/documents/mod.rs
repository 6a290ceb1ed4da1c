//! Documents in the hands of people: what may be done with one, its files, the public look-up that the law asks for, and the e-mails
//! that bring them to clients. What they say is `billing`'s and `payments`'; no table is of this room.

mod actions;
mod deadline_emails;
mod email;
mod email_worker;
mod file;
mod held;
mod http;
mod notes_http;
mod public;
mod public_http;

pub use deadline_emails::start as send_deadline_emails;
pub use email_worker::start as send_emails;
pub use http::routes;
