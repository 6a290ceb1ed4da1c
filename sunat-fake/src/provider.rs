//! A provider who issues in companies' names (Facturador Pro and its family), as a port: JSON with a bearer token. He takes
//! documents under the caller's own numbers, refuses a number that it has, and voids by ticket.

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

/// What goes wrong with the next document that is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderTrouble {
    /// SUNAT rejected it, with this code: the number is used up.
    Reject(u16),
    /// Taken, and observed with this code.
    Observe(u16),
    /// He does not take it: `{success: false}` in an HTTP 500.
    Refuse(String),
    /// He has it and waits to be told to send it.
    OnlyRegister,
    /// A status without a body, before or after the document was taken.
    Http { status: u16, taken: bool },
    /// No answer ever comes, before or after the document was taken.
    Hang { taken: bool },
}

/// A document that it has.
#[derive(Debug, Clone)]
pub struct Provided {
    pub external_id: String,
    /// `01` registered, `05` accepted, `07` observed, `09` rejected, `11` voided, `13` to be voided.
    pub state: &'static str,
    /// As it was told.
    pub told: Value,
    code: u16,
}

/// What it has and was asked.
#[derive(Debug, Default)]
struct Book {
    /// By `F001-1`.
    documents: BTreeMap<String, Provided>,
    /// By ticket: the documents that it voids, and how often it was asked for.
    tickets: BTreeMap<String, (Vec<String>, u32)>,
    troubles: VecDeque<ProviderTrouble>,
    calls: u64,
}

#[derive(Debug)]
struct Shared {
    book: Mutex<Book>,
    token: Mutex<String>,
    address: SocketAddr,
}

impl Shared {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
    fn token(&self) -> MutexGuard<'_, String> {
        self.token.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A provider on a port of this machine. He is gone when this is dropped.
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
    /// Starts on a free port; `token` is the one that it accepts.
    ///
    /// # Errors
    /// When no port can be had.
    pub async fn start(token: &str) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared { book: Mutex::default(), token: Mutex::new(token.to_owned()), address });
        let router = Router::new()
            .route("/api/documents", post(documents))
            .route("/api/documents/send", post(send))
            .route("/api/voided", post(void))
            .route("/api/voided/status", post(status))
            .route("/api/summaries", post(void))
            .route("/api/summaries/status", post(status))
            .route("/downloads/cdr/{number}", get(receipt))
            .with_state(shared.clone());
        #[expect(clippy::disallowed_methods, reason = "a handful of connections, in tests")]
        let serving = tokio::spawn(async move {
            axum::serve(listener, router).await.ok();
        });
        Ok(Self { shared, serving })
    }

    /// Without a slash at the end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.shared.address)
    }

    /// Takes this token from now on, and no other.
    pub fn take_token(&self, token: &str) {
        token.clone_into(&mut self.shared.token());
    }

    /// Goes wrong with the next document; several in their order.
    pub fn on(&self, trouble: ProviderTrouble) {
        self.shared.book().troubles.push_back(trouble);
    }

    /// A document that it has, by `F001-1`.
    #[must_use]
    pub fn document(&self, number: &str) -> Option<Provided> {
        self.shared.book().documents.get(number).cloned()
    }

    /// How many documents it has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.shared.book().documents.len()
    }

    /// How often it was sent a document.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.shared.book().calls
    }
}

fn refusal(message: &str) -> Response<Body> {
    let body = json!({"success": false, "message": message});
    (StatusCode::INTERNAL_SERVER_ERROR, Json(body)).into_response()
}

fn is_known(shared: &Shared, headers: &HeaderMap) -> bool {
    let expected = format!("Bearer {}", shared.token());
    headers.get("authorization").and_then(|given| given.to_str().ok()) == Some(expected.as_str())
}

fn stranger() -> Response<Body> {
    (StatusCode::UNAUTHORIZED, Json(json!({"message": "Unauthenticated."}))).into_response()
}

async fn documents(State(shared): State<Arc<Shared>>, headers: HeaderMap, Json(told): Json<Value>) -> Response<Body> {
    if !is_known(&shared, &headers) {
        return stranger();
    }
    let text = |name: &str| told[name].as_str().unwrap_or_default().to_owned();
    let number = format!("{}-{}", text("serie_documento"), told["numero_documento"]);
    let trouble = {
        let mut book = shared.book();
        book.calls += 1;
        book.troubles.pop_front()
    };
    let taken = match &trouble {
        Some(ProviderTrouble::Http { taken, .. } | ProviderTrouble::Hang { taken }) => *taken,
        Some(ProviderTrouble::Refuse(_)) => false,
        _ => true,
    };
    if taken {
        let (state, code) = match &trouble {
            Some(ProviderTrouble::Reject(code)) => ("09", *code),
            Some(ProviderTrouble::Observe(code)) => ("07", *code),
            Some(ProviderTrouble::OnlyRegister) => ("01", 0),
            _ => ("05", 0),
        };
        let mut book = shared.book();
        if book.documents.contains_key(&number) {
            return refusal(&format!("El documento {number} ya se encuentra registrado."));
        }
        let external_id = format!("{:08x}-{number}", book.documents.len());
        book.documents.insert(number.clone(), Provided { external_id, state, told, code });
    }
    match trouble {
        Some(ProviderTrouble::Refuse(message)) => refusal(&message),
        Some(ProviderTrouble::Http { status, .. }) => {
            let code = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
            (code, Html("<html><body>502</body></html>")).into_response()
        }
        Some(ProviderTrouble::Hang { .. }) => future::pending().await,
        _ => standing(&shared, &number),
    }
}

