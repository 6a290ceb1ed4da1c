//! Messages between the servers on one database, sent after commits: one task sends all waiting messages in one statement, so that no
//! write waits for it; another one receives. Frames are numbered and sent again until they are known to have arrived.

use super::{
    framing::Framing,
    receiver::{PeerEvent, Receiver},
};
use comanda_base::db::{Listener, Notifier, NotifyChannel};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    sync::{mpsc, oneshot},
    time::{MissedTickBehavior, interval, sleep},
};

/// The interval at which each server sends something, at least an empty message.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// The pause before a retry.
const RETRY_PAUSE: Duration = Duration::from_millis(300);
/// The number of messages that may wait while nothing can be sent; beyond that they are dropped, and the peers notice a gap.
const MAX_WAITING: usize = 20_000;
/// The longest time that a stopping server tries to notify its peers.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(2);

/// A kind of message between servers, identified by its name.
pub trait Message: Serialize + DeserializeOwned {
    const NAME: &'static str;
}

/// Sends messages to the other servers. Cheap to clone; sends nothing before it has [joined](Self::join) them.
#[derive(Debug, Clone, Default)]
pub struct Relay(Arc<RelayState>);

#[derive(Debug, Default)]
struct RelayState {
    outbox: OnceLock<mpsc::UnboundedSender<Outgoing>>,
    peers: AtomicUsize,
}

#[derive(Debug)]
enum Outgoing {
    Message(String),
    End(oneshot::Sender<()>),
}

impl Relay {
    /// Joins the servers on this database under the name that PostgreSQL shows, and returns the stream of their events.
    ///
    /// # Errors
    /// The URL is wrong, or PostgreSQL does not answer.
    pub async fn join(&self, url: &str, server: &str) -> comanda_base::db::Result<mpsc::UnboundedReceiver<PeerEvent>> {
        let channel = NotifyChannel::new(url, &format!("comanda relay {server}"))?;
        let listener = channel.listen().await?;
        let (outbox, waiting) = mpsc::unbounded_channel();
        let (sender, events) = mpsc::unbounded_channel();
        // Joining twice would make two servers of one name; the first stays.
        if self.0.outbox.set(outbox).is_ok() {
            tokio::spawn(send_loop(channel.clone(), Framing::new(server.to_owned()), waiting));
            let inbox = Inbox { events: sender, joined: self.0.clone() };
            tokio::spawn(receive_loop(channel, listener, Receiver::new(server.to_owned(), Instant::now()), inbox));
        }
        Ok(events)
    }

    /// Whether there may be peers.
    pub fn has_joined(&self) -> bool {
        self.0.outbox.get().is_some()
    }

    /// The number of other servers that were heard from recently.
    pub fn peers(&self) -> usize {
        self.0.peers.load(Ordering::Relaxed)
    }

    /// Queues a message to all peers; messages are sent in the order of the calls.
    pub fn broadcast<M: Message>(&self, message: &M) {
        let Some(outbox) = self.0.outbox.get() else { return };
        match serde_json::to_string(&serde_json::json!({"name": M::NAME, "body": message})) {
            // The receiver is gone once the server has ended.
            Ok(text) => drop(outbox.send(Outgoing::Message(text))),
            Err(error) => tracing::error!(%error, name = M::NAME, "a message to the other servers was not sent"),
        }
    }

    /// Notifies the peers that this server stops, after all messages that still wait.
    pub async fn leave(&self) {
        let Some(outbox) = self.0.outbox.get() else { return };
        let (confirmation, sent) = oneshot::channel();
        if outbox.send(Outgoing::End(confirmation)).is_ok() && tokio::time::timeout(LEAVE_TIMEOUT, sent).await.is_err()
        {
            tracing::warn!("the other servers were not told that this one stops; they will time it out");
        }
    }
}

async fn send_loop(channel: NotifyChannel, mut framing: Framing, mut waiting: mpsc::UnboundedReceiver<Outgoing>) {
    let mut notifier = None;
    let mut beat = interval(HEARTBEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let first = tokio::select! {
            outgoing = waiting.recv() => match outgoing {
                Some(outgoing) => Some(outgoing),
                None => return,
            },
            _ = beat.tick() => None,
        };
        let (mut messages, mut ends) = (Vec::new(), None);
        let mut sort = |outgoing| match outgoing {
            Outgoing::Message(message) => messages.push(message),
            Outgoing::End(confirmation) => ends = Some(confirmation),
        };
        first.into_iter().for_each(&mut sort);
        while let Ok(outgoing) = waiting.try_recv() {
            sort(outgoing);
        }
        let mut frames = framing.frames(&format!("[{}]", messages.join(",")));
        if ends.is_some() {
            frames.push(framing.end());
        }
        while let Err(error) = send(&channel, &mut notifier, &frames).await {
            tracing::warn!(%error, "sending to the other servers failed; retrying");
            if waiting.len() > MAX_WAITING {
                while let Ok(Outgoing::Message(_)) = waiting.try_recv() {}
                framing.skip();
            }
            sleep(RETRY_PAUSE).await;
        }
        if let Some(confirmation) = ends {
            // The caller may have stopped waiting.
            confirmation.send(()).ok();
            return;
        }
    }
}

async fn send(
    channel: &NotifyChannel,
    notifier: &mut Option<Notifier>,
    frames: &[String],
) -> comanda_base::db::Result<()> {
    // The connection is put back only after a success.
    let mut open = match notifier.take() {
        Some(open) => open,
        None => channel.notifier().await?,
    };
    open.notify(frames).await?;
    *notifier = Some(open);
    Ok(())
}

/// The destination of received events.
struct Inbox {
    events: mpsc::UnboundedSender<PeerEvent>,
    joined: Arc<RelayState>,
}

impl Inbox {
    /// Delivers events; returns false once the app is gone.
    fn deliver(&self, receiver: &Receiver, events: Vec<PeerEvent>) -> bool {
        self.joined.peers.store(receiver.peers(), Ordering::Relaxed);
        events.into_iter().all(|event| self.events.send(event).is_ok())
    }
}

async fn receive_loop(channel: NotifyChannel, mut listener: Listener, mut receiver: Receiver, inbox: Inbox) {
    loop {
        let (payloads, mut texts) = mpsc::unbounded_channel();
        // A separate task, since receiving must not be cancelled in the middle of a payload.
        let reader = tokio::spawn(async move {
            while let Some(text) = listener.recv().await {
                if payloads.send(text).is_err() {
                    break;
                }
            }
        });
        let mut beat = interval(HEARTBEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                text = texts.recv() => {
                    let Some(text) = text else { break };
                    let events = receiver.receive(&text, Instant::now());
                    if !inbox.deliver(&receiver, events) {
                        return reader.abort();
                    }
                }
                _ = beat.tick() => {
                    let events = receiver.timed_out(Instant::now());
                    if !inbox.deliver(&receiver, events) {
                        return reader.abort();
                    }
                    if receiver.is_disconnected(Instant::now()) {
                        break;
                    }
                }
            }
        }
        reader.abort();
        tracing::warn!("the connection that listens to the other servers is lost; reconnecting");
        listener = loop {
            match channel.listen().await {
                Ok(listener) => break listener,
                Err(_) => sleep(RETRY_PAUSE).await,
            }
        };
        receiver.reset(Instant::now());
        if !inbox.deliver(&receiver, vec![PeerEvent::Missed]) {
            return;
        }
    }
}
