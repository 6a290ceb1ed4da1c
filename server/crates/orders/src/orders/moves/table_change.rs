//! The CAMBIO DE MESA on paper and on the kitchen monitor, for every area that still has something to make of the moved lines.

use crate::orders::{
    comandas::{area_jobs::AreaPaper, destinations::print_notice, papers, tickets::command::CommandTicketKind},
    model::{Line, LineStatus},
    store::{self, RequestHeader},
};
use comanda_base::error::Result;
use comanda_platform::use_case::Work;

/// Tells the areas that sent but not yet delivered lines move to another table; without such lines no paper is printed. `header` is that of
/// the account at the destination.
pub(super) async fn print_change(
    work: &mut Work<'_>,
    header: &RequestHeader,
    from: String,
    to: String,
    lines: &[Line],
) -> Result<Vec<AreaPaper>> {
    let pending: Vec<Line> = lines.iter().filter_map(pending_part).collect();
    if pending.is_empty() {
        return Ok(Vec::new());
    }
    store::set_moved_from(work.tx, &pending.iter().map(|l| l.id).collect::<Vec<_>>(), &from).await?;
    let mut commands: Vec<i64> = pending.iter().filter_map(|l| l.command_number).collect();
    commands.sort_unstable();
    commands.dedup();
    let now = work.now;
    let head = papers::ticket_head(header, commands, work.settings().await?.local_text(now));
    let lines: Vec<_> = pending.iter().map(|l| (l, l.qty_original)).collect();
    print_notice(work, header, &head, &CommandTicketKind::TableChange { from, to }, &lines).await
}

/// Returns the part of a line that has not reached the table: of a combo only the dishes that have not.
fn pending_part(line: &Line) -> Option<Line> {
    if !line.is_live() || !line.is_sent() || line.status == LineStatus::Delivered {
        return None;
    }
    let mut line = line.clone();
    line.combo_has_product.retain(|dish| dish.status != LineStatus::Delivered);
    Some(line)
}
