//! HTTP endpoints of the close of the day.

use super::{
    files::CloseFiles,
    model::CloseOfDaySettings,
    settings::{self, CloseOfDayMail, SendCloseOfDay},
    text, ticket,
};
use crate::reports::DayFigures;
use axum::{Json, response::Response};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    listing::check_day,
};
use comanda_platform::{
    http::{Answer, Query, Write, download_response, ok},
    idempotent_write,
    report_table::ReportFormat,
    settings::{CompanyInfo, Settings},
    state::App,
    use_case::{Action, Actor, Work, WriteAnswer},
};
use comanda_printing::{self as printing, NewJob};
use comanda_ticket::{Kind, Ticket};
use comanda_till::cash;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_close_of_day))
        .routes(routes!(get_close_of_day_file))
        .routes(routes!(print_close_of_day))
        .routes(routes!(get_close_of_day_settings, put_close_of_day_settings))
        .routes(routes!(send_close_of_day))
}

/// The business day; by default today's once its cash boxes are closed, until then yesterday's.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct WhichDay {
    date: Option<NaiveDate>,
}

impl WhichDay {
    async fn resolve(self, tx: &mut Tx, actor: &Actor) -> Result<(Settings, CompanyInfo, NaiveDate)> {
        let (settings, company) = (Settings::load(tx).await?, CompanyInfo::load(tx).await?);
        let today = settings.business_day(actor.app.clock().now());
        let date = match self.date {
            Some(date) => date,
            None if cash::are_all_cashboxes_closed(tx, today).await? => today,
            None => today.pred_opt().unwrap_or(today),
        };
        check_day("date", date)?;
        if date > today {
            return invalid("date", "Ese día aún no empieza.").err();
        }
        Ok((settings, company, date))
    }
}

/// Answer of `GET /close-of-day`.
#[derive(Debug, Serialize, ToSchema)]
struct CloseOfDay {
    #[serde(flatten)]
    figures: DayFigures,
    /// The subject of its e-mail: the day in one line.
    subject: String,
    /// The text for WhatsApp.
    text: String,
}

/// The key figures of a business day, and a text for WhatsApp.
#[utoipa::path(get, path = "/close-of-day", tag = "reports", params(WhichDay), responses((status = 200, body = Answer<CloseOfDay>)))]
async fn get_close_of_day(actor: Actor, Query(which): Query<WhichDay>) -> Result<Json<Answer<CloseOfDay>>> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let (settings, company, date) = which.resolve(&mut tx, &actor).await?;
    let now = actor.app.clock().now();
    let figures = DayFigures::load(&mut tx, &settings, (date, now)).await?;
    let (subject, text) = (text::email_subject(&figures), text::whatsapp_text(&figures, &company.commercial_name));
    Ok(ok(CloseOfDay { figures, subject, text }))
}

/// Query of the file's format.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct CloseFormat {
    /// `pdf` or `xlsx`; pdf by default.
    #[serde(default)]
    #[param(inline)]
    format: CloseFile,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum CloseFile {
    #[default]
    Pdf,
    Xlsx,
}

/// The files of its e-mail: the figures as PDF, or as Excel with every document.
#[utoipa::path(get, path = "/close-of-day/file", tag = "reports", params(WhichDay, CloseFormat), responses((status = 200, content_type = "application/octet-stream")))]
async fn get_close_of_day_file(
    actor: Actor,
    Query(which): Query<WhichDay>,
    Query(query): Query<CloseFormat>,
) -> Result<Response> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let (settings, company, date) = which.resolve(&mut tx, &actor).await?;
    let (now, sees_open) = (actor.app.clock().now(), actor.can_without_pin(Action::SeeExpected));
    let close = CloseFiles::load(&mut tx, (&settings, &company), (date, now), sees_open).await?;
    drop(tx);
    let name = close.name();
    let (bytes, format) = match query.format {
        CloseFile::Pdf => (close.pdf().await?, ReportFormat::Pdf),
        CloseFile::Xlsx => (close.xlsx().await?, ReportFormat::Xlsx),
    };
    let (kind, end) = format.media_type_and_extension();
    Ok(download_response(bytes, kind, &format!("{name}.{end}")))
}

/// The result of printing the close.
#[derive(Debug, Serialize, ToSchema)]
struct CloseOfDayPrinted {
    print_job_id: Option<String>,
    warnings: Vec<String>,
}

/// Prints the close at the user's cash desk, for users who see reports and have a cash box.
#[utoipa::path(post, path = "/close-of-day/print", tag = "reports", request_body = WhichDay, responses((status = 200, body = Answer<CloseOfDayPrinted>)))]
async fn print_close_of_day(actor: Actor, write: Write<WhichDay>) -> Result<WriteAnswer> {
    actor.require(Action::SeeReports)?;
    actor.require(Action::OwnCycle)?;
    // Loaded before the write begins, so that nobody waits for it.
    let mut tx = actor.company.db.read().await?;
    let (settings, company, date) = write.body.resolve(&mut tx, &actor).await?;
    let now = actor.app.clock().now();
    let figures = DayFigures::load(&mut tx, &settings, (date, now)).await?;
    drop(tx);
    let paper = ticket::compose_ticket(&figures, &company.commercial_name, &settings.local_text(now));
    idempotent_write!(actor, write, |work, _body| enqueue_close(work, date, paper.clone()).await)
}

async fn enqueue_close(work: &mut Work<'_>, date: NaiveDate, paper: Ticket) -> Result<CloseOfDayPrinted> {
    let Some(printer) = printing::find_cash_printer(work.tx, work.actor.cashbox_id, work.actor.user_id).await? else {
        let warnings = vec!["Tu caja no tiene impresora: usa el PDF.".to_owned()];
        return Ok(CloseOfDayPrinted { print_job_id: None, warnings });
    };
    let source = format!("day:{date}:close:{}", uuid::Uuid::now_v7());
    let job = NewJob::new(printer.id, Kind::Cash, source, paper);
    Ok(CloseOfDayPrinted { print_job_id: Some(printing::enqueue(work, job).await?), warnings: Vec::new() })
}

/// Whether, when and to whom the close is mailed, and the state of the latest e-mails.
#[utoipa::path(get, path = "/close-of-day/settings", tag = "reports", responses((status = 200, body = Answer<CloseOfDayMail>)))]
async fn get_close_of_day_settings(actor: Actor) -> Result<Json<Answer<CloseOfDayMail>>> {
    actor.require(Action::Settings)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(settings::load_mail_settings(&mut tx).await?))
}

/// Changes the settings. Days that were due before are not sent.
#[utoipa::path(put, path = "/close-of-day/settings", tag = "reports", request_body = CloseOfDaySettings, responses((status = 200, body = Answer<CloseOfDayMail>)))]
async fn put_close_of_day_settings(actor: Actor, write: Write<CloseOfDaySettings>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| settings::change_settings(work, body).await)
}

/// Mails a day at once, even if it was sent before.
#[utoipa::path(post, path = "/close-of-day/send", tag = "reports", request_body = SendCloseOfDay, responses((status = 200, body = Answer<CloseOfDayMail>)))]
async fn send_close_of_day(actor: Actor, write: Write<SendCloseOfDay>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| settings::queue_day(work, body).await)
}
