//! Splitting lines: a part becomes a line of its own, and with it its share of what the line took out of stock.

use crate::orders::store;
use comanda_base::{error::Result, ids::LineId, money::Quantity};
use comanda_ledgers::stock;
use comanda_platform::use_case::Work;
use std::collections::BTreeMap;

/// Splits off quantities of lines; gives the part of each line. The caller holds the account's lock.
pub(in crate::orders) async fn split_off(
    work: &mut Work<'_>,
    parts: &[(LineId, Quantity)],
) -> Result<BTreeMap<LineId, LineId>> {
    let split = store::split_lines(work.tx, parts).await?;
    let of = |(line, units): &(LineId, Quantity)| split.get(line).map(|part| (*line, *part, *units));
    stock::split(work, &parts.iter().filter_map(of).collect::<Vec<_>>()).await?;
    Ok(split)
}
