//! From lines to papers: which area makes what, and a print job for each of its printers in the same transaction. Warnings come
//! back for areas that nobody prints for; what was sent stays sent.

use super::tickets::command::{self, Dish, Head, Paper};
use crate::orders::{
    account::request::number_label,
    model::{Component, Line, RequestKind},
    store::RequestHeader,
};
use comanda_base::{
    counters::{Counter, next_of_each},
    error::Result,
    ids::{AreaId, CommandId},
    money::{Quantity, SCALE},
};
use comanda_platform::use_case::Work;
use comanda_printing::{self as printing, NewJob, PrintOption, Printer};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Where the paper of an area went.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AreaPaper {
    pub area: String,
    /// The area's consecutive number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// Printers that got it.
    pub printers: Vec<String>,
    /// A printer of this area is set to PDF: the screen offers the file.
    pub pdf: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// What one area makes of some lines.
#[derive(Debug)]
pub(in crate::orders) struct AreaDishes {
    pub area: AreaId,
    pub name: String,
    pub dishes: Vec<Dish>,
}

/// Dishes of a combo: quantity in all, and name.
type Parts = Vec<(Quantity, String)>;

/// An area by id and name; absent: made nowhere.
pub(in crate::orders) type Area = (Option<AreaId>, Option<String>);

/// So many of a dish, with where it is made; a combo's dishes each say their own area and how many are in one combo.
#[derive(Debug)]
pub(in crate::orders) struct Portion {
    pub dish: Dish,
    pub area: Area,
    pub parts: Vec<(Area, Quantity, String)>,
}

impl Portion {
    /// `quantity` of a line.
    pub(in crate::orders) fn of(line: &Line, quantity: Quantity) -> Self {
        let part = |c: &Component| ((c.production_area_id, c.production_area.clone()), c.quantity, c.in_words());
        Self {
            dish: Dish::of(line, quantity),
            area: (line.production_area_id, line.production_area.clone()),
            parts: line.combo_has_product.iter().map(part).collect(),
        }
    }
}

/// Splits lines by area: a combo's dishes go to their own areas, under the combo's name. What has no area is made nowhere.
pub(in crate::orders) fn by_area<'l>(lines: impl IntoIterator<Item = (&'l Line, Quantity)>) -> Vec<AreaDishes> {
    split(lines.into_iter().map(|(line, quantity)| Portion::of(line, quantity)))
}

/// Splits portions by area.
pub(in crate::orders) fn split(portions: impl IntoIterator<Item = Portion>) -> Vec<AreaDishes> {
    let mut areas: BTreeMap<AreaId, AreaDishes> = BTreeMap::new();
    let mut add = |(area, name): Area, dish: Dish| {
        let Some(area) = area else { return };
        let new = || AreaDishes { area, name: name.unwrap_or_default(), dishes: Vec::new() };
        areas.entry(area).or_insert_with(new).dishes.push(dish);
    };
    for portion in portions {
        if portion.parts.is_empty() {
            add(portion.area, portion.dish);
            continue;
        }
        let mut own: BTreeMap<Area, Parts> = BTreeMap::new();
        for (area, each, name) in portion.parts {
            let all = Quantity::from_millionths(each.millionths() / SCALE * portion.dish.quantity.millionths());
            own.entry(area).or_default().push((all, name));
        }
        for (area, parts) in own {
            add(area, Dish { parts, ..portion.dish.clone() });
        }
    }
    areas.into_values().collect()
}

/// How an account is called on paper.
pub(in crate::orders) fn place(header: &RequestHeader) -> String {
    let r = &header.request;
    place_of(r.kind, r.correlative, header.table_name.as_deref(), header.salon.as_deref())
}

