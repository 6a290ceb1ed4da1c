//! Reads the items of a purchase and their prices.

use super::{amounts::price_and_total, form::NewPurchaseItem};
use comanda_base::{
    db::Tx,
    error::{Faults, Result},
    money::Money,
};
use comanda_ledgers::stock::goods::{self, EnteredLine, FormLine};

const MAX_ITEMS: usize = 500;

/// A line of the document.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub entered: EnteredLine,
    pub buy_price: Money,
    pub total_price: Money,
    /// True when the line bears no IGV.
    pub is_exempt: bool,
}

/// Reads all lines; errors are added to `faults`, and faulty lines are left out.
pub(super) async fn read_lines(tx: &mut Tx, items: &[NewPurchaseItem], faults: &mut Faults) -> Result<Vec<Line>> {
    if items.is_empty() || items.len() > MAX_ITEMS {
        let text = if items.is_empty() { "Agrega lo que compraste." } else { "Una compra tiene hasta 500 ítems." };
        faults.add("items", text);
        return Ok(Vec::new());
    }
    let given_lines: Vec<FormLine> = items
        .iter()
        .map(|i| FormLine { kind: i.item_type, id: i.item_id.0, measurement: i.measurement_id, quantity: i.quantity })
        .collect();
    let entered = goods::check_lines(tx, &given_lines, faults).await?;
    let mut lines = Vec::with_capacity(items.len());
    for (at, (item, entered)) in items.iter().zip(entered).enumerate() {
        let Some(entered) = entered else { continue };
        match price_and_total(item.quantity, item.buy_price, item.total_price) {
            Ok((buy_price, total_price)) => {
                lines.push(Line { entered, buy_price, total_price, is_exempt: item.is_exempt })
            }
            Err((field, text)) => faults.add(&format!("items.{at}.{field}"), text),
        }
    }
    Ok(lines)
}
