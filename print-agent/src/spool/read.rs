//! Parses the bytes of a journal into records. Each record is its length, its CRC-32 and its JSON. A broken or too long record is lost
//! alone, never with the records behind it.

use std::ops::Range;

use comanda_ticket::wire::{JobReport, JobState, PrintJob, Reason};

use super::{MAX_RECORD_BYTES, Record};

pub(super) const HEADER_BYTES: usize = 8;
/// The beginning of each record's JSON. It cannot occur within a record, where quotation marks are escaped.
const BEGINNING: &[u8] = br#"{"record":""#;

/// The content of a journal.
#[derive(Debug, Default)]
pub struct JournalContent {
    /// The pieces in their order.
    pub pieces: Vec<JournalPiece>,
    /// The ranges of unreadable bytes, except at the end of the file.
    pub damaged: Vec<Range<usize>>,
    /// The end of the last whole record: the bytes behind it are left of a power cut.
    pub good_bytes: usize,
}

/// One piece of a journal.
#[derive(Debug)]
pub enum JournalPiece {
    /// A record.
    Record(Record),
    /// An unknown record, which may have been acted upon.
    Unknown,
}

/// Parses a whole journal.
pub(super) fn read(bytes: &[u8]) -> JournalContent {
    let mut found = JournalContent::default();
    let mut at = 0;
    while at < bytes.len() {
        match record_at(bytes, at) {
            Some((Some(record), end)) => {
                found.pieces.push(JournalPiece::Record(record));
                at = end;
                found.good_bytes = end;
            }
            // The record is whole but of a kind that this version does not know: the agent was updated and downgraded again.
            Some((None, end)) => at = found.skip(at..end),
            None => match next_record(bytes, at + 1) {
                Some(next) => at = found.skip(at..next),
                None => {
                    // A whole record with a wrong checksum was on disk before the power cut.
                    found.pieces.extend(body_at(bytes, at).map(|_| JournalPiece::Unknown));
                    break;
                }
            },
        }
    }
    found
}

impl JournalContent {
    fn skip(&mut self, piece: Range<usize>) -> usize {
        self.good_bytes = piece.end;
        self.pieces.push(JournalPiece::Unknown);
        self.damaged.push(piece);
        self.good_bytes
    }
}

/// Returns the checksum and the range of the JSON of the record that begins here, if it is complete.
fn body_at(bytes: &[u8], at: usize) -> Option<(u32, Range<usize>)> {
    let number = |from: usize| Some(u32::from_le_bytes(bytes.get(from..from + 4)?.try_into().ok()?));
    let (length, checksum) = (usize::try_from(number(at)?).ok()?, number(at + 4)?);
    let body = at + HEADER_BYTES..(at + HEADER_BYTES).checked_add(length)?;
    (length > 0 && body.end <= bytes.len()).then_some((checksum, body))
}

/// Returns the record that begins here and its end; the record is `None` if its kind is unknown. `None` if no valid record begins.
fn record_at(bytes: &[u8], at: usize) -> Option<(Option<Record>, usize)> {
    let (checksum, body) = body_at(bytes, at)?;
    let json = &bytes[body.clone()];
    if crc32fast::hash(json) != checksum {
        return None;
    }
    let record =
        serde_json::from_slice(json).inspect_err(|error| tracing::error!(%error, "unknown record in the spool"));
    Some((record.ok().and_then(|record| bounded(record, json.len())), body.end))
}

/// Finds the beginning of the next whole record, however the one before it is broken.
fn next_record(bytes: &[u8], from: usize) -> Option<usize> {
    let remaining = bytes.get(from..)?;
    let beginnings = remaining.windows(BEGINNING.len()).enumerate().filter(|(_, window)| *window == BEGINNING);
    let mut headers = beginnings.filter_map(|(place, _)| (from + place).checked_sub(HEADER_BYTES));
    headers.find(|at| *at >= from && record_at(bytes, *at).is_some())
}

/// Replaces a job that is too long to print, from an older version, by the record that refuses it; it is reported when the server offers
/// the job again. `None` for other records that are too long.
fn bounded(record: Record, bytes: usize) -> Option<Record> {
    match record {
        Record::Job { job, received_at_ms, .. } if bytes > MAX_RECORD_BYTES => {
            tracing::error!(id = %job.id, bytes, "a job in the spool is too large to be printed");
            Some(Record::Known { report: refusal_report(&job, received_at_ms) })
        }
        _ if bytes > MAX_RECORD_BYTES => None,
        record => Some(record),
    }
}

/// Returns the report of a job that is too large.
pub(super) fn refusal_report(job: &PrintJob, at_ms: i64) -> JobReport {
    JobReport {
        id: job.id,
        state: JobState::Expired,
        level: None,
        reason: Some(Reason::TooLarge),
        printer_id: job.printer_id,
        duplicate: false,
        at_ms,
    }
}
