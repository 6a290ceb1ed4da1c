//! sendSummary and getStatus: a batch gets a ticket at once and is processed when its delay is over.

use crate::{
    batch::{Batch, BatchLine, BatchOperation},
    cdr::Cdr,
    codes::{Code, Finding},
    names::{BatchId, BatchKind},
    package::unpack,
    registry::{RegisteredDocument, State},
    rules::{batch_dates, batch_lines, rule_book_findings},
    script::{Recorded, Trouble},
    send_bill::{apply_script, internal_error},
    signature,
    soap::Answer,
    sunat::{Sunat, Verdict, hash},
    tickets::{BatchState, TicketedBatch},
    xml::{decode, parse},
};
use std::{io, time::Instant};

impl Sunat {
    /// Receives a batch and answers with its ticket.
    ///
    /// # Errors
    /// Codes of wrong names and packages; 2223 and 2324 if the batch was sent before.
    pub(crate) fn send_summary(
        &mut self,
        user_ruc: &str,
        name: &str,
        content: &str,
        trouble: Option<&Trouble>,
    ) -> Result<Answer, Finding> {
        let id = BatchId::parse(name).ok_or_else(|| Finding::new(151, name))?;
        if id.ruc != user_ruc {
            return Err(Finding::new(154, name));
        }
        let packed = unpack(name, content)?;
        let sha256 = hash(&packed.bytes);
        if let Some(known) = self.tickets.0.get_mut(&id) {
            known.times_sent += 1;
            let first = known.sha256.clone();
            self.registry.record_batch_resend(name, &first, &sha256);
            let code = if id.kind == BatchKind::Summary { 2223 } else { 2324 };
            return Err(Finding::new(code, name));
        }
        let (lose_after, takes_effect) = match trouble {
            Some(Trouble::LoseTicket { after_asks, taken: recorded }) => {
                (Some(*after_asks), *recorded == Recorded::Yes)
            }
            _ => (None, true),
        };
        let ticket = self.tickets.next_number();
        let batch = TicketedBatch {
            ticket: ticket.clone(),
            state: BatchState::Pending,
            code: Code(0),
            lines: Vec::new(),
            sha256,
            times_sent: 1,
            asks: 0,
            is_lost: false,
            xml: packed.bytes.into(),
            due: Instant::now() + self.settings.ticket_delay,
            lose_after,
            takes_effect,
            scripted: trouble.cloned(),
            cdr: None,
        };
        self.tickets.0.insert(id, batch);
        Ok(Answer::Ticket(ticket))
    }

    pub(crate) fn get_status(&mut self, user_ruc: &str, ticket: &str) -> Answer {
        let long = self.settings.has_long_ticket_codes;
        let status = |code: u8, cdr| {
            let code = if long && code != 0 { format!("{code:04}") } else { code.to_string() };
            Answer::Status { code, cdr }
        };
        let unknown = Answer::Status { code: "0127".to_owned(), cdr: None };
        let Some((id, batch)) = self.tickets.by_ticket(ticket) else { return unknown };
        if id.ruc != user_ruc {
            return unknown;
        }
        batch.asks += 1;
        if let Some(lose_after) = batch.lose_after {
            batch.is_lost = batch.asks > lose_after;
            return if batch.is_lost { unknown } else { status(98, None) };
        }
        match batch.state {
            BatchState::Pending => status(98, None),
            BatchState::Accepted => status(0, batch.cdr.clone()),
            BatchState::Rejected => status(99, batch.cdr.clone()),
        }
    }

