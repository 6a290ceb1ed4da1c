//! The fake authority itself, which receives documents and batches and answers by the rule book.
//!
//! It knows nothing of HTTP, and of scripted failures only those that change its record: [`Trouble::Observe`], [`Trouble::Reject`],
//! [`Trouble::LoseTicket`] and [`Trouble::OtherDocument`].

use crate::{
    clock::Clock,
    codes::{Class, Code, Finding},
    names::{BatchId, DocumentId},
    package::unpack,
    registry::{Registry, Violation},
    rules::CentimosDifference,
    script::{Script, Trouble},
    settings::Settings,
    soap::{Answer, Call, Request, User, stem},
    tickets::Tickets,
};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The whole state of a fake.
#[derive(Debug, Default)]
pub(crate) struct Sunat {
    pub settings: Settings,
    pub clock: Clock,
    pub script: Script,
    pub registry: Registry,
    pub tickets: Tickets,
    /// The SHA-256 of each received file without a final answer, by file name.
    unanswered: BTreeMap<String, String>,
    /// The number of CDRs so far.
    serial: u64,
}

impl Sunat {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Answers a call without transport failures. `trouble` matters only if it changes the registered documents.
    pub(crate) fn answer(&mut self, call: &Call, trouble: Option<&Trouble>) -> Answer {
        self.process_due_batches();
        let answer = self.authenticate(call).and_then(|user| match &call.request {
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

    /// Notes the bytes of a received file, also where its answer will be lost: they must stay the same until there is a final answer.
    pub(crate) fn record_bytes(&mut self, request: &Request) {
        let (Request::SendBill { file_name, content } | Request::SendSummary { file_name, content }) = request else {
            return;
        };
        let name = stem(file_name);
        let Ok(packed) = unpack(name, content) else { return };
        let is_known = DocumentId::parse(name).is_some_and(|id| self.registry.document(&id).is_some())
            || BatchId::parse(name).is_some_and(|id| self.tickets.0.contains_key(&id));
        let now = hash(&packed.bytes);
        let before = self.unanswered.insert(name.to_owned(), now.clone());
        if let Some(first) = before.filter(|before| *before != now && !is_known) {
            let violation = Violation::BytesChanged { id: name.to_owned(), first_sha256: first, second_sha256: now };
            self.registry.violations.push(violation);
        }
    }

    /// Notes that a file has its final answer: other bytes may follow under the same name.
    pub(crate) fn mark_answered(&mut self, name: &str) {
        self.unanswered.remove(name);
    }

    /// Checks the credentials of a call and returns the RUC.
    fn authenticate(&self, call: &Call) -> Result<String, Finding> {
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

    pub(crate) fn record_differences(&mut self, id: &str, differences: Vec<CentimosDifference>) {
        self.registry.violations.extend(differences.into_iter().map(
            |CentimosDifference { figure, stated, computed }| Violation::CentimosDiffer {
                id: id.to_owned(),
                figure,
                stated,
                computed,
            },
        ));
    }
}

/// Returns the SHA-256 in hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The result of findings: the first exception, the first rejection, and all observations.
pub(crate) struct Verdict {
    pub exception: Option<Finding>,
    pub rejection: Option<Finding>,
    pub notes: Vec<Code>,
}

impl Verdict {
    pub(crate) fn from_findings(findings: Vec<Finding>) -> Self {
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
