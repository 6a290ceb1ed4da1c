//! Splits lines: a part becomes a line of its own, with its share of the stock that the line took.

use crate::orders::store;
use comanda_base::{error::Result, ids::LineId, money::Quantity};
use comanda_ledgers::stock;
use comanda_platform::use_case::Work;
use std::collections::BTreeMap;

/// Splits off quantities of lines; returns the new line of each. The caller holds the lock of the account.
pub(in crate::orders) async fn split_off(
    work: &mut Work<'_>,
    parts: &[(LineId, Quantity)],
) -> Result<BTreeMap<LineId, LineId>> {
    let split = store::split_lines(work.tx, parts).await?;
    let split_line = |(line, units): &(LineId, Quantity)| split.get(line).map(|part| (*line, *part, *units));
    stock::split_lines(work, &parts.iter().filter_map(split_line).collect::<Vec<_>>()).await?;
    Ok(split)
}
