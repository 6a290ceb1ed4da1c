//! Giving back what lines took: by a dismissal, or by a refund that puts back. Each is a share of the line's own moves, never of
//! today's recipe.

use super::{
    model::{Item, Level, Outstanding},
    store::{self, Move},
    take::tell_tills,
};
use crate::{error::Result, http::Work, ids::LineId, money::Quantity};
use std::collections::{BTreeMap, HashMap};

/// Units of a line that come back.
#[derive(Debug, Clone, Copy)]
pub struct GiveBack {
    /// The line whose sending took it out.
    pub sale: LineId,
    /// The line that says so: the same, or the part that was split off to be dismissed.
    pub on: LineId,
    pub units: Quantity,
}

/// Gives back what dismissed units took. Was it `made`, then nothing comes back: the ledger gets the return and the waste side by
/// side (DISMISSED and WASTE, which add up to nothing), so that waste can be told from sales. The caller holds the account's lock.
pub async fn give_back(work: &mut Work<'_>, back: &[GiveBack], made: bool) -> Result<()> {
    let moves = returns(work, back).await?;
    if made {
        store::insert_moves(work, "DISMISSED", "dismissal", &moves).await?;
        let waste: Vec<Move> = moves.iter().map(|m| Move { split_from: None, ..m.reversed() }).collect();
        return Ok(store::insert_moves(work, "WASTE", "dismissal", &waste).await?);
    }
    put_back(work, "DISMISSED", "dismissal", &moves).await
}

/// Puts back what refunded units of lines took, if it is to be put back; else stock stays out. Units beyond what a line still has
/// out come back only once. The caller holds the account's lock.
pub async fn refund(work: &mut Work<'_>, refund_id: i64, lines: &[(LineId, Quantity)], puts_back: bool) -> Result<()> {
    if !puts_back {
        return Ok(());
    }
    let back: Vec<GiveBack> =
        lines.iter().map(|(line, units)| GiveBack { sale: *line, on: *line, units: *units }).collect();
    let moves = returns(work, &back).await?;
    put_back(work, "REFUNDED", &format!("refund:{refund_id}"), &moves).await
}

/// The moves that bring these units back; none for lines that took nothing.
async fn returns(work: &mut Work<'_>, back: &[GiveBack]) -> Result<Vec<Move>> {
    let sales: Vec<LineId> = back.iter().map(|b| b.sale).collect();
    let mut out: HashMap<LineId, Vec<Outstanding>> = store::outstanding(work.tx, &sales).await?;
    let mut moves = Vec::new();
    for b in back {
        for item in out.get_mut(&b.sale).map(Vec::as_mut_slice).unwrap_or_default() {
            let (quantity, units) = (item.share(b.units), b.units.min(item.units));
            if units <= Quantity::ZERO {
                continue;
            }
            // Two parts of one line in the same write share what is left.
            item.quantity -= quantity;
            item.units -= units;
            let split_from = (b.on != b.sale).then_some(b.sale);
            moves.push(Move { line: b.on, split_from, item: item.item, quantity, units });
        }
    }
    Ok(moves)
}

async fn put_back(work: &mut Work<'_>, reason: &'static str, source: &str, moves: &[Move]) -> Result<()> {
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
