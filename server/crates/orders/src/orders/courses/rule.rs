//! Decides which unsent lines leave for the kitchen and which wait for their course. Pure.

use crate::orders::model::{Line, RequestKind};
use comanda_base::ids::{CourseId, LineId};
use std::collections::BTreeSet;

/// Selects among the unsent lines of an account those to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::orders) enum SendScope {
    /// The lines that leave by the rule of courses; the others wait from now on.
    Due,
    /// One course, or what waits without a course.
    Course(Option<CourseId>),
    /// Everything: nobody sends anything of this account later.
    Everything,
}

/// The unsent lines that leave, and those that begin to wait.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::orders) struct Selection {
    pub leaving: BTreeSet<LineId>,
    pub newly_held: Vec<LineId>,
}

impl Selection {
    /// Selects among the live lines of an account of this kind. Only tables wait: what is taken away or delivered leaves together.
    pub(in crate::orders) fn new(lines: &[&Line], kind: RequestKind, scope: SendScope) -> Self {
        let unsent = || lines.iter().copied().filter(|line| !line.is_sent());
        let ids = |wanted: &dyn Fn(&&Line) -> bool| unsent().filter(wanted).map(|line| line.id).collect();
        match scope {
            SendScope::Everything => Self { leaving: ids(&|_| true), newly_held: Vec::new() },
            SendScope::Course(Some(course)) => {
                let is_of_it = |line: &&Line| line.course.as_ref().is_some_and(|own| own.id == course);
                Self { leaving: ids(&is_of_it), newly_held: Vec::new() }
            }
            SendScope::Course(None) => {
                Self { leaving: ids(&|line| line.course.is_none() && line.waits()), newly_held: Vec::new() }
            }
            SendScope::Due if kind != RequestKind::Table => Self { leaving: ids(&|_| true), newly_held: Vec::new() },
            SendScope::Due => {
                let turn = current_turn(lines);
                let (leaving, newly_held): (Vec<&Line>, Vec<&Line>) =
                    unsent().filter(|line| !line.waits()).partition(|line| leaves_now(line, turn));
                let leaving = leaving.into_iter().map(|line| line.id).collect();
                Self { leaving, newly_held: newly_held.into_iter().map(|line| line.id).collect() }
            }
        }
    }
}

/// Returns the turn that the account has reached: the last one of which something was sent, else the first one that is ordered.
fn current_turn(lines: &[&Line]) -> Option<i64> {
    let turn = |line: &&Line| line.course.as_ref().and_then(|course| course.turn());
    let sent = lines.iter().copied().filter(|line| line.is_sent()).filter_map(|line| turn(&line)).max();
    let ordered = || lines.iter().copied().filter(|line| !line.is_sent() && line.hold != Some(true));
    sent.or_else(|| ordered().filter_map(|line| turn(&line)).min())
}

