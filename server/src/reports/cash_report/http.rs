//! Calls of the report of cash cycles.

use super::{
    files,
    report::{self, Asked, CashReport},
};
use crate::{
    db::Tx,
    error::Result,
    http::{Answer, ok},
    ids::{CashboxId, UserId},
    printing::report_file,
    report_table::FileFormat,
    reports::span::ReportDays,
    settings::{CompanyInfo, Settings},
    state::App,
    use_case::{Action, Actor},
};
use axum::{Json, extract::Query, response::Response};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::reports) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_cash_report)).routes(routes!(get_cash_report_file))
}

/// Whose cycles.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct CyclesAsked {
    user_id: Option<UserId>,
    cashbox_id: Option<CashboxId>,
}

impl CyclesAsked {
    async fn read(&self, tx: &mut Tx, actor: &Actor, days: ReportDays) -> Result<Asked> {
        let today = Settings::load(tx).await?.business_day(actor.app.clock().now());
        let only_closed = !actor.may(Action::SeeExpected);
        Ok(Asked { span: days.span(today)?, user: self.user_id, cashbox: self.cashbox_id, only_closed, today })
    }
}

/// Cash cycles that were opened on these business days: what each should hold, what was counted, and the difference in cash. Open ones
/// are there for those who may know what they should hold.
#[utoipa::path(get, path = "/cash-report", tag = "reports", params(ReportDays, CyclesAsked), responses((status = 200, body = Answer<CashReport>)))]
async fn get_cash_report(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(asked): Query<CyclesAsked>,
) -> Result<Json<Answer<CashReport>>> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let asked = asked.read(&mut tx, &actor, days).await?;
    Ok(ok(report::report(&mut tx, asked).await?))
}

/// The report as Excel, PDF or CSV.
#[utoipa::path(get, path = "/cash-report/file", tag = "reports", params(ReportDays, CyclesAsked, FileFormat), responses((status = 200, content_type = "application/octet-stream")))]
async fn get_cash_report_file(
    actor: Actor,
    Query(days): Query<ReportDays>,
    Query(asked): Query<CyclesAsked>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let company = CompanyInfo::load(&mut tx).await?;
    let asked = asked.read(&mut tx, &actor, days).await?;
    let report = report::report(&mut tx, asked).await?;
    drop(tx);
    let name = format!("cajas-{}-{}", report.start_date, report.end_date);
    report_file(files::table(&report, &company), file.format, name).await
}
