//! The server's side of the protocol. It behaves like the real server, but has no database.

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
        PrinterState, PullRequest, PullResponse, SCALE_READING, SEND_MESSAGE, ScaleInfo, ScaleReading, WATCH_SCALE,
        Wake, WatchScale,
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
    shared: Arc<Shared>,
    serving: JoinHandle<()>,
}

#[derive(Debug)]
struct Shared {
    data: Mutex<ServerData>,
    changed: watch::Sender<u64>,
}

#[derive(Debug, Default)]
pub struct ServerData {
    pub printers: Vec<PrinterSetup>,
    /// The jobs that the agent has not spooled yet.
    pub offered: Vec<PrintJob>,
    pub commands: Vec<JobCommand>,
    pub spooled: HashSet<JobId>,
    pub reports: Vec<JobReport>,
    pub printer_states: HashMap<PrinterId, PrinterReport>,
    pub held: Vec<HeldJob>,
    pub refuse: bool,
    /// Makes the server forget that jobs are spooled, as after a lost acknowledgement.
    pub forgetful: bool,
    pub refusals: usize,
    pub pulls: usize,
    pub connections: usize,
    pub token: String,
    /// The number of the server's next answers that will be lost.
    pub lose_acks: usize,
    /// The time that the server waits before it acknowledges an event of the agent.
    pub ack_delay: Duration,
    /// The company's logo.
    pub logo: Option<Bitmap>,
    pub logos_sent: usize,
    /// The server's clock.
    pub clock: Clock,
    /// The scales that the agent described.
    pub scales: Vec<ScaleInfo>,
    pub readings: Vec<ScaleReading>,
}

