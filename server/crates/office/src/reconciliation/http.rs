//! Calls of reconciliation.

use super::{
    change::{self, NewFile, SaveMark},
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
use comanda_platform::{
    http::{
        Answer, Empty, Query, Write, ok, rows,
        upload::{FileForm, Sent, WRAPPING_BYTES},
    },
    idempotent_write,
    report_table::FileFormat,
    settings::CompanyInfo,
    sheet::MAX_FILE_BYTES,
    state::App,
    use_case::{Action, Actor, Done},
};
use comanda_printing::report_file;
use tokio::task::spawn_blocking;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
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

/// How each way to pay stands on these business days, against its files or, of cash, against what was counted.
#[utoipa::path(get, path = "/payment-method-report/reconciliation", tag = "reports", params(ReportDays), responses((status = 200, body = Rows<MethodStanding>)))]
async fn list_standings(actor: Actor, Query(days): Query<ReportDays>) -> Result<Rows<MethodStanding>> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let (span, _, today) = days.read(&mut tx, &actor).await?;
    let sees_open = actor.may(Action::SeeExpected);
    Ok(rows(report::standings(&mut tx, span, today, sees_open).await?))
}

/// What the house collected by a way to pay against the files of these business days: sums, and what does not agree. 422 of cash.
#[utoipa::path(get, path = "/payment-method-report/reconciliation/{payment_option_id}", tag = "reports", params(("payment_option_id" = PaymentOptionId, Path), ReportDays), responses((status = 200, body = Answer<Reconciliation>)))]
async fn get_reconciliation(
    actor: Actor,
    Path(option): Path<PaymentOptionId>,
    Query(days): Query<ReportDays>,
) -> Result<Json<Answer<Reconciliation>>> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let (span, ..) = days.read(&mut tx, &actor).await?;
    Ok(ok(report::reconciliation(&mut tx, span, option).await?))
}

/// What agrees, the latest first: by number and amount, or joined by somebody.
#[utoipa::path(get, path = "/payment-method-report/reconciliation/{payment_option_id}/matched", tag = "reports", params(("payment_option_id" = PaymentOptionId, Path), ReportDays, Paging), responses((status = 200, body = Rows<Case>)))]
async fn list_matched(
    actor: Actor,
    Path(option): Path<PaymentOptionId>,
    Query(days): Query<ReportDays>,
    Query(paging): Query<Paging>,
) -> Result<Rows<Case>> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let (span, ..) = days.read(&mut tx, &actor).await?;
    report::with_file(&mut tx, option).await?;
    let mut cases = report::found(&mut tx, span, option).await?.cases;
    cases.retain(Case::agrees);
    paging.slice(cases)
}

/// What does not agree as Excel, PDF or CSV, with what it comes to.
#[utoipa::path(get, path = "/payment-method-report/reconciliation/{payment_option_id}/file", tag = "reports", params(("payment_option_id" = PaymentOptionId, Path), ReportDays, FileFormat), responses((status = 200, content_type = "application/octet-stream")))]
async fn get_reconciliation_file(
    actor: Actor,
    Path(option): Path<PaymentOptionId>,
    Query(days): Query<ReportDays>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let company = CompanyInfo::load(&mut tx).await?;
    let (span, settings, _) = days.read(&mut tx, &actor).await?;
    let option = report::with_file(&mut tx, option).await?;
    let cases = report::found(&mut tx, span, option.id).await?.cases;
    drop(tx);
    let name = format!("conciliacion-{}-{}", span.first, span.last);
    report_file(files::table(&option.name, span, cases, &company, &settings), file.format, name).await
}

/// Brings the file of a bank, a wallet or an acquirer for these business days, as a form: CSV or xlsx of up to 5 MB with number, amount
/// and date of each operation. It takes the place of what was brought for them before; marks stay. 422 at `file` with the line that
/// cannot be read.
#[utoipa::path(post, path = "/payment-method-report/reconciliation/{payment_option_id}/statement", tag = "reports", params(("payment_option_id" = PaymentOptionId, Path), ReportDays), request_body(content = FileForm, content_type = "multipart/form-data"), responses((status = 200, body = Answer<Statement>)))]
async fn add_statement(
    actor: Actor,
    Path(option): Path<PaymentOptionId>,
    Query(days): Query<ReportDays>,
    sent: Sent,
) -> Result<Done> {
    actor.must(Action::Reconcile)?;
    let write = sent.file(MAX_FILE_BYTES).await?;
    let mut tx = actor.company.db.read().await?;
    let (span, settings, _) = days.read(&mut tx, &actor).await?;
    report::with_file(&mut tx, option).await?;
    drop(tx);
    let bytes = write.body.bytes.clone();
    let lines = spawn_blocking(move || statement::read(&bytes, &settings)).await.map_err(anyhow::Error::from)??;
    idempotent_write!(actor, write, |work, file| {
        change::keep(work, option, span, NewFile { name: &file.name, bytes: &file.bytes, read: &lines }).await
    })
}

/// Says that what looks like one operation is one, or that a difference is cleared, with why. 409 where the case changed meanwhile.
#[utoipa::path(post, path = "/payment-method-report/reconciliation/{payment_option_id}/marks", tag = "reports", params(("payment_option_id" = PaymentOptionId, Path), ReportDays), request_body = SaveMark, responses((status = 200, body = Answer<Case>)))]
async fn add_mark(
    actor: Actor,
    Path(option): Path<PaymentOptionId>,
    Query(days): Query<ReportDays>,
    write: Write<SaveMark>,
) -> Result<Done> {
    actor.must(Action::Reconcile)?;
    let mut tx = actor.company.db.read().await?;
    let (span, ..) = days.read(&mut tx, &actor).await?;
    drop(tx);
    idempotent_write!(actor, write, |work, body| change::mark(work, option, span, body).await)
}

/// Takes back what somebody joined or cleared.
#[utoipa::path(delete, path = "/payment-method-report/reconciliation/{payment_option_id}/marks/{mark_id}", tag = "reports", params(("payment_option_id" = PaymentOptionId, Path), ("mark_id" = i64, Path)), responses((status = 200, body = Answer<bool>)))]
async fn remove_mark(
    actor: Actor,
    Path((option, mark)): Path<(PaymentOptionId, i64)>,
    write: Write<Empty>,
) -> Result<Done> {
    actor.must(Action::Reconcile)?;
    idempotent_write!(actor, write, |work, _body| change::unmark(work, option, mark).await)
}
