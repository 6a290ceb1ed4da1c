//! Giving back what lines took: by a dismissal, or by a refund that puts back; and handing a share of it to a line that is split
//! off. Each is a share of the line's own moves, never of today's recipe.

use super::{
    model::{Item, Level, MoveReason, Outstanding},
    store::{self, Move},
    take::tell_tills,
};
use comanda_base::{error::Result, ids::LineId, money::Quantity};
use comanda_platform::use_case::Work;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Gives back what dismissed units of lines took. Was it `made`, then nothing comes back: the ledger gets the return and the waste
/// side by side (DISMISSED and WASTE, which add up to nothing), so that waste can be told from sales. Units beyond what a line still
/// has out do not come back twice. The caller holds the account's lock.
pub async fn give_back(work: &mut Work<'_>, lines: &[(LineId, Quantity)], made: bool) -> Result<()> {
    come_back(work, MoveReason::Dismissed, "dismissal", lines, !made).await
}

/// The same for refunded units, as REFUNDED: back to the shelf if it `puts_back`, else waste.
pub async fn refund(work: &mut Work<'_>, refund_id: i64, lines: &[(LineId, Quantity)], puts_back: bool) -> Result<()> {
    come_back(work, MoveReason::Refunded, &format!("refund:{refund_id}"), lines, puts_back).await
}

async fn come_back(
    work: &mut Work<'_>,
    reason: MoveReason,
    source: &str,
    lines: &[(LineId, Quantity)],
    puts_back: bool,
) -> Result<()> {
    let moves = returns(work, lines).await?;
    if puts_back {
        return put_back(work, reason, source, &moves).await;
    }
    touch(work, &moves).await?;
    store::insert_moves(work, reason, source, &moves).await?;
    let waste: Vec<Move> = moves.iter().map(Move::reversed).collect();
    store::insert_moves(work, MoveReason::Waste, source, &waste).await
}

/// What comes back and goes out again changes no quantity; that it moved is noted all the same, so that it is valued.
async fn touch(work: &mut Work<'_>, moves: &[Move]) -> Result<()> {
    let items: BTreeSet<Item> = moves.iter().map(|m| m.item).collect();
    let none: Vec<Level> = items.into_iter().map(|item| Level { item, quantity: Quantity::ZERO }).collect();
    store::add(work.tx, &none).await?;
    Ok(())
}

/// Hands to lines that are split off (line, part, units) their share of what the line took: two moves that add up to nothing, so
/// that each line's moves stay its own. The caller holds the account's lock.
pub async fn split(work: &mut Work<'_>, parts: &[(LineId, LineId, Quantity)]) -> Result<()> {
    let Some((_, first, _)) = parts.first() else { return Ok(()) };
    let lines: Vec<(LineId, Quantity)> = parts.iter().map(|(line, _, units)| (*line, *units)).collect();
    let part_of: HashMap<LineId, LineId> = parts.iter().map(|(line, part, _)| (*line, *part)).collect();
    let mut moves = returns(work, &lines).await?;
    let to = |m: &Move| part_of.get(&m.line).map(|part| Move { line: *part, ..m.reversed() });
    let handed: Vec<Move> = moves.iter().filter_map(to).collect();
    moves.extend(handed);
    touch(work, &moves).await?;
    // A part is new with each split, so its id tells this one from any other of the same lines.
    store::insert_moves(work, MoveReason::Split, &format!("split:{first}"), &moves).await
}

/// The moves that bring these units back; none for lines that took nothing.
async fn returns(work: &mut Work<'_>, lines: &[(LineId, Quantity)]) -> Result<Vec<Move>> {
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<LineId> = lines.iter().map(|l| l.0).collect();
    let out: HashMap<LineId, Vec<Outstanding>> = store::outstanding(work.tx, &ids).await?;
    let of_line = |(line, units): &(LineId, Quantity)| {
        let (line, units) = (*line, *units);
        let back =
            move |o: &Outstanding| Move { line, item: o.item, quantity: o.share(units), units: units.min(o.units) };
        let out = out.get(&line).map(Vec::as_slice).unwrap_or_default();
        out.iter().filter(|o| o.units > Quantity::ZERO).map(back).collect::<Vec<_>>()
    };
    Ok(lines.iter().flat_map(of_line).collect())
}

async fn put_back(work: &mut Work<'_>, reason: MoveReason, source: &str, moves: &[Move]) -> Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    let mut sums: BTreeMap<Item, Quantity> = BTreeMap::new();
    for m in moves {
        *sums.entry(m.item).or_default() += m.quantity;
    }
    let changes: Vec<Level> = sums.iter().map(|(item, quantity)| Level { item: *item, quantity: *quantity }).collect();
    let now = store::add(work.tx, &changes).await?;
    store::insert_moves(work, reason, source, moves).await?;
    for level in now {
        let came = sums.get(&level.item).copied().unwrap_or_default();
        tell_tills(work, level.item, level.quantity - came, level.quantity);
    }
    Ok(())
}