    /// Processes all batches whose delay is over.
    pub(crate) fn process_due_batches(&mut self) {
        for id in self.tickets.due() {
            let Some((xml, trouble)) = self.tickets.0.get(&id).map(|batch| (batch.xml.clone(), batch.scripted.clone()))
            else {
                continue;
            };
            let read = decode(&xml).and_then(|text| read(&text, &id));
            let (verdict, lines, issue_date) = match read {
                Ok((batch, own_findings)) => {
                    let verdict = apply_script(self.judge(&batch, own_findings), trouble.as_ref());
                    if verdict.rejection.is_none() && verdict.exception.is_none() {
                        batch.lines.iter().for_each(|line| self.apply(&batch, line));
                    }
                    (verdict, batch.lines.into_iter().map(|line| line.document).collect(), batch.issue_date)
                }
                Err(finding) => (Verdict::from_findings(vec![finding]), Vec::new(), None),
            };
            let failed = verdict.exception.as_ref().or(verdict.rejection.as_ref());
            let code = failed.map_or(Code(0), |finding| finding.code);
            let detail = failed.map_or("", |finding| finding.detail.as_str());
            let cdr = self.batch_cdr(&id, code, detail, &verdict.notes, issue_date).map_err(internal_error);
            if let Some(batch) = self.tickets.0.get_mut(&id) {
                batch.state = if failed.is_some() { BatchState::Rejected } else { BatchState::Accepted };
                batch.code = code;
                batch.lines = lines;
                batch.cdr = cdr.ok().map(Into::into);
            }
        }
    }

    fn judge(&mut self, batch: &Batch, own_findings: Vec<Finding>) -> Verdict {
        let today = self.clock.now().date();
        let mut findings = batch_dates(batch, today);
        let (line_findings, differences) = batch_lines(batch, &self.registry, today);
        findings.extend(line_findings);
        findings.extend(own_findings);
        self.record_differences(&batch.id.to_string(), differences);
        Verdict::from_findings(findings)
    }

    fn apply(&mut self, batch: &Batch, line: &BatchLine) {
        match line.operation {
            BatchOperation::Void => self.registry.void(&line.document),
            BatchOperation::Change => {
                let total = line.summary.as_ref().map(|summary| summary.total).unwrap_or_default();
                self.registry.change_total(&line.document, total);
            }
            BatchOperation::Add => {
                let registered = RegisteredDocument {
                    state: State::Accepted,
                    code: Code(0),
                    notes: Vec::new(),
                    issue_date: batch.reference_date,
                    total: line.summary.as_ref().map(|summary| summary.total).unwrap_or_default(),
                    digest_value: None,
                    is_digest_checked: false,
                    sha256: None,
                    summary: Some(batch.id.clone()),
                    received_at: self.clock.now(),
                    order: 0,
                    times_sent: 1,
                    xml: None,
                    cdr: None,
                };
                self.registry.register(line.document.clone(), registered);
            }
        }
    }

    fn batch_cdr(
        &mut self,
        id: &BatchId,
        code: Code,
        detail: &str,
        notes: &[Code],
        issue_date: Option<chrono::NaiveDate>,
    ) -> io::Result<Vec<u8>> {
        let short = id.short();
        let (name, is_masculine) = match id.kind {
            BatchKind::Summary => ("El Resumen diario", true),
            BatchKind::Voiding => ("La Comunicacion de baja", false),
        };
        let cdr = Cdr {
            file: &id.to_string(),
            ruc: &id.ruc,
            id: &short,
            subject: format!("{name} {short}"),
            is_masculine,
            issue_date,
            customer: "6-".to_owned(),
            code,
            detail,
            notes,
            is_of_ose: self.settings.answers_as_ose,
            now: self.clock.now(),
            serial: self.next_serial(),
        };
        cdr.pack()
    }
}

/// Reads a batch and checks its signature. The finding is `None` if the signature is right.
fn read(text: &str, id: &BatchId) -> Result<(Batch, Vec<Finding>), Finding> {
    let tree = parse(text)?;
    let batch = Batch::read(tree.root_element(), id)?;
    let mut findings: Vec<_> = signature::check(&tree).err().into_iter().collect();
    findings.extend(rule_book_findings(&id.to_string(), text));
    Ok((batch, findings))
}
