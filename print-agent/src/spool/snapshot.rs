//! Snapshots: the fewest records that lead to the state of a ledger.

use comanda_ticket::wire::PrinterId;

use super::{JobEntry, Record, ledger::Ledger};

/// The time for which the id of a finished job is kept.
const FINISHED_JOB_RETENTION_MS: i64 = 30 * 24 * 3600 * 1000;
/// The start of 2025: an earlier time was stamped by a clock with an empty battery and does not tell the age.
const DEAD_CLOCK_MS: i64 = 1_735_689_600_000;

impl Ledger {
    /// Returns records of the same state, without jobs that are too old to be offered again; those are also dropped from the ledger.
    pub(super) fn snapshot(&mut self, now_ms: i64) -> Vec<Record> {
        let recent = |at_ms: i64| at_ms < DEAD_CLOCK_MS || now_ms - at_ms < FINISHED_JOB_RETENTION_MS;
        self.known.retain(|_, report| recent(report.at_ms));
        self.lost.retain(|_, at_ms| recent(*at_ms));
        self.entries.retain(|_, entry| recent(entry.report.at_ms));
        let mut records = vec![Record::Printers { printers: self.printers.clone() }];
        records.extend(self.probed.iter().map(|(printer_id, (address, capability))| Record::Probed {
            printer_id: *printer_id,
            address: address.clone(),
            capability: *capability,
        }));
        let nowhere = PrinterId(0);
        records.extend(self.lost.iter().map(|(id, at_ms)| Record::Started {
            id: *id,
            printer_id: nowhere,
            at_ms: *at_ms,
        }));
        records.extend(self.known.values().map(|report| Record::Known { report: *report }));
        let mut entries: Vec<_> = self.entries.values().collect();
        entries.sort_by_key(|entry| entry.arrival);
        records.extend(entries.into_iter().flat_map(entry_records));
        records
    }
}

/// Returns the records that lead to the state of an entry.
fn entry_records(entry: &JobEntry) -> Vec<Record> {
    let id = entry.job.id;
    let at_ms = entry.report.at_ms;
    let again_record = Record::Again { id, duplicate: entry.duplicate, released: entry.released, at_ms };
    let mut records = vec![Record::Job {
        job: Box::new(entry.job.clone()),
        received_at_ms: entry.received_at_ms,
        server_ahead_ms: entry.server_ahead_ms,
    }];
    records.push(again_record.clone());
    if entry.attempts > 0 {
        let printer_id = entry.started_at.unwrap_or(entry.report.printer_id);
        records.push(Record::Started { id, printer_id, at_ms });
        if entry.started_at.is_none() {
            records.push(again_record);
        }
    }
    records.push(Record::State { report: entry.report });
    // `Reported` also means that the server knows the job to be spooled, which is not true of one that has just arrived.
    if entry.reported && entry.spooled_acknowledged {
        records.push(Record::Reported { id });
    }
    records
}
