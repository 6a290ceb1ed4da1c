//! The close of the day: key figures of one business day on a screen, on paper, as a text for WhatsApp, and automatically by e-mail to
//! chosen recipients at a chosen hour, with PDF and Excel. The figures come from `reports`.

mod email;
mod files;
mod http;
mod model;
mod settings;
mod store;
mod text;
mod ticket;
mod worker;

pub use http::routes;
pub use worker::start_close_emails as send_emails;
