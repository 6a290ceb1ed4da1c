//! The printer as a test holds it.

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

use crate::{Abilities, Sheet, connection, machine::Machine, read_paper};

/// A printer on a port of this machine. Ends when it is dropped.
#[derive(Debug)]
pub struct FakePrinter {
    shared: Arc<Shared>,
    address: String,
    listening: JoinHandle<()>,
}

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) machine: Mutex<Machine>,
    pub(crate) faults: Mutex<Faults>,
    /// Counts changes of anything above.
    pub(crate) changed: watch::Sender<u64>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Faults {
    pub(crate) refusing: bool,
    pub(crate) stalled: bool,
    /// Stalls when this many bytes more have come.
    pub(crate) stall_after: Option<usize>,
    /// Closes the connection when this many bytes more have come.
    pub(crate) drop_after: Option<usize>,
    pub(crate) answer_delay: Duration,
    /// So many answers get lost.
    pub(crate) lose_answers: usize,
    /// Said again and again, as fast as it is taken.
    pub(crate) babble: Option<Vec<u8>>,
    pub(crate) connections: usize,
}

impl Shared {
    fn new(abilities: Abilities) -> Arc<Self> {
        Arc::new(Self {
            machine: Mutex::new(Machine::new(abilities)),
            faults: Mutex::default(),
            changed: watch::Sender::new(0),
        })
    }

    pub(crate) fn machine(&self) -> MutexGuard<'_, Machine> {
        self.machine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn faults(&self) -> MutexGuard<'_, Faults> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn changed(&self) {
        self.changed.send_modify(|count| *count += 1);
    }
}

