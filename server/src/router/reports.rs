//! The list of all reports, joined from the crates that make them.

use comanda_base::listing::Rows;
use comanda_platform::{http::rows, report_table::Report, state::App, use_case::Actor};
use utoipa_axum::{router::OpenApiRouter, routes};

const BY_CRATE: [&[Report]; 4] = [
    comanda_office::reports::REPORTS,
    comanda_till::cash::REPORTS,
    comanda_storeroom::stock_files::REPORTS,
    comanda_purchases::REPORTS,
];

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_reports))
}

/// Returns every report of the server.
pub fn all_reports() -> impl Iterator<Item = &'static Report> {
    BY_CRATE.into_iter().flatten()
}

/// Lists the reports that the user may see. Each answers its table at its file endpoint with `format=json`.
#[utoipa::path(get, path = "/reports", tag = "reports", responses((status = 200, body = Rows<Report>)))]
async fn list_reports(actor: Actor) -> Rows<Report> {
    rows(all_reports().filter(|report| report.is_visible_to(&actor)).copied().collect())
}
