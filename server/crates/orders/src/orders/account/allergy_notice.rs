//! Tells the kitchen of an allergy that is known only after dishes were ordered: each area that still makes something of the account gets a
//! ticket with these dishes, which says that they are no new order.

use crate::orders::{
    comandas::{destinations::print_notice, papers, tickets::command::CommandTicketKind},
    model::{Line, LineStatus},
    store::{self, RequestHead},
};
use comanda_base::{
    error::{OrNotFound, Result},
    ids::RequestId,
    money::Quantity,
};
use comanda_platform::{settings::tax, use_case::Work};

/// Prints what is still being made of an account, with its present allergy.
pub(super) async fn print_allergy_notice(work: &mut Work<'_>, id: RequestId) -> Result<()> {
    let lines = store::list_lines_of(work.tx, &[id]).await?;
    let in_kitchen = |line: &&Line| {
        line.is_sent() && matches!(line.status, LineStatus::Pending | LineStatus::Processing | LineStatus::Prepared)
    };
    let pending: Vec<(&Line, Quantity)> =
        lines.iter().filter(in_kitchen).map(|line| (line, line.qty_original)).collect();
    if pending.is_empty() {
        return Ok(());
    }
    let issue_date = tax::issue_date(work.now);
    let head: RequestHead = store::find_request_head(work.tx, id, issue_date).await.or_not_found("la cuenta")?;
    let mut commands: Vec<i64> = pending.iter().filter_map(|(line, _)| line.command_number).collect();
    commands.sort_unstable();
    commands.dedup();
    let now = work.now;
    let ticket_head = papers::ticket_head(&head.header, commands, work.settings().await?.local_text(now));
    print_notice(work, &head.header, &ticket_head, &CommandTicketKind::AllergyNotice, &pending).await?;
    Ok(())
}
