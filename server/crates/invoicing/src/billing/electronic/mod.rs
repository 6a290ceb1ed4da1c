//! The electronic half of a document: the XML that the tax authority gets, written with its number and kept for good, and how the
//! company reaches the tax authority. `sending` brings it there; nothing here knows a network.

mod certificate;
mod change;
mod clock;
mod content;
pub mod deadlines;
mod document;
mod emails;
mod emails_store;
mod files;
mod files_store;
mod model;
mod note;
mod past;
pub mod queue;
mod queue_store;
mod register;
mod secrets;
mod setup;
mod setup_http;
mod setup_store;
mod store;
mod switch;
mod view;
mod watch;
mod watch_store;

pub use clock::{WrongClock, known_to_be_after, wrong_clock};
pub use content::content;
pub use document::{electronic_document, issuer};
pub use emails::{DueEmail, due_emails, email_failed, email_sent, take_email, want_email};
pub use files::{Files, Numbered, TaxOwner, Transmission, by_number, by_token};
pub use model::{Boletas, Gateway, Missing};
pub use past::register_past;
pub use secrets::Secrets;
pub use setup::{Setup, can_issue_tax_documents, issues_electronically, must_be_issuable};
pub use store::{has_failed_void, replaced_numbers};
pub use switch::after_company;
pub use watch::{Watched, watched};

pub(super) use document::MAIN_ESTABLISHMENT;
pub(super) use emails::email_likewise;
pub(super) use register::{register, register_note};
pub(super) use setup_http::routes;
pub(super) use store::{replace, replace_note, want_no_void, want_void};
