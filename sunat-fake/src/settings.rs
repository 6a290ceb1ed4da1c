//! The behaviour of the fake SUNAT apart from scripted failures.

use std::time::Duration;

/// Settings of a fake; tests change them at any time.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The known users. Without any, every RUC may call with the test user `MODDATOS` and the password `moddatos`.
    pub users: Vec<SolUser>,
    /// The calendar days after its issue within which a document must be sent (2108, 1079).
    pub days_for_documents: i64,
    /// The time during which a ticket says 98.
    pub ticket_delay: Duration,
    /// The kind of answer to a rejection by the rules.
    pub rejections: Rejections,
    /// Whether tickets answer `0098` and `0099`, as was seen in production, instead of `98` and `99`.
    pub has_long_ticket_codes: bool,
    /// Whether wrong credentials get an empty answer with status 200, as in production, instead of a fault.
    pub refuses_in_silence: bool,
    /// Whether receipts have the form of an OSE: they name the document by its reference only, and observations are statuses of the
    /// response instead of notes.
    pub answers_as_ose: bool,
}

/// A user of SUNAT's online operations (SOL).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolUser {
    /// The RUC and the user together: `20123456789MODDATOS`.
    pub name: String,
    pub password: String,
    /// Whether the user may send documents. If not, the answer is 0111.
    pub may_send: bool,
}

/// The kind of answer with codes 2000 to 3999 of single documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejections {
    /// The document is refused with a CDR, and its number is used up.
    ByCdr,
    /// The document is refused with a fault and no CDR, as SUNAT answers some of them, and its number stays free.
    ByFault,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            users: Vec::new(),
            days_for_documents: 3,
            ticket_delay: Duration::ZERO,
            rejections: Rejections::ByCdr,
            has_long_ticket_codes: false,
            refuses_in_silence: false,
            answers_as_ose: false,
        }
    }
}
