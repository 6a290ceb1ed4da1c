//! Notices of papers that wait for a decision and of printers that do not print, as /printers and the tills show them.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel, counted};
use comanda_base::{db::Tx, error::Result};
use comanda_printing::{self as printing, WaitingDocuments};

const PATH: &str = "/printers";

pub(super) async fn load_stuck_documents_notice(
    tx: &mut Tx,
    context: &AttentionContext<'_>,
) -> Result<Option<Attention>> {
    let waiting = printing::count_stuck_jobs(tx, context.now).await?;
    let text = counted(usize::try_from(waiting).unwrap_or(0), "ticket sin imprimir", "tickets sin imprimir");
    Ok((waiting > 0).then(|| Attention::new(NoticeKind::PrintJob, NoticeLevel::Bad, text, PATH)))
}

pub(super) async fn load_printer_notices(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Vec<Attention>> {
    let troubles = printing::load_notices(tx, context.actor).await?;
    if troubles.is_empty() {
        return Ok(Vec::new());
    }
    let papers = printing::list_waiting_documents(tx).await?;
    let notice = |trouble: printing::Notice| {
        let level = if trouble.still_prints() { NoticeLevel::Info } else { NoticeLevel::Bad };
        let detail = waiting_text(&papers, &trouble, context).unwrap_or(trouble.advice);
        Attention::new(NoticeKind::Printer, level, trouble.title, PATH).detail(detail)
    };
    Ok(troubles.into_iter().map(notice).collect())
}

/// Returns a text such as `4 tickets esperan desde las 14:29`; `None` where no paper waits.
fn waiting_text(
    papers: &[WaitingDocuments],
    trouble: &printing::Notice,
    context: &AttentionContext<'_>,
) -> Option<String> {
    let theirs = || papers.iter().filter(|waiting| trouble.printer_ids.contains(&waiting.printer_id));
    let since = theirs().map(|waiting| waiting.since).min()?.with_timezone(&context.settings.time_zone);
    let count = usize::try_from(theirs().map(|waiting| waiting.papers).sum::<i64>()).unwrap_or(0);
    Some(format!("{} desde las {}", counted(count, "ticket espera", "tickets esperan"), since.format("%H:%M")))
}
