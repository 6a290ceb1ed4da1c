//! Papers that wait for a decision, and printers that do not print: as /printers and the tills show them.

use super::{Attention, Look, NoticeKind, NoticeLevel, counted};
use crate::{db::Tx, error::Result, printing};

const PATH: &str = "/printers";

pub(super) async fn papers(tx: &mut Tx, look: &Look<'_>) -> Result<Option<Attention>> {
    let waiting = printing::stuck_jobs(tx, look.now).await?;
    let text = counted(usize::try_from(waiting).unwrap_or(0), "ticket sin imprimir", "tickets sin imprimir");
    Ok((waiting > 0).then(|| Attention::new(NoticeKind::PrintJob, NoticeLevel::Bad, text, PATH)))
}

pub(super) async fn printers(tx: &mut Tx, look: &Look<'_>) -> Result<Vec<Attention>> {
    let troubles = printing::notices(tx, look.actor).await?;
    let notice = |trouble: printing::Notice| {
        let level = if trouble.prints() { NoticeLevel::Info } else { NoticeLevel::Bad };
        Attention::new(NoticeKind::Printer, level, trouble.title, PATH).detail(trouble.advice)
    };
    Ok(troubles.into_iter().map(notice).collect())
}
