//! The one statement for a scrape: what waits in a company. It reads partial indexes that hold little but what waits.

use chrono::{DateTime, Duration, Utc};
use comanda_base::db;
use comanda_platform::companies::Company;

/// A kitchen paper that nobody decided about until then is of a day that is over (`printing/alarms.rs`).
const ALARM_HOURS: i64 = 12;

/// What waits in a company.
#[derive(Debug, Clone, Default, PartialEq, Eq, comanda_from_row::FromRow)]
pub(super) struct Waiting {
    /// Print jobs that are on their way to a printer, or held by one.
    pub jobs: i64,
    pub jobs_printing: i64,
    /// Nobody knows whether they are on paper.
    pub jobs_doubtful: i64,
    /// Kitchen papers that ring on the tills.
    pub jobs_alarming: i64,
    /// When the oldest job was written that waits or prints.
    pub jobs_since: Option<DateTime<Utc>>,
    /// Electronic documents that the tax authority has not answered.
    pub documents: i64,
    /// Those that wait for a person.
    pub documents_failed: i64,
    /// The oldest of both; what a daily summary will carry is on time until then.
    pub documents_since: Option<DateTime<Utc>>,
    /// E-mails that are to go, or to be tried again.
    pub emails: i64,
}

/// What waits there now.
pub(super) async fn waiting(company: &Company, now: DateTime<Utc>) -> db::Result<Waiting> {
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
    .bind(now - Duration::hours(ALARM_HOURS))
    .one()
    .await
}
