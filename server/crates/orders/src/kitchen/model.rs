//! The cards of the monitor, built from sent lines. Pure.

use crate::orders::{
    Line, LineCourse, LineStatus, RequestKind,
    chosen::{ChosenOptions, added_toppings},
    describe_allergy,
    kitchen_source::{CommandHead, LineMark},
    model::Component,
    order_of_eating,
};
use chrono::{DateTime, Utc};
use comanda_base::{
    ids::{AreaId, CommandId, ComponentId, CourseId, LineId, RequestId},
    measure::SaleUnit,
    money::{Quantity, SCALE},
};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// A topping as the cook reads it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KitchenTopping {
    pub name: String,
    pub quantity: Quantity,
}

/// One thing to make: a line, or a dish of a combo.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KitchenLine {
    pub id: LineId,
    /// The dish of the combo; absent for a plain line.
    pub component_id: Option<ComponentId>,
    /// The name of the combo that the dish belongs to.
    pub combo: Option<String>,
    pub name: String,
    pub quantity: Quantity,
    pub sale_unit: SaleUnit,
    /// The weight or volume of each piece; 1 where it is sold by the unit.
    pub measure: Quantity,
    pub variant: Option<String>,
    /// The options that were chosen, by group. Each dish of a combo has those of the whole combo.
    pub choices: Vec<ChosenOptions>,
    pub toppings: Vec<KitchenTopping>,
    pub comment: Option<String>,
    /// The name of its course.
    pub course: Option<String>,
    pub status: LineStatus,
    pub status_changed_at: DateTime<Utc>,
    pub area_id: AreaId,
    pub dismissed: bool,
    pub dismissal_acknowledged: bool,
    pub dismissed_reason: Option<String>,
    /// The previous table; absent once the kitchen has seen the change.
    pub moved_from: Option<String>,
    pub version: i64,
}

/// The additional marks for the kitchen, by line.
pub type LineMarks = HashMap<LineId, LineMark>;

/// A command on the monitor; its lines that moved to another table are a card of that table.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KitchenCard {
    pub command_id: CommandId,
    pub number: i64,
    pub client_request_id: RequestId,
    #[serde(rename = "type")]
    pub kind: RequestKind,
    /// `MESA 12`, `LLEVAR #18`, `DELIVERY #7`
    pub label: String,
    pub salon: Option<String>,
    pub correlative: Option<i64>,
    /// The client of a take-away or a delivery.
    pub client_name: String,
    pub waiter: String,
    pub persons: i64,
    /// The allergy of the account in Spanish words; empty without one.
    pub allergy: String,
    pub sent_at: DateTime<Utc>,
    /// The last course of its lines in the order of eating; empty without one.
    pub course: String,
    pub area_ids: Vec<AreaId>,
    pub lines: Vec<KitchenLine>,
}

/// A course of an account that waits to be fired; nothing of it can be moved on.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct HeldCourse {
    pub client_request_id: RequestId,
    /// `MESA 12`
    pub label: String,
    pub salon: Option<String>,
    pub waiter: String,
    /// The allergy of the account in Spanish words; empty without one.
    pub allergy: String,
    /// Absent: lines without a course.
    pub course_id: Option<CourseId>,
    pub course: String,
    /// The moment since which it waits.
    pub held_at: DateTime<Utc>,
    /// Whether it is the one that its account fires next.
    pub is_next: bool,
    pub lines: Vec<KitchenLine>,
}

/// The totals of one dish over all cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DishTotal {
    pub name: String,
    pub pending: Quantity,
    /// The quantity that waits for its course to be fired.
    pub coming: Quantity,
    pub today: Quantity,
}

/// Builds the cards of commands with the lines of these areas (of all areas if none is given); a card without such a line is left out.
pub fn build_cards(heads: Vec<CommandHead>, lines: &[Line], marks: &LineMarks, areas: &[AreaId]) -> Vec<KitchenCard> {
    let mut lines_by_command: BTreeMap<(CommandId, RequestId), Vec<KitchenLine>> = BTreeMap::new();
    for line in lines {
        if let Some(command) = line.command_id {
            let parts = kitchen_lines(line, marks.get(&line.id));
            let shown = parts.into_iter().filter(|l| areas.is_empty() || areas.contains(&l.area_id));
            lines_by_command.entry((command, line.client_request_id)).or_default().extend(shown);
        }
    }
    let mut courses = last_courses(lines);
    let card = |head: CommandHead| {
        let course = courses.remove(&(head.id, head.client_request_id)).unwrap_or_default();
        let lines = lines_by_command.remove(&(head.id, head.client_request_id)).filter(|l| !l.is_empty())?;
        Some(build_card(head, lines, course))
    };
    heads.into_iter().filter_map(card).collect()
}

/// Returns the name of the last course that each command has, in the order of eating.
fn last_courses(lines: &[Line]) -> BTreeMap<(CommandId, RequestId), String> {
    let mut last: BTreeMap<(CommandId, RequestId), &LineCourse> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.is_live()) {
        let (Some(command), Some(course)) = (line.command_id, &line.course) else { continue };
        let known = last.entry((command, line.client_request_id)).or_insert(course);
        if order_of_eating(Some(course)) > order_of_eating(Some(known)) {
            *known = course;
        }
    }
    last.into_iter().map(|(command, course)| (command, course.name.clone())).collect()
}

