//! Keeps the port of a scale open and reports what the scale shows.

use std::{io, time::Duration};

use comanda_ticket::wire::{ScaleReading, ScaleTrouble};
use tokio::{
    sync::mpsc,
    time::{Instant, MissedTickBehavior, interval, sleep},
};

use super::{Decoder, Event, Reading};
use crate::{config::ScaleConfig, device::SerialLine};

/// The interval between two requests, and between two reports of a weight that moves.
const TICK: Duration = Duration::from_millis(200);
/// The time in which a scale that speaks by itself is heard after its port was opened. One that is silent is asked.
const LISTEN_FIRST: Duration = Duration::from_millis(400);
/// The time after which a reading is reported again although it has not changed.
const REPEAT_AFTER: Duration = Duration::from_secs(2);
/// The silence after which a scale counts as gone.
const SILENT_AFTER: Duration = Duration::from_secs(2);
/// The silence after which the port is opened anew: some adapters never report that they were pulled out.
const REOPEN_AFTER_SILENCE: Duration = Duration::from_secs(10);
/// The wait before a port that cannot be opened is tried again.
const REOPEN_AFTER: Duration = Duration::from_millis(500);
/// The time limit for the port to take a request.
const WRITE_LIMIT: Duration = Duration::from_secs(1);

/// Reads a scale until the future is dropped. A reading is sent to `reports` when it changes, and otherwise every two seconds.
///
/// A port that is missing or in use is tried again without end, and reported as [`ScaleTrouble::Offline`] meanwhile.
pub async fn read_scale(scale: &ScaleConfig, reports: &mpsc::Sender<ScaleReading>) {
    let mut reporter = Reporter { scale: &scale.name, reports, last: None, waiting: None };
    let address = match scale.serial_address() {
        Ok(address) => address,
        Err(wrong) => {
            tracing::error!(scale = %scale.name, address = %scale.address, %wrong, "an address that is none");
            reporter.offer(Reading::trouble(ScaleTrouble::Offline)).await;
            return std::future::pending().await;
        }
    };
    loop {
        let ended = match SerialLine::open(&address) {
            Ok(line) => Conversation::new(scale, line).run(&mut reporter).await,
            Err(error) => error,
        };
        tracing::debug!(scale = %scale.name, %address, error = %ended, "the scale is not reached; it is tried again");
        reporter.offer(Reading::trouble(ScaleTrouble::Offline)).await;
        sleep(REOPEN_AFTER).await;
    }
}

/// Reports readings that are worth it.
struct Reporter<'a> {
    scale: &'a str,
    reports: &'a mpsc::Sender<ScaleReading>,
    last: Option<(Reading, Instant)>,
    /// A reading of the same state as the last one, which waits for the next tick.
    waiting: Option<Reading>,
}

impl Reporter<'_> {
    async fn offer(&mut self, reading: Reading) {
        self.waiting = None;
        match self.last {
            Some((last, at)) if last == reading && at.elapsed() < REPEAT_AFTER => {}
            Some((last, _)) if last != reading && last.state == reading.state => self.waiting = Some(reading),
            _ => self.send(reading).await,
        }
    }

    async fn tick(&mut self) {
        if let Some(reading) = self.waiting.take() {
            self.send(reading).await;
        }
    }

    async fn send(&mut self, reading: Reading) {
        self.last = Some((reading, Instant::now()));
        // The receiver is gone when the scale is no longer watched, which ends this reader too.
        let _ = self.reports.send(reading.report(self.scale)).await;
    }
}

/// The conversation on one open port.
struct Conversation {
    line: SerialLine,
    decoder: Decoder,
    opened_at: Instant,
    /// The time of the last reading, or of the opening.
    heard_at: Instant,
    /// The time of the last bytes of any kind.
    bytes_at: Option<Instant>,
    is_asked: bool,
}

impl Conversation {
    fn new(scale: &ScaleConfig, line: SerialLine) -> Self {
        let now = Instant::now();
        let decoder = Decoder::new(scale.protocol);
        Self { line, decoder, opened_at: now, heard_at: now, bytes_at: None, is_asked: false }
    }

    /// Runs until the port fails; returns the failure.
    async fn run(mut self, reporter: &mut Reporter<'_>) -> io::Error {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut buffer = [0; 256];
        loop {
            let result = tokio::select! {
                read = self.line.read(&mut buffer) => match read {
                    Ok(count) => self.on_bytes(&buffer[..count], reporter).await,
                    Err(error) => Err(error),
                },
                _ = ticks.tick() => self.on_tick(reporter).await,
            };
            if let Err(error) = result {
                return error;
            }
        }
    }

    async fn on_bytes(&mut self, bytes: &[u8], reporter: &mut Reporter<'_>) -> io::Result<()> {
        self.bytes_at = Some(Instant::now());
        let mut newest = None;
        for event in self.decoder.receive(bytes) {
            match event {
                Event::Reading(reading) => newest = Some(reading),
                Event::Reply(answer) => self.send(answer).await?,
            }
        }
        if let Some(reading) = newest {
            self.heard_at = Instant::now();
            reporter.offer(reading).await;
        }
        Ok(())
    }

    async fn on_tick(&mut self, reporter: &mut Reporter<'_>) -> io::Result<()> {
        reporter.tick().await;
        let silence = self.heard_at.elapsed();
        if silence >= REOPEN_AFTER_SILENCE {
            return Err(io::ErrorKind::TimedOut.into());
        }
        if silence >= SILENT_AFTER {
            let has_bytes = self.bytes_at.is_some_and(|at| at.elapsed() < SILENT_AFTER);
            let trouble = if has_bytes { ScaleTrouble::Unreadable } else { ScaleTrouble::Offline };
            reporter.offer(Reading::trouble(trouble)).await;
        }
        // A scale that was heard before it was asked speaks by itself.
        self.is_asked |= self.heard_at == self.opened_at && self.opened_at.elapsed() >= LISTEN_FIRST;
        match self.decoder.request() {
            Some(request) if self.is_asked => self.send(request).await,
            _ => Ok(()),
        }
    }

    async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.line.write(bytes, WRITE_LIMIT).await.map_err(|_| io::ErrorKind::TimedOut.into())
    }
}
