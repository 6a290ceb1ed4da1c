//! The authority itself: takes documents and batches, and answers by the rule book.
//!
//! It knows nothing of HTTP, and of trouble only what changes its record: [`Trouble::Observe`], [`Trouble::Reject`],
//! [`Trouble::LoseTicket`] and [`Trouble::OtherDocument`].

use crate::{
    book::{Book, Violation},
    clock::Clock,
    codes::{Class, Code, Finding},
    names::{BatchId, DocumentId},
    package::unpack,
    rules::CentimosDiffer,
    script::{Script, Trouble},
    settings::Settings,
    soap::{Answer, Call, Request, User, stem},
    tickets::Tickets,
};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Everything one fake knows.
#[derive(Debug, Default)]
pub(crate) struct Sunat {
    pub settings: Settings,
    pub clock: Clock,
    pub script: Script,
    pub book: Book,
    pub tickets: Tickets,
    /// SHA-256 of what came and has no answer for good yet, by file name.
    unanswered: BTreeMap<String, String>,
    /// Of CDRs.
    serial: u64,
}

impl Sunat {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Answers a call as if nothing went wrong, but for the trouble that changes the record.
    pub(crate) fn answer(&mut self, call: &Call, trouble: Option<&Trouble>) -> Answer {
        self.work_off();
        let answer = self.admit(call).and_then(|user| match &call.request {
            Request::SendBill { file_name, content } => self.send_bill(&user, stem(file_name), content, trouble),
            Request::SendSummary { file_name, content } => self.send_summary(&user, stem(file_name), content, trouble),
            Request::SendPack => Err(Finding::new(153, "sendPack")),
            Request::GetStatus { ticket } => Ok(self.get_status(&user, ticket)),
            Request::Consult { wants_cdr, ruc, kind, series, number } => {
                Ok(self.consult(*wants_cdr, ruc, kind, series, number))
            }
        });
        answer.unwrap_or_else(|finding| Answer::Fault { code: finding.code, detail: finding.detail })
    }

    /// Notes the bytes of what comes, also where its answer is lost: they must stay the same until it has one.
    pub(crate) fn see(&mut self, request: &Request) {
        let (Request::SendBill { file_name, content } | Request::SendSummary { file_name, content }) = request else {
            return;
        };
        let name = stem(file_name);
        let Ok(packed) = unpack(name, content) else { return };
        let is_known = DocumentId::parse(name).is_some_and(|id| self.book.document(&id).is_some())
            || BatchId::parse(name).is_some_and(|id| self.tickets.0.contains_key(&id));
        let now = hash(&packed.bytes);
        let before = self.unanswered.insert(name.to_owned(), now.clone());
        if let Some(first) = before.filter(|before| *before != now && !is_known) {
            let violation = Violation::BytesChanged { id: name.to_owned(), first_sha256: first, second_sha256: now };
            self.book.violations.push(violation);
        }
    }

    /// An answer for good goes out: other bytes may follow under the same name.
    pub(crate) fn is_answered(&mut self, name: &str) {
        self.unanswered.remove(name);
    }

    /// Who calls: the RUC.
    fn admit(&self, call: &Call) -> Result<String, Finding> {
        const RUC_DIGITS: usize = 11;
        let User { name, password } = call.user.as_ref().ok_or_else(|| Finding::new(101, "wsse:Security"))?;
        let refused = || Finding::new(102, name.as_str());
        let (ruc, user) = name.split_at_checked(RUC_DIGITS).ok_or_else(refused)?;
        if self.settings.users.is_empty() {
            let is_test_user = user == "MODDATOS" && password == "moddatos";
            return if is_test_user { Ok(ruc.to_owned()) } else { Err(refused()) };
        }
        let known = self.settings.users.iter().find(|known| known.name == *name);
        let known = known.filter(|known| known.password == *password).ok_or_else(refused)?;
        if known.may_send { Ok(ruc.to_owned()) } else { Err(Finding::new(111, "Rejected by policy.")) }
    }

    pub(crate) fn next_serial(&mut self) -> u64 {
        const FIRST: u64 = 1_703_151_265_372;
        self.serial += 1;
        FIRST + self.serial
    }

    pub(crate) fn tell(&mut self, id: &str, differ: Vec<CentimosDiffer>) {
        self.book.violations.extend(differ.into_iter().map(|CentimosDiffer { figure, stated, computed }| {
            Violation::CentimosDiffer { id: id.to_owned(), figure, stated, computed }
        }));
    }
}

/// SHA-256 in hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What findings come to: a fault, else the first rejection, else the observations.
pub(crate) struct Verdict {
    pub exception: Option<Finding>,
    pub rejection: Option<Finding>,
    pub notes: Vec<Code>,
}

impl Verdict {
    pub(crate) fn of(findings: Vec<Finding>) -> Self {
        let mut verdict = Self { exception: None, rejection: None, notes: Vec::new() };
        for finding in findings {
            match finding.code.class() {
                Class::Exception => verdict.exception = verdict.exception.or(Some(finding)),
                Class::Rejection => verdict.rejection = verdict.rejection.or(Some(finding)),
                Class::Observation if verdict.notes.contains(&finding.code) => {}
                Class::Observation => verdict.notes.push(finding.code),
            }
        }
        verdict
    }
}
