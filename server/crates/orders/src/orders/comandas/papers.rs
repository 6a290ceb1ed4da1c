//! Splits lines into papers: which area makes what, and what the head of its paper says.

use super::tickets::command::{CommandHead, TicketDish};
use crate::orders::{
    account::request::number_label,
    courses::order_of_eating,
    model::{Component, Line, RequestKind},
    store::RequestHeader,
};
use comanda_base::{
    ids::{AreaId, CommandId},
    money::{Quantity, SCALE},
};
use comanda_printing::{self as printing, Printer};
use std::collections::BTreeMap;

/// The dishes that one area makes of some lines.
#[derive(Debug)]
pub(in crate::orders) struct AreaDishes {
    pub area: AreaId,
    pub name: String,
    pub dishes: Vec<TicketDish>,
}

/// The dishes of a combo: total quantity and name.
type Parts = Vec<(Quantity, String)>;

/// An area by id and name; absent for dishes that no area makes.
pub(in crate::orders) type Area = (Option<AreaId>, Option<String>);

/// A quantity of a dish with its area; each dish of a combo has its own area and its quantity in one combo.
#[derive(Debug)]
pub(in crate::orders) struct DishPortion {
    pub dish: TicketDish,
    pub area: Area,
    pub parts: Vec<(Area, Quantity, String)>,
}

impl DishPortion {
    /// Returns `quantity` units of a line.
    pub(in crate::orders) fn from_line(line: &Line, quantity: Quantity) -> Self {
        let part = |c: &Component| ((c.production_area_id, c.production_area.clone()), c.quantity, c.in_words());
        Self {
            dish: TicketDish::from_line(line, quantity),
            area: (line.production_area_id, line.production_area.clone()),
            parts: line.combo_has_product.iter().map(part).collect(),
        }
    }
}

/// Splits lines by area: the dishes of a combo go to their own areas, under the name of the combo. Dishes without an area are left out.
pub(in crate::orders) fn split_lines_by_area<'l>(
    lines: impl IntoIterator<Item = (&'l Line, Quantity)>,
) -> Vec<AreaDishes> {
    let mut lines: Vec<(&Line, Quantity)> = lines.into_iter().collect();
    lines.sort_by_key(|(line, _)| order_of_eating(line.course.as_ref()));
    split_by_area(lines.into_iter().map(|(line, quantity)| DishPortion::from_line(line, quantity)))
}

/// Adds to areas that get a ticket anyway what they make for a later course.
pub(in crate::orders) fn add_later_dishes<'l>(areas: &mut [AreaDishes], waiting: impl Iterator<Item = &'l Line>) {
    let later = split_lines_by_area(waiting.map(|line| (line, line.qty_original)));
    for AreaDishes { area, dishes, .. } in later {
        if let Some(known) = areas.iter_mut().find(|known| known.area == area) {
            known.dishes.extend(dishes.into_iter().map(|dish| TicketDish { later: true, ..dish }));
        }
    }
}

/// Splits portions by area.
pub(in crate::orders) fn split_by_area(portions: impl IntoIterator<Item = DishPortion>) -> Vec<AreaDishes> {
    let mut areas: BTreeMap<AreaId, AreaDishes> = BTreeMap::new();
    let mut add = |(area, name): Area, dish: TicketDish| {
        let Some(area) = area else { return };
        let new = || AreaDishes { area, name: name.unwrap_or_default(), dishes: Vec::new() };
        areas.entry(area).or_insert_with(new).dishes.push(dish);
    };
    for portion in portions {
        if portion.parts.is_empty() {
            add(portion.area, portion.dish);
            continue;
        }
        let mut parts_by_area: BTreeMap<Area, Parts> = BTreeMap::new();
        for (area, each, name) in portion.parts {
            let all = Quantity::from_millionths(each.millionths() / SCALE * portion.dish.quantity.millionths());
            parts_by_area.entry(area).or_default().push((all, name));
        }
        for (area, parts) in parts_by_area {
            add(area, TicketDish { parts, ..portion.dish.clone() });
        }
    }
    areas.into_values().collect()
}

