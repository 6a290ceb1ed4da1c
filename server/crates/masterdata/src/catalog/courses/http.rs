//! HTTP handlers of courses.

use super::{
    model::{Course, SaveCourse},
    save, store,
};
use crate::catalog::http::require_catalog_read;
use axum::{Json, extract::Path};
use comanda_base::{
    error::{Result, not_found},
    ids::CourseId,
    listing::Rows,
};
use comanda_platform::{
    http::{Answer, Empty, Write, ok, rows},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of courses.
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_courses, create_course)).routes(routes!(
        get_course,
        update_course,
        delete_course
    ))
}

/// All courses of a meal, in the order of eating.
#[utoipa::path(get, path = "/courses", tag = "catalog", responses((status = 200, body = Rows<Course>)))]
async fn list_courses(actor: Actor) -> Result<Rows<Course>> {
    require_catalog_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(store::list_courses(&mut tx).await?))
}

/// One course.
#[utoipa::path(get, path = "/courses/{id}", tag = "catalog", params(("id" = CourseId, Path)), responses((status = 200, body = Answer<Course>)))]
async fn get_course(actor: Actor, Path(id): Path<CourseId>) -> Result<Json<Answer<Course>>> {
    require_catalog_read(&actor)?;
    let mut tx = actor.company.db.read().await?;
    let found = store::list_courses(&mut tx).await?.into_iter().find(|course| course.id == id);
    Ok(ok(found.ok_or_else(|| not_found("el tiempo"))?))
}

/// Adds a course.
#[utoipa::path(post, path = "/courses", tag = "catalog", request_body = SaveCourse, responses((status = 200, body = Answer<Course>)))]
async fn create_course(actor: Actor, write: Write<SaveCourse>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| save::create_course(work, body).await)
}

/// Updates only the fields sent of a course; a new `position` moves it there and the others make room.
#[utoipa::path(put, path = "/courses/{id}", tag = "catalog", params(("id" = CourseId, Path)), request_body = SaveCourse, responses((status = 200, body = Answer<Course>)))]
async fn update_course(actor: Actor, Path(id): Path<CourseId>, write: Write<SaveCourse>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| save::update_course(work, id, body).await)
}

/// Deletes a course; 409 `in_use` while a category or product has it or an order waits for it.
#[utoipa::path(delete, path = "/courses/{id}", tag = "catalog", params(("id" = CourseId, Path)), responses((status = 200, body = Answer<Course>)))]
async fn delete_course(actor: Actor, Path(id): Path<CourseId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| save::delete_course(work, id).await)
}
