//! Accepts connections and serves the app on them. All share one router: a connection costs a socket, a small buffer and pointers
//! (`axum::serve` builds all routes again for each connection). Clients that are silent, too slow or have too many connections are cut off.

mod bodies;
mod connection;
mod monitored_stream;
mod slots;

pub use connection::Connection;

use super::tls::Tls;
use axum::{
    Router,
    body::Body,
    http::{Request, Response, StatusCode, header},
};
use bodies::{AnswerBody, RequestBody};
use comanda_base::config::Network;
use comanda_base::source::Source;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use monitored_stream::MonitoredStream;
use slots::{ConnectionSlots, SlotKey};
use std::{convert::Infallible, io, net::IpAddr, pin::pin, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::watch,
};
use tower::Service;

/// The size of the buffer for a request's head, and for reading and writing.
const MAX_BUFFER_BYTES: usize = 64 * 1024;
/// The pause after a failed accept: without a free file descriptor the next one would fail too.
const AFTER_FAILED_ACCEPT: Duration = Duration::from_millis(500);

/// The state that all connections share.
struct ConnectionServer {
    router: Router,
    network: Network,
    slots: Arc<ConnectionSlots>,
    tls: Option<Arc<Tls>>,
}

/// Serves until `stop`, then waits until requests in progress are answered.
pub async fn serve(listener: TcpListener, router: Router, network: Network, stop: impl Future<Output = ()>) {
    serve_with_tls(listener, router, network, None, stop).await;
}

/// Serves like [`serve`], with TLS where it is given.
pub async fn serve_with_tls(
    listener: TcpListener,
    router: Router,
    network: Network,
    tls: Option<Arc<Tls>>,
    stop: impl Future<Output = ()>,
) {
    // Routes become services here, once: later clones are pointers.
    let router: Router = router.with_state(());
    let server =
        Arc::new(ConnectionServer { router, slots: ConnectionSlots::new(network.max_connections), network, tls });
    // Every connection holds a receiver for as long as it lasts.
    let (stopping, stopped) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut stop => break,
        };
        if let Some(connection) = server.admit(peer) {
            tokio::spawn(handle_stream(server.clone(), stream, peer, connection, stopped.clone()));
        }
    }
    drop((listener, stopped));
    stopping.send_replace(());
    stopping.closed().await;
}

impl ConnectionServer {
    /// Admits a connection, if there is a free slot for it; a trusted proxy has no limit per address.
    fn admit(&self, peer: IpAddr) -> Option<Connection> {
        let wanted = if self.is_proxy(peer) { vec![SlotKey::All] } else { vec![SlotKey::All, SlotKey::address(peer)] };
        let slots: Option<Vec<_>> = wanted.into_iter().map(|key| self.slots.acquire(key)).collect();
        if slots.is_none() {
            tracing::debug!(%peer, "too many connections");
        }
        Some(Connection::new(self.network.time_outs, slots?))
    }

    fn is_proxy(&self, peer: IpAddr) -> bool {
        self.network.trusted_proxies.iter().any(|net| net.contains(&peer))
    }

    /// Whether a web socket through a proxy exceeds the limit of its client's address; takes a slot of that address otherwise.
    fn exceeds_client_limit(
        &self,
        request: &Request<Incoming>,
        peer: IpAddr,
        source: Source,
        connection: &Connection,
    ) -> bool {
        if !self.is_proxy(peer) || !request.headers().contains_key(header::UPGRADE) || source.is_proxy {
            return false;
        }
        match self.slots.acquire(SlotKey::address(source.address)) {
            Some(slot) => connection.add_slot(slot),
            None => return true,
        }
        false
    }

    async fn answer(
        self: Arc<Self>,
        mut request: Request<Incoming>,
        peer: IpAddr,
        connection: Connection,
    ) -> Result<Response<AnswerBody>, Infallible> {
        connection.begin_request();
        let mut source = Source::from_headers(peer, request.headers(), &self.network.trusted_proxies);
        source.is_tls |= self.tls.is_some();
        let refused = |status| {
            let mut refused = Response::new(AnswerBody::new(Body::empty(), Some(connection.clone())));
            *refused.status_mut() = status;
            Ok(refused)
        };
        // With two Host headers a proxy may use the one, and the company would be found by the other (RFC 9112, 3.2).
        if request.headers().get_all(header::HOST).iter().nth(1).is_some() {
            return refused(StatusCode::BAD_REQUEST);
        }
        if self.exceeds_client_limit(&request, peer, source, &connection) {
            return refused(StatusCode::TOO_MANY_REQUESTS);
        }
        request.extensions_mut().insert(source);
        request.extensions_mut().insert(connection.clone());
        let answer =
            self.router.clone().call(request.map(|body| RequestBody::new(body, connection.time_outs()))).await?;
        let became_socket = answer.status() == StatusCode::SWITCHING_PROTOCOLS;
        if became_socket {
            connection.upgrade_to_socket();
        }
        Ok(answer.map(|body| AnswerBody::new(body, Some(connection).filter(|_| !became_socket))))
    }
}

/// Serves one connection, after the TLS handshake where there is TLS.
async fn handle_stream(
    server: Arc<ConnectionServer>,
    stream: TcpStream,
    peer: IpAddr,
    connection: Connection,
    stopped: watch::Receiver<()>,
) {
    let Some(tls) = &server.tls else { return handle_http(server, stream, peer, connection, stopped).await };
    match tokio::time::timeout(connection.time_outs().head, tls.acceptor().accept(stream)).await {
        Ok(Ok(stream)) => handle_http(server, stream, peer, connection, stopped).await,
        Ok(Err(error)) => tracing::debug!(%error, %peer, "no TLS"),
        Err(_) => tracing::debug!(%peer, "TLS takes too long"),
    }
}

async fn handle_http(
    server: Arc<ConnectionServer>,
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    peer: IpAddr,
    client_connection: Connection,
    mut stopped: watch::Receiver<()>,
) {
    let wire = TokioIo::new(MonitoredStream::new(stream, client_connection.clone()));
    let idle = server.network.time_outs.idle;
    let answer = service_fn(move |request| server.clone().answer(request, peer, client_connection.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // Counted from the end of the previous answer; the limit for the head itself is in `monitored_stream`.
        .header_read_timeout(idle)
        .max_buf_size(MAX_BUFFER_BYTES)
        .serve_connection(wire, answer)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = &mut connection => ended,
        _ = stopped.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, %peer, "a connection broke");
    }
}

async fn accept(listener: &TcpListener) -> (TcpStream, IpAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Waking a print agent is one small packet, which must not wait for the acknowledgement of the previous one.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "TCP_NODELAY");
                }
                return (stream, peer.ip().to_canonical());
            }
            Err(error) if is_client_gone(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be taken");
                tokio::time::sleep(AFTER_FAILED_ACCEPT).await;
            }
        }
    }
}

/// Whether accept failed because the client is gone already; the next connection may be accepted at once.
fn is_client_gone(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
