//! The bytes of a journal as records. Each is its length, its CRC-32 and its JSON; one that is broken or too long costs
//! itself only, never what stands behind it.

use std::ops::Range;

use comanda_ticket::wire::{JobReport, JobState, PrintJob, Reason};

use super::{MAX_RECORD_BYTES, Record};

pub(super) const HEADER_BYTES: usize = 8;
/// How each record's JSON begins. Nothing within one does: there the quotation marks are escaped.
const BEGINNING: &[u8] = br#"{"record":""#;

/// What stands in a journal.
#[derive(Debug, Default)]
pub struct Read {
    /// In their order.
    pub pieces: Vec<Piece>,
    /// Where what cannot be read stands, but for the end of the file.
    pub damaged: Vec<Range<usize>>,
    /// Where the last whole record ends: behind it is what a power cut left.
    pub good_bytes: usize,
}

/// One step in a journal.
#[derive(Debug)]
pub enum Piece {
    /// A fact.
    Record(Record),
    /// Something is not known here: what it said may have been acted upon.
    Unknown,
}

/// Reads all there is.
pub(super) fn read(bytes: &[u8]) -> Read {
    let mut found = Read::default();
    let mut at = 0;
    while at < bytes.len() {
        match record_at(bytes, at) {
            Some((Some(record), end)) => {
                found.pieces.push(Piece::Record(record));
                at = end;
                found.good_bytes = end;
            }
            // Whole, but of a kind that this version does not know: it was updated and set back.
            Some((None, end)) => at = found.skip(at..end),
            None => match next_record(bytes, at + 1) {
                Some(next) => at = found.skip(at..next),
                None => {
                    // A record that is all there was on disk before the power went.
                    found.pieces.extend(body_at(bytes, at).map(|_| Piece::Unknown));
                    break;
                }
            },
        }
    }
    found
}

impl Read {
    fn skip(&mut self, piece: Range<usize>) -> usize {
        self.good_bytes = piece.end;
        self.pieces.push(Piece::Unknown);
        self.damaged.push(piece);
        self.good_bytes
    }
}

/// Checksum and JSON of what begins here, if all of it is there.
fn body_at(bytes: &[u8], at: usize) -> Option<(u32, Range<usize>)> {
    let number = |from: usize| Some(u32::from_le_bytes(bytes.get(from..from + 4)?.try_into().ok()?));
    let (length, checksum) = (usize::try_from(number(at)?).ok()?, number(at + 4)?);
    let body = at + HEADER_BYTES..(at + HEADER_BYTES).checked_add(length)?;
    (length > 0 && body.end <= bytes.len()).then_some((checksum, body))
}

/// The record that begins here, and where it ends; none of a kind that is not known. Nothing where none begins.
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

/// Where the next whole record begins, however the one before it is broken.
fn next_record(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let beginnings = rest.windows(BEGINNING.len()).enumerate().filter(|(_, window)| *window == BEGINNING);
    let mut headers = beginnings.filter_map(|(place, _)| (from + place).checked_sub(HEADER_BYTES));
    headers.find(|at| *at >= from && record_at(bytes, *at).is_some())
}

/// An older version wrote longer ones, too long to print: that is reported when the server offers them again.
fn bounded(record: Record, bytes: usize) -> Option<Record> {
    match record {
        Record::Job { job, received_at_ms, .. } if bytes > MAX_RECORD_BYTES => {
            tracing::error!(id = %job.id, bytes, "a job in the spool is too large to be printed");
            Some(Record::Known { report: refusal(&job, received_at_ms) })
        }
        _ if bytes > MAX_RECORD_BYTES => None,
        record => Some(record),
    }
}

/// The report of a job that is too large.
pub(super) fn refusal(job: &PrintJob, at_ms: i64) -> JobReport {
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
