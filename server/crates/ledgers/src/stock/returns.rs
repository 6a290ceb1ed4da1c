//! Returns to stock what lines took, after a dismissal or a refund, and hands a share of it to a line that is split off. The quantities are
//! always a share of the line's own moves, never of today's recipe.

use super::{
    model::{Item, ItemQuantity, MoveReason, OutstandingStock},
    store::{self, StockMove},
    take::notify_tills,
};
use comanda_base::{error::Result, ids::LineId, money::Quantity};
use comanda_platform::use_case::Work;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Returns what dismissed units of lines took. Where they `are_prepared` nothing comes back: the ledger gets the return and the waste side
/// by side (DISMISSED and WASTE, which add up to zero), so that waste can be told from sales. Units beyond what a line still has out are
/// not returned twice. The caller holds the account's lock.
pub async fn return_dismissed(work: &mut Work<'_>, lines: &[(LineId, Quantity)], are_prepared: bool) -> Result<()> {
    return_lines(work, MoveReason::Dismissed, "dismissal", lines, !are_prepared).await
}

/// Returns what refunded units took, as REFUNDED: to the shelf if `puts_back`, otherwise as waste.
pub async fn return_refunded(
    work: &mut Work<'_>,
    refund_id: i64,
    lines: &[(LineId, Quantity)],
    puts_back: bool,
) -> Result<()> {
    return_lines(work, MoveReason::Refunded, &format!("refund:{refund_id}"), lines, puts_back).await
}

async fn return_lines(
    work: &mut Work<'_>,
    reason: MoveReason,
    source: &str,
    lines: &[(LineId, Quantity)],
    puts_back: bool,
) -> Result<()> {
    let moves = compute_returns(work, lines).await?;
    if puts_back {
        return return_to_shelf(work, reason, source, &moves).await;
    }
    count_change(work, &moves).await?;
    store::insert_moves(work, reason, source, &moves).await?;
    let waste: Vec<StockMove> = moves.iter().map(StockMove::reverse).collect();
    store::insert_moves(work, MoveReason::Waste, source, &waste).await
}

/// Counts a change of items whose moves cancel each other, so that they are valued although no quantity changed.
async fn count_change(work: &mut Work<'_>, moves: &[StockMove]) -> Result<()> {
    let items: BTreeSet<Item> = moves.iter().map(|m| m.item).collect();
    let none: Vec<ItemQuantity> =
        items.into_iter().map(|item| ItemQuantity { item, quantity: Quantity::ZERO }).collect();
    store::add_to_on_hand(work.tx, &none).await?;
    Ok(())
}

/// Hands to lines that are split off (line, part, units) their share of what the line took: two moves that add up to zero, so that each
/// line keeps moves of its own. The caller holds the account's lock.
pub async fn split_lines(work: &mut Work<'_>, parts: &[(LineId, LineId, Quantity)]) -> Result<()> {
    let Some((_, first, _)) = parts.first() else { return Ok(()) };
    let lines: Vec<(LineId, Quantity)> = parts.iter().map(|(line, _, units)| (*line, *units)).collect();
    let part_of: HashMap<LineId, LineId> = parts.iter().map(|(line, part, _)| (*line, *part)).collect();
    let mut moves = compute_returns(work, &lines).await?;
    let reverse = |m: &StockMove| part_of.get(&m.line).map(|part| StockMove { line: *part, ..m.reverse() });
    let handed: Vec<StockMove> = moves.iter().filter_map(reverse).collect();
    moves.extend(handed);
    count_change(work, &moves).await?;
    // The part is new with each split, so its id distinguishes this split from any other of the same lines.
    store::insert_moves(work, MoveReason::Split, &format!("split:{first}"), &moves).await
}

/// Returns the moves that bring these units back; none for lines that took nothing.
async fn compute_returns(work: &mut Work<'_>, lines: &[(LineId, Quantity)]) -> Result<Vec<StockMove>> {
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<LineId> = lines.iter().map(|l| l.0).collect();
    let outstanding: HashMap<LineId, Vec<OutstandingStock>> = store::load_outstanding(work.tx, &ids).await?;
    let returned_moves = |(line, units): &(LineId, Quantity)| {
        let (line, units) = (*line, *units);
        let back = move |o: &OutstandingStock| StockMove {
            line,
            item: o.item,
            quantity: o.share(units),
            units: units.min(o.units),
        };
        let outstanding = outstanding.get(&line).map(Vec::as_slice).unwrap_or_default();
        outstanding.iter().filter(|o| o.units > Quantity::ZERO).map(back).collect::<Vec<_>>()
    };
    Ok(lines.iter().flat_map(returned_moves).collect())
}

async fn return_to_shelf(work: &mut Work<'_>, reason: MoveReason, source: &str, moves: &[StockMove]) -> Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    let mut sums: BTreeMap<Item, Quantity> = BTreeMap::new();
    for m in moves {
        *sums.entry(m.item).or_default() += m.quantity;
    }
    let changes: Vec<ItemQuantity> =
        sums.iter().map(|(item, quantity)| ItemQuantity { item: *item, quantity: *quantity }).collect();
    let now = store::add_to_on_hand(work.tx, &changes).await?;
    store::insert_moves(work, reason, source, moves).await?;
    for level in now {
        let came = sums.get(&level.item).copied().unwrap_or_default();
        notify_tills(work, level.item, level.quantity - came, level.quantity);
    }
    Ok(())
}