impl Shared {
    fn change<T>(&self, change: impl FnOnce(&mut ServerData) -> T) -> T {
        let answer = change(&mut self.data.lock().expect("not poisoned"));
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
        let data = ServerData { printers, token: TOKEN.into(), ..ServerData::default() };
        let shared = Arc::new(Shared { data: Mutex::new(data), changed: watch::Sender::new(0) });
        let (layer, io) = SocketIo::builder().build_layer();
        let auth_state = shared.clone();
        let authenticate = async move |TryData(auth): TryData<AgentAuth>| {
            let good = auth_state.change(|data| {
                data.scales = auth.as_ref().map(|auth| auth.scales.clone()).unwrap_or_default();
                let good = !data.refuse && auth.is_ok_and(|auth| auth.token == data.token && auth.kind == "agent");
                data.refusals += usize::from(!good);
                good
            });
            if good { Ok(()) } else { Err(Refused) }
        };
        let connected_state = shared.clone();
        let connected = async move |socket: SocketRef| {
            connected_state.change(|data| data.connections += 1);
            handle_events(&socket, &connected_state);
        };
        io.ns("/", connected.with(authenticate));
        let listener = TcpListener::bind(address).await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("bound"));
        let app = axum::Router::new().layer(layer);
        // Without this option, a wake-up message waits 40 ms for the acknowledgement of the previous packet.
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).expect("is a socket"));
        #[allow(clippy::disallowed_methods, reason = "a few connections, and no route")]
        let serving = tokio::spawn(async move { axum::serve(listener, app).await.expect("serves") });
        Self { url, io, shared, serving }
    }

    pub fn data(&self) -> MutexGuard<'_, ServerData> {
        self.shared.data.lock().expect("not poisoned")
    }

    pub fn change(&self, change: impl FnOnce(&mut ServerData)) {
        self.shared.change(change);
    }

    /// Adds a job without waking anybody.
    pub fn add(&self, job: PrintJob) -> JobId {
        let id = job.id;
        self.shared.change(|data| data.offered.push(job));
        id
    }

    /// Adds a job and wakes the agent.
    pub async fn offer(&self, job: PrintJob) -> JobId {
        let id = self.add(job);
        self.wake(Wake::Jobs).await;
        id
    }

    pub async fn set_printers(&self, printers: Vec<PrinterSetup>) {
        self.change(|data| data.printers = printers);
        self.wake(Wake::Printers).await;
    }

    pub async fn wake(&self, message: Wake) {
        let message = ChannelMessage { channel: "company".into(), message };
        self.io.emit(SEND_MESSAGE, &message).await.expect("emits");
    }

    pub async fn command(&self, command: JobCommand) {
        self.io.emit(JOB_COMMAND, &command).await.expect("emits");
    }

    /// Watches a scale for some seconds.
    pub async fn watch_scale(&self, scale: &str, seconds: u32) {
        self.io.emit(WATCH_SCALE, &WatchScale { scale: scale.into(), seconds }).await.expect("emits");
    }

    /// Disconnects all agents.
    pub async fn disconnect(&self) {
        self.io.disconnect().await.expect("disconnects");
    }

    pub async fn wait_until(&self, what: &str, is_true: impl Fn(&ServerData) -> bool) {
        let mut changes = self.shared.changed.subscribe();
        super::within_time_limit(what, async {
            while !is_true(&self.data()) {
                changes.changed().await.expect("the server lives");
            }
        })
        .await;
    }

    /// Waits until the agent reports that a job has this state, and returns the report.
    pub async fn wait_for_report(&self, id: JobId, state: JobState) -> JobReport {
        let matching = |data: &ServerData| {
            data.reports.iter().rev().find(|report| report.id == id && report.state == state).copied()
        };
        self.wait_until(&format!("{state:?} of {id}"), |data| matching(data).is_some()).await;
        matching(&self.data()).expect("just seen")
    }

    pub async fn wait_for_printer_state(&self, printer: i64, state: PrinterState) {
        let has_state = |data: &ServerData| {
            data.printer_states.get(&PrinterId(printer)).is_some_and(|report| report.state == state)
        };
        self.wait_until(&format!("printer {printer} is {state:?}"), has_state).await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Sends an answer, or delays it or loses it, as the test has set.
async fn answer<T: Serialize>(shared: &Shared, ack: AckSender, answer: &T) {
    let late = shared.change(|data| match data.lose_acks {
        0 => Some(data.ack_delay),
        _ => {
            data.lose_acks -= 1;
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

fn handle_events(socket: &SocketRef, shared: &Arc<Shared>) {
    let pull_state = shared.clone();
    socket.on(PULL_JOBS, async move |Data(pull): Data<PullRequest>, ack: AckSender| {
        let offer = pull_state.change(|data| answer_pull(data, pull));
        answer(&pull_state, ack, &offer).await;
    });
    let spooled = shared.clone();
    socket.on(JOB_SPOOLED, async move |Data(message): Data<JobsSpooled>, ack: AckSender| {
        spooled.change(|data| {
            if !data.forgetful {
                data.offered.retain(|job| !message.ids.contains(&job.id));
            }
            data.spooled.extend(message.ids);
        });
        answer(&spooled, ack, &Ack { ok: true }).await;
    });
    let reported = shared.clone();
    socket.on(JOB_STATE, async move |Data(report): Data<JobReport>, ack: AckSender| {
        reported.change(|data| {
            assert!(data.spooled.contains(&report.id), "a state of a job that was never reported as spooled");
            data.offered.retain(|job| job.id != report.id || data.forgetful);
            data.reports.push(report);
        });
        answer(&reported, ack, &Ack { ok: true }).await;
    });
    let state_shared = shared.clone();
    socket.on(PRINTER_STATE, async move |Data(report): Data<PrinterReport>, ack: AckSender| {
        state_shared.change(|data| data.printer_states.insert(report.printer_id, report));
        answer(&state_shared, ack, &Ack { ok: true }).await;
    });
    let weighed = shared.clone();
    socket.on(SCALE_READING, async move |Data(reading): Data<ScaleReading>| {
        weighed.change(|data| data.readings.push(reading));
    });
}

fn answer_pull(data: &mut ServerData, pull: PullRequest) -> PullResponse {
    data.pulls += 1;
    data.held = pull.held;
    let name = data.logo.as_ref().map(Bitmap::fingerprint);
    let has_it = |known: Vec<String>| name.as_ref().is_some_and(|name| known.contains(name));
    let logo = data.logo.clone().filter(|_| pull.logos.is_none_or(|known| !has_it(known)));
    data.logos_sent += usize::from(logo.is_some());
    PullResponse {
        logo,
        printers: data.printers.clone(),
        jobs: data.offered.iter().take(JOBS_PER_PULL).cloned().collect(),
        commands: data.commands.clone(),
        more: data.offered.len() > JOBS_PER_PULL,
        now_ms: Some(data.clock.now_ms()),
    }
}
