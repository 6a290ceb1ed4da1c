//! Prints what areas make: a print job for each of their printers in the same transaction, tickets and labels. Areas without a printer give
//! a warning; what was sent stays sent.

use super::{
    papers::AreaDishes,
    tickets::{
        command::{self, CommandHead, CommandTicketKind},
        label::{self, LabelNumbers},
    },
};
use crate::orders::{model::RequestKind, store::RequestHeader};
use comanda_base::{
    counters::{Counter, next_numbers},
    error::Result,
    ids::AreaId,
};
use comanda_platform::use_case::Work;
use comanda_printing::{self as printing, NewJob, PrintOption, Printer};
use comanda_ticket::Ticket;
use serde::Serialize;
use utoipa::ToSchema;

/// The destination of the paper of an area.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AreaPaper {
    pub area: String,
    /// The consecutive number of the area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// The printers that got it.
    pub printers: Vec<String>,
    /// Whether a printer of this area is set to PDF, so that the screen offers the file.
    pub pdf: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// The dishes of an area, and the printers of its paper.
#[derive(Debug)]
pub(in crate::orders) struct AreaJob {
    pub dishes: AreaDishes,
    pub printers: Vec<Printer>,
}

impl AreaJob {
    /// Returns the printers that print the ticket.
    fn ticket_printers(&self) -> impl Iterator<Item = &Printer> {
        self.printers.iter().filter(|p| !p.is_for_labels() && p.commands() == PrintOption::Print)
    }

    /// Returns the printers that print labels of this paper for an account of this kind. What is cancelled gets a label only where no
    /// ticket says it.
    fn label_printers(&self, paper: &CommandTicketKind, kind: RequestKind) -> impl Iterator<Item = &Printer> {
        let prints_labels = match paper {
            CommandTicketKind::Command | CommandTicketKind::Fired { .. } | CommandTicketKind::Reprint { .. } => true,
            CommandTicketKind::Cancellation { .. } => self.ticket_printers().next().is_none(),
            CommandTicketKind::AllergyNotice | CommandTicketKind::TableChange { .. } | CommandTicketKind::Draft => {
                false
            }
        };
        let labels = self.printers.iter().filter(move |p| prints_labels && labels_accounts_of(p, kind));
        labels.filter(|p| p.commands() == PrintOption::Print)
    }

    /// Returns the number of labels of this paper.
    fn count_labels(&self, paper: &CommandTicketKind, kind: RequestKind) -> i64 {
        if self.label_printers(paper, kind).next().is_none() {
            return 0;
        }
        self.dishes.dishes.iter().map(label::count_labels).sum()
    }
}

/// Whether a printer prints labels for accounts of this kind.
fn labels_accounts_of(printer: &Printer, kind: RequestKind) -> bool {
    printer.is_for_labels()
        && match kind {
            RequestKind::Table => printer.labels_tables,
            RequestKind::Order => printer.labels_take_away,
            RequestKind::Delivery => printer.labels_delivery,
        }
}

/// Loads the printers of areas for the user.
pub(in crate::orders) async fn load_area_jobs(work: &mut Work<'_>, areas: Vec<AreaDishes>) -> Result<Vec<AreaJob>> {
    let ids: Vec<AreaId> = areas.iter().map(|a| a.area).collect();
    let settings = work.settings().await?.clone();
    let printers = printing::printers_for(work.tx, &ids, work.actor.user_id, &settings).await?;
    let printers_of = |area: AreaId| -> Vec<Printer> {
        printers.iter().filter(|p| p.area_id == area).map(|p| p.printer.clone()).collect()
    };
    Ok(areas.into_iter().map(|dishes| AreaJob { printers: printers_of(dishes.area), dishes }).collect())
}

/// Returns the counters that number the papers of these areas.
pub(in crate::orders) fn ticket_counters(area_jobs: &[AreaJob]) -> Vec<Counter> {
    area_jobs.iter().map(|g| printing::area_counter(g.dishes.area)).collect()
}

/// Numbers papers and prints them as `paper` of `source`.
pub(in crate::orders) async fn number_and_print(
    work: &mut Work<'_>,
    header: &RequestHeader,
    head: &CommandHead,
    paper: &CommandTicketKind,
    source: &str,
    area_jobs: Vec<AreaJob>,
) -> Result<Vec<AreaPaper>> {
    let numbers = next_numbers(work.tx, &ticket_counters(&area_jobs)).await?;
    print_numbered(work, header, head, paper, source, area_jobs.into_iter().zip(numbers).collect()).await
}

