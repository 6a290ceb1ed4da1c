//! The electronic part of documents: the XML for the tax authority, written together with the document's number and stored for good, and
//! the setup of the connection. `sending` transmits it; nothing here uses the network.

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
mod measured;
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

pub use clock::{WrongClock, find_earliest_possible_time, wrong_clock};
pub use content::load_content;
pub use document::{build_issuer, electronic_document};
pub use emails::{DueEmail, claim_email, load_due_emails, record_email_failure, record_email_sent, request_email};
pub(crate) use files::WAITING_VOID;
pub use files::{DocumentFiles, PrintedNumber, TaxOwner, Transmission, find_by_number, find_by_token};
pub use model::{Boletas, Gateway, Missing};
pub use past::register_past_documents;
pub use secrets::BillingSecrets;
pub use setup::{BillingSetup, can_issue_tax_documents, issues_electronically, require_can_issue};
pub use store::{has_failed_void, load_replaced_numbers};
pub use switch::apply_company_change;
pub use watch::{AttentionCounts, load_attention_counts};

pub(super) use document::MAIN_ESTABLISHMENT;
pub(super) use emails::copy_email_request;
pub(super) use register::{register_document, register_note};
pub(super) use setup_http::routes;
pub(super) use store::{detach_refused_number, queue_void, set_replacement, withdraw_void};
