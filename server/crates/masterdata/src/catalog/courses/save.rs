//! Creates, changes, moves and deletes courses.

use super::{
    model::{Course, SaveCourse},
    store,
};
use crate::catalog::version;
use comanda_base::{
    error::{Faults, Refusal, Result, already_exists, invalid, not_found},
    form::{self, summarize_names},
    ids::CourseId,
    search::search_key,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::json;

const MAX_NAME_CHARS: usize = 30;
/// No meal has more, and the account shows all of them.
const MAX_COURSES: usize = 12;

pub(super) async fn create_course(work: &mut Work<'_>, body: &SaveCourse) -> Result<Course> {
    let all = lock_all(work).await?;
    if all.len() >= MAX_COURSES {
        return invalid("name", format!("Hay {MAX_COURSES} tiempos. Borra los que no se usan.")).err();
    }
    let bare = Course {
        id: CourseId(0),
        name: String::new(),
        position: i64::try_from(all.len()).unwrap_or(i64::MAX).saturating_add(1),
        at_once: false,
        auto_fire: false,
        categories: 0,
        products: 0,
    };
    let new = check(bare, body, &all)?;
    let id = store::insert_course(work.tx, &new).await?;
    place(work, &all, id, new.position).await?;
    record_change(work, "COURSE_CREATED", None, id).await
}

/// Updates only the fields sent.
pub(super) async fn update_course(work: &mut Work<'_>, id: CourseId, body: &SaveCourse) -> Result<Course> {
    let all = lock_all(work).await?;
    let was = find(&all, id)?;
    let new = check(was.clone(), body, &all)?;
    store::update_course(work.tx, &new).await?;
    place(work, &all, id, new.position).await?;
    record_change(work, "COURSE_CHANGED", Some(was), id).await
}

/// Deletes a course that nothing on the menu has and no open order waits for.
pub(super) async fn delete_course(work: &mut Work<'_>, id: CourseId) -> Result<Course> {
    let all = lock_all(work).await?;
    let was = find(&all, id)?;
    if let Some(names) = summarize_names(&store::list_names_using(work.tx, id).await?) {
        let refusal = form::in_use_refusal(&was.name, &format!("lo tiene {names}"), "Dales otro tiempo primero.");
        return refusal.with_current(&was).err();
    }
    if store::is_awaited(work.tx, id).await? {
        let remedy = "Hay que marcharlo o quitarlo de la cuenta primero.";
        return form::in_use_refusal(&was.name, "hay pedidos que lo esperan", remedy).with_current(&was).err();
    }
    store::mark_course_deleted(work.tx, id, work.now).await?;
    let rest: Vec<CourseId> = all.iter().map(|course| course.id).filter(|other| *other != id).collect();
    store::number_courses(work.tx, &rest).await?;
    let entry = AuditEntry::new("COURSE_DELETED").entity("course", id.0).change(Some(json!(was)), None);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({ "course_id": id }));
    Ok(was)
}

/// Lists all courses once nobody else can write them: their places and names depend on each other.
async fn lock_all(work: &mut Work<'_>) -> Result<Vec<Course>> {
    work.tx.lock_tables("courses").await?;
    Ok(store::list_courses(work.tx).await?)
}

fn find(all: &[Course], id: CourseId) -> Result<Course> {
    Ok(all.iter().find(|course| course.id == id).cloned().ok_or_else(|| not_found("el tiempo"))?)
}

fn check(was: Course, body: &SaveCourse, all: &[Course]) -> Result<Course> {
    let mut faults = Faults::default();
    let name = form::required_text("name", body.name.as_ref(), was.name, MAX_NAME_CHARS, "el nombre del tiempo");
    let new = Course {
        name: faults.or_default(name)?,
        position: body.position.unwrap_or(was.position),
        at_once: body.at_once.unwrap_or(was.at_once),
        auto_fire: body.auto_fire.unwrap_or(was.auto_fire),
        ..was
    };
    let others = || all.iter().filter(|course| course.id != new.id);
    let last = i64::try_from(others().count()).unwrap_or(i64::MAX).saturating_add(1);
    faults.check((1..=last).contains(&new.position), "position", &format!("El orden va de 1 a {last}."));
    if new.at_once && new.auto_fire {
        faults.add("auto_fire", "Lo que sale al enviar no espera, así que no marcha solo.");
    }
    if let Some(same) = others().find(|course| search_key(&course.name) == search_key(&new.name)) {
        faults.refuse(name_taken(&same.name).with_current(same));
    }
    faults.finish()?;
    Ok(new)
}

fn name_taken(name: &str) -> Refusal {
    already_exists("name", format!("Ya hay un tiempo {name}. Elige otro nombre."))
}

/// Puts a course at its place among the others, and numbers all of them.
async fn place(work: &mut Work<'_>, all: &[Course], id: CourseId, position: i64) -> Result<()> {
    let mut order: Vec<CourseId> = all.iter().map(|course| course.id).filter(|other| *other != id).collect();
    let at = usize::try_from(position - 1).unwrap_or_default().min(order.len());
    order.insert(at, id);
    Ok(store::number_courses(work.tx, &order).await?)
}

async fn record_change(work: &mut Work<'_>, what: &'static str, was: Option<Course>, id: CourseId) -> Result<Course> {
    let now = find(&store::list_courses(work.tx).await?, id)?;
    let entry = AuditEntry::new(what).entity("course", id.0).change(was.map(|was| json!(was)), Some(json!(now)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({ "course_id": id }));
    Ok(now)
}
