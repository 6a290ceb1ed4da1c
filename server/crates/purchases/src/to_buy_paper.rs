//! The order to a provider as an A4 page: items, quantities and units.

use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::MeasurementId,
    money::Quantity,
};
use comanda_ledgers::stock::{Item, overview, units};
use comanda_platform::{
    report_table::{ColumnKind, ReportCell, ReportColumn, ReportTable},
    settings::{CompanyInfo, Settings},
};
use std::collections::HashMap;

const MAX_LINES: usize = 300;

/// A line of the order, parsed from `SUPPLY:3:31:2` (kind, id, quantity, unit; pieces when the unit is missing).
struct OrderLine {
    item: Item,
    quantity: Quantity,
    unit: Option<MeasurementId>,
}

fn parse_order_line(text: &str) -> Option<OrderLine> {
    let mut parts = text.split(':');
    let item = Item::from_row(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let quantity: Quantity = parts.next()?.parse().ok().filter(|q| *q > Quantity::ZERO)?;
    let unit = match parts.next() {
        None | Some("") => None,
        Some(id) => Some(MeasurementId(id.parse().ok()?)),
    };
    parts.next().is_none().then_some(OrderLine { item, quantity, unit })
}

/// Builds the page of the order for the provider of this name.
pub(super) async fn build_order_table(
    tx: &mut Tx,
    provider: &str,
    lines: &str,
    now: DateTime<Utc>,
) -> Result<ReportTable> {
    let order_lines: Option<Vec<OrderLine>> =
        lines.split(',').filter(|l| !l.is_empty()).map(parse_order_line).collect();
    let Some(order_lines) = order_lines.filter(|w| !w.is_empty() && w.len() <= MAX_LINES) else {
        return invalid("lines", "Escribe de 1 a 300 líneas como SUPPLY:3:31:2.").err();
    };
    let (company, settings) = (CompanyInfo::load(tx).await?, Settings::load(tx).await?);
    let items: HashMap<Item, (String, String)> = overview::list_all_stock(tx, now)
        .await?
        .into_iter()
        .map(|i| (Item::from_row(i.item_type, i.item_id), (i.name, i.measurement)))
        .collect();
    let units: HashMap<MeasurementId, String> =
        units::list_units(tx).await?.into_iter().map(|u| (u.id, u.symbol)).collect();
    let row = |w: OrderLine| {
        let Some((name, own_unit)) = items.get(&w.item) else {
            return invalid("lines", "Ese ítem ya no se cuenta.").err();
        };
        let unit = match w.unit {
            None => own_unit.clone(),
            Some(id) => match units.get(&id) {
                Some(symbol) => symbol.clone(),
                None => return invalid("lines", "Esa unidad ya no existe.").err(),
            },
        };
        Ok(vec![ReportCell::from(name.as_str()), ReportCell::Quantity(w.quantity), ReportCell::from(unit)])
    };
    let rows: Vec<Vec<ReportCell>> = order_lines.into_iter().map(row).collect::<Result<_>>()?;
    let column = |title, kind, width| ReportColumn { title, kind, width };
    let address = [company.commercial_address.as_str(), company.phone.as_str()];
    Ok(ReportTable {
        title: format!("Pedido a {provider}"),
        lines: vec![
            format!("{} · RUC {}", company.commercial_name, company.document_number),
            address.into_iter().filter(|a| !a.is_empty()).collect::<Vec<_>>().join(" · "),
            settings.local_text(now),
        ],
        columns: vec![
            column("Ítem", ColumnKind::Text, 70),
            column("Cantidad", ColumnKind::Quantity, 20),
            column("Unidad", ColumnKind::Text, 20),
        ],
        rows,
        ..ReportTable::default()
    })
}