impl FakePrinter {
    /// Starts one on a free port.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn start(abilities: Abilities) -> io::Result<Self> {
        Self::start_at("127.0.0.1:0", abilities).await
    }

    /// Starts one on a port of choice.
    ///
    /// # Errors
    /// When the port cannot be had.
    pub async fn start_at(address: &str, abilities: Abilities) -> io::Result<Self> {
        let held = connection::hold(address)?;
        let listener = match &held {
            Some(held) => TcpListener::bind(held.local_addr()?).await?,
            None => TcpListener::bind(address).await?,
        };
        let address = listener.local_addr()?;
        let shared = Shared::new(abilities);
        let listening = tokio::spawn(connection::listen(shared.clone(), listener, address, held));
        Ok(Self { shared, address: address.to_string(), listening })
    }

    /// Starts one behind a serial port that only exists here: `link` leads to it. Whenever its connection breaks it is
    /// plugged out and in again.
    ///
    /// # Errors
    /// When there can be no such port.
    #[cfg(unix)]
    pub async fn start_on_port(link: &std::path::Path, abilities: Abilities) -> io::Result<Self> {
        let shared = Shared::new(abilities);
        let port = crate::port::Port::plug_in(link)?;
        let listening = tokio::spawn(crate::port::stay(shared.clone(), port));
        Ok(Self { shared, address: link.display().to_string(), listening })
    }

    /// Starts one at the far end of a character device: `/dev/g_printer0`, where Linux plays a USB printer.
    ///
    /// # Errors
    /// When the device cannot be opened.
    #[cfg(unix)]
    pub async fn start_on_device(path: &std::path::Path, abilities: Abilities) -> io::Result<Self> {
        let shared = Shared::new(abilities);
        let device = crate::port::open(path)?;
        let listening = tokio::spawn(crate::port::serve(shared.clone(), device));
        Ok(Self { shared, address: path.display().to_string(), listening })
    }

    /// `host:port` or the path of a serial port, as a printer's set-up wants it.
    #[must_use]
    pub fn address(&self) -> String {
        self.address.clone()
    }

    fn machine<T>(&self, change: impl FnOnce(&mut Machine) -> T) -> T {
        let answer = change(&mut self.shared.machine());
        self.shared.changed();
        answer
    }

    fn faults(&self, change: impl FnOnce(&mut Faults)) {
        change(&mut self.shared.faults());
        self.shared.changed();
    }

    /// The roll ends after this many bytes more.
    pub fn paper_out_after(&self, bytes: usize) {
        self.machine(|machine| {
            machine.paper_left = Some(bytes).filter(|bytes| *bytes > 0);
            machine.paper = bytes > 0;
        });
    }

    /// Puts a new roll in; what waits in the buffer is printed.
    pub fn new_roll(&self) {
        self.machine(|machine| (machine.paper, machine.paper_left) = (true, None));
    }

    /// The roll is nearly at its end.
    pub fn near_end(&self, near: bool) {
        self.machine(|machine| machine.near_end = near);
    }

    /// Opens or closes the cover.
    pub fn open_cover(&self, open: bool) {
        self.machine(|machine| machine.cover_open = open);
    }

    /// The knife is stuck, or somebody has freed it.
    pub fn break_knife(&self, broken: bool) {
        self.machine(|machine| machine.broken = broken);
    }

    /// Pushes the cash drawer shut, or pulls it open.
    pub fn open_drawer(&self, open: bool) {
        self.machine(|machine| machine.drawer_open = open);
    }

    /// Switches it off and on: what it had not printed is gone. Connections are not dropped.
    pub fn power_cycle(&self) {
        self.machine(Machine::restart);
    }

    /// Does not take connections, and drops the one it has.
    pub fn refuse(&self, refusing: bool) {
        self.faults(|faults| faults.refusing = refusing);
    }

    /// Keeps its connection and neither reads nor answers.
    pub fn stall(&self, stalled: bool) {
        self.faults(|faults| faults.stalled = stalled);
    }

    /// Stalls after this many bytes more; the rest stays in the network.
    pub fn stall_after(&self, bytes: usize) {
        self.faults(|faults| faults.stall_after = Some(bytes));
    }

    /// Drops the connection, once, after this many bytes more.
    pub fn drop_after(&self, bytes: usize) {
        self.faults(|faults| faults.drop_after = Some(bytes));
    }

    /// Answers this late.
    pub fn answer_after(&self, delay: Duration) {
        self.faults(|faults| faults.answer_delay = delay);
    }

    /// So many of its next answers get lost on the way.
    pub fn lose_answers(&self, count: usize) {
        self.faults(|faults| faults.lose_answers = count);
    }

    /// Says these bytes without end and without being asked; nothing any more when there are none.
    pub fn babble(&self, bytes: &[u8]) {
        let much = Some(bytes.repeat(4096 / bytes.len().max(1))).filter(|much| !much.is_empty());
        self.faults(|faults| faults.babble = much);
    }

    /// Goes on after a stall that has come, and forgets one that has not.
    pub fn unstall(&self) {
        self.faults(|faults| (faults.stalled, faults.stall_after) = (false, None));
    }

    /// Whether it has put these bytes on paper.
    #[must_use]
    pub fn has_printed(&self, bytes: &[u8]) -> bool {
        self.shared.machine().printed.windows(bytes.len()).any(|window| window == bytes)
    }

    /// What it can answer, from now on.
    pub fn set_abilities(&self, abilities: Abilities) {
        self.machine(|machine| machine.abilities = abilities);
    }

    /// The paper so far.
    #[must_use]
    pub fn sheets(&self) -> Vec<Sheet> {
        read_paper(&self.shared.machine().printed)
    }

    /// The bytes it consumed onto paper.
    #[must_use]
    pub fn printed(&self) -> Vec<u8> {
        self.shared.machine().printed.clone()
    }

    /// How often its knife cut.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.shared.machine().cuts
    }

    /// How often its buffers were cleared.
    #[must_use]
    pub fn clears(&self) -> usize {
        self.shared.machine().clears
    }

    /// How often its memory for pictures was written.
    #[must_use]
    pub fn kept_pictures(&self) -> usize {
        self.shared.machine().kept_pictures
    }

    /// Bytes that came over the wire.
    #[must_use]
    pub fn received(&self) -> usize {
        self.shared.machine().received
    }

    /// Connections so far.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.shared.faults().connections
    }

    /// Sees every change from now on.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changed.subscribe()
    }

    /// Waits until something is true of it. Never returns otherwise: callers put a time-out around it.
    pub async fn until(&self, is_true: impl Fn(&Self) -> bool) {
        let mut changes = self.changes();
        while !is_true(self) {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Waits for this many cuts and gives the paper.
    pub async fn cut_sheets(&self, count: usize) -> Vec<Sheet> {
        self.until(|printer| printer.cuts() >= count).await;
        self.sheets()
    }
}

impl Drop for FakePrinter {
    fn drop(&mut self) {
        self.listening.abort();
    }
}
