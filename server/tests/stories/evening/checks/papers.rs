//! The orders: what waiters remember, what the accounts hold, and what is on kitchen papers.

use super::{compared, rows};
use crate::evening::{
    choices::{ChosenTopping, words},
    dishes::{Tally, label},
    restaurant::Evening,
};
use comanda::{db::Tx, measure::Measure};
use comanda_ticket::{Block, Ticket};
use std::collections::BTreeMap;

/// Quantities by area and words.
type ByArea = BTreeMap<(String, String), i64>;

const MILLION: i64 = 1_000_000;

/// An order line as stored, with its name on paper.
struct Line {
    command: Option<i64>,
    quantity: i64,
    is_dismissed: bool,
    label: String,
    area: Option<String>,
    /// Area, name and quantity of each dish in one combo.
    parts: Vec<(Option<String>, String, i64)>,
}

pub async fn differences(evening: &Evening, tx: &mut Tx) -> Vec<String> {
    let lines = lines(tx).await;
    let (ordered, dismissed) = evening.remember(|m| (clean(&m.ordered), clean(&m.dismissed)));
    let (mut sent, mut taken_back) = (Tally::new(), Tally::new());
    let (mut sent_by_area, mut cancelled_by_area): (ByArea, ByArea) = Default::default();
    for line in &lines {
        *sent.entry(line.label.clone()).or_default() += line.quantity;
        by_area(line, &mut sent_by_area);
        if line.is_dismissed {
            *taken_back.entry(line.label.clone()).or_default() += line.quantity;
            by_area(line, &mut cancelled_by_area);
        }
    }
    let mut found = compared("asked for", ("by guests", &ordered), ("on accounts", &sent));
    found.extend(compared("dismissed", ("by waiters", &dismissed), ("on accounts", &taken_back)));
    let unsent = lines.iter().filter(|l| l.command.is_none());
    found.extend(unsent.map(|l| format!("closed and never sent: {}", l.label)));
    found.extend(compared("sent", ("on accounts", &sent_by_area), ("on papers", &printed(tx, "COMMAND").await)));
    found.extend(compared(
        "cancelled",
        ("on accounts", &cancelled_by_area),
        ("on papers", &printed(tx, "CANCELLATION").await),
    ));
    found.extend(by_command(&lines, tx).await);
    found
}

/// Leaves out dishes whose orders and changes cancel out.
fn clean(tally: &Tally) -> Tally {
    tally.iter().filter(|(_, n)| **n != 0).map(|(k, n)| (k.clone(), *n)).collect()
}

fn by_area(line: &Line, totals: &mut ByArea) {
    if line.parts.is_empty() {
        let area = line.area.clone().unwrap_or_default();
        *totals.entry((area, line.label.clone())).or_default() += line.quantity;
        return;
    }
    let mut areas = Vec::new();
    for (area, name, quantity) in &line.parts {
        let area = area.clone().unwrap_or_default();
        *totals.entry((area.clone(), format!("{} > {}", line.label, name.to_uppercase()))).or_default() +=
            quantity * line.quantity;
        if !areas.contains(&area) {
            areas.push(area);
        }
    }
    for area in areas {
        *totals.entry((area, line.label.clone())).or_default() += line.quantity;
    }
}

/// Checks that the papers of each command say what its lines say, however these were split or moved since.
async fn by_command(lines: &[Line], tx: &mut Tx) -> Vec<String> {
    let mut ordered: BTreeMap<i64, ByArea> = BTreeMap::new();
    for line in lines {
        if let Some(command) = line.command {
            by_area(line, ordered.entry(command).or_default());
        }
    }
    let mut printed: BTreeMap<i64, ByArea> = BTreeMap::new();
    for (source, area, ticket) in papers(tx, "COMMAND").await {
        let command = source.strip_prefix("command:").unwrap().parse().unwrap();
        read(&area, &ticket, printed.entry(command).or_default());
    }
    compared("command", ("lines", &ordered), ("papers", &printed))
}

async fn printed(tx: &mut Tx, document: &str) -> ByArea {
    let mut sum = ByArea::new();
    for (_, area, ticket) in papers(tx, document).await {
        read(&area, &ticket, &mut sum);
    }
    sum
}

/// Source, area and ticket of each paper. Every area of this restaurant has one printer, so each area has one paper.
async fn papers(tx: &mut Tx, document: &str) -> Vec<(String, String, Ticket)> {
    let all: Vec<(String, String, String, String)> =
        rows(tx, "SELECT document, source, area, ticket FROM print_jobs ORDER BY id").await;
    let with_document = all.into_iter().filter(|job| job.0 == document);
    with_document.map(|(_, source, area, ticket)| (source, area, serde_json::from_str(&ticket).unwrap())).collect()
}

