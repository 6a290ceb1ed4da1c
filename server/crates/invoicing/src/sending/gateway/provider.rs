//! The client for a provider who issues in the company's name: JSON over HTTP.

use super::{
    ReplyClock,
    soap_client::{MAX_ANSWER_BYTES, build_http_agent, failed_before_sending},
};
use comanda_base::outbound::OutboundPolicy;
use comanda_platform::settings::DocumentProvider;
use comanda_sunat::{
    provider::{Outcome, Path, read},
    soap::Response,
};
use serde_json::Value;
use std::{sync::Arc, time::Duration};
use ureq::{Agent, Error, http::Uri};

/// The largest receipt that is downloaded.
const MAX_RECEIPT_BYTES: u64 = 1_000_000;

/// The client for a provider, with the company's token and connections kept open between calls.
#[derive(Debug, Clone)]
pub struct ProviderClient(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    provider: DocumentProvider,
    agent: Agent,
    clocks: ReplyClock,
}

impl ProviderClient {
    /// Creates a client; `patience` is the longest time to wait for an answer.
    pub fn new(provider: DocumentProvider, clocks: ReplyClock, outward: OutboundPolicy, patience: Duration) -> Self {
        let agent = build_http_agent(&provider.url, outward, patience);
        Self(Arc::new(Inner { provider, agent, clocks }))
    }

    /// Sends a request on a blocking thread and returns the outcome, which may be that no answer came.
    pub async fn send_request(&self, path: Path, body: Value) -> Outcome {
        let inner = self.0.clone();
        let call = tokio::task::spawn_blocking(move || match inner.post(path, &body) {
            Ok((status, text)) => read(Response::Answered(status, &text)),
            Err(error) => {
                tracing::warn!(path = path.as_str(), %error, "provider");
                read(if failed_before_sending(&error) { Response::Unreachable } else { Response::TimedOut })
            }
        });
        // The thread ended without an answer: what was sent may have arrived.
        call.await.unwrap_or_else(|_| read(Response::TimedOut))
    }

    /// Downloads the zip behind a link of an answer; `None` where the link leads to another server or the download fails.
    pub async fn download_receipt(&self, link: String) -> Option<Vec<u8>> {
        let inner = self.0.clone();
        tokio::task::spawn_blocking(move || inner.get(&link)).await.ok().flatten()
    }
}

impl Inner {
    fn post(&self, path: Path, body: &Value) -> Result<(u16, String), Error> {
        let mut answer = self
            .agent
            .post(format!("{}{}", self.provider.url, path.as_str()))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .header("Authorization", format!("Bearer {}", self.provider.token))
            .send(body.to_string())?;
        self.clocks.record_reply(answer.headers());
        let status = answer.status().as_u16();
        let body = answer.body_mut().with_config().limit(MAX_ANSWER_BYTES).lossy_utf8(true).read_to_string()?;
        Ok((status, body))
    }

    fn get(&self, link: &str) -> Option<Vec<u8>> {
        let (provider_uri, link_uri) = (self.provider.url.parse::<Uri>().ok()?, link.parse::<Uri>().ok()?);
        if (provider_uri.scheme(), provider_uri.authority()) != (link_uri.scheme(), link_uri.authority()) {
            return None;
        }
        let mut answer = self.agent.get(link).call().ok()?;
        answer.body_mut().with_config().limit(MAX_RECEIPT_BYTES).read_to_vec().ok()
    }
}
