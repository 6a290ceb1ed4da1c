//! The close of the day: one business day in a few figures, read on a screen, printed, sent by WhatsApp as a text, and mailed by itself
//! to chosen people at a chosen hour with PDF and Excel. The figures are those of `reports`.

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
pub use worker::start as send_emails;