/// The state of a document, as it answers it.
fn standing(shared: &Shared, number: &str) -> Response<Body> {
    let book = shared.book();
    let Some(document) = book.documents.get(number) else { return refusal("No existe el documento.") };
    let cdr = if document.state == "01" {
        String::new()
    } else {
        format!("http://{}/downloads/cdr/{number}", shared.address)
    };
    let response = match document.state {
        "01" => json!([]),
        "05" => json!({"code": "0", "description": format!("El comprobante {number}, ha sido aceptado"), "notes": []}),
        _ => json!({"code": document.code.to_string(), "description": text_of(document.code, number), "notes": []}),
    };
    Json(json!({
        "success": true,
        "data": {"number": number, "external_id": document.external_id, "state_type_id": document.state, "hash": "", "id": 1},
        "links": {"xml": "", "pdf": "", "cdr": cdr},
        "response": response,
    }))
    .into_response()
}

fn text_of(code: u16, number: &str) -> String {
    format!("{} ({number})", Code(code).message())
}

/// By its own key.
fn number_of(book: &Book, external_id: &Value) -> Option<String> {
    let named = |document: &Provided| external_id.as_str() == Some(&document.external_id);
    book.documents.iter().find(|(_, document)| named(document)).map(|(number, _)| number.clone())
}

async fn send(State(shared): State<Arc<Shared>>, headers: HeaderMap, Json(asked): Json<Value>) -> Response<Body> {
    if !is_known(&shared, &headers) {
        return stranger();
    }
    let number = {
        let mut book = shared.book();
        let number = number_of(&book, &asked["external_id"]).unwrap_or_default();
        if let Some(document) = book.documents.get_mut(&number).filter(|document| document.state == "01") {
            document.state = "05";
        }
        number
    };
    standing(&shared, &number)
}

/// Voids, by a ticket that is judged when it is asked for the second time.
async fn void(State(shared): State<Arc<Shared>>, headers: HeaderMap, Json(asked): Json<Value>) -> Response<Body> {
    if !is_known(&shared, &headers) {
        return stranger();
    }
    let mut book = shared.book();
    let named: Vec<_> = asked["documentos"].as_array().cloned().unwrap_or_default();
    let numbers: Option<Vec<String>> = named.iter().map(|d| number_of(&book, &d["external_id"])).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else {
        return refusal("Los documentos no fueron encontrados.");
    };
    for number in &numbers {
        if let Some(document) = book.documents.get_mut(number) {
            document.state = "13";
        }
    }
    let ticket = format!("{}", 1_582_312_000 + book.tickets.len());
    book.tickets.insert(ticket.clone(), (numbers, 0));
    Json(json!({"success": true, "data": {"external_id": format!("lote-{ticket}"), "ticket": ticket}})).into_response()
}

async fn status(State(shared): State<Arc<Shared>>, headers: HeaderMap, Json(asked): Json<Value>) -> Response<Body> {
    if !is_known(&shared, &headers) {
        return stranger();
    }
    let mut book = shared.book();
    let ticket = asked["ticket"].as_str().unwrap_or_default().to_owned();
    let Some((numbers, times)) = book.tickets.get_mut(&ticket) else { return refusal("El ticket no existe.") };
    *times += 1;
    let (numbers, is_done) = (numbers.clone(), *times > 1);
    let data = json!({"external_id": asked["external_id"], "ticket": ticket});
    if !is_done {
        return Json(json!({"success": true, "data": data, "response": {"code": "98", "description": "En proceso"}}))
            .into_response();
    }
    for number in &numbers {
        if let Some(document) = book.documents.get_mut(number) {
            document.state = "11";
        }
    }
    Json(json!({"success": true, "data": data, "response": {"code": "0", "description": "Aceptado"}})).into_response()
}

async fn receipt(State(shared): State<Arc<Shared>>, Path(number): Path<String>) -> Response<Body> {
    let Some(document) = shared.book().documents.get(&number).cloned() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = document.told["codigo_tipo_documento"].as_str().and_then(Kind::from_code).unwrap_or(Kind::Factura);
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