/// A dish on a paper: its quantity, its words, and the parts of a combo.
struct Dish {
    quantity: i64,
    words: Vec<String>,
    parts: Vec<(String, i64)>,
}

fn read(area: &str, ticket: &Ticket, totals: &mut ByArea) {
    let mut dish: Option<Dish> = None;
    for block in &ticket.blocks {
        match block {
            Block::Dish { quantity, name, .. } => {
                add(area, dish.take(), totals);
                dish = Some(Dish {
                    quantity: quantity.parse().unwrap(),
                    words: vec![name.to_uppercase()],
                    parts: Vec::new(),
                });
            }
            // The name of the course of the dishes below.
            Block::Text(text) if text.text.starts_with("- ") => add(area, dish.take(), totals),
            Block::Text(text) => {
                let Some(Dish { words, parts, .. }) = &mut dish else { continue };
                let part = text.text.split_once(' ').and_then(|(n, name)| Some((name.to_uppercase(), n.parse().ok()?)));
                match part {
                    Some(part) => parts.push(part),
                    None => words.push(text.text.to_uppercase()),
                }
            }
            Block::Rule => add(area, dish.take(), totals),
            _ => {}
        }
    }
}

fn add(area: &str, dish: Option<Dish>, totals: &mut ByArea) {
    let Some(Dish { quantity, words, parts }) = dish else { return };
    let label = words.join(" | ");
    for (name, n) in parts {
        *totals.entry((area.to_owned(), format!("{label} > {name}"))).or_default() += n;
    }
    *totals.entry((area.to_owned(), label)).or_default() += quantity;
}

#[derive(comanda_from_row::FromRow)]
struct StoredLine {
    id: i64,
    command_id: Option<i64>,
    quantity: i64,
    #[row(flatten)]
    measure: Measure,
    status: String,
    name: String,
    variant_name: String,
    comment: String,
    area: Option<String>,
}

#[derive(comanda_from_row::FromRow)]
struct ToppingRow {
    line_id: i64,
    name: String,
    quantity: i64,
    choice_no: Option<i64>,
    choice_group: String,
    is_nested_choice: bool,
}

impl ToppingRow {
    fn chosen(&self) -> Option<ChosenTopping> {
        let (group, name) = (self.choice_group.clone(), self.name.clone());
        self.choice_no.map(|number| ChosenTopping { number, group, name, is_nested: self.is_nested_choice })
    }
}

async fn lines(tx: &mut Tx) -> Vec<Line> {
    let stored: Vec<StoredLine> = rows(
        tx,
        "SELECT l.id, l.command_id, l.quantity, l.sale_unit, l.measure, l.measure_price, l.status, l.name, l.variant_name, l.comment,
                a.name AS area
         FROM order_lines l LEFT JOIN production_areas a ON a.id = l.production_area_id ORDER BY l.id",
    )
    .await;
    let toppings: Vec<ToppingRow> = rows(
        tx,
        "SELECT line_id, name, quantity, choice_no, choice_group, is_nested_choice FROM order_line_toppings ORDER BY id",
    )
    .await;
    let parts: Vec<(i64, Option<String>, String, i64)> = rows(
        tx,
        "SELECT c.line_id, a.name, c.name, c.quantity FROM order_line_components c
         LEFT JOIN production_areas a ON a.id = c.production_area_id ORDER BY c.id",
    )
    .await;
    let read = |line: StoredLine| {
        let StoredLine { id, quantity, variant_name: variant, .. } = line;
        let name = line.measure.describe().map_or(line.name.clone(), |measure| format!("{} {measure}", line.name));
        let own = || toppings.iter().filter(|t| t.line_id == id);
        let chosen: Vec<_> = own().filter_map(ToppingRow::chosen).collect();
        let added: Vec<_> =
            own().filter(|t| t.choice_no.is_none()).map(|t| (t.quantity / MILLION, t.name.clone())).collect();
        Line {
            command: line.command_id,
            quantity: quantity / MILLION,
            is_dismissed: line.status == "DISMISSED",
            label: label(
                &name,
                (!variant.is_empty()).then_some(variant.as_str()),
                &words(&chosen),
                &added,
                &line.comment,
            ),
            area: line.area,
            parts: parts.iter().filter(|p| p.0 == id).map(|(_, a, n, q)| (a.clone(), n.clone(), q / MILLION)).collect(),
        }
    };
    stored.into_iter().map(read).collect()
}
