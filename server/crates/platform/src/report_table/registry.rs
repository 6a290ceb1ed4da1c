//! The register of the reports: each room lists its own in a `REPORTS`, the server joins them, and the web shows what stands there.

use crate::use_case::{Action, Actor};
use comanda_base::text_enum;
use serde::Serialize;
use utoipa::ToSchema;

text_enum!(
    /// The part of the house that a report is about.
    ReportGroup {
        Sales = "SALES",
        Cash = "CASH",
        Kitchen = "KITCHEN",
        Stock = "STOCK",
        Purchases = "PURCHASES",
        Accounting = "ACCOUNTING",
    }
);

text_enum!(
    /// The input that a report takes; its query parameters are named in the order given here.
    ReportInput {
        /// The first and the last day, both included.
        Days = "DAYS",
        /// A month: `2026-11`.
        Month = "MONTH",
        /// A day from which something is compared.
        Day = "DAY",
        Nothing = "NOTHING",
        /// The id of one thing in the path, which the report's own screen chooses.
        One = "ONE",
    }
);

/// A report whose file endpoint answers a table.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Report {
    /// The name in the web's address.
    #[schema(value_type = String)]
    pub key: &'static str,
    /// The Spanish title in the list of reports.
    #[schema(value_type = String)]
    pub title: &'static str,
    pub group: ReportGroup,
    /// The path of the file endpoint below `/api`.
    #[schema(value_type = String)]
    pub file: &'static str,
    /// Whoever may do one of these without a PIN sees the report.
    #[serde(skip)]
    pub actions: &'static [Action],
    pub input: ReportInput,
    /// The query parameters of the input.
    #[schema(value_type = Vec<String>)]
    pub parameters: &'static [&'static str],
    /// The path of its own screen in the web; without one the web shows the table.
    #[schema(value_type = Option<String>)]
    pub screen: Option<&'static str>,
}

impl Report {
    /// Makes a report that asks for nothing, is for whoever may see reports, and has no screen of its own.
    pub const fn new(key: &'static str, title: &'static str, group: ReportGroup, file: &'static str) -> Self {
        let actions = &[Action::SeeReports];
        Self { key, title, group, file, actions, input: ReportInput::Nothing, parameters: &[], screen: None }
    }
    pub const fn for_actions(self, actions: &'static [Action]) -> Self {
        Self { actions, ..self }
    }
    pub const fn with_input(self, input: ReportInput, parameters: &'static [&'static str]) -> Self {
        Self { input, parameters, ..self }
    }
    /// Lets it be asked for a span of days, with the usual names.
    pub const fn with_day_range(self) -> Self {
        self.with_input(ReportInput::Days, &["start_date", "end_date"])
    }
    pub const fn on_screen(self, path: &'static str) -> Self {
        Self { screen: Some(path), ..self }
    }
    /// Whether this actor may see it.
    pub fn is_visible_to(&self, actor: &Actor) -> bool {
        self.actions.iter().any(|action| actor.can_without_pin(*action))
    }
}
