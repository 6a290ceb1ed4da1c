//! The statement of a scrape: a company's queues. It reads partial indexes that hold little more than waiting rows.

use chrono::{DateTime, Duration, Utc};
use comanda_base::db;
use comanda_platform::companies::Company;

/// The hours after which an undecided kitchen paper belongs to a day that is over (`printing/alarms.rs`).
const PRINT_ALARM_HOURS: i64 = 12;

/// A company's queues.
#[derive(Debug, Clone, Default, PartialEq, Eq, comanda_from_row::FromRow)]
pub(super) struct CompanyQueues {
    /// Print jobs that are on their way to a printer, or held by one.
    pub jobs: i64,
    pub jobs_printing: i64,
    /// Print jobs that may or may not have been printed.
    pub jobs_doubtful: i64,
    /// Kitchen papers with an alarm on the tills.
    pub jobs_alarming: i64,
    /// The creation time of the oldest job that waits or prints.
    pub jobs_since: Option<DateTime<Utc>>,
    /// Electronic documents without an answer of the tax authority.
    pub documents: i64,
    /// Electronic documents that failed and need a user's action.
    pub documents_failed: i64,
    /// The issue time of the oldest of both, without documents that wait for their daily summary.
    pub documents_since: Option<DateTime<Utc>>,
    /// E-mails to be sent or retried.
    pub emails: i64,
}

/// Loads a company's queues.
pub(super) async fn load_queues(company: &Company, now: DateTime<Utc>) -> db::Result<CompanyQueues> {
    let mut tx = company.db.read().await?;
    tx.query(
        "SELECT jobs.waiting AS jobs, jobs.printing AS jobs_printing, jobs.doubtful AS jobs_doubtful,
                jobs.since AS jobs_since, alarms.n AS jobs_alarming, documents.waiting AS documents,
                documents.failed AS documents_failed, documents.since AS documents_since, emails.n + reports.n AS emails
         FROM (SELECT COUNT(CASE WHEN state NOT IN ('PRINTING', 'UNCERTAIN') THEN 1 END) AS waiting,
                      COUNT(CASE WHEN state = 'PRINTING' THEN 1 END) AS printing,
                      COUNT(CASE WHEN state = 'UNCERTAIN' THEN 1 END) AS doubtful,
                      MIN(CASE WHEN state <> 'UNCERTAIN' THEN created_at END) AS since
               FROM print_jobs WHERE finished_at IS NULL) jobs
         CROSS JOIN (SELECT COUNT(*) AS n FROM print_jobs
                     WHERE alarmed_at > $1 AND (finished_at IS NULL OR state = 'EXPIRED')) alarms
         CROSS JOIN (SELECT COUNT(CASE WHEN state <> 'FAILED' THEN 1 END) AS waiting,
                            COUNT(CASE WHEN state = 'FAILED' THEN 1 END) AS failed,
                            MIN(CASE WHEN state = 'FAILED' OR NOT by_summary THEN issued_at END) AS since
                     FROM tax_documents
                     WHERE state NOT IN ('ACCEPTED', 'VOIDED') AND state IN ('PENDING', 'SENT', 'FAILED')) documents
         CROSS JOIN (SELECT COUNT(*) AS n FROM tax_documents WHERE mail_at IS NOT NULL) emails
         CROSS JOIN (SELECT COUNT(*) AS n FROM close_of_day_emails WHERE next_at IS NOT NULL) reports",
    )
    .bind(now - Duration::hours(PRINT_ALARM_HOURS))
    .one()
    .await
}
