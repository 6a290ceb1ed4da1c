//! Calls to the server with the agent's token, with which a technician can view and change things from the print PC.

mod model;

use comanda_ticket::wire::{PairRequest, PairResponse};
use hyper::Method;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use uuid::Uuid;

pub use model::{AgentView, JobView, Named, PrinterForm, PrinterView};

use crate::{
    config::Config,
    net::{NetError, Reply, ServerAccess},
};

/// The failure of a call.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The server was not reached.
    #[error("{0}")]
    ServerAccess(#[from] NetError),
    /// The server refused the call.
    #[error("{message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The code from the server's closed list, or an empty text.
        code: String,
        /// The message in Spanish, with advice and the texts of wrong fields.
        message: String,
    },
    /// The answer is not from a Comanda server.
    #[error("lo que respondió {server} no es de un servidor de Comanda ({status})")]
    NotComanda {
        /// The address.
        server: String,
        /// The HTTP status.
        status: u16,
    },
}

/// A client of the server's API with this agent's token.
#[derive(Debug, Clone)]
pub struct Api {
    net: ServerAccess,
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
    /// Creates a client from the configuration.
    ///
    /// # Errors
    /// Returns an error if the configuration does not describe a way to the server.
    pub fn new(config: &Config) -> Result<Self, NetError> {
        Ok(Self { net: ServerAccess::new(config)?, token: config.token.clone() })
    }

    /// The access to the server.
    #[must_use]
    pub fn net(&self) -> &ServerAccess {
        &self.net
    }

    /// Returns this agent, its printers, and the areas and cash desks for which they can print.
    ///
    /// # Errors
    /// Returns an error if the call fails.
    pub async fn load_agent(&self) -> Result<AgentView, ApiError> {
        self.request(Method::GET, "/agent", None).await
    }

    /// Adds a printer.
    ///
    /// # Errors
    /// Returns an error if the call fails.
    pub async fn add_printer(&self, form: &PrinterForm) -> Result<Value, ApiError> {
        self.request(Method::POST, "/agent/printers", Some(to_json(form))).await
    }

    /// Changes the given fields of a printer.
    ///
    /// # Errors
    /// Returns an error if the call fails.
    pub async fn change_printer(&self, id: i64, form: &PrinterForm) -> Result<Value, ApiError> {
        self.request(Method::PUT, &format!("/agent/printers/{id}"), Some(to_json(form))).await
    }

    /// Removes a printer.
    ///
    /// # Errors
    /// Returns an error if the call fails.
    pub async fn remove_printer(&self, id: i64) -> Result<Value, ApiError> {
        self.request(Method::DELETE, &format!("/agent/printers/{id}"), Some(Value::Object(Default::default()))).await
    }

    /// Orders a test page for a printer and returns the id of its job.
    ///
    /// # Errors
    /// Returns an error if the call fails.
    pub async fn order_test_page(&self, id: i64) -> Result<String, ApiError> {
        let path = format!("/agent/printers/{id}/test");
        let answer: Value = self.request(Method::POST, &path, Some(Value::Object(Default::default()))).await?;
        let job = answer["job_id"].as_str().or_else(|| answer["print_job_id"].as_str());
        job.map(str::to_owned).ok_or_else(|| self.not_comanda(200))
    }

    /// Returns the newest jobs of this agent's printers. `query` is the query string.
    ///
    /// # Errors
    /// Returns an error if the call fails.
    pub async fn list_jobs(&self, query: &str) -> Result<Vec<JobView>, ApiError> {
        self.request(Method::GET, &format!("/agent/jobs?{query}"), None).await
    }

    /// Sends a person's decision to the server: `release`, `cancel` or `reprint`.
    ///
    /// # Errors
    /// Returns an error if the call fails.
    pub async fn send_decision(&self, job: &str, decision: &str) -> Result<Value, ApiError> {
        let path = format!("/agent/jobs/{job}/{decision}");
        self.request(Method::POST, &path, Some(Value::Object(Default::default()))).await
    }

    async fn request<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<T, ApiError> {
        let bearer = format!("Bearer {}", self.token);
        // Each request has an idempotency key, so that the server carries it out only once even if the answer gets lost.
        let key = Uuid::new_v4().to_string();
        let headers = [("Authorization", bearer.as_str()), ("Idempotency-Key", key.as_str())];
        let reply = self.net.call(method, &format!("/api{path}"), &headers, body.map(|body| body.to_string())).await?;
        self.parse_reply(&reply)
    }

    fn parse_reply<T: DeserializeOwned>(&self, reply: &Reply) -> Result<T, ApiError> {
        let status = reply.status.as_u16();
        if !reply.status.is_success() {
            return Err(parse_refusal(reply).unwrap_or_else(|| self.not_comanda(status)));
        }
        let answer: Answer = serde_json::from_str(&reply.body).map_err(|_| self.not_comanda(status))?;
        let content = answer.response.or(answer.rows).unwrap_or_default();
        serde_json::from_value(content).map_err(|error| {
            tracing::debug!(%error, "an answer that is not understood");
            self.not_comanda(status)
        })
    }

    fn not_comanda(&self, status: u16) -> ApiError {
        ApiError::NotComanda { server: self.net.address().to_string(), status }
    }
}

fn to_json(form: &impl Serialize) -> Value {
    serde_json::to_value(form).unwrap_or_default()
}

/// Parses the server's refusal. Returns `None` if the answer is not from a Comanda server.
fn parse_refusal(reply: &Reply) -> Option<ApiError> {
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

/// Exchanges a pairing code for a token.
///
/// # Errors
/// Returns an error if the call fails.
pub async fn exchange_pairing_code(net: &ServerAccess, request: &PairRequest) -> Result<PairResponse, ApiError> {
    let api = Api { net: net.clone(), token: String::new() };
    let reply = net.call(Method::POST, "/api/print-agents/pair", &[], Some(to_json(request).to_string())).await?;
    api.parse_reply(&reply)
}
