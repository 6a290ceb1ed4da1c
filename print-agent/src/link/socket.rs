//! One connection to the server: opened with a time-out, monitored by the server's pings, used through an [`Emitter`].

use std::collections::HashMap;

use comanda_ticket::wire::{MAX_MESSAGE_BYTES, SERVER_STOPPING};
use futures::{SinkExt, StreamExt};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::{
    sync::{mpsc, oneshot},
    time::{Duration, Instant, timeout, timeout_at},
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Error as WebSocketError, Message, protocol::WebSocketConfig},
};

use super::packet::{self, Packet};
use crate::{
    config::{Timing, ms},
    net::{Address, NetError, ServerAccess, Stream},
    spool::JournalError,
};

/// The size of the buffers, small because an idle agent should not use much memory.
const BUFFER_BYTES: usize = 8 << 10;
/// The time-out until the server's handshake states how often it pings.
const FIRST_TIMEOUT: Duration = Duration::from_secs(30);

/// The reason why a session ended.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The server cannot be reached: name, proxy, TLS.
    #[error("{0}")]
    Unreachable(#[from] NetError),
    /// The connection broke, or does not speak WebSocket.
    #[error("{0}")]
    Network(#[from] Box<WebSocketError>),
    /// The machine slept, so the connection is stale.
    #[error("the machine slept")]
    AfterSleep,
    /// The server did not answer in time.
    #[error("the server does not answer")]
    Silence,
    /// The server ended the connection.
    #[error("the server closed the connection")]
    Closed,
    /// The server is about to end, as it does for an update.
    #[error("the server restarts")]
    Stopping,
    /// The server does not know the token (any more).
    #[error("the token was refused: {0}")]
    Refused(String),
    /// The server speaks another protocol.
    #[error("the server's answer is not understood: {0}")]
    UnexpectedAnswer(String),
    /// The agent's own disk failed.
    #[error(transparent)]
    Disk(#[from] JournalError),
}

impl From<WebSocketError> for LinkError {
    fn from(error: WebSocketError) -> Self {
        Self::Network(Box::new(error))
    }
}

struct Request {
    name: &'static str,
    argument: Value,
    /// The receiver of the answer, if one is wanted.
    answer: Option<oneshot::Sender<Value>>,
}

/// Sends events and waits for their answers. Cloning shares the connection.
#[derive(Debug, Clone)]
pub(super) struct Emitter {
    requests: mpsc::Sender<Request>,
    time_limit: Duration,
    /// The time until which the server may take longer to answer.
    patient_until: Instant,
}

impl Emitter {
    /// Sends an event and waits for its answer.
    pub(super) async fn ask<T: DeserializeOwned>(
        &self,
        name: &'static str,
        argument: &(impl Serialize + Sync),
    ) -> Result<T, LinkError> {
        let (answer, answered) = oneshot::channel();
        self.send(name, argument, Some(answer)).await?;
        let deadline = self.patient_until.max(Instant::now() + self.time_limit);
        let value = timeout_at(deadline, answered).await.map_err(|_| LinkError::Silence)?;
        let value = value.map_err(|_| LinkError::Closed)?;
        serde_json::from_value(value).map_err(|error| LinkError::UnexpectedAnswer(format!("{name}: {error}")))
    }

    /// Sends an event that has no answer.
    pub(super) async fn tell(&self, name: &'static str, argument: &(impl Serialize + Sync)) -> Result<(), LinkError> {
        self.send(name, argument, None).await
    }

    async fn send(
        &self,
        name: &'static str,
        argument: &(impl Serialize + Sync),
        answer: Option<oneshot::Sender<Value>>,
    ) -> Result<(), LinkError> {
        let argument =
            serde_json::to_value(argument).map_err(|error| LinkError::UnexpectedAnswer(error.to_string()))?;
        self.requests.send(Request { name, argument, answer }).await.map_err(|_| LinkError::Closed)
    }
}

/// The connection itself, which works only while [`Connection::drive`] runs.
pub(super) struct Connection {
    stream: WebSocketStream<Stream>,
    requests: mpsc::Receiver<Request>,
    waiting: HashMap<u64, oneshot::Sender<Value>>,
    last_id: u64,
    /// The longest silence between two messages of a live server.
    time_limit: Duration,
}

/// Opens a connection and signs in.
pub(super) async fn open(
    net: &ServerAccess,
    auth: &(impl Serialize + Sync),
    timing: &Timing,
) -> Result<(Emitter, Connection), LinkError> {
    let auth = serde_json::to_value(auth).map_err(|error| LinkError::UnexpectedAnswer(error.to_string()))?;
    let stream = timeout(ms(timing.server_connect_ms), open_websocket(net)).await.map_err(|_| LinkError::Silence)??;
    let (sender, requests) = mpsc::channel(64);
    let mut connection =
        Connection { stream, requests, waiting: HashMap::new(), last_id: 0, time_limit: FIRST_TIMEOUT };
    timeout(ms(timing.sign_in_ms), connection.sign_in(&auth)).await.map_err(|_| LinkError::Silence)??;
    let patient_until = Instant::now() + ms(timing.sign_in_ms);
    Ok((Emitter { requests: sender, time_limit: ms(timing.ack_ms), patient_until }, connection))
}

async fn open_websocket(net: &ServerAccess) -> Result<WebSocketStream<Stream>, LinkError> {
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES));
    let (stream, _) = client_async_with_config(url(net.address()), net.open_encrypted().await?, Some(config)).await?;
    Ok(stream)
}

