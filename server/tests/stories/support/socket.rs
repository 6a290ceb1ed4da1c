//! A minimal socket.io client: engine.io 4 over a WebSocket, namespace `/`. Every wait ends after ten seconds.

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{collections::VecDeque, net::SocketAddr, time::Duration};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

const PATIENCE: Duration = Duration::from_secs(10);

/// A connection. Dropping it breaks it without a farewell, as a pulled plug does.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next_ack: u32,
    events: VecDeque<(String, Value)>,
}

impl Socket {
    /// Connects with this `auth`; `Err` holds the reason of the server's refusal.
    pub async fn connect(address: SocketAddr, auth: Value) -> Result<Self, Value> {
        Self::connect_with_cookie(address, auth, None).await
    }

    /// Connects with this `auth` and a `Cookie` header.
    pub async fn connect_with_cookie(address: SocketAddr, auth: Value, cookie: Option<&str>) -> Result<Self, Value> {
        let mut socket = Self::open(address, cookie).await;
        socket.send_frame(format!("40{auth}")).await;
        let answer = socket.next_frame().await.unwrap();
        match answer.split_at(2) {
            ("40", _) => Ok(socket),
            ("44", why) => Err(serde_json::from_str(why).unwrap_or(Value::Null)),
            _ => panic!("unexpected answer to connect: {answer}"),
        }
    }

    async fn open(address: SocketAddr, cookie: Option<&str>) -> Self {
        let url = format!("ws://{address}/socket.io/?EIO=4&transport=websocket");
        let mut request = url.into_client_request().unwrap();
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let (stream, _) = timeout(PATIENCE, connect_async(request)).await.unwrap().unwrap();
        let mut socket = Self { stream, next_ack: 0, events: VecDeque::new() };
        let open = socket.next_frame().await.unwrap();
        assert!(open.starts_with('0'), "{open}");
        socket
    }

    /// Connects with this `auth` and asserts that the server hangs up without an answer.
    pub async fn assert_hung_up(address: SocketAddr, auth: Value) {
        let mut socket = Self::open(address, None).await;
        socket.send_ignoring_errors(&format!("40{auth}")).await;
        assert_eq!(socket.next_frame().await, None);
    }

    /// Sends a frame to a server that may hang up meanwhile.
    pub async fn send_ignoring_errors(&mut self, text: &str) {
        // The server's reaction is observed by reading.
        let _ = self.stream.send(Message::text(text)).await;
    }

    /// Connects as the print agent with this token.
    pub async fn connect_agent(address: SocketAddr, token: &str) -> Result<Self, Value> {
        Self::connect(address, json!({"token": token, "kind": "agent", "version": "9.9.9", "machine": "PC-CAJA"})).await
    }

    /// Emits an event and waits for its acknowledgement, which it returns.
    pub async fn emit_and_wait(&mut self, event: &str, body: Value) -> Value {
        let id = self.emit(event, body).await;
        let mark = format!("43{id}[");
        loop {
            let frame = self.next_frame().await.expect("the connection ended before the answer");
            if let Some(rest) = frame.strip_prefix(&mark) {
                let mut answer: Vec<Value> = serde_json::from_str(&format!("[{rest}")).unwrap();
                return answer.remove(0);
            }
            self.queue_event(&frame);
        }
    }

    /// Emits an event that asks for an acknowledgement without waiting for it; returns the acknowledgement's number.
    pub async fn emit(&mut self, event: &str, body: Value) -> u32 {
        self.next_ack += 1;
        self.send_frame(format!("42{}{}", self.next_ack, json!([event, body]))).await;
        self.next_ack
    }

    /// Returns the body of the next event of this name that fits; other events are dropped.
    pub async fn next_event(&mut self, name: &str, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            while let Some((event, body)) = self.events.pop_front() {
                if event == name && fits(&body) {
                    return body;
                }
            }
            let frame = self.next_frame().await.expect("the connection ended before the event");
            self.queue_event(&frame);
        }
    }

    /// Whether no event arrived before the last answer.
    pub fn has_no_events(&self) -> bool {
        self.events.is_empty()
    }

    /// Waits until the server has ended the connection.
    pub async fn wait_for_end(&mut self) {
        while let Some(frame) = self.next_frame().await {
            if frame.starts_with("41") {
                return;
            }
        }
    }

    fn queue_event(&mut self, frame: &str) {
        if let Some(event) = frame.strip_prefix("42") {
            let (name, body): (String, Value) = serde_json::from_str(event).unwrap();
            self.events.push_back((name, body));
        }
    }

    /// Returns the next text frame, answering pings on the way; `None` when the connection is closed.
    async fn next_frame(&mut self) -> Option<String> {
        loop {
            let next = timeout(PATIENCE, self.stream.next()).await.expect("nothing came for ten seconds");
            match next?.ok()? {
                Message::Text(text) if text.as_str() == "2" => self.send_frame("3".into()).await,
                Message::Text(text) => return Some(text.as_str().to_owned()),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    async fn send_frame(&mut self, text: String) {
        self.stream.send(Message::text(text)).await.unwrap();
    }
}