/// `Mesa 12 - Terraza`, `LLEVAR #18`.
pub(in crate::orders) fn place_of(
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

/// `Mesa 12 - Terraza`
pub(in crate::orders) fn table_label(table: &str, salon: &str) -> String {
    if table.to_lowercase().starts_with("mesa") {
        format!("{table} - {salon}")
    } else {
        format!("Mesa {table} - {salon}")
    }
}

/// The head of a paper of this account.
pub(in crate::orders) fn head(header: &RequestHeader, commands: Vec<i64>, at: String) -> Head {
    let is_table = header.request.kind == RequestKind::Table;
    Head {
        place: place(header),
        commands,
        at,
        waiter: header.attendant_name.clone(),
        persons: is_table.then_some(header.request.persons),
        client: if is_table { String::new() } else { header.request.client_name.clone() },
    }
}

/// What an area makes, and the printers of its paper.
#[derive(Debug)]
pub(in crate::orders) struct Going {
    pub made: AreaDishes,
    pub printers: Vec<Printer>,
}

/// What areas make, with the printers that they have for who asks.
pub(in crate::orders) async fn going(work: &mut Work<'_>, areas: Vec<AreaDishes>) -> Result<Vec<Going>> {
    let ids: Vec<AreaId> = areas.iter().map(|a| a.area).collect();
    let settings = work.settings().await?.clone();
    let printers = printing::printers_for(work.tx, &ids, work.actor.user_id, &settings).await?;
    let of = |area: AreaId| -> Vec<Printer> {
        printers.iter().filter(|p| p.area_id == area).map(|p| p.printer.clone()).collect()
    };
    Ok(areas.into_iter().map(|made| Going { printers: of(made.area), made }).collect())
}

/// What the papers of these areas are numbered by.
pub(in crate::orders) fn counters(going: &[Going]) -> Vec<Counter> {
    going.iter().map(|g| printing::area_papers(g.made.area)).collect()
}

/// Numbers the papers and prints them as `paper` of `source`.
pub(in crate::orders) async fn print_at(
    work: &mut Work<'_>,
    header: &RequestHeader,
    head: &Head,
    paper: &Paper,
    source: &str,
    going: Vec<Going>,
) -> Result<Vec<AreaPaper>> {
    let numbers = next_of_each(work.tx, &counters(&going)).await?;
    print_numbered(work, header, head, paper, source, going.into_iter().zip(numbers).collect()).await
}

/// Prints papers that have their numbers.
pub(in crate::orders) async fn print_numbered(
    work: &mut Work<'_>,
    header: &RequestHeader,
    head: &Head,
    paper: &Paper,
    source: &str,
    going: Vec<(Going, i64)>,
) -> Result<Vec<AreaPaper>> {
    let (mut papers, mut jobs) = (Vec::new(), Vec::new());
    for (Going { made: area, printers }, number) in going {
        let ticket = command::ticket(paper, &area.name, Some(number), head, &area.dishes);
        let mut went = where_to(&area.name, Some(number), &printers);
        if !printing::is_printable(&ticket)? {
            let text =
                format!("El papel de {} es demasiado largo y no se imprime: avisa el pedido de palabra.", area.name);
            went.warning.get_or_insert(text);
        }
        for printer in printers.iter().filter(|p| p.commands() == PrintOption::Print) {
            let mut job = NewJob::new(printer.id, paper.kind(), source, ticket.clone());
            job.agent_id = printer.agent_id;
            job.area = area.name.clone();
            job.sequence = number;
            job.client_request_id = Some(header.request.id);
            jobs.push(job);
            went.printers.push(printer.name.clone());
        }
        papers.push(went);
    }
    printing::enqueue_all(work, &jobs).await?;
    Ok(papers)
}

/// An area's entry before anything is printed: whether it has a PDF, and a warning where nobody prints for it.
fn where_to(area: &str, number: Option<i64>, printers: &[Printer]) -> AreaPaper {
    let warning = printers
        .is_empty()
        .then(|| format!("El área {area} no tiene impresora: avisa a {area} y pide que le asignen una."));
    let pdf = printers.iter().any(|p| p.commands() == PrintOption::Pdf);
    AreaPaper { area: area.to_owned(), number, printers: Vec::new(), pdf, warning }
}

/// Where papers about some lines would go now: for the history.
pub(in crate::orders) fn areas_now(going: &[Going]) -> Vec<AreaPaper> {
    let of = |g: &Going| {
        let mut went = where_to(&g.made.name, None, &g.printers);
        let printing = g.printers.iter().filter(|p| p.commands() == PrintOption::Print);
        went.printers = printing.map(|p| p.name.clone()).collect();
        went
    };
    going.iter().map(of).collect()
}

/// Columns of a PDF for these printers: the narrow paper's where none has another.
pub(in crate::orders) fn columns<'p>(printers: impl IntoIterator<Item = &'p Printer>) -> usize {
    printers.into_iter().map(Printer::columns).max().unwrap_or(printing::WIDE)
}

/// What the papers' jobs are of.
pub(in crate::orders) fn source(command: CommandId) -> String {
    format!("command:{command}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::{
        model::{Component, LineStatus},
        sample::line,
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
    fn a_combos_dishes_go_to_their_own_areas() {
        let mut lomo = line(1, "Lomo", "38", 2);
        (lomo.production_area_id, lomo.production_area) = (Some(AreaId(1)), Some("Cocina".into()));
        let mut combo = line(2, "Combo criollo", "45", 3);
        combo.combo_has_product = vec![
            component(1, "Ají", 1, Some((1, "Cocina"))),
            component(2, "Chicha", 2, Some((2, "Bar"))),
            component(3, "Pan", 1, None),
        ];
        let nowhere = line(3, "Agua", "5", 1);
        let areas =
            by_area([(&lomo, lomo.qty_original), (&combo, combo.qty_original), (&nowhere, nowhere.qty_original)]);
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
