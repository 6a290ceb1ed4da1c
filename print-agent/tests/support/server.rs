//! The server's side of the protocol, as the product's server keeps it, without its database.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use axum::serve::ListenerExt;
use comanda_agent::clock::Clock;
use comanda_ticket::{
    Bitmap,
    wire::{
        Ack, AgentAuth, ChannelMessage, HeldJob, JOB_COMMAND, JOB_SPOOLED, JOB_STATE, JOBS_PER_PULL, JobCommand, JobId,
        JobReport, JobState, JobsSpooled, PRINTER_STATE, PULL_JOBS, PrintJob, PrinterId, PrinterReport, PrinterSetup,
        PrinterState, PullJobs, Pulled, SEND_MESSAGE, Wake,
    },
};
use serde::Serialize;
use socketioxide::{
    SocketIo,
    extract::{AckSender, Data, SocketRef, TryData},
    handler::ConnectHandler,
};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

pub const TOKEN: &str = "good-token";

#[derive(Debug)]
pub struct Server {
    pub url: String,
    io: SocketIo,
    books: Arc<Books>,
    serving: JoinHandle<()>,
}

#[derive(Debug)]
struct Books {
    kept: Mutex<Kept>,
    changed: watch::Sender<u64>,
}

#[derive(Debug, Default)]
pub struct Kept {
    pub printers: Vec<PrinterSetup>,
    /// Not yet spooled by the agent.
    pub offered: Vec<PrintJob>,
    pub commands: Vec<JobCommand>,
    pub spooled: HashSet<JobId>,
    pub reports: Vec<JobReport>,
    pub printer_states: HashMap<PrinterId, PrinterReport>,
    pub held: Vec<HeldJob>,
    pub refuse: bool,
    /// Forgets that jobs are spooled, as after a lost acknowledgement.
    pub forgetful: bool,
    pub refusals: usize,
    pub pulls: usize,
    pub connections: usize,
    pub token: String,
    /// So many answers of the server get lost on the way.
    pub lose_acks: usize,
    /// Its answers come this late.
    pub late_acks: Duration,
    /// The company's.
    pub logo: Option<Bitmap>,
    pub logos_sent: usize,
    /// The server's own.
    pub clock: Clock,
}

impl Books {
    fn change<T>(&self, change: impl FnOnce(&mut Kept) -> T) -> T {
        let answer = change(&mut self.kept.lock().expect("not poisoned"));
        self.changed.send_modify(|count| *count += 1);
        answer
    }
}

#[derive(Debug)]
struct Refused;

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("unknown token")
    }
}

impl Server {
    pub async fn start(printers: Vec<PrinterSetup>) -> Self {
        Self::start_at("127.0.0.1:0", printers).await
    }

