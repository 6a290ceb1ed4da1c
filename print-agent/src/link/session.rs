//! The events between agent and server while a connection lasts.
//!
//! Five loops run at once, so that a slow answer to one does not delay the others: pulling, reporting jobs, reporting printers, reporting
//! the weights of watched scales, and receiving the events of the server.

use comanda_ticket::{
    Bitmap,
    wire::{
        Ack, ChannelMessage, JOB_COMMAND, JOB_SPOOLED, JOB_STATE, JobCommand, JobsSpooled, PRINTER_STATE, PULL_JOBS,
        PrintJob, PrinterSetup, PullRequest, SCALE_READING, SEND_MESSAGE, WATCH_SCALE,
    },
};
use futures::{StreamExt, stream};
use serde::Deserialize;
use serde_json::Value;
use tokio::{
    sync::{Notify, mpsc},
    time::{sleep, timeout},
};

use super::{
    Link, LinkError,
    socket::{self, Emitter},
};
use crate::config::ms;

/// The maximum number of reports in progress at once: each costs one round trip, and fifty tickets have many reports.
const REPORTS_AT_ONCE: usize = 16;

/// A [`comanda_ticket::wire::PullResponse`] whose jobs are parsed one by one: a newer server may send a job that this version cannot
/// read, which must not keep the others from printing.
#[derive(Deserialize)]
struct Offer {
    printers: Vec<PrinterSetup>,
    jobs: Vec<Value>,
    #[serde(default)]
    commands: Vec<JobCommand>,
    #[serde(default)]
    more: bool,
    #[serde(default)]
    now_ms: Option<i64>,
    #[serde(default)]
    logo: Option<Bitmap>,
}

/// The conversation on one connection.
#[derive(Debug)]
pub struct Session<'a> {
    link: &'a Link,
    emitter: Emitter,
    wake: Notify,
}

impl<'a> Session<'a> {
    /// Connects and serves the session until it fails; returns the failure.
    pub async fn run(link: &'a Link) -> LinkError {
        let opened = socket::open(&link.net, &link.auth, &link.timing).await;
        let (emitter, connection) = match opened {
            Ok(opened) => opened,
            Err(error) => return error,
        };
        tracing::info!(server = %link.net.address(), "linked to the server");
        link.mark_connected();
        link.board.report_all_again();
        let session = Session { link, emitter, wake: Notify::new() };
        let (events, received) = mpsc::unbounded_channel();
        tokio::select! {
            biased;
            error = connection.drive(events) => error,
            error = session.pull() => error,
            error = session.report_jobs() => error,
            error = session.report_printers() => error,
            error = session.report_scales() => error,
            error = session.listen(received) => error,
        }
    }

    async fn listen(&self, mut received: mpsc::UnboundedReceiver<(String, Value)>) -> LinkError {
        while let Some((name, argument)) = received.recv().await {
            let result = match name.as_str() {
                SEND_MESSAGE => self.on_send_message(argument),
                JOB_COMMAND => self.on_job_command(argument).await,
                WATCH_SCALE => self.on_watch_scale(argument).await,
                _ => Ok(()),
            };
            if let Err(error) = result {
                return error;
            }
        }
        LinkError::Closed
    }

    /// Wakes the puller, even for a message that cannot be read: it may come from a newer server.
    fn on_send_message(&self, argument: Value) -> Result<(), LinkError> {
        if let Err(error) = serde_json::from_value::<ChannelMessage>(argument) {
            tracing::debug!(%error, "a wake-up of a kind not known here");
        }
        self.wake.notify_one();
        Ok(())
    }

    async fn on_job_command(&self, argument: Value) -> Result<(), LinkError> {
        match serde_json::from_value(argument) {
            Ok(command) => Ok(self.link.spool.command(command).await?),
            Err(error) => {
                tracing::warn!(%error, "a command that is not known here");
                Ok(())
            }
        }
    }

    async fn on_watch_scale(&self, argument: Value) -> Result<(), LinkError> {
        match serde_json::from_value(argument) {
            Ok(message) => match self.link.scales.watch(&message) {
                Some(answer) => self.emitter.tell(SCALE_READING, &answer).await,
                None => Ok(()),
            },
            Err(error) => {
                tracing::warn!(%error, "a wish to watch a scale that is not known here");
                Ok(())
            }
        }
    }

