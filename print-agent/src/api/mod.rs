//! The server's calls for this agent, with its own token: what a technician sees and changes from the print PC.

mod model;

use comanda_ticket::wire::{PairRequest, Paired};
use hyper::Method;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use uuid::Uuid;

pub use model::{AgentView, JobView, Named, PrinterForm, PrinterView};

use crate::{
    config::Config,
    net::{Net, NetError, Reply},
};

/// Why a call came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The server was not reached.
    #[error("{0}")]
    Net(#[from] NetError),
    /// It answered with a refusal.
    #[error("{message}")]
    Refused {
        /// HTTP's number.
        status: u16,
        /// The server's closed list; empty where it named none.
        code: String,
        /// In Spanish, with what to do next; with the texts of wrong fields.
        message: String,
    },
    /// Something answered that is no Comanda server.
    #[error("lo que respondió {server} no es de un servidor de Comanda ({status})")]
    Stranger {
        /// Where.
        server: String,
        /// HTTP's number.
        status: u16,
    },
}

/// Calls with this agent's token.
#[derive(Debug, Clone)]
pub struct Api {
    net: Net,
    token: String,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(alias = "data")]
    response: Option<Value>,
    rows: Option<Value>,
}

#[derive(Default, Deserialize)]
struct Refusal {
    #[serde(default)]
    message: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    errors: Value,
}

impl Api {
    /// With the configuration's token and way.
    ///
    /// # Errors
    /// When the configuration names no way.
    pub fn new(config: &Config) -> Result<Self, NetError> {
        Ok(Self { net: Net::new(config)?, token: config.token.clone() })
    }

    /// The way to the server.
    #[must_use]
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// This agent, its printers, and what they can be for.
    ///
    /// # Errors
    /// As every call.
    pub async fn agent(&self) -> Result<AgentView, ApiError> {
        self.ask(Method::GET, "/agent", None).await
    }

    /// Adds a printer.
    ///
    /// # Errors
    /// As every call.
    pub async fn add_printer(&self, form: &PrinterForm) -> Result<Value, ApiError> {
        self.ask(Method::POST, "/agent/printers", Some(to_json(form))).await
    }

    /// Changes the given fields of a printer.
    ///
    /// # Errors
    /// As every call.
    pub async fn change_printer(&self, id: i64, form: &PrinterForm) -> Result<Value, ApiError> {
        self.ask(Method::PUT, &format!("/agent/printers/{id}"), Some(to_json(form))).await
    }

    /// Takes a printer away.
    ///
    /// # Errors
    /// As every call.
    pub async fn remove_printer(&self, id: i64) -> Result<Value, ApiError> {
        self.ask(Method::DELETE, &format!("/agent/printers/{id}"), Some(Value::Object(Default::default()))).await
    }

    /// Writes a test page for a printer and gives its job.
    ///
    /// # Errors
    /// As every call.
    pub async fn test_printer(&self, id: i64) -> Result<String, ApiError> {
        let path = format!("/agent/printers/{id}/test");
        let answer: Value = self.ask(Method::POST, &path, Some(Value::Object(Default::default()))).await?;
        let job = answer["job_id"].as_str().or_else(|| answer["print_job_id"].as_str());
        job.map(str::to_owned).ok_or_else(|| self.stranger(200))
    }

    /// The newest jobs of this agent's printers. `query` stands behind the question mark.
    ///
    /// # Errors
    /// As every call.
    pub async fn jobs(&self, query: &str) -> Result<Vec<JobView>, ApiError> {
        self.ask(Method::GET, &format!("/agent/jobs?{query}"), None).await
    }

    /// Tells the server what a person decided: `release`, `cancel` or `reprint`.
    ///
    /// # Errors
    /// As every call.
    pub async fn decide(&self, job: &str, decision: &str) -> Result<Value, ApiError> {
        let path = format!("/agent/jobs/{job}/{decision}");
        self.ask(Method::POST, &path, Some(Value::Object(Default::default()))).await
    }

    async fn ask<T: DeserializeOwned>(&self, method: Method, path: &str, body: Option<Value>) -> Result<T, ApiError> {
        let bearer = format!("Bearer {}", self.token);
        // One idempotency key for one request: should the answer get lost, the server does it once all the same.
        let key = Uuid::new_v4().to_string();
        let headers = [("Authorization", bearer.as_str()), ("Idempotency-Key", key.as_str())];
        let reply = self.net.call(method, &format!("/api{path}"), &headers, body.map(|body| body.to_string())).await?;
        self.understand(&reply)
    }

    fn understand<T: DeserializeOwned>(&self, reply: &Reply) -> Result<T, ApiError> {
        let status = reply.status.as_u16();
        if !reply.status.is_success() {
            return Err(refusal(reply).unwrap_or_else(|| self.stranger(status)));
        }
        let answer: Answer = serde_json::from_str(&reply.body).map_err(|_| self.stranger(status))?;
        let said = answer.response.or(answer.rows).unwrap_or_default();
        serde_json::from_value(said).map_err(|error| {
            tracing::debug!(%error, "an answer that is not understood");
            self.stranger(status)
        })
    }

    fn stranger(&self, status: u16) -> ApiError {
        ApiError::Stranger { server: self.net.address().to_string(), status }
    }
}

fn to_json(form: &impl Serialize) -> Value {
    serde_json::to_value(form).unwrap_or_default()
}

/// The server's reason; none when the answer is not one of Comanda's.
fn refusal(reply: &Reply) -> Option<ApiError> {
    let refusal: Refusal = serde_json::from_str(&reply.body).ok()?;
    let mut message = refusal.message;
    for texts in refusal.errors.as_object().into_iter().flat_map(|errors| errors.values()) {
        let texts = texts.as_array().cloned().unwrap_or_else(|| vec![texts.clone()]);
        for text in texts.iter().filter_map(Value::as_str).filter(|text| !message.contains(*text)).collect::<Vec<_>>() {
            message = format!("{message} {text}").trim().to_owned();
        }
    }
    (!message.is_empty()).then(|| ApiError::Refused { status: reply.status.as_u16(), code: refusal.code, message })
}

/// Turns a pairing code into a token.
///
/// # Errors
/// As every call.
pub async fn pair(net: &Net, request: &PairRequest) -> Result<Paired, ApiError> {
    let api = Api { net: net.clone(), token: String::new() };
    let reply = net.call(Method::POST, "/api/print-agents/pair", &[], Some(to_json(request).to_string())).await?;
    api.understand(&reply)
}