/// Returns the name of an account on paper.
pub(in crate::orders) fn account_place(header: &RequestHeader) -> String {
    let r = &header.request;
    place_label(r.kind, r.correlative, header.table_name.as_deref(), header.salon.as_deref())
}

/// Returns the place of an account as papers name it: `Mesa 12 - Terraza`, `LLEVAR #18`.
pub(in crate::orders) fn place_label(
    kind: RequestKind,
    correlative: Option<i64>,
    table: Option<&str>,
    salon: Option<&str>,
) -> String {
    match (kind, table) {
        (RequestKind::Table, Some(table)) => table_label(table, salon.unwrap_or_default()),
        _ => number_label(kind, correlative),
    }
}

/// Returns the name of a table with its salon: `Mesa 12 - Terraza`.
pub(in crate::orders) fn table_label(table: &str, salon: &str) -> String {
    if table.to_lowercase().starts_with("mesa") {
        format!("{table} - {salon}")
    } else {
        format!("Mesa {table} - {salon}")
    }
}

/// Returns the head of a paper of this account.
pub(in crate::orders) fn ticket_head(header: &RequestHeader, commands: Vec<i64>, at: String) -> CommandHead {
    let is_table = header.request.kind == RequestKind::Table;
    CommandHead {
        place: account_place(header),
        commands,
        at,
        waiter: header.attendant_name.clone(),
        persons: is_table.then_some(header.request.persons),
        client: if is_table { String::new() } else { header.request.client_name.clone() },
        allergy: header.request.guest.allergy_in_words(),
    }
}

/// Returns the number of columns of a PDF for these printers; that of narrow paper where there is no printer.
pub(in crate::orders) fn pdf_columns<'p>(printers: impl IntoIterator<Item = &'p Printer>) -> usize {
    printers.into_iter().map(Printer::columns).max().unwrap_or(printing::WIDE_COLUMNS)
}

/// Returns the source of the print jobs of a command.
pub(in crate::orders) fn command_source(command: CommandId) -> String {
    format!("command:{command}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::{
        model::{Component, LineStatus},
        sample::sample_line,
    };
    use comanda_base::ids::{ComponentId, ProductId};

    fn component(id: i64, name: &str, quantity: i64, area: Option<(i64, &str)>) -> Component {
        Component {
            id: ComponentId(id),
            product_id: ProductId(id),
            name: name.into(),
            variant: None,
            quantity: Quantity::units(quantity),
            production_area_id: area.map(|a| AreaId(a.0)),
            production_area: area.map(|a| a.1.to_owned()),
            status: LineStatus::Pending,
            status_changed_at: None,
        }
    }

    #[test]
    fn the_dishes_of_a_combo_go_to_their_own_areas() {
        let mut lomo = sample_line(1, "Lomo", "38", 2);
        (lomo.production_area_id, lomo.production_area) = (Some(AreaId(1)), Some("Cocina".into()));
        let mut combo = sample_line(2, "Combo criollo", "45", 3);
        combo.combo_has_product = vec![
            component(1, "Ají", 1, Some((1, "Cocina"))),
            component(2, "Chicha", 2, Some((2, "Bar"))),
            component(3, "Pan", 1, None),
        ];
        let nowhere = sample_line(3, "Agua", "5", 1);
        let areas = split_lines_by_area([
            (&lomo, lomo.qty_original),
            (&combo, combo.qty_original),
            (&nowhere, nowhere.qty_original),
        ]);
        let drawn: Vec<String> = areas
            .iter()
            .map(|a| {
                let dishes = a.dishes.iter().map(|d| {
                    format!(
                        "{} {} {:?}",
                        d.quantity,
                        d.name,
                        d.parts.iter().map(|p| format!("{} {}", p.0, p.1)).collect::<Vec<_>>()
                    )
                });
                format!("{}: {}", a.name, dishes.collect::<Vec<_>>().join("; "))
            })
            .collect();
        assert_eq!(drawn, [r#"Cocina: 2 Lomo []; 3 Combo criollo ["3 Ají"]"#, r#"Bar: 3 Combo criollo ["6 Chicha"]"#,]);
    }
}
