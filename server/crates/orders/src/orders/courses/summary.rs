//! The courses of an account as the till shows them: in the order of eating, with what became of each. Pure.

use crate::orders::model::{Line, LineStatus};
use chrono::{DateTime, Utc};
use comanda_base::{ids::CourseId, words::text_enum};
use serde::Serialize;
use utoipa::ToSchema;

/// The course of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LineCourse {
    pub id: CourseId,
    pub name: String,
    /// The place in the order of eating.
    pub position: i64,
    /// Whether it always leaves when the order is sent.
    pub at_once: bool,
    /// Whether it is fired by itself once everything before it is served.
    #[serde(skip)]
    pub auto_fire: bool,
}

impl LineCourse {
    /// Returns its place where it is eaten in turn; what leaves at once has no turn.
    pub(in crate::orders) fn turn(&self) -> Option<i64> {
        (!self.at_once).then_some(self.position)
    }
}

text_enum!(
    /// The progress of a course: from not announced to the kitchen to served.
    CourseState { Unsent = "UNSENT", Held = "HELD", Fired = "FIRED", Served = "SERVED" }
);

/// A course of an account, or its lines without a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountCourse {
    /// Absent: the lines without a course.
    pub course_id: Option<CourseId>,
    pub name: String,
    pub position: Option<i64>,
    pub at_once: bool,
    pub state: CourseState,
    /// The moment since which its first waiting line waits.
    pub held_at: Option<DateTime<Utc>>,
    /// The moment at which its last sent line was sent.
    pub fired_at: Option<DateTime<Utc>>,
    /// The moment at which its last line was served; absent while something of it is not.
    pub served_at: Option<DateTime<Utc>>,
    /// Whether it is the one to fire next.
    pub is_next: bool,
    #[serde(skip)]
    pub auto_fire: bool,
}

/// Returns the courses of these lines in the order of eating; nothing where no line has a course and none waits.
pub(crate) fn summarize(lines: &[Line]) -> Vec<AccountCourse> {
    let live: Vec<&Line> = lines.iter().filter(|line| line.is_live()).collect();
    if live.iter().all(|line| line.course.is_none() && !line.waits()) {
        return Vec::new();
    }
    let mut keys: Vec<Option<&LineCourse>> = live.iter().map(|line| line.course.as_ref()).collect();
    keys.sort_by_key(|course| order_of_eating(*course));
    keys.dedup_by_key(|course| course.map(|course| course.id));
    let of = |course: Option<&LineCourse>| {
        let id = course.map(|course| course.id);
        live.iter().copied().filter(move |line| line.course.as_ref().map(|course| course.id) == id)
    };
    let mut courses: Vec<AccountCourse> =
        keys.into_iter().map(|course| summarize_course(course, &of(course).collect::<Vec<_>>())).collect();
    if let Some(next) = courses.iter_mut().find(|course| course.state == CourseState::Held) {
        next.is_next = true;
    }
    courses
}

/// Returns the key that orders courses: what leaves at once, then by turn, then what has none.
pub(crate) fn order_of_eating(course: Option<&LineCourse>) -> (u8, i64, CourseId) {
    match course {
        Some(course) if course.at_once => (0, course.position, course.id),
        Some(course) => (1, course.position, course.id),
        None => (2, 0, CourseId(0)),
    }
}

fn summarize_course(course: Option<&LineCourse>, lines: &[&Line]) -> AccountCourse {
    let sent = || lines.iter().filter(|line| line.is_sent());
    let held_at = lines.iter().filter(|line| line.waits()).filter_map(|line| line.held_at).min();
    let all_sent = lines.iter().all(|line| line.is_sent());
    let all_served = all_sent && lines.iter().all(|line| line.status == LineStatus::Delivered);
    let state = match (held_at, all_served, sent().next()) {
        (Some(_), ..) => CourseState::Held,
        (None, true, _) => CourseState::Served,
        (None, false, Some(_)) => CourseState::Fired,
        (None, false, None) => CourseState::Unsent,
    };
    AccountCourse {
        course_id: course.map(|course| course.id),
        name: course.map(|course| course.name.clone()).unwrap_or_default(),
        position: course.map(|course| course.position),
        at_once: course.is_some_and(|course| course.at_once),
        state,
        held_at,
        fired_at: sent().filter_map(|line| line.sent_at).max(),
        served_at: lines.iter().filter_map(|line| line.status_changed_at).max().filter(|_| all_served),
        is_next: false,
        auto_fire: course.is_some_and(|course| course.auto_fire),
    }
}