fn build_card(head: CommandHead, lines: Vec<KitchenLine>, course: String) -> KitchenCard {
    let mut area_ids: Vec<AreaId> = lines.iter().map(|l| l.area_id).collect();
    area_ids.sort_unstable();
    area_ids.dedup();
    KitchenCard {
        command_id: head.id,
        number: head.number,
        client_request_id: head.client_request_id,
        kind: head.kind,
        label: command_label(&head),
        salon: head.salon,
        correlative: head.correlative,
        client_name: head.client_name,
        waiter: head.waiter,
        persons: head.persons,
        allergy: describe_allergy(&head.allergens, &head.allergy_note),
        sent_at: head.sent_at,
        course,
        area_ids,
        lines,
    }
}

fn command_label(head: &CommandHead) -> String {
    let number = head.correlative.unwrap_or_default();
    match head.kind {
        RequestKind::Table => table_label(head.table_name.as_deref().unwrap_or_default()),
        RequestKind::Order => format!("LLEVAR #{number}"),
        RequestKind::Delivery => format!("DELIVERY #{number}"),
    }
}

/// Returns the name of a table on the monitor: `MESA 12`.
pub(super) fn table_label(name: &str) -> String {
    if name.to_lowercase().starts_with("mesa") { name.to_uppercase() } else { format!("MESA {name}") }
}

/// Returns the dishes to make for a line: itself, or each dish of a combo. A dish without an area is left out.
pub(super) fn kitchen_lines(line: &Line, mark: Option<&LineMark>) -> Vec<KitchenLine> {
    if line.combo_has_product.is_empty() {
        return line.production_area_id.map(|area| whole_line(line, area, mark)).into_iter().collect();
    }
    let dish = |c: &Component| c.production_area_id.map(|area| combo_dish(line, c, area, mark));
    line.combo_has_product.iter().filter_map(dish).collect()
}

fn whole_line(line: &Line, area_id: AreaId, mark: Option<&LineMark>) -> KitchenLine {
    let toppings =
        added_toppings(&line.toppings).map(|t| KitchenTopping { name: t.name.clone(), quantity: t.quantity });
    KitchenLine {
        id: line.id,
        component_id: None,
        combo: None,
        name: line.name.clone(),
        quantity: line.qty_original,
        sale_unit: line.measure.unit,
        measure: line.measure.quantity,
        variant: line.variant.as_ref().map(|v| v.name.clone()),
        choices: ChosenOptions::of_toppings(&line.toppings),
        toppings: toppings.collect(),
        comment: Some(line.comment.clone()).filter(|c| !c.is_empty()),
        course: line.course.as_ref().map(|course| course.name.clone()),
        status: line.status,
        status_changed_at: line.status_changed_at.or(line.sent_at).unwrap_or(line.added_at),
        area_id,
        dismissed: !line.is_live(),
        dismissal_acknowledged: mark.is_some_and(|m| m.dismissal_seen),
        dismissed_reason: line.dismissed_reason.clone(),
        moved_from: mark.and_then(|m| m.moved_from.clone()).filter(|_| line.is_live()),
        version: line.version,
    }
}

fn combo_dish(line: &Line, dish: &Component, area_id: AreaId, mark: Option<&LineMark>) -> KitchenLine {
    let quantity = dish.quantity.millionths() / SCALE * line.qty_original.millionths();
    let whole = whole_line(line, area_id, mark);
    KitchenLine {
        component_id: Some(dish.id),
        combo: Some(line.name.clone()),
        name: dish.name.clone(),
        quantity: Quantity::from_millionths(quantity),
        variant: dish.variant.as_ref().map(|v| v.name.clone()),
        toppings: Vec::new(),
        status: if line.is_live() { dish.status } else { line.status },
        status_changed_at: dish.status_changed_at.unwrap_or(whole.status_changed_at),
        ..whole
    }
}

/// Returns what is still to make by dish, the most first, with what waits for its course and the quantity ordered today.
pub fn dish_totals(cards: &[KitchenCard], held: &[HeldCourse], today: Vec<(String, Quantity)>) -> Vec<DishTotal> {
    let mut totals: BTreeMap<&str, (Quantity, Quantity)> = BTreeMap::new();
    let open = |l: &&KitchenLine| matches!(l.status, LineStatus::Pending | LineStatus::Processing);
    for line in cards.iter().flat_map(|c| &c.lines).filter(open) {
        totals.entry(&line.name).or_default().0 += line.quantity;
    }
    for line in held.iter().flat_map(|course| &course.lines) {
        totals.entry(&line.name).or_default().1 += line.quantity;
    }
    let today: BTreeMap<String, Quantity> = today.into_iter().collect();
    let mut totals: Vec<DishTotal> = totals
        .into_iter()
        .map(|(name, (pending, coming))| DishTotal {
            name: name.to_owned(),
            pending,
            coming,
            today: today.get(name).copied().unwrap_or(pending),
        })
        .collect();
    totals.sort_by(|a, b| {
        b.pending.cmp(&a.pending).then_with(|| b.coming.cmp(&a.coming)).then_with(|| a.name.cmp(&b.name))
    });
    totals
}
