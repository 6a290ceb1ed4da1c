//! A simulated scale on a serial port, with the methods that tests use to control it.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::watch,
    task::JoinHandle,
    time::interval,
};

use crate::{
    Load, ScaleKind,
    port::{Device, Port},
};

/// The pause between two frames of a scale that speaks by itself.
const FRAME_INTERVAL: Duration = Duration::from_millis(50);

/// A simulated scale. It stops when it is dropped.
#[derive(Debug)]
pub struct FakeScale {
    shared: Arc<Shared>,
    address: String,
    serving: JoinHandle<()>,
}

#[derive(Debug)]
struct Shared {
    kind: ScaleKind,
    state: Mutex<State>,
    changed: watch::Sender<u64>,
}

#[derive(Debug, Clone, Default)]
struct State {
    load: Load,
    is_unplugged: bool,
    /// Bytes of a disturbed line, sent before each frame.
    noise: Vec<u8>,
    is_silent: bool,
    requests: usize,
    frames: usize,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.send_modify(|count| *count += 1);
    }
}

impl FakeScale {
    /// Starts an empty scale on a simulated serial port, whose path is `link`.
    ///
    /// # Errors
    /// Returns an error if the port cannot be created.
    pub fn start(link: &Path, kind: ScaleKind) -> io::Result<Self> {
        let shared = Arc::new(Shared { kind, state: Mutex::default(), changed: watch::Sender::new(0) });
        let port = Port::plug_in(link)?;
        let serving = tokio::spawn(serve(shared.clone(), port, link.to_owned()));
        Ok(Self { shared, address: link.display().to_string(), serving })
    }

    /// The path of the serial port.
    #[must_use]
    pub fn address(&self) -> String {
        self.address.clone()
    }

    /// Puts something on the scale, instead of what was on it.
    pub fn put(&self, load: Load) {
        self.shared.change(|state| state.load = load);
    }

    /// Pulls the cable, or plugs it in again.
    pub fn unplug(&self, is_unplugged: bool) {
        self.shared.change(|state| state.is_unplugged = is_unplugged);
    }

    /// Sends these bytes before each frame.
    pub fn disturb(&self, noise: &[u8]) {
        self.shared.change(|state| state.noise = noise.to_vec());
    }

    /// Switches the scale off or on. The cable stays where it is.
    pub fn switch_off(&self, is_silent: bool) {
        self.shared.change(|state| state.is_silent = is_silent);
    }

    /// The number of requests so far.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.shared.state().requests
    }

    /// The number of frames so far.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.shared.state().frames
    }

    /// Waits until the condition is true. It may wait forever, so callers should put a time limit around it.
    pub async fn wait_until(&self, is_true: impl Fn(&Self) -> bool) {
        let mut changes = self.shared.changed.subscribe();
        while !is_true(self) {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }
}

impl Drop for FakeScale {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn serve(shared: Arc<Shared>, port: Port, link: PathBuf) {
    let mut plugged = Some(port);
    let mut changes = shared.changed.subscribe();
    loop {
        changes.mark_unchanged();
        if shared.state().is_unplugged {
            plugged = None;
            if changes.changed().await.is_err() {
                return;
            }
            continue;
        }
        let Some(mut port) = plugged.take().or_else(|| Port::plug_in(&link).ok()) else {
            return;
        };
        // All results mean that the port is plugged out. Errors are ignored.
        tokio::select! {
            _ = converse(&shared, &mut port.printer_end) => {}
            _ = Port::keep_clearing_exclusive_mode(&port.agent_end) => {}
            () = wait_for_unplug(&shared) => {}
        }
    }
}

async fn wait_for_unplug(shared: &Shared) {
    let mut changes = shared.changed.subscribe();
    while !shared.state().is_unplugged {
        if changes.changed().await.is_err() {
            return;
        }
    }
}

async fn converse(shared: &Shared, port: &mut Device) -> io::Result<()> {
    let mut frames = interval(FRAME_INTERVAL);
    let mut request = Vec::new();
    let mut buffer = [0; 64];
    loop {
        let answer = tokio::select! {
            read = port.read(&mut buffer) => {
                match read? {
                    0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                    bytes => request.extend_from_slice(&buffer[..bytes]),
                }
                let load = shared.state().load;
                let answer = shared.kind.answer(&request, load);
                if answer.is_some() {
                    request.clear();
                    shared.change(|state| state.requests += 1);
                }
                answer
            }
            _ = frames.tick(), if shared.kind.speaks_by_itself() => {
                let load = shared.state().load;
                Some(shared.kind.frame(load))
            }
        };
        let noise = shared.state().noise.clone();
        if let Some(answer) = answer.filter(|_| !shared.state().is_silent) {
            port.write_all(&[noise, answer].concat()).await?;
            shared.change(|state| state.frames += 1);
        }
    }
}
