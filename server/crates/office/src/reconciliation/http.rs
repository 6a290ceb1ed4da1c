//! HTTP endpoints of the reconciliation.

use super::{
    change::{self, SaveMark, UploadedFile},
    files,
    reading::Case,
    report::{self, MethodStanding, Reconciliation},
    statement,
    store::Statement,
};
use crate::reports::ReportDays;
use axum::{
    Json,
    extract::{DefaultBodyLimit, Path},
    response::Response,
};
use comanda_base::{
    error::Result,
    ids::PaymentOptionId,
    listing::{Paging, Rows},
};
use comanda_pdf::report_file;
use comanda_platform::{
    http::{
        Answer, Empty, Query, Write, ok, rows,
        upload::{FileForm, Sent, WRAPPING_BYTES},
    },
    idempotent_write,
    report_table::{FileFormat, TableBody},
    settings::CompanyInfo,
    sheet::MAX_FILE_BYTES,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use tokio::task::spawn_blocking;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(add_statement))
        .layer(DefaultBodyLimit::max(MAX_FILE_BYTES + WRAPPING_BYTES))
        .routes(routes!(list_standings))
        .routes(routes!(get_reconciliation))
        .routes(routes!(list_matched))
        .routes(routes!(get_reconciliation_file))
        .routes(routes!(add_mark))
        .routes(routes!(remove_mark))
}

/// The state of each payment method on these business days, against its files or, for cash, against the counted drawers.
#[utoipa::path(get, path = "/payment-method-report/reconciliation", tag = "reports", params(ReportDays), responses((status = 200, body = Rows<MethodStanding>)))]
async fn list_standings(actor: Actor, Query(days): Query<ReportDays>) -> Result<Rows<MethodStanding>> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let (span, _, today) = days.resolve(&mut tx, &actor).await?;
    let sees_open = actor.can_without_pin(Action::SeeExpected);
    Ok(rows(report::load_standings(&mut tx, span, today, sees_open).await?))
}

/// Compares what the house collected by a payment method with the files of these business days: sums, and the cases that do not agree. 422
/// for cash.
#[utoipa::path(get, path = "/payment-method-report/reconciliation/{payment_option_id}", tag = "reports", params(("payment_option_id" = PaymentOptionId, Path), ReportDays), responses((status = 200, body = Answer<Reconciliation>)))]
async fn get_reconciliation(
    actor: Actor,
    Path(option): Path<PaymentOptionId>,
    Query(days): Query<ReportDays>,
) -> Result<Json<Answer<Reconciliation>>> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let (span, ..) = days.resolve(&mut tx, &actor).await?;
    Ok(ok(report::load_reconciliation(&mut tx, span, option).await?))
}

/// The cases that agree, the latest first: matched by number and amount, or joined by a user.
#[utoipa::path(get, path = "/payment-method-report/reconciliation/{payment_option_id}/matched", tag = "reports", params(("payment_option_id" = PaymentOptionId, Path), ReportDays, Paging), responses((status = 200, body = Rows<Case>)))]
async fn list_matched(
    actor: Actor,
    Path(option): Path<PaymentOptionId>,
    Query(days): Query<ReportDays>,
    Query(paging): Query<Paging>,
) -> Result<Rows<Case>> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let (span, ..) = days.resolve(&mut tx, &actor).await?;
    report::load_reconcilable_option(&mut tx, option).await?;
    let mut cases = report::load_method_cases(&mut tx, span, option).await?.cases;
    cases.retain(Case::agrees);
    paging.slice(cases)
}

/// The cases that do not agree, with their totals, as Excel, PDF or CSV.
#[utoipa::path(get, path = "/payment-method-report/reconciliation/{payment_option_id}/file", tag = "reports", params(("payment_option_id" = PaymentOptionId, Path), ReportDays, FileFormat), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_reconciliation_file(
    actor: Actor,
    Path(option): Path<PaymentOptionId>,
    Query(days): Query<ReportDays>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let company = CompanyInfo::load(&mut tx).await?;
    let (span, settings, _) = days.resolve(&mut tx, &actor).await?;
    let option = report::load_reconcilable_option(&mut tx, option).await?;
    let cases = report::load_method_cases(&mut tx, span, option.id).await?.cases;
    drop(tx);
    let name = format!("conciliacion-{}-{}", span.first, span.last);
    report_file(files::build_table(&option.name, span, cases, &company, &settings), file.format, name).await
}

/// Uploads the file of a bank, a wallet or an acquirer for these business days, as a form: CSV or xlsx of up to 5 MB with number, amount
/// and date of each operation. The file replaces earlier files of the same days; marks stay. 422 at `file` names the line that cannot be
/// read.
#[utoipa::path(post, path = "/payment-method-report/reconciliation/{payment_option_id}/statement", tag = "reports", params(("payment_option_id" = PaymentOptionId, Path), ReportDays), request_body(content = FileForm, content_type = "multipart/form-data"), responses((status = 200, body = Answer<Statement>)))]
async fn add_statement(
    actor: Actor,
    Path(option): Path<PaymentOptionId>,
    Query(days): Query<ReportDays>,
    sent: Sent,
) -> Result<WriteAnswer> {
    actor.require(Action::Reconcile)?;
    let write = sent.file(MAX_FILE_BYTES).await?;
    let mut tx = actor.company.db.read().await?;
    let (span, settings, _) = days.resolve(&mut tx, &actor).await?;
    report::load_reconcilable_option(&mut tx, option).await?;
    drop(tx);
    let bytes = write.body.bytes.clone();
    let lines = spawn_blocking(move || statement::parse(&bytes, &settings)).await.map_err(anyhow::Error::from)??;
    idempotent_write!(actor, write, |work, file| {
        change::save_statement(
            work,
            option,
            span,
            UploadedFile { name: &file.name, bytes: &file.bytes, parsed: &lines },
        )
        .await
    })
}

/// Joins a pair that looks like one operation, or clears a difference with a note. 409 when the case changed meanwhile.
#[utoipa::path(post, path = "/payment-method-report/reconciliation/{payment_option_id}/marks", tag = "reports", params(("payment_option_id" = PaymentOptionId, Path), ReportDays), request_body = SaveMark, responses((status = 200, body = Answer<Case>)))]
async fn add_mark(
    actor: Actor,
    Path(option): Path<PaymentOptionId>,
    Query(days): Query<ReportDays>,
    write: Write<SaveMark>,
) -> Result<WriteAnswer> {
    actor.require(Action::Reconcile)?;
    let mut tx = actor.company.db.read().await?;
    let (span, ..) = days.resolve(&mut tx, &actor).await?;
    drop(tx);
    idempotent_write!(actor, write, |work, body| change::add_mark(work, option, span, body).await)
}

/// Undoes a mark that joined or cleared a case.
#[utoipa::path(delete, path = "/payment-method-report/reconciliation/{payment_option_id}/marks/{mark_id}", tag = "reports", params(("payment_option_id" = PaymentOptionId, Path), ("mark_id" = i64, Path)), responses((status = 200, body = Answer<bool>)))]
async fn remove_mark(
    actor: Actor,
    Path((option, mark)): Path<(PaymentOptionId, i64)>,
    write: Write<Empty>,
) -> Result<WriteAnswer> {
    actor.require(Action::Reconcile)?;
    idempotent_write!(actor, write, |work, _body| change::remove_mark(work, option, mark).await)
}
