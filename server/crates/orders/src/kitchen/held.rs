//! The courses that wait to be fired, as the kitchen sees them coming.

use super::model::{HeldCourse, kitchen_lines, table_label};
use crate::orders::{
    Line, describe_allergy,
    kitchen_source::{self as source, HeldAccount},
    summarize_courses,
};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{AreaId, RequestId},
};
use std::collections::HashMap;

/// The most accounts of which something waits: more than any restaurant has tables.
const MAX_ACCOUNTS: i64 = 500;

/// Loads the courses of open accounts that wait, with the dishes of these areas (of all areas if none is given).
pub(super) async fn load_held_courses(tx: &mut Tx, areas: &[AreaId]) -> Result<Vec<HeldCourse>> {
    let accounts = source::list_held_accounts(tx, MAX_ACCOUNTS).await?;
    if accounts.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<RequestId> = accounts.iter().map(|account| account.id).collect();
    let mut lines: HashMap<RequestId, Vec<Line>> = HashMap::new();
    for line in source::list_lines_of_accounts(tx, &ids).await? {
        lines.entry(line.client_request_id).or_default().push(line);
    }
    let held = |account: HeldAccount| {
        let lines = lines.remove(&account.id).unwrap_or_default();
        held_courses(&account, &lines, areas)
    };
    Ok(accounts.into_iter().flat_map(held).collect())
}

/// Returns the waiting courses of an account in the order of eating; without those that these areas have nothing to do with.
fn held_courses(account: &HeldAccount, lines: &[Line], areas: &[AreaId]) -> Vec<HeldCourse> {
    let courses = summarize_courses(lines).into_iter();
    let held = courses.filter_map(|course| {
        let own = lines.iter().filter(|line| line.waits());
        let own = own.filter(|line| line.course.as_ref().map(|course| course.id) == course.course_id);
        let parts = own.flat_map(|line| kitchen_lines(line, None));
        let lines: Vec<_> = parts.filter(|line| areas.is_empty() || areas.contains(&line.area_id)).collect();
        (!lines.is_empty()).then_some(HeldCourse {
            client_request_id: account.id,
            label: table_label(&account.table_name),
            salon: account.salon.clone(),
            waiter: account.waiter.clone(),
            allergy: describe_allergy(&account.allergens, &account.allergy_note),
            course_id: course.course_id,
            course: course.name,
            held_at: course.held_at?,
            is_next: course.is_next,
            lines,
        })
    });
    held.collect()
}
