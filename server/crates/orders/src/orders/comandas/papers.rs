//! Turns lines into papers: which area makes what, and a print job for each of its printers in the same transaction. Areas without a
//! printer give a warning; what was sent stays sent.

use super::tickets::command::{self, CommandHead, CommandTicketKind, TicketDish};
use crate::orders::{
    account::request::number_label,
    courses::order_of_eating,
    model::{Component, Line, RequestKind},
    store::RequestHeader,
};
use comanda_base::{
    counters::{Counter, next_numbers},
    error::Result,
    ids::{AreaId, CommandId},
    money::{Quantity, SCALE},
};
use comanda_platform::use_case::Work;
use comanda_printing::{self as printing, NewJob, PrintOption, Printer};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The destination of the paper of an area.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AreaPaper {
    pub area: String,
    /// The consecutive number of the area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// The printers that got it.
    pub printers: Vec<String>,
    /// Whether a printer of this area is set to PDF, so that the screen offers the file.
    pub pdf: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

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
pub(in crate::orders) fn announce_later<'l>(areas: &mut [AreaDishes], waiting: impl Iterator<Item = &'l Line>) {
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

/// The dishes of an area, and the printers of its paper.
#[derive(Debug)]
pub(in crate::orders) struct AreaJob {
    pub dishes: AreaDishes,
    pub printers: Vec<Printer>,
}

/// Loads the printers of areas for the user.
pub(in crate::orders) async fn load_area_jobs(work: &mut Work<'_>, areas: Vec<AreaDishes>) -> Result<Vec<AreaJob>> {
    let ids: Vec<AreaId> = areas.iter().map(|a| a.area).collect();
    let settings = work.settings().await?.clone();
    let printers = printing::printers_for(work.tx, &ids, work.actor.user_id, &settings).await?;
    let printers_of = |area: AreaId| -> Vec<Printer> {
        printers.iter().filter(|p| p.area_id == area).map(|p| p.printer.clone()).collect()
    };
    Ok(areas.into_iter().map(|dishes| AreaJob { printers: printers_of(dishes.area), dishes }).collect())
}

/// Returns the counters that number the papers of these areas.
pub(in crate::orders) fn ticket_counters(area_jobs: &[AreaJob]) -> Vec<Counter> {
    area_jobs.iter().map(|g| printing::area_counter(g.dishes.area)).collect()
}

/// Numbers papers and prints them as `paper` of `source`.
pub(in crate::orders) async fn number_and_print(
    work: &mut Work<'_>,
    header: &RequestHeader,
    head: &CommandHead,
    paper: &CommandTicketKind,
    source: &str,
    area_jobs: Vec<AreaJob>,
) -> Result<Vec<AreaPaper>> {
    let numbers = next_numbers(work.tx, &ticket_counters(&area_jobs)).await?;
    print_numbered(work, header, head, paper, source, area_jobs.into_iter().zip(numbers).collect()).await
}

/// Prints papers that are numbered already.
pub(in crate::orders) async fn print_numbered(
    work: &mut Work<'_>,
    header: &RequestHeader,
    head: &CommandHead,
    paper: &CommandTicketKind,
    source: &str,
    area_jobs: Vec<(AreaJob, i64)>,
) -> Result<Vec<AreaPaper>> {
    let (mut papers, mut jobs) = (Vec::new(), Vec::new());
    for (AreaJob { dishes: area, printers }, number) in area_jobs {
        let ticket = command::compose_command_ticket(paper, &area.name, Some(number), head, &area.dishes);
        let mut area_paper = new_area_paper(&area.name, Some(number), &printers);
        if !printing::is_printable(&ticket)? {
            let text =
                format!("El papel de {} es demasiado largo y no se imprime: avisa el pedido de palabra.", area.name);
            area_paper.warning.get_or_insert(text);
        }
        for printer in printers.iter().filter(|p| p.commands() == PrintOption::Print) {
            let mut job = NewJob::new(printer.id, paper.kind(), source, ticket.clone());
            job.agent_id = printer.agent_id;
            job.area = area.name.clone();
            job.sequence = number;
            job.client_request_id = Some(header.request.id);
            jobs.push(job);
            area_paper.printers.push(printer.name.clone());
        }
        papers.push(area_paper);
    }
    printing::enqueue_all(work, &jobs).await?;
    Ok(papers)
}

/// Returns the entry of an area before printing: whether it has a PDF, and a warning where it has no printer.
fn new_area_paper(area: &str, number: Option<i64>, printers: &[Printer]) -> AreaPaper {
    let warning = printers
        .is_empty()
        .then(|| format!("El área {area} no tiene impresora: avisa a {area} y pide que le asignen una."));
    let pdf = printers.iter().any(|p| p.commands() == PrintOption::Pdf);
    AreaPaper { area: area.to_owned(), number, printers: Vec::new(), pdf, warning }
}

/// Returns the present destinations of papers about some lines, for the history.
pub(in crate::orders) fn current_area_papers(area_jobs: &[AreaJob]) -> Vec<AreaPaper> {
    let make_paper = |g: &AreaJob| {
        let mut area_paper = new_area_paper(&g.dishes.name, None, &g.printers);
        let printing = g.printers.iter().filter(|p| p.commands() == PrintOption::Print);
        area_paper.printers = printing.map(|p| p.name.clone()).collect();
        area_paper
    };
    area_jobs.iter().map(make_paper).collect()
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
