//! What is told of the server's clock where it is wrong by what the tax authority's replies say.

use super::tax::{issue_date, issue_text};
use crate::use_case::Actor;
use chrono::{DateTime, Utc};

/// A clock that is wrong by more than two minutes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockWarning {
    pub text: String,
    /// It shows another day: nothing electronic is issued.
    pub is_other_day: bool,
}

/// The warning that is due now; none where the clock is right, or nobody said what time it is.
pub fn clock_warning(actor: &Actor, now: DateTime<Utc>) -> Option<ClockWarning> {
    let elsewhere = actor.app.clock_check(actor.company.id).time_elsewhere(now)?;
    Some(ClockWarning {
        text: format!("El reloj del servidor dice {} y el de la SUNAT {}", issue_text(now), issue_text(elsewhere)),
        is_other_day: issue_date(elsewhere) != issue_date(now),
    })
}
