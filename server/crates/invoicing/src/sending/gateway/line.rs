//! SOAP over HTTP to a `billService`.

use super::{Addresses, Clocks};
use comanda_base::outward::{self, Outward};
use comanda_sunat::soap::{Credentials, Reply, Request, Response, read};
use std::{net::IpAddr, sync::Arc, time::Duration};
use ureq::{
    Agent, Error, Timeout,
    config::Config,
    http::Uri,
    unversioned::{
        resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver},
        transport::{DefaultConnector, NextTimeout},
    },
};

/// Connections of a company that are kept open: as many as it has calls at once.
const CALLS_AT_ONCE: usize = 4;
const TIME_TO_CONNECT: Duration = Duration::from_secs(10);
/// An answer carries a receipt of some 10 kB.
pub(super) const MAX_ANSWER_BYTES: u64 = 8_000_000;

/// A connection to the services of one company, kept open between calls.
#[derive(Debug, Clone)]
pub struct Line(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    addresses: Addresses,
    credentials: Credentials,
    agent: Agent,
    clocks: Clocks,
}

/// Names lead only where the server may connect to. What is named as this machine is this machine and nothing else.
#[derive(Debug)]
struct Looked {
    outward: Outward,
    here_only: bool,
}

impl Resolver for Looked {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let may = |ip: IpAddr| if self.here_only { ip.is_loopback() } else { self.outward.may(ip) };
        let mut good = self.empty();
        found.iter().filter(|a| may(a.ip())).for_each(|a| good.push(*a));
        if good.is_empty() { Err(Error::Io(outward::refused())) } else { Ok(good) }
    }
}

/// Speaks with the services at `address`, wherever the server may connect to.
pub fn agent(address: &str, outward: Outward, patience: Duration) -> Agent {
    let here_only = outward::is_of_this_machine(address);
    let config = Agent::config_builder()
        .timeout_connect(Some(TIME_TO_CONNECT.min(patience)))
        .timeout_global(Some(patience))
        .http_status_as_error(false)
        .https_only(!here_only)
        // User and password are for this address alone.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .max_idle_connections_per_host(CALLS_AT_ONCE)
        // A proxy would reach what this server may not.
        .proxy(None)
        .build();
    Agent::with_parts(config, DefaultConnector::default(), Looked { outward, here_only })
}

impl Line {
    pub(super) fn new(
        addresses: Addresses,
        credentials: Credentials,
        clocks: Clocks,
        outward: Outward,
        patience: Duration,
    ) -> Self {
        let agent = agent(&addresses.bill, outward, patience);
        Self(Arc::new(Inner { addresses, credentials, agent, clocks }))
    }

    pub(super) fn answers_questions(&self) -> bool {
        self.0.addresses.consult.is_some()
    }

    /// On a thread of its own: the client waits there.
    pub(super) async fn ask(&self, request: Request) -> Reply {
        let inner = self.0.clone();
        let asked = tokio::task::spawn_blocking(move || inner.ask_here(&request));
        // It ended without an answer: what was sent may have arrived.
        asked.await.unwrap_or(Reply::TimedOut)
    }
}

impl Inner {
    fn ask_here(&self, request: &Request) -> Reply {
        let address = if request.is_consultation() {
            self.addresses.consult.as_deref()
        } else {
            Some(self.addresses.bill.as_str())
        };
        // Who keeps nothing knows nothing.
        let Some(address) = address else {
            return Reply::Status { code: "0011".into(), message: String::new(), receipt: None };
        };
        match self.post(address, request) {
            Ok((status, body)) => read(Response::Answered(status, &body)),
            Err(error) => {
                tracing::warn!(action = request.action(), %error, "tax authority");
                read(if never_stood(&error) { Response::Unreachable } else { Response::TimedOut })
            }
        }
    }

    fn post(&self, address: &str, request: &Request) -> Result<(u16, String), Error> {
        let mut answer = self
            .agent
            .post(address)
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("SOAPAction", request.action())
            .send(request.envelope(&self.credentials))?;
        self.clocks.hear(answer.headers());
        let status = answer.status().as_u16();
        let body = answer.body_mut().with_config().limit(MAX_ANSWER_BYTES).lossy_utf8(true).read_to_string()?;
        Ok((status, body))
    }
}

/// Whether a call failed before anything was sent. What is not known to be so is not so.
pub(super) fn never_stood(error: &Error) -> bool {
    use std::io::ErrorKind::{ConnectionRefused, HostUnreachable, NetworkUnreachable, PermissionDenied};
    match error {
        Error::HostNotFound
        | Error::ConnectionFailed
        | Error::BadUri(_)
        | Error::RequireHttpsOnly(_)
        | Error::Timeout(Timeout::Resolve | Timeout::Connect) => true,
        Error::Io(e) => matches!(e.kind(), ConnectionRefused | HostUnreachable | NetworkUnreachable | PermissionDenied),
        _ => false,
    }
}
