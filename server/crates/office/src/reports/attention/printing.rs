//! Papers that wait for a decision, and printers that do not print: as /printers and the tills show them.

use super::{Attention, Look, NoticeKind, NoticeLevel, counted};
use comanda_base::{db::Tx, error::Result};
use comanda_printing::{self as printing, WaitingPapers};

const PATH: &str = "/printers";

pub(super) async fn papers(tx: &mut Tx, look: &Look<'_>) -> Result<Option<Attention>> {
    let waiting = printing::stuck_jobs(tx, look.now).await?;
    let text = counted(usize::try_from(waiting).unwrap_or(0), "ticket sin imprimir", "tickets sin imprimir");
    Ok((waiting > 0).then(|| Attention::new(NoticeKind::PrintJob, NoticeLevel::Bad, text, PATH)))
}

pub(super) async fn printers(tx: &mut Tx, look: &Look<'_>) -> Result<Vec<Attention>> {
    let troubles = printing::notices(tx, look.actor).await?;
    if troubles.is_empty() {
        return Ok(Vec::new());
    }
    let papers = printing::waiting_papers(tx).await?;
    let notice = |trouble: printing::Notice| {
        let level = if trouble.prints() { NoticeLevel::Info } else { NoticeLevel::Bad };
        let detail = waiting(&papers, &trouble, look).unwrap_or(trouble.advice);
        Attention::new(NoticeKind::Printer, level, trouble.title, PATH).detail(detail)
    };
    Ok(troubles.into_iter().map(notice).collect())
}

/// `4 tickets esperan desde las 14:29`
fn waiting(papers: &[WaitingPapers], trouble: &printing::Notice, look: &Look<'_>) -> Option<String> {
    let theirs = || papers.iter().filter(|waiting| trouble.printer_ids.contains(&waiting.printer_id));
    let since = theirs().map(|waiting| waiting.since).min()?.with_timezone(&look.settings.time_zone);
    let count = usize::try_from(theirs().map(|waiting| waiting.papers).sum::<i64>()).unwrap_or(0);
    Some(format!("{} desde las {}", counted(count, "ticket espera", "tickets esperan"), since.format("%H:%M")))
}
