//! sendBill: receives one document and answers at once with its CDR.

use crate::{
    cdr::{Cdr, subject},
    codes::{Code, Finding},
    document::Document,
    names::{BatchId, DocumentId},
    package::unpack,
    registry::{RegisteredDocument, State},
    rules::{centimos_differences, date_rules, note_rules, rule_book_findings},
    script::Trouble,
    settings::Rejections,
    signature::{self, Signed},
    soap::Answer,
    sunat::{Sunat, Verdict, hash},
    xml::{decode, parse},
};
use std::io;

impl Sunat {
    /// Checks and records a document.
    ///
    /// # Errors
    /// Findings that SUNAT answers with a fault: exceptions, and rejections where the settings say so.
    pub(crate) fn send_bill(
        &mut self,
        user_ruc: &str,
        name: &str,
        content: &str,
        trouble: Option<&Trouble>,
    ) -> Result<Answer, Finding> {
        let id = DocumentId::parse(name).ok_or_else(|| {
            let is_batch = BatchId::parse(name).is_some();
            Finding::new(if is_batch { 152 } else { 151 }, name)
        })?;
        if id.ruc != user_ruc {
            return Err(Finding::new(154, name));
        }
        let packed = unpack(name, content)?;
        let text = decode(&packed.bytes)?;
        let tree = parse(&text)?;
        let sha256 = hash(&packed.bytes);
        if let Some(known) = self.registry.document(&id) {
            let code = if known.state == State::Accepted { 1033 } else { 1032 };
            self.registry.record_resend(&id, &sha256);
            return Err(Finding::new(code, name));
        }
        let document = Document::read(tree.root_element(), &id)?;
        let mut findings = Vec::new();
        let signed = match signature::check(&tree) {
            Ok(signed) => signed,
            Err(finding) => {
                findings.push(finding);
                Signed { digest_value: String::new(), digest_checked: true }
            }
        };
        findings.extend(date_rules(&document, self.clock.now().date(), self.settings.days_for_documents));
        findings.extend(note_rules(&document, &self.registry));
        findings.extend(rule_book_findings(name, &text));
        let verdict = apply_script(Verdict::from_findings(findings), trouble);
        if let Some(exception) = verdict.exception {
            return Err(exception);
        }
        if let Some(rejection) = verdict.rejection.as_ref().filter(|_| self.settings.rejections == Rejections::ByFault)
        {
            return Err(rejection.clone());
        }
        self.record_differences(name, centimos_differences(&document));
        let cdr = self.write_cdr(name, &document, &verdict).map_err(internal_error)?;
        let sent_cdr = match trouble {
            Some(Trouble::OtherDocument) => self.write_cdr_of_another(&document, &verdict).map_err(internal_error)?,
            _ => cdr.clone(),
        };
        let registered = RegisteredDocument {
            state: if verdict.rejection.is_some() { State::Rejected } else { State::Accepted },
            code: verdict.rejection.map_or(Code(0), |finding| finding.code),
            notes: verdict.notes,
            issue_date: document.issue_date,
            total: document.totals.payable.unwrap_or_default(),
            digest_value: Some(signed.digest_value).filter(|value| !value.is_empty()),
            is_digest_checked: signed.digest_checked,
            sha256: Some(sha256),
            summary: None,
            received_at: self.clock.now(),
            order: 0,
            times_sent: 1,
            xml: Some(packed.bytes.into()),
            cdr: Some(cdr.into()),
        };
        self.registry.register(id, registered);
        Ok(Answer::Cdr(sent_cdr))
    }

    fn write_cdr(&mut self, file: &str, document: &Document, verdict: &Verdict) -> io::Result<Vec<u8>> {
        let short = document.id.short();
        let customer = &document.customer;
        let part = |part: &Option<String>| part.clone().unwrap_or_default();
        let cdr = Cdr {
            file,
            ruc: &document.id.ruc,
            id: &short,
            subject: subject(document.id.kind, &short),
            is_masculine: false,
            issue_date: document.issue_date,
            customer: format!("{}-{}", part(&customer.scheme), part(&customer.number)),
            code: verdict.rejection.as_ref().map_or(Code(0), |finding| finding.code),
            detail: verdict.rejection.as_ref().map_or("", |finding| finding.detail.as_str()),
            notes: &verdict.notes,
            is_of_ose: self.settings.answers_as_ose,
            now: self.clock.now(),
            serial: self.next_serial(),
        };
        cdr.pack()
    }

    /// Writes a CDR for the wrong document: the one whose number is 90 million higher.
    fn write_cdr_of_another(&mut self, document: &Document, verdict: &Verdict) -> io::Result<Vec<u8>> {
        const NUMBER_OFFSET: u32 = 90_000_000;
        let own_id = &document.id;
        let other = DocumentId { number: own_id.number.saturating_add(NUMBER_OFFSET), ..own_id.clone() };
        let short = other.short();
        let cdr = Cdr {
            file: &other.to_string(),
            ruc: &own_id.ruc,
            id: &short,
            subject: subject(own_id.kind, &short),
            is_masculine: false,
            issue_date: document.issue_date,
            customer: "6-20100070970".to_owned(),
            code: Code(0),
            detail: "",
            notes: &verdict.notes,
            is_of_ose: self.settings.answers_as_ose,
            now: self.clock.now(),
            serial: self.next_serial(),
        };
        cdr.pack()
    }
}

/// Changes a verdict by the scripted failure.
pub(crate) fn apply_script(mut verdict: Verdict, trouble: Option<&Trouble>) -> Verdict {
    match trouble {
        Some(Trouble::Observe(notes)) => verdict.notes.extend(notes),
        Some(Trouble::Reject(code)) => verdict.rejection = Some(Finding::new(code.0, "por guion")),
        _ => {}
    }
    verdict
}

/// Returns the finding for a failure of the fake itself.
pub(crate) fn internal_error(error: io::Error) -> Finding {
    Finding::new(100, error.to_string())
}
