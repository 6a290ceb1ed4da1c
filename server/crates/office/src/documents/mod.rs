//! Documents for users and clients: possible actions, files, the public look-up that the law requires, and e-mails to clients. Their
//! contents belong to `billing` and `payments`; this module has no table of its own.

mod actions;
mod deadline_emails;
mod email;
mod email_worker;
mod file;
mod http;
mod notes_http;
mod public;
mod public_http;
mod tax_document;

pub use deadline_emails::start_deadline_emails as send_deadline_emails;
pub use email_worker::start_document_emails as send_emails;
pub use http::routes;