    pub async fn start_at(address: &str, printers: Vec<PrinterSetup>) -> Self {
        let kept = Kept { printers, token: TOKEN.into(), ..Kept::default() };
        let books = Arc::new(Books { kept: Mutex::new(kept), changed: watch::Sender::new(0) });
        let (layer, io) = SocketIo::builder().build_layer();
        let gate = books.clone();
        let let_in = async move |TryData(auth): TryData<AgentAuth>| {
            let good = gate.change(|kept| {
                let good = !kept.refuse && auth.is_ok_and(|auth| auth.token == kept.token && auth.kind == "agent");
                kept.refusals += usize::from(!good);
                good
            });
            if good { Ok(()) } else { Err(Refused) }
        };
        let inside = books.clone();
        let connected = async move |socket: SocketRef| {
            inside.change(|kept| kept.connections += 1);
            converse(&socket, &inside);
        };
        io.ns("/", connected.with(let_in));
        let listener = TcpListener::bind(address).await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("bound"));
        let app = axum::Router::new().layer(layer);
        // Without it a wake-up waits 40 ms for the acknowledgement of the packet before it.
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).expect("is a socket"));
        #[allow(clippy::disallowed_methods, reason = "a few connections, and no route")]
        let serving = tokio::spawn(async move { axum::serve(listener, app).await.expect("serves") });
        Self { url, io, books, serving }
    }

    pub fn kept(&self) -> MutexGuard<'_, Kept> {
        self.books.kept.lock().expect("not poisoned")
    }

    pub fn change(&self, change: impl FnOnce(&mut Kept)) {
        self.books.change(change);
    }

    /// Adds a job without waking anybody.
    pub fn add(&self, job: PrintJob) -> JobId {
        let id = job.id;
        self.books.change(|kept| kept.offered.push(job));
        id
    }

    /// Adds a job and wakes the agent.
    pub async fn offer(&self, job: PrintJob) -> JobId {
        let id = self.add(job);
        self.wake(Wake::Jobs).await;
        id
    }

    pub async fn set_printers(&self, printers: Vec<PrinterSetup>) {
        self.change(|kept| kept.printers = printers);
        self.wake(Wake::Printers).await;
    }

    pub async fn wake(&self, message: Wake) {
        let message = ChannelMessage { channel: "company".into(), message };
        self.io.emit(SEND_MESSAGE, &message).await.expect("emits");
    }

    pub async fn command(&self, command: JobCommand) {
        self.io.emit(JOB_COMMAND, &command).await.expect("emits");
    }

    /// Throws everybody out.
    pub async fn disconnect(&self) {
        self.io.disconnect().await.expect("disconnects");
    }

    pub async fn until(&self, what: &str, is_true: impl Fn(&Kept) -> bool) {
        let mut changes = self.books.changed.subscribe();
        super::soon(what, async {
            while !is_true(&self.kept()) {
                changes.changed().await.expect("the server lives");
            }
        })
        .await;
    }

    /// Waits for a state of a job and gives the report that said it.
    pub async fn reported(&self, id: JobId, state: JobState) -> JobReport {
        let said =
            |kept: &Kept| kept.reports.iter().rev().find(|report| report.id == id && report.state == state).copied();
        self.until(&format!("{state:?} of {id}"), |kept| said(kept).is_some()).await;
        said(&self.kept()).expect("just seen")
    }

    pub async fn printer_is(&self, printer: i64, state: PrinterState) {
        let is = |kept: &Kept| kept.printer_states.get(&PrinterId(printer)).is_some_and(|report| report.state == state);
        self.until(&format!("printer {printer} is {state:?}"), is).await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// An answer on its way: lost, late, or as it should be.
async fn answer<T: Serialize>(books: &Books, ack: AckSender, answer: &T) {
    let late = books.change(|kept| match kept.lose_acks {
        0 => Some(kept.late_acks),
        _ => {
            kept.lose_acks -= 1;
            None
        }
    });
    let Some(late) = late else {
        return;
    };
    if !late.is_zero() {
        tokio::time::sleep(late).await;
    }
    ack.send(answer).ok();
}

fn converse(socket: &SocketRef, books: &Arc<Books>) {
    let pulled = books.clone();
    socket.on(PULL_JOBS, async move |Data(pull): Data<PullJobs>, ack: AckSender| {
        let offer = pulled.change(|kept| answer_pull(kept, pull));
        answer(&pulled, ack, &offer).await;
    });
    let spooled = books.clone();
    socket.on(JOB_SPOOLED, async move |Data(said): Data<JobsSpooled>, ack: AckSender| {
        spooled.change(|kept| {
            if !kept.forgetful {
                kept.offered.retain(|job| !said.ids.contains(&job.id));
            }
            kept.spooled.extend(said.ids);
        });
        answer(&spooled, ack, &Ack { ok: true }).await;
    });
    let reported = books.clone();
    socket.on(JOB_STATE, async move |Data(report): Data<JobReport>, ack: AckSender| {
        reported.change(|kept| {
            assert!(kept.spooled.contains(&report.id), "a state of a job that was never said to be spooled");
            kept.offered.retain(|job| job.id != report.id || kept.forgetful);
            kept.reports.push(report);
        });
        answer(&reported, ack, &Ack { ok: true }).await;
    });
    let seen = books.clone();
    socket.on(PRINTER_STATE, async move |Data(report): Data<PrinterReport>, ack: AckSender| {
        seen.change(|kept| kept.printer_states.insert(report.printer_id, report));
        answer(&seen, ack, &Ack { ok: true }).await;
    });
}

fn answer_pull(kept: &mut Kept, pull: PullJobs) -> Pulled {
    kept.pulls += 1;
    kept.held = pull.held;
    let name = kept.logo.as_ref().map(Bitmap::fingerprint);
    let has_it = |known: Vec<String>| name.as_ref().is_some_and(|name| known.contains(name));
    let logo = kept.logo.clone().filter(|_| pull.logos.is_none_or(|known| !has_it(known)));
    kept.logos_sent += usize::from(logo.is_some());
    Pulled {
        logo,
        printers: kept.printers.clone(),
        jobs: kept.offered.iter().take(JOBS_PER_PULL).cloned().collect(),
        commands: kept.commands.clone(),
        more: kept.offered.len() > JOBS_PER_PULL,
        now_ms: Some(kept.clock.now_ms()),
    }
}