/// Returns the URL of the socket: `https://host/base` → `wss://host/base/socket.io/…`.
fn url(address: &Address) -> String {
    let scheme = if address.is_secure { "wss" } else { "ws" };
    format!("{scheme}://{}{}/socket.io/?EIO=4&transport=websocket", address.host_header(), address.base)
}

impl Connection {
    async fn sign_in(&mut self, auth: &Value) -> Result<(), LinkError> {
        loop {
            match self.next(Instant::now() + FIRST_TIMEOUT).await? {
                Packet::Open(handshake) => {
                    self.time_limit = Duration::from_millis(handshake.ping_interval + handshake.ping_timeout);
                    self.send(packet::connect(auth)).await?;
                }
                Packet::Connected => return Ok(()),
                Packet::Refused(why) => return Err(LinkError::Refused(why)),
                other => self.handle_packet(other, None).await?,
            }
        }
    }

    /// Carries messages both ways until the connection fails; events of the server go to `events`.
    pub(super) async fn drive(mut self, events: mpsc::UnboundedSender<(String, Value)>) -> LinkError {
        loop {
            if let Err(error) = self.step(&events).await {
                return error;
            }
        }
    }

    async fn step(&mut self, events: &mpsc::UnboundedSender<(String, Value)>) -> Result<(), LinkError> {
        let deadline = Instant::now() + self.time_limit;
        loop {
            tokio::select! {
                // There are never many unanswered requests, so they do not delay messages.
                biased;
                Some(request) = self.requests.recv() => {
                    let id = request.answer.map(|answer| self.expect_answer(answer));
                    self.send(packet::event(id, request.name, &request.argument)).await?;
                }
                message = timeout_at(deadline, self.stream.next()) => {
                    let packet = parse_message(message)?;
                    return self.handle_packet(packet, Some(events)).await;
                }
            }
        }
    }

    /// Returns the id of an event that is to be answered.
    fn expect_answer(&mut self, answer: oneshot::Sender<Value>) -> u64 {
        self.last_id += 1;
        self.waiting.retain(|_, answer| !answer.is_closed());
        self.waiting.insert(self.last_id, answer);
        self.last_id
    }

    async fn next(&mut self, deadline: Instant) -> Result<Packet, LinkError> {
        parse_message(timeout_at(deadline, self.stream.next()).await)
    }

    async fn handle_packet(
        &mut self,
        packet: Packet,
        events: Option<&mpsc::UnboundedSender<(String, Value)>>,
    ) -> Result<(), LinkError> {
        match packet {
            Packet::Ping => self.send(packet::PONG.to_owned()).await?,
            Packet::Closed => return Err(LinkError::Closed),
            Packet::Refused(why) => return Err(LinkError::Refused(why)),
            Packet::Ack { id, argument } => {
                if let Some(answer) = self.waiting.remove(&id) {
                    // The receiver is gone when the answer comes too late; the request is then repeated.
                    let _ = answer.send(argument);
                }
            }
            // The session ends at once, because the connection is about to end.
            Packet::Event { name, .. } if name == SERVER_STOPPING => return Err(LinkError::Stopping),
            Packet::Event { name, argument } => {
                if let Some(events) = events {
                    let _ = events.send((name, argument));
                }
            }
            Packet::Open(_) | Packet::Connected | Packet::Other => {}
        }
        Ok(())
    }

    async fn send(&mut self, text: String) -> Result<(), LinkError> {
        // A peer that reads nothing fills the socket's buffer, so writing needs a time-out as well.
        timeout(self.time_limit, self.stream.send(Message::text(text))).await.map_err(|_| LinkError::Silence)??;
        Ok(())
    }
}

type ReceivedMessage = Result<Option<Result<Message, WebSocketError>>, tokio::time::error::Elapsed>;

fn parse_message(message: ReceivedMessage) -> Result<Packet, LinkError> {
    match message.map_err(|_| LinkError::Silence)? {
        None | Some(Ok(Message::Close(_))) => Err(LinkError::Closed),
        Some(Err(error)) => Err(error.into()),
        Some(Ok(Message::Text(text))) => {
            packet::read(&text).ok_or_else(|| LinkError::UnexpectedAnswer(text.chars().take(80).collect()))
        }
        Some(Ok(_)) => Ok(Packet::Other),
    }
}
