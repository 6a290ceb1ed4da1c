//! SQL of courses.

use super::model::Course;
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::{Result, invalid},
    ids::CourseId,
    search::search_key,
};

/// Lists the courses in the order of eating; there are few of them.
pub(in crate::catalog) async fn list_courses(tx: &mut Tx) -> db::Result<Vec<Course>> {
    tx.query(
        "SELECT k.id, k.name, k.position, k.at_once, k.auto_fire,
                (SELECT COUNT(*) FROM categories c WHERE c.course_id = k.id AND c.deleted_at IS NULL) AS categories,
                (SELECT COUNT(*) FROM products p WHERE p.course_id = k.id AND p.deleted_at IS NULL) AS products
         FROM courses k WHERE k.deleted_at IS NULL ORDER BY k.position, k.id",
    )
    .all()
    .await
}

/// Refuses a course that does not exist, and locks it so that it is not deleted before the transaction ends.
pub async fn check_exists(tx: &mut Tx, id: Option<CourseId>) -> Result<()> {
    let Some(id) = id else { return Ok(()) };
    let found: Option<(CourseId,)> =
        tx.query("SELECT id FROM courses WHERE id = $1 AND deleted_at IS NULL").bind(id).for_update().maybe().await?;
    if found.is_some() {
        return Ok(());
    }
    invalid("course_id", "Ese tiempo ya no existe. Elige otro.").err()
}

pub(super) async fn insert_course(tx: &mut Tx, course: &Course) -> db::Result<CourseId> {
    let sql = Sql::new("INSERT INTO courses (name, search_key, position, at_once, auto_fire) VALUES").rows([args![
        course.name.as_str(),
        search_key(&course.name),
        course.position,
        course.at_once,
        course.auto_fire
    ]]);
    tx.query(sql.add("RETURNING id")).scalar().await
}

pub(super) async fn update_course(tx: &mut Tx, course: &Course) -> db::Result<u64> {
    tx.query("UPDATE courses SET name = $1, search_key = $2, at_once = $3, auto_fire = $4 WHERE id = $5")
        .bind(course.name.as_str())
        .bind(search_key(&course.name))
        .bind(course.at_once)
        .bind(course.auto_fire)
        .bind(course.id)
        .run()
        .await
}

/// Numbers the courses in this order, from 1.
pub(super) async fn number_courses(tx: &mut Tx, order: &[CourseId]) -> db::Result<()> {
    if order.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("UPDATE courses SET position = v.column2 FROM (VALUES");
    tx.query(
        sql.rows(order.iter().zip(1_i64..).map(|(id, n)| args![*id, n])).add(") AS v WHERE courses.id = v.column1"),
    )
    .run()
    .await?;
    Ok(())
}

/// Marks a course as deleted and frees its name.
pub(super) async fn mark_course_deleted(tx: &mut Tx, id: CourseId, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE courses SET deleted_at = $1, search_key = search_key || ' ' || CAST(id AS TEXT) WHERE id = $2")
        .bind(now)
        .bind(id)
        .run()
        .await
}

/// Lists the names of the categories and products that have a course.
pub(super) async fn list_names_using(tx: &mut Tx, id: CourseId) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT name FROM categories WHERE course_id = $1 AND deleted_at IS NULL
         UNION SELECT name FROM products WHERE course_id = $1 AND deleted_at IS NULL ORDER BY 1 LIMIT 1000",
    )
    .bind(id)
    .column()
    .await
}

/// Whether an order still waits for this course to be sent.
pub(super) async fn is_awaited(tx: &mut Tx, id: CourseId) -> db::Result<bool> {
    let count: i64 = tx
        .query("SELECT COUNT(*) FROM order_lines WHERE course_id = $1 AND command_id IS NULL AND status <> 'DISMISSED'")
        .bind(id)
        .scalar()
        .await?;
    Ok(count > 0)
}