fn leaves_now(line: &Line, current_turn: Option<i64>) -> bool {
    if let Some(hold) = line.hold {
        return !hold;
    }
    match line.course.as_ref().and_then(|course| course.turn()) {
        None => true,
        Some(turn) => current_turn.is_some_and(|current| turn <= current),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::{courses::LineCourse, sample};
    use RequestKind::{Order, Table};
    use chrono::DateTime;
    use comanda_base::ids::CommandId;

    const DRINKS: (i64, &str, bool) = (1, "Bebidas", true);
    const STARTERS: (i64, &str, bool) = (2, "Entradas", false);
    const MAINS: (i64, &str, bool) = (3, "Fondos", false);
    const DESSERTS: (i64, &str, bool) = (4, "Postres", false);

    fn line(id: i64, course: Option<(i64, &str, bool)>) -> Line {
        let course = course.map(|(position, name, at_once)| LineCourse {
            id: CourseId(position),
            name: name.into(),
            position,
            at_once,
            auto_fire: false,
        });
        Line { course, ..sample::sample_line(id, "Plato", "10", 1) }
    }
    fn sent(line: Line) -> Line {
        Line { command_id: Some(CommandId(9)), ..line }
    }
    fn waiting(line: Line) -> Line {
        Line { held_at: Some(DateTime::UNIX_EPOCH), ..line }
    }
    fn select(lines: &[Line], kind: RequestKind, scope: SendScope) -> (Vec<i64>, Vec<i64>) {
        let selection = Selection::new(&lines.iter().collect::<Vec<_>>(), kind, scope);
        (selection.leaving.iter().map(|id| id.0).collect(), selection.newly_held.iter().map(|id| id.0).collect())
    }

    #[test]
    fn the_first_course_and_drinks_leave_and_the_rest_waits() {
        let all = [line(1, Some(DRINKS)), line(2, Some(MAINS)), line(3, Some(STARTERS)), line(4, None)];
        assert_eq!(select(&all, Table, SendScope::Due), (vec![1, 3, 4], vec![2]));
        assert_eq!(select(&all, Order, SendScope::Due), (vec![1, 2, 3, 4], vec![]), "taken away: all together");
        assert_eq!(select(&all[1..2], Table, SendScope::Due), (vec![2], vec![]), "mains alone are the first course");
    }

    #[test]
    fn what_is_added_later_leaves_where_its_course_was_reached() {
        let earlier = [sent(line(1, Some(MAINS))), waiting(line(2, Some(DESSERTS)))];
        let added = [line(3, Some(STARTERS)), line(4, Some(MAINS)), line(5, Some(DESSERTS)), line(6, Some(DRINKS))];
        let all: Vec<Line> = earlier.into_iter().chain(added).collect();
        assert_eq!(select(&all, Table, SendScope::Due), (vec![3, 4, 6], vec![5]), "what waits keeps waiting");
        let only_drinks = [sent(line(1, Some(DRINKS))), line(2, Some(MAINS))];
        assert_eq!(select(&only_drinks, Table, SendScope::Due), (vec![2], vec![]), "drinks are no turn");
    }

    #[test]
    fn the_waiter_may_say_otherwise() {
        let now = Line { hold: Some(false), ..line(1, Some(DESSERTS)) };
        let later = Line { hold: Some(true), ..line(2, None) };
        let drink = Line { hold: Some(true), ..line(3, Some(DRINKS)) };
        let all = [now, later, drink, line(4, Some(STARTERS))];
        assert_eq!(select(&all, Table, SendScope::Due), (vec![1, 4], vec![2, 3]));
        let held_first = [Line { hold: Some(true), ..line(1, Some(STARTERS)) }, line(2, Some(MAINS))];
        assert_eq!(
            select(&held_first, Table, SendScope::Due),
            (vec![2], vec![1]),
            "a held course is not the first one"
        );
    }

    #[test]
    fn a_course_is_fired_whole_and_alone() {
        let all = [
            sent(line(1, Some(STARTERS))),
            waiting(line(2, Some(MAINS))),
            line(3, Some(MAINS)),
            waiting(line(4, Some(DESSERTS))),
            waiting(line(5, None)),
            line(6, None),
        ];
        assert_eq!(select(&all, Table, SendScope::Course(Some(CourseId(3)))), (vec![2, 3], vec![]));
        assert_eq!(select(&all, Table, SendScope::Course(None)), (vec![5], vec![]));
        assert_eq!(select(&all, Table, SendScope::Course(Some(CourseId(2)))), (vec![], vec![]));
        assert_eq!(select(&all, Table, SendScope::Everything), (vec![2, 3, 4, 5, 6], vec![]));
    }

    /// The cases that the browser's own computation is held against too.
    #[test]
    fn the_browser_and_the_server_decide_alike() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web/src/data/orders/courses.cases.json");
        let shared: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let course_of = |name: &serde_json::Value| {
            let known = shared["courses"].as_array().unwrap().iter().find(|course| course["name"] == *name)?;
            Some((known["position"].as_i64()?, known["name"].as_str()?, known["at_once"].as_bool()?))
        };
        let cases = shared["cases"].as_array().unwrap();
        assert!(cases.len() >= 10, "{}", cases.len());
        for case in cases {
            let sent_lines =
                case["sent"].as_array().unwrap().iter().zip(100..).map(|(name, id)| sent(line(id, course_of(name))));
            let ordered = case["lines"].as_array().unwrap().iter().zip(1..).map(|(given, id)| {
                let line = Line { hold: given["hold"].as_bool(), ..line(id, course_of(&given["course"])) };
                if given["held"] == true { waiting(line) } else { line }
            });
            let all: Vec<Line> = sent_lines.chain(ordered).collect();
            let kind: RequestKind = case["type"].as_str().unwrap().parse().unwrap();
            let expected =
                case["lines"].as_array().unwrap().iter().zip(1..).filter(|(given, _)| given["leaves"] == true);
            let expected: Vec<i64> = expected.map(|(_, id)| id).collect();
            assert_eq!(select(&all, kind, SendScope::Due).0, expected, "{}", case["name"]);
        }
    }
}
