//! How this SUNAT behaves when nothing goes wrong.

use std::time::Duration;

/// Settings of a fake; tests change them at any time.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Who may come in. Without any: every RUC with the test user `MODDATOS` and the password `moddatos`.
    pub users: Vec<SolUser>,
    /// How many calendar days after its issue a document still comes in time (2108, 1079).
    pub days_for_documents: i64,
    /// How long a ticket says 98.
    pub ticket_delay: Duration,
    /// How a rejection by the rules is answered.
    pub rejections: Rejections,
    /// Whether tickets answer `0098` and `0099`, as production has been seen to, instead of `98` and `99`.
    pub has_long_ticket_codes: bool,
    /// Whether wrong credentials get an empty 200, as in production, instead of a fault.
    pub refuses_in_silence: bool,
    /// Whether receipts are those of an OSE: they name the document by its reference only, and observations stand as statuses of
    /// the response instead of notes.
    pub answers_as_ose: bool,
}

/// A user of SUNAT's online operations (SOL).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolUser {
    /// RUC and user together: `20123456789MODDATOS`.
    pub name: String,
    pub password: String,
    /// False: known, but without the profile to send documents (0111).
    pub may_send: bool,
}

/// How codes 2000 to 3999 of single documents are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejections {
    /// With a CDR; the number is used up.
    ByCdr,
    /// With a fault and no CDR, as SUNAT answers some of them; the number stays free.
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
