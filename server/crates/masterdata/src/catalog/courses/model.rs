//! A course as the API shows it, and the form that saves it.

use comanda_base::ids::CourseId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A course of a meal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Course {
    pub id: CourseId,
    pub name: String,
    /// The place in the order of eating, from 1.
    pub position: i64,
    /// Whether its dishes always leave for the kitchen when the order is sent, as drinks do.
    pub at_once: bool,
    /// Whether it is fired by itself once everything that was sent before is served.
    pub auto_fire: bool,
    /// The number of categories that have it.
    pub categories: i64,
    /// The number of products that have it by themselves and not by their category.
    pub products: i64,
}

/// Body of `POST /courses` and `PUT /courses/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveCourse {
    pub name: Option<String>,
    /// The place that it takes; the others move to make room. Absent in POST: the last one.
    pub position: Option<i64>,
    pub at_once: Option<bool>,
    pub auto_fire: Option<bool>,
}
