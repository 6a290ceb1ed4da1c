//! JSON over HTTP to a provider who issues in the company's name.

use super::{
    Clocks,
    line::{MAX_ANSWER_BYTES, agent, never_stood},
};
use comanda_base::outward::Outward;
use comanda_platform::settings::Provider;
use comanda_sunat::{
    provider::{Outcome, Path, read},
    soap::Response,
};
use serde_json::Value;
use std::{sync::Arc, time::Duration};
use ureq::{Agent, Error, http::Uri};

/// The longest receipt that is taken over.
const MAX_RECEIPT_BYTES: u64 = 1_000_000;

/// A provider's address with the company's token, its connections kept open between calls.
#[derive(Debug, Clone)]
pub struct ProviderLine(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    provider: Provider,
    agent: Agent,
    clocks: Clocks,
}

impl ProviderLine {
    /// `patience` is how long an answer may take.
    pub fn new(provider: Provider, clocks: Clocks, outward: Outward, patience: Duration) -> Self {
        let agent = agent(&provider.url, outward, patience);
        Self(Arc::new(Inner { provider, agent, clocks }))
    }

    /// Asks, and gives what came back, also where nothing came. On a thread of its own: the client waits there.
    pub async fn ask(&self, path: Path, body: Value) -> Outcome {
        let inner = self.0.clone();
        let asked = tokio::task::spawn_blocking(move || match inner.post(path, &body) {
            Ok((status, text)) => read(Response::Answered(status, &text)),
            Err(error) => {
                tracing::warn!(path = path.as_str(), %error, "provider");
                read(if never_stood(&error) { Response::Unreachable } else { Response::TimedOut })
            }
        });
        // It ended without an answer: what was sent may have arrived.
        asked.await.unwrap_or_else(|_| read(Response::TimedOut))
    }

    /// The zip behind a link in its answer; none where that leads to another address or cannot be had now.
    pub async fn receipt(&self, link: String) -> Option<Vec<u8>> {
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
        self.clocks.hear(answer.headers());
        let status = answer.status().as_u16();
        let body = answer.body_mut().with_config().limit(MAX_ANSWER_BYTES).lossy_utf8(true).read_to_string()?;
        Ok((status, body))
    }

    fn get(&self, link: &str) -> Option<Vec<u8>> {
        let (own, asked) = (self.provider.url.parse::<Uri>().ok()?, link.parse::<Uri>().ok()?);
        if (own.scheme(), own.authority()) != (asked.scheme(), asked.authority()) {
            return None;
        }
        let mut answer = self.agent.get(link).call().ok()?;
        answer.body_mut().with_config().limit(MAX_RECEIPT_BYTES).read_to_vec().ok()
    }
}
