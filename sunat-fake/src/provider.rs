//! A fake provider that issues documents for companies (Facturador Pro and similar) on a local port: JSON with a bearer token. It accepts
//! documents under the caller's own numbers, refuses a number that it already has, and voids with a ticket.

use crate::{
    Clock,
    cdr::{Cdr, subject},
    codes::Code,
    names::Kind,
};
use axum::{
    Json, Router,
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, Response, StatusCode},
    response::{Html, IntoResponse},
    routing::{get, post},
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, VecDeque},
    future, io,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{net::TcpListener, task::JoinHandle};

/// A failure that happens with the next document that is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderTrouble {
    /// SUNAT rejects the document with this code, so its number is used up.
    Reject(u16),
    /// SUNAT accepts the document with an observation that has this code.
    Observe(u16),
    /// The provider does not accept the document: `{success: false}` in an HTTP 500.
    Refuse(String),
    /// The provider registers the document and sends it only on request.
    OnlyRegister,
    /// An HTTP status with an HTML page, before or after the document is registered.
    Http { status: u16, recorded: bool },
    /// No answer is ever sent, before or after the document is registered.
    Hang { recorded: bool },
}

/// A document at the provider.
#[derive(Debug, Clone)]
pub struct ProvidedDocument {
    pub external_id: String,
    /// The state: `01` registered, `05` accepted, `07` observed, `09` rejected, `11` voided, `13` to be voided.
    pub state: &'static str,
    /// The body of the request that registered it.
    pub body: Value,
    code: u16,
}

/// The provider's record of documents, tickets and calls.
#[derive(Debug, Default)]
struct ProviderRegistry {
    /// The documents by number: `F001-1`.
    documents: BTreeMap<String, ProvidedDocument>,
    /// For each ticket the documents that it voids, and the number of queries for it.
    tickets: BTreeMap<String, (Vec<String>, u32)>,
    troubles: VecDeque<ProviderTrouble>,
    calls: u64,
}

#[derive(Debug)]
struct Shared {
    registry: Mutex<ProviderRegistry>,
    token: Mutex<String>,
    address: SocketAddr,
}

impl Shared {
    fn registry(&self) -> MutexGuard<'_, ProviderRegistry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn token(&self) -> MutexGuard<'_, String> {
        self.token.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A fake provider on a port of this machine. Dropping it ends the server.
#[derive(Debug)]
pub struct FakeProvider {
    shared: Arc<Shared>,
    serving: JoinHandle<()>,
}

impl Drop for FakeProvider {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl FakeProvider {
    /// Starts on a free port and accepts this token.
    ///
    /// # Errors
    /// Returns an error if no port can be opened.
    pub async fn start(token: &str) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared { registry: Mutex::default(), token: Mutex::new(token.to_owned()), address });
        let router = Router::new()
            .route("/api/documents", post(documents))
            .route("/api/documents/send", post(send))
            .route("/api/voided", post(void))
            .route("/api/voided/status", post(status))
            .route("/api/summaries", post(void))
            .route("/api/summaries/status", post(status))
            .route("/downloads/cdr/{number}", get(download_cdr))
            .with_state(shared.clone());
        #[expect(clippy::disallowed_methods, reason = "a handful of connections, in tests")]
        let serving = tokio::spawn(async move {
            axum::serve(listener, router).await.ok();
        });
        Ok(Self { shared, serving })
    }

    /// The base URL, without a slash at the end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.shared.address)
    }

    /// Accepts only this token from now on.
    pub fn set_token(&self, token: &str) {
        token.clone_into(&mut self.shared.token());
    }

    /// Makes the next document fail. Several failures are used in the order in which they were added.
    pub fn add_trouble(&self, trouble: ProviderTrouble) {
        self.shared.registry().troubles.push_back(trouble);
    }

    /// Returns a document by its number `F001-1`.
    #[must_use]
    pub fn document(&self, number: &str) -> Option<ProvidedDocument> {
        self.shared.registry().documents.get(number).cloned()
    }

    /// The number of documents at the provider.
    #[must_use]
    pub fn count(&self) -> usize {
        self.shared.registry().documents.len()
    }

    /// The number of times that a document was sent.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.shared.registry().calls
    }
}

fn refusal(message: &str) -> Response<Body> {
    let body = json!({"success": false, "message": message});
    (StatusCode::INTERNAL_SERVER_ERROR, Json(body)).into_response()
}

fn is_authenticated(shared: &Shared, headers: &HeaderMap) -> bool {
    let expected = format!("Bearer {}", shared.token());
    headers.get("authorization").and_then(|header| header.to_str().ok()) == Some(expected.as_str())
}

fn unauthenticated() -> Response<Body> {
    (StatusCode::UNAUTHORIZED, Json(json!({"message": "Unauthenticated."}))).into_response()
}

