//! The client for a `billService`: SOAP over HTTP.

use super::{GatewayAddresses, ReplyClock};
use comanda_base::outbound::{self, OutboundPolicy};
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

/// The number of connections kept open per company, equal to its simultaneous calls.
const CALLS_AT_ONCE: usize = 4;
const TIME_TO_CONNECT: Duration = Duration::from_secs(10);
/// The largest answer; one usually carries a receipt of some 10 kB.
pub(super) const MAX_ANSWER_BYTES: u64 = 8_000_000;

/// The client for the services of one company, with connections kept open between calls.
#[derive(Debug, Clone)]
pub struct SoapClient(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    addresses: GatewayAddresses,
    credentials: Credentials,
    agent: Agent,
    clocks: ReplyClock,
}

/// Resolves names only to addresses to which the server may connect. A name of this machine resolves to this machine only.
#[derive(Debug)]
struct RestrictedResolver {
    outward: OutboundPolicy,
    here_only: bool,
}

impl Resolver for RestrictedResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let is_allowed = |ip: IpAddr| if self.here_only { ip.is_loopback() } else { self.outward.allows(ip) };
        let mut good = self.empty();
        found.iter().filter(|a| is_allowed(a.ip())).for_each(|a| good.push(*a));
        if good.is_empty() { Err(Error::Io(outbound::permission_denied())) } else { Ok(good) }
    }
}

/// Builds an HTTP agent for the services at `address`, limited to where the server may connect.
pub fn build_http_agent(address: &str, outward: OutboundPolicy, patience: Duration) -> Agent {
    let here_only = outbound::is_loopback_url(address);
    let config = Agent::config_builder()
        .timeout_connect(Some(TIME_TO_CONNECT.min(patience)))
        .timeout_global(Some(patience))
        .http_status_as_error(false)
        .https_only(!here_only)
        // User and password are meant for this address only.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .max_idle_connections_per_host(CALLS_AT_ONCE)
        // A proxy could reach addresses that this server may not.
        .proxy(None)
        .build();
    Agent::with_parts(config, DefaultConnector::default(), RestrictedResolver { outward, here_only })
}

impl SoapClient {
    pub(super) fn new(
        addresses: GatewayAddresses,
        credentials: Credentials,
        clocks: ReplyClock,
        outward: OutboundPolicy,
        patience: Duration,
    ) -> Self {
        let agent = build_http_agent(&addresses.bill, outward, patience);
        Self(Arc::new(Inner { addresses, credentials, agent, clocks }))
    }

    pub(super) fn can_query_documents(&self) -> bool {
        self.0.addresses.consult.is_some()
    }

    /// Sends a request on a blocking thread.
    pub(super) async fn send_request(&self, request: Request) -> Reply {
        let inner = self.0.clone();
        let call = tokio::task::spawn_blocking(move || inner.send_blocking(&request));
        // The thread ended without an answer: what was sent may have arrived.
        call.await.unwrap_or(Reply::TimedOut)
    }
}

impl Inner {
    fn send_blocking(&self, request: &Request) -> Reply {
        let address = if request.is_consultation() {
            self.addresses.consult.as_deref()
        } else {
            Some(self.addresses.bill.as_str())
        };
        // A service without queries knows no document.
        let Some(address) = address else {
            return Reply::Status { code: "0011".into(), message: String::new(), receipt: None };
        };
        match self.post(address, request) {
            Ok((status, body)) => read(Response::Answered(status, &body)),
            Err(error) => {
                tracing::warn!(action = request.action(), %error, "tax authority");
                read(if failed_before_sending(&error) { Response::Unreachable } else { Response::TimedOut })
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
        self.clocks.record_reply(answer.headers());
        let status = answer.status().as_u16();
        let body = answer.body_mut().with_config().limit(MAX_ANSWER_BYTES).lossy_utf8(true).read_to_string()?;
        Ok((status, body))
    }
}

/// Whether a call certainly failed before anything was sent.
pub(super) fn failed_before_sending(error: &Error) -> bool {
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
