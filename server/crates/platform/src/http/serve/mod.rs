//! Takes connections and serves the app on them. All of them share one router: a connection is a socket, a small buffer and
//! pointers. (`axum::serve` makes every route anew for each of them.) Who is silent, drips or has too many connections is gone.

mod bodies;
mod connection;
mod places;
mod wire;

pub use connection::Connection;

use super::tls::Tls;
use axum::{
    Router,
    body::Body,
    http::{Request, Response, StatusCode, header},
};
use bodies::{Answer, Sent};
use comanda_base::config::Network;
use comanda_base::source::Source;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use places::{Of, Places};
use std::{convert::Infallible, io, net::IpAddr, pin::pin, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::watch,
};
use tower::Service;
use wire::Wire;

/// Of the head of a request, and of what is read or written at once.
const MAX_BUFFER_BYTES: usize = 64 * 1024;
/// Without a free file the next connection will not do better than the last one.
const AFTER_FAILED_ACCEPT: Duration = Duration::from_millis(500);

/// What all connections share.
struct House {
    router: Router,
    network: Network,
    places: Arc<Places>,
    tls: Option<Arc<Tls>>,
}

/// Serves until `stop`, then waits until what is under way is answered.
pub async fn serve(listener: TcpListener, router: Router, network: Network, stop: impl Future<Output = ()>) {
    serve_by(listener, router, network, None, stop).await;
}

/// The same, by TLS where there is one.
pub async fn serve_by(
    listener: TcpListener,
    router: Router,
    network: Network,
    tls: Option<Arc<Tls>>,
    stop: impl Future<Output = ()>,
) {
    // Routes become services here, once: what is cloned from now on is a pointer.
    let router: Router = router.with_state(());
    let house = Arc::new(House { router, places: Places::new(network.max_connections), network, tls });
    // Every connection holds a receiver for as long as it lasts.
    let (stopping, stopped) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut stop => break,
        };
        if let Some(connection) = house.admit(peer) {
            tokio::spawn(carry(house.clone(), stream, peer, connection, stopped.clone()));
        }
    }
    drop((listener, stopped));
    stopping.send_replace(());
    stopping.closed().await;
}

impl House {
    /// A connection, where there is a place for it; a trusted proxy is limited by itself.
    fn admit(&self, peer: IpAddr) -> Option<Connection> {
        let wanted = if self.is_proxy(peer) { vec![Of::All] } else { vec![Of::All, Of::address(peer)] };
        let places: Option<Vec<_>> = wanted.into_iter().map(|of| self.places.take(of)).collect();
        if places.is_none() {
            tracing::debug!(%peer, "too many connections");
        }
        Some(Connection::new(self.network.time_outs, places?))
    }

    fn is_proxy(&self, peer: IpAddr) -> bool {
        self.network.trusted_proxies.iter().any(|net| net.contains(&peer))
    }

    /// What comes through a proxy stays as long as a socket does, and counts as its client's.
    fn is_one_too_many(&self, request: &Request<Incoming>, peer: IpAddr, source: Source, on: &Connection) -> bool {
        if !self.is_proxy(peer) || !request.headers().contains_key(header::UPGRADE) || source.is_proxy {
            return false;
        }
        match self.places.take(Of::address(source.address)) {
            Some(place) => on.keep(place),
            None => return true,
        }
        false
    }

    async fn answer(
        self: Arc<Self>,
        mut request: Request<Incoming>,
        peer: IpAddr,
        on: Connection,
    ) -> Result<Response<Answer>, Infallible> {
        on.answering();
        let mut source = Source::of(peer, request.headers(), &self.network.trusted_proxies);
        source.is_tls |= self.tls.is_some();
        let refused = |status| {
            let mut refused = Response::new(Answer::new(Body::empty(), Some(on.clone())));
            *refused.status_mut() = status;
            Ok(refused)
        };
        // A proxy may have looked at the one, and the company would be found by the other (RFC 9112, 3.2).
        if request.headers().get_all(header::HOST).iter().nth(1).is_some() {
            return refused(StatusCode::BAD_REQUEST);
        }
        if self.is_one_too_many(&request, peer, source, &on) {
            return refused(StatusCode::TOO_MANY_REQUESTS);
        }
        request.extensions_mut().insert(source);
        request.extensions_mut().insert(on.clone());
        let answer = self.router.clone().call(request.map(|body| Sent::new(body, on.time_outs()))).await?;
        let became_socket = answer.status() == StatusCode::SWITCHING_PROTOCOLS;
        if became_socket {
            on.becomes_socket();
        }
        Ok(answer.map(|body| Answer::new(body, Some(on).filter(|_| !became_socket))))
    }
}

/// Answers the requests of one connection, once it is encrypted where it has to be.
async fn carry(house: Arc<House>, stream: TcpStream, peer: IpAddr, on: Connection, stopped: watch::Receiver<()>) {
    let Some(tls) = &house.tls else { return talk(house, stream, peer, on, stopped).await };
    match tokio::time::timeout(on.time_outs().head, tls.acceptor().accept(stream)).await {
        Ok(Ok(stream)) => talk(house, stream, peer, on, stopped).await,
        Ok(Err(error)) => tracing::debug!(%error, %peer, "no TLS"),
        Err(_) => tracing::debug!(%peer, "TLS takes too long"),
    }
}

async fn talk(
    house: Arc<House>,
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    peer: IpAddr,
    on: Connection,
    mut stopped: watch::Receiver<()>,
) {
    let wire = TokioIo::new(Wire::new(stream, on.clone()));
    let idle = house.network.time_outs.idle;
    let answer = service_fn(move |request| house.clone().answer(request, peer, on.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // From the end of the answer before: the time for the head itself is the wire's.
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
                // A wake of an agent is one small packet: it must not wait for the acknowledgement of the one before.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "TCP_NODELAY");
                }
                return (stream, peer.ip().to_canonical());
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be taken");
                tokio::time::sleep(AFTER_FAILED_ACCEPT).await;
            }
        }
    }
}

/// Whoever came is gone by now; the next one may be taken at once.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