/// Prints papers that are numbered already.
pub(in crate::orders) async fn print_numbered(
    work: &mut Work<'_>,
    header: &RequestHeader,
    head: &CommandHead,
    paper: &CommandTicketKind,
    source: &str,
    area_jobs: Vec<(AreaJob, i64)>,
) -> Result<Vec<AreaPaper>> {
    let (kind, now) = (header.request.kind, work.now);
    let time = work.settings().await?.local_time(now).format("%H:%M").to_string();
    let total = area_jobs.iter().map(|(job, _)| job.count_labels(paper, kind)).sum();
    let mut numbers = LabelNumbers { first: 1, total };
    let (mut papers, mut jobs) = (Vec::new(), Vec::new());
    for (area_job, number) in area_jobs {
        let AreaDishes { name, dishes, .. } = &area_job.dishes;
        let ticket = command::compose_command_ticket(paper, name, Some(number), head, dishes);
        let mut area_paper = new_area_paper(&area_job, Some(number), Some(kind));
        let job = |printer: &Printer, ticket: &Ticket| {
            let mut job = NewJob::new(printer.id, paper.kind(), source, ticket.clone());
            job.agent_id = printer.agent_id;
            job.area.clone_from(name);
            job.sequence = number;
            job.client_request_id = Some(header.request.id);
            job
        };
        let mut area_jobs: Vec<NewJob> = area_job.ticket_printers().map(|printer| job(printer, &ticket)).collect();
        let count = area_job.count_labels(paper, kind);
        if count > 0 {
            let labels = label::compose_labels(paper, name, head, dishes, numbers, &time);
            area_jobs.extend(area_job.label_printers(paper, kind).map(|printer| job(printer, &labels)));
            numbers.first += count;
        }
        warn_of_long_papers(&mut area_paper, &ticket, &area_jobs)?;
        let name_of = |job: &NewJob| area_job.printers.iter().find(|p| p.id == job.printer_id).map(|p| p.name.clone());
        area_paper.printers = area_jobs.iter().filter_map(name_of).collect();
        jobs.append(&mut area_jobs);
        papers.push(area_paper);
    }
    printing::enqueue_all(work, &jobs).await?;
    Ok(papers)
}

/// Warns where a paper is too long to be printed, even one that nobody prints: a screen shows it.
fn warn_of_long_papers(area_paper: &mut AreaPaper, ticket: &Ticket, jobs: &[NewJob]) -> Result<()> {
    let mut is_printable = printing::is_printable(ticket)?;
    for job in jobs {
        is_printable = is_printable && printing::is_printable(&job.ticket)?;
    }
    if !is_printable {
        let area = &area_paper.area;
        let text = format!("El papel de {area} es demasiado largo y no se imprime: avisa el pedido de palabra.");
        area_paper.warning.get_or_insert(text);
    }
    Ok(())
}

/// Returns the entry of an area before printing: whether it has a PDF, and a warning where it has no printer for this kind of account.
fn new_area_paper(area_job: &AreaJob, number: Option<i64>, kind: Option<RequestKind>) -> AreaPaper {
    let area = area_job.dishes.name.clone();
    let serves = |p: &Printer| !p.is_for_labels() || kind.is_none_or(|kind| labels_accounts_of(p, kind));
    let is_served = area_job.printers.iter().any(serves);
    let warning = (!is_served).then(|| match area_job.printers.is_empty() {
        true => format!("El área {area} no tiene impresora: avisa a {area} y pide que le asignen una."),
        false => format!("El área {area} solo tiene impresora de etiquetas, y no para este pedido: avisa a {area}."),
    });
    let pdf = area_job.printers.iter().any(|p| !p.is_for_labels() && p.commands() == PrintOption::Pdf);
    AreaPaper { area, number, printers: Vec::new(), pdf, warning }
}

/// Returns the present destinations of papers about some lines, for the history.
pub(in crate::orders) fn current_area_papers(area_jobs: &[AreaJob]) -> Vec<AreaPaper> {
    let make_paper = |g: &AreaJob| {
        let mut area_paper = new_area_paper(g, None, None);
        let printing = g.printers.iter().filter(|p| p.commands() == PrintOption::Print);
        area_paper.printers = printing.map(|p| p.name.clone()).collect();
        area_paper
    };
    area_jobs.iter().map(make_paper).collect()
}
