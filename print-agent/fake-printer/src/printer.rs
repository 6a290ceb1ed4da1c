//! The simulated printer, with the methods that tests use to control it.

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

use crate::{Abilities, Sheet, connection, machine::Machine, read_paper};

/// A simulated printer on a port of this machine. It stops when it is dropped.
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
    /// A counter that increases with every change of the fields above.
    pub(crate) changed: watch::Sender<u64>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Faults {
    pub(crate) refusing: bool,
    pub(crate) stalled: bool,
    /// The printer stalls after it received this many more bytes.
    pub(crate) stall_after: Option<usize>,
    /// The printer closes the connection after it received this many more bytes.
    pub(crate) drop_after: Option<usize>,
    pub(crate) answer_delay: Duration,
    /// The number of answers that will be lost.
    pub(crate) lose_answers: usize,
    /// Bytes that the printer sends again and again, as fast as they are read.
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
    /// Starts a printer on a free TCP port.
    ///
    /// # Errors
    /// Returns an error if no port is available.
    pub async fn start(abilities: Abilities) -> io::Result<Self> {
        Self::start_at("127.0.0.1:0", abilities).await
    }

    /// Starts a printer on the given TCP address.
    ///
    /// # Errors
    /// Returns an error if the port is not available.
    pub async fn start_at(address: &str, abilities: Abilities) -> io::Result<Self> {
        let reserved = connection::reserve_port(address)?;
        let listener = match &reserved {
            Some(reserved) => TcpListener::bind(reserved.local_addr()?).await?,
            None => TcpListener::bind(address).await?,
        };
        let address = listener.local_addr()?;
        let shared = Shared::new(abilities);
        let listening = tokio::spawn(connection::listen(shared.clone(), listener, address, reserved));
        Ok(Self { shared, address: address.to_string(), listening })
    }

    /// Starts a printer on a simulated serial port, whose path is `link`.
    ///
    /// Whenever the connection breaks, the port is plugged out and in again.
    ///
    /// # Errors
    /// Returns an error if the port cannot be created.
    #[cfg(unix)]
    pub async fn start_on_port(link: &std::path::Path, abilities: Abilities) -> io::Result<Self> {
        let shared = Shared::new(abilities);
        let port = crate::port::Port::plug_in(link)?;
        let listening = tokio::spawn(crate::port::serve_port(shared.clone(), port));
        Ok(Self { shared, address: link.display().to_string(), listening })
    }

    /// Starts a printer at the other end of a character device.
    ///
    /// One such device is `/dev/g_printer0`, with which Linux acts as a USB printer.
    ///
    /// # Errors
    /// Returns an error if the device cannot be opened.
    #[cfg(unix)]
    pub async fn start_on_device(path: &std::path::Path, abilities: Abilities) -> io::Result<Self> {
        let shared = Shared::new(abilities);
        let device = crate::port::open(path)?;
        let listening = tokio::spawn(crate::port::serve_device(shared.clone(), device));
        Ok(Self { shared, address: path.display().to_string(), listening })
    }

    /// The address to put in a printer's configuration: `host:port`, or the path of a serial port.
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

    /// Makes the roll end after this many more bytes.
    pub fn paper_out_after(&self, bytes: usize) {
        self.machine(|machine| {
            machine.paper_left = Some(bytes).filter(|bytes| *bytes > 0);
            machine.paper = bytes > 0;
        });
    }

    /// Inserts a new roll. The printer then prints the bytes in its buffer.
    pub fn new_roll(&self) {
        self.machine(|machine| (machine.paper, machine.paper_left) = (true, None));
    }

    /// Sets whether the roll is nearly at its end.
    pub fn near_end(&self, is_near: bool) {
        self.machine(|machine| machine.near_end = is_near);
    }

    /// Opens or closes the cover.
    pub fn open_cover(&self, open: bool) {
        self.machine(|machine| machine.cover_open = open);
    }

    /// Blocks the cutter, or frees it.
    pub fn break_knife(&self, broken: bool) {
        self.machine(|machine| machine.broken = broken);
    }

    /// Opens or closes the cash drawer.
    pub fn open_drawer(&self, open: bool) {
        self.machine(|machine| machine.drawer_open = open);
    }

    /// Switches the printer off and on.
    ///
    /// Everything that it had not printed is lost. Its connections are not dropped.
    pub fn power_cycle(&self) {
        self.machine(Machine::restart);
    }

    /// Makes the printer refuse connections and drop its current one, or accept connections again.
    pub fn refuse(&self, refusing: bool) {
        self.faults(|faults| faults.refusing = refusing);
    }

    /// Makes the printer keep its connection but neither read nor answer, or ends that fault.
    pub fn stall(&self, stalled: bool) {
        self.faults(|faults| faults.stalled = stalled);
    }

    /// Makes the printer stall after this many more bytes. It does not read the rest.
    pub fn stall_after(&self, bytes: usize) {
        self.faults(|faults| faults.stall_after = Some(bytes));
    }

    /// Makes the printer drop the connection once, after this many more bytes.
    pub fn drop_after(&self, bytes: usize) {
        self.faults(|faults| faults.drop_after = Some(bytes));
    }

    /// Sets the delay of every answer.
    pub fn answer_after(&self, delay: Duration) {
        self.faults(|faults| faults.answer_delay = delay);
    }

    /// Makes the next `count` answers get lost.
    pub fn lose_answers(&self, count: usize) {
        self.faults(|faults| faults.lose_answers = count);
    }

    /// Makes the printer send these bytes without end and without being asked. With no bytes, it stops doing so.
    pub fn babble(&self, bytes: &[u8]) {
        let block = Some(bytes.repeat(4096 / bytes.len().max(1))).filter(|block| !block.is_empty());
        self.faults(|faults| faults.babble = block);
    }

    /// Ends a stall, or cancels one that has not begun yet.
    pub fn unstall(&self) {
        self.faults(|faults| (faults.stalled, faults.stall_after) = (false, None));
    }

    /// Whether the printer has printed these bytes.
    #[must_use]
    pub fn has_printed(&self, bytes: &[u8]) -> bool {
        self.shared.machine().printed.windows(bytes.len()).any(|window| window == bytes)
    }

    /// Changes what the printer can answer.
    pub fn set_abilities(&self, abilities: Abilities) {
        self.machine(|machine| machine.abilities = abilities);
    }

    /// The sheets that were printed so far.
    #[must_use]
    pub fn sheets(&self) -> Vec<Sheet> {
        read_paper(&self.shared.machine().printed)
    }

    /// The bytes that were printed so far.
    #[must_use]
    pub fn printed(&self) -> Vec<u8> {
        self.shared.machine().printed.clone()
    }

    /// The number of cuts.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.shared.machine().cuts
    }

    /// The number of times that the buffers were cleared.
    #[must_use]
    pub fn clears(&self) -> usize {
        self.shared.machine().clears
    }

    /// The number of pictures that were written to the printer's memory.
    #[must_use]
    pub fn kept_pictures(&self) -> usize {
        self.shared.machine().kept_pictures
    }

    /// The number of bytes that were received.
    #[must_use]
    pub fn received(&self) -> usize {
        self.shared.machine().received
    }

    /// The number of connections so far.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.shared.faults().connections
    }

    /// A receiver that is notified of every change from now on.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changed.subscribe()
    }

    /// Waits until the condition is true. It may wait forever, so callers should put a time limit around it.
    pub async fn wait_until(&self, is_true: impl Fn(&Self) -> bool) {
        let mut changes = self.changes();
        while !is_true(self) {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Waits for this many cuts and returns the sheets.
    pub async fn cut_sheets(&self, count: usize) -> Vec<Sheet> {
        self.wait_until(|printer| printer.cuts() >= count).await;
        self.sheets()
    }
}

impl Drop for FakePrinter {
    fn drop(&mut self) {
        self.listening.abort();
    }
}