async fn documents(State(shared): State<Arc<Shared>>, headers: HeaderMap, Json(body): Json<Value>) -> Response<Body> {
    if !is_authenticated(&shared, &headers) {
        return unauthenticated();
    }
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let number = format!("{}-{}", text("serie_documento"), body["numero_documento"]);
    let trouble = {
        let mut registry = shared.registry();
        registry.calls += 1;
        registry.troubles.pop_front()
    };
    let recorded = match &trouble {
        Some(ProviderTrouble::Http { recorded, .. } | ProviderTrouble::Hang { recorded }) => *recorded,
        Some(ProviderTrouble::Refuse(_)) => false,
        _ => true,
    };
    if recorded {
        let (state, code) = match &trouble {
            Some(ProviderTrouble::Reject(code)) => ("09", *code),
            Some(ProviderTrouble::Observe(code)) => ("07", *code),
            Some(ProviderTrouble::OnlyRegister) => ("01", 0),
            _ => ("05", 0),
        };
        let mut registry = shared.registry();
        if registry.documents.contains_key(&number) {
            return refusal(&format!("El documento {number} ya se encuentra registrado."));
        }
        let external_id = format!("{:08x}-{number}", registry.documents.len());
        registry.documents.insert(number.clone(), ProvidedDocument { external_id, state, body, code });
    }
    match trouble {
        Some(ProviderTrouble::Refuse(message)) => refusal(&message),
        Some(ProviderTrouble::Http { status, .. }) => {
            let code = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
            (code, Html("<html><body>502</body></html>")).into_response()
        }
        Some(ProviderTrouble::Hang { .. }) => future::pending().await,
        _ => document_response(&shared, &number),
    }
}

/// Returns the response with the state of a document.
fn document_response(shared: &Shared, number: &str) -> Response<Body> {
    let registry = shared.registry();
    let Some(document) = registry.documents.get(number) else { return refusal("No existe el documento.") };
    let cdr = if document.state == "01" {
        String::new()
    } else {
        format!("http://{}/downloads/cdr/{number}", shared.address)
    };
    let response = match document.state {
        "01" => json!([]),
        "05" => json!({"code": "0", "description": format!("El comprobante {number}, ha sido aceptado"), "notes": []}),
        _ => json!({"code": document.code.to_string(), "description": result_text(document.code, number), "notes": []}),
    };
    Json(json!({
        "success": true,
        "data": {"number": number, "external_id": document.external_id, "state_type_id": document.state, "hash": "", "id": 1},
        "links": {"xml": "", "pdf": "", "cdr": cdr},
        "response": response,
    }))
    .into_response()
}

fn result_text(code: u16, number: &str) -> String {
    format!("{} ({number})", Code(code).message())
}

/// Finds the number of a document by the provider's key.
fn find_number(registry: &ProviderRegistry, external_id: &Value) -> Option<String> {
    let named = |document: &ProvidedDocument| external_id.as_str() == Some(&document.external_id);
    registry.documents.iter().find(|(_, document)| named(document)).map(|(number, _)| number.clone())
}

async fn send(State(shared): State<Arc<Shared>>, headers: HeaderMap, Json(body): Json<Value>) -> Response<Body> {
    if !is_authenticated(&shared, &headers) {
        return unauthenticated();
    }
    let number = {
        let mut registry = shared.registry();
        let number = find_number(&registry, &body["external_id"]).unwrap_or_default();
        if let Some(document) = registry.documents.get_mut(&number).filter(|document| document.state == "01") {
            document.state = "05";
        }
        number
    };
    document_response(&shared, &number)
}

/// Accepts a void and answers with a ticket, whose result is known at the second query.
async fn void(State(shared): State<Arc<Shared>>, headers: HeaderMap, Json(body): Json<Value>) -> Response<Body> {
    if !is_authenticated(&shared, &headers) {
        return unauthenticated();
    }
    let mut registry = shared.registry();
    let named: Vec<_> = body["documentos"].as_array().cloned().unwrap_or_default();
    let numbers: Option<Vec<String>> = named.iter().map(|d| find_number(&registry, &d["external_id"])).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else {
        return refusal("Los documentos no fueron encontrados.");
    };
    for number in &numbers {
        if let Some(document) = registry.documents.get_mut(number) {
            document.state = "13";
        }
    }
    let ticket = format!("{}", 1_582_312_000 + registry.tickets.len());
    registry.tickets.insert(ticket.clone(), (numbers, 0));
    Json(json!({"success": true, "data": {"external_id": format!("lote-{ticket}"), "ticket": ticket}})).into_response()
}

async fn status(State(shared): State<Arc<Shared>>, headers: HeaderMap, Json(body): Json<Value>) -> Response<Body> {
    if !is_authenticated(&shared, &headers) {
        return unauthenticated();
    }
    let mut registry = shared.registry();
    let ticket = body["ticket"].as_str().unwrap_or_default().to_owned();
    let Some((numbers, times)) = registry.tickets.get_mut(&ticket) else { return refusal("El ticket no existe.") };
    *times += 1;
    let (numbers, is_done) = (numbers.clone(), *times > 1);
    let data = json!({"external_id": body["external_id"], "ticket": ticket});
    if !is_done {
        return Json(json!({"success": true, "data": data, "response": {"code": "98", "description": "En proceso"}}))
            .into_response();
    }
    for number in &numbers {
        if let Some(document) = registry.documents.get_mut(number) {
            document.state = "11";
        }
    }
    Json(json!({"success": true, "data": data, "response": {"code": "0", "description": "Aceptado"}})).into_response()
}

async fn download_cdr(State(shared): State<Arc<Shared>>, Path(number): Path<String>) -> Response<Body> {
    let Some(document) = shared.registry().documents.get(&number).cloned() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = document.body["codigo_tipo_documento"].as_str().and_then(Kind::from_code).unwrap_or(Kind::Factura);
    let notes: &[Code] = if document.state == "07" { &[Code(document.code)] } else { &[] };
    let cdr = Cdr {
        file: &number,
        ruc: "20000000001",
        id: &number,
        subject: subject(kind, &number),
        is_masculine: false,
        issue_date: None,
        customer: String::new(),
        code: Code(if document.state == "09" { document.code } else { 0 }),
        detail: "",
        notes,
        is_of_ose: false,
        now: Clock::System.now(),
        serial: 1,
    };
    match cdr.pack() {
        Ok(zip) => zip.into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
