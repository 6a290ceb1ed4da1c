//! Texts that the reports' files share.

use chrono::NaiveDate;

/// Returns `El 21/11/2026` or `Del 16/11/2026 al 22/11/2026`.
pub fn days_text(first: NaiveDate, last: NaiveDate) -> String {
    if first == last {
        return format!("El {}", first.format("%d/%m/%Y"));
    }
    format!("Del {} al {}", first.format("%d/%m/%Y"), last.format("%d/%m/%Y"))
}