    async fn report_scales(&self) -> LinkError {
        // A slow link holds up the scale's reader, so that it reports the newest weight afterwards.
        let (reports, mut readings) = mpsc::channel(1);
        let forward = async {
            while let Some(reading) = readings.recv().await {
                if let Err(error) = self.emitter.tell(SCALE_READING, &reading).await {
                    return error;
                }
            }
            LinkError::Closed
        };
        tokio::select! {
            biased;
            error = forward => error,
            () = self.link.scales.run(reports) => LinkError::Closed,
        }
    }

    async fn pull(&self) -> LinkError {
        loop {
            match self.pull_once().await {
                Ok(true) => {}
                Ok(false) => {
                    // The next pull follows on a wake-up as well as on the time-out.
                    let _ = timeout(ms(self.link.timing.pull_every_ms), self.wake.notified()).await;
                }
                Err(error) => return error,
            }
        }
    }

    /// Pulls once. Returns whether to pull again at once: there are more jobs, and this pull has taken new ones.
    async fn pull_once(&self) -> Result<bool, LinkError> {
        let spool = &self.link.spool;
        let offer: Offer = self
            .emitter
            .ask(PULL_JOBS, &PullRequest { held: spool.unfinished_jobs(), logos: Some(spool.logos().fingerprints()) })
            .await?;
        if spool.set_printers(offer.printers)? {
            self.link.setup_changed.send_modify(|count| *count += 1);
        }
        if let Some(logo) = offer.logo {
            spool.logos().store_logo(logo);
        }
        let jobs = offer.jobs.into_iter().filter_map(read_job).collect();
        let accepted = spool.accept(jobs, offer.now_ms).await?;
        if !accepted.known.is_empty() {
            tracing::info!(jobs = accepted.known.len(), "offered again what is known: printed nothing");
        }
        let ids = spool.unacknowledged_spooled().await?;
        if !ids.is_empty() {
            let ack: Ack = self.emitter.ask(JOB_SPOOLED, &JobsSpooled { ids: ids.clone() }).await?;
            if ack.ok {
                spool.acknowledge_spooled(&ids);
            }
        }
        for command in offer.commands {
            spool.command(command).await?;
        }
        Ok(offer.more && !accepted.new.is_empty())
    }

    async fn report_jobs(&self) -> LinkError {
        let mut changes = self.link.spool.changes();
        loop {
            changes.mark_unchanged();
            match self.report_jobs_once().await {
                Ok(true) => {}
                Ok(false) => sleep(ms(self.link.timing.reconnect_ms)).await,
                Err(error) => return error,
            }
            if changes.changed().await.is_err() {
                return LinkError::Closed;
            }
        }
    }

    /// Sends all reports. Returns whether the server took all of them.
    async fn report_jobs_once(&self) -> Result<bool, LinkError> {
        let spool = &self.link.spool;
        let reports = spool.unreported();
        if reports.is_empty() {
            return Ok(true);
        }
        // Reported states must be on disk, so that they are still true after a power cut.
        spool.flush_journal().await?;
        let results = stream::iter(reports).map(async |report| {
            let ack: Ack = self.emitter.ask(JOB_STATE, &report).await?;
            if ack.ok {
                spool.acknowledge(&report)?;
            }
            Ok::<_, LinkError>(ack.ok)
        });
        let results: Vec<_> = results.buffer_unordered(REPORTS_AT_ONCE).collect().await;
        let mut all = true;
        for ok in results {
            all &= ok?;
        }
        if !all {
            spool.notify_waiting();
        }
        Ok(all)
    }

    async fn report_printers(&self) -> LinkError {
        let mut changes = self.link.board.changes();
        loop {
            changes.mark_unchanged();
            for report in self.link.board.list_unacknowledged() {
                match self.emitter.ask::<Ack>(PRINTER_STATE, &report).await {
                    Ok(ack) if ack.ok => self.link.board.acknowledge(&report),
                    Ok(_) => sleep(ms(self.link.timing.reconnect_ms)).await,
                    Err(error) => return error,
                }
            }
            if changes.changed().await.is_err() {
                return LinkError::Closed;
            }
        }
    }
}

fn read_job(job: Value) -> Option<PrintJob> {
    let id = job.get("id").cloned().unwrap_or_default();
    serde_json::from_value(job)
        .inspect_err(|error| tracing::error!(%id, %error, "a job that this version cannot read: update the agent"))
        .ok()
}
