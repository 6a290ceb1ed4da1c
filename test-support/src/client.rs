//! An HTTP client with the behaviour of a browser: a bearer token, an idempotency key on every write, JSON both ways.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::net::SocketAddr;
use uuid::Uuid;

/// A user's HTTP client.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    address: SocketAddr,
    host: Option<String>,
    /// The client's address, as a proxy on this machine forwards it.
    via: Option<String>,
    pub token: Option<String>,
    /// The `Cookie` header of a client that keeps cookies.
    pub cookie: Option<String>,
    /// The user as the log-in described them.
    pub user: Value,
}

/// A complete answer of the server.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub json: Value,
    pub bytes: Vec<u8>,
    pub retry_after: Option<String>,
    pub etag: Option<String>,
    pub content_type: Option<String>,
    pub cache_control: Option<String>,
    pub content_disposition: Option<String>,
    pub set_cookie: Option<String>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { http, address, host: None, via: None, token: None, cookie: None, user: Value::Null }
    }
    /// Sends requests to this host name.
    pub fn at_host(mut self, host: &str) -> Self {
        self.host = Some(host.to_owned());
        self
    }
    /// Sends requests as a proxy on this machine forwards them from this address.
    pub fn forwarded_for(mut self, address: &str) -> Self {
        self.via = Some(address.to_owned());
        self
    }
    /// Returns a copy of the client with this cookie, or without any.
    pub fn with_cookie(&self, cookie: Option<String>) -> Self {
        Self { cookie, ..self.clone() }
    }
    /// Returns a copy of the client at another server, with the same session.
    pub fn at_server(&self, address: SocketAddr) -> Self {
        Self { address, ..self.clone() }
    }
    /// Signs in; panics if that is refused.
    pub async fn login(mut self, username: &str, password: &str) -> Self {
        let session = self.post("/api/login", json!({"username": username, "password": password})).await.ok();
        self.token = Some(session["token"].as_str().unwrap().to_owned());
        self.user = session["user"].clone();
        self
    }
    /// Signs in as a browser does, which keeps the server's cookie.
    pub async fn login_in_browser(mut self, username: &str, password: &str) -> Self {
        let reply = self.post("/api/login", json!({"username": username, "password": password})).await;
        self.cookie = reply.set_cookie.as_deref().and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        self.token = Some(reply.ok()["token"].as_str().unwrap().to_owned());
        self
    }
    pub fn user_id(&self) -> i64 {
        self.user["id"].as_i64().unwrap()
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, None, None).await
    }
    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(Method::POST, path, Some(body), Some(Uuid::new_v4())).await
    }
    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.send(Method::PUT, path, Some(body), Some(Uuid::new_v4())).await
    }
    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.send(Method::PATCH, path, Some(body), Some(Uuid::new_v4())).await
    }
    pub async fn delete(&self, path: &str) -> Reply {
        self.send(Method::DELETE, path, None, Some(Uuid::new_v4())).await
    }
    /// Uploads a file as the raw body.
    pub async fn put_bytes(&self, path: &str, bytes: Vec<u8>) -> Reply {
        let request = self.http.put(format!("http://{}{path}", self.address)).body(bytes);
        let request = request.header("idempotency-key", Uuid::new_v4().to_string());
        let request = request.header("content-type", "application/octet-stream");
        Self::read(request.bearer_auth(self.token.as_deref().unwrap_or_default())).await.unwrap()
    }
    /// Sends a write with a given idempotency key, so that it can be repeated.
    pub async fn post_with_key(&self, path: &str, body: Value, key: Uuid) -> Reply {
        self.send(Method::POST, path, Some(body), Some(key)).await
    }

    pub async fn send(&self, method: Method, path: &str, body: Option<Value>, key: Option<Uuid>) -> Reply {
        self.try_send(method, path, body, key).await.unwrap()
    }

    /// Sends a request; an error means that no complete answer came, and the server may or may not have done it.
    pub async fn try_send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        key: Option<Uuid>,
    ) -> reqwest::Result<Reply> {
        let mut request = self.http.request(method, format!("http://{}{path}", self.address));
        if let Some(host) = &self.host {
            request = request.header("host", host);
        }
        if let Some(address) = &self.via {
            request = request.header("x-forwarded-for", address);
        }
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(key) = key {
            request = request.header("idempotency-key", key.to_string());
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        Self::read(request).await
    }
    /// Sends a picture as the raw body.
    pub async fn upload(&self, method: Method, path: &str, file: Vec<u8>) -> Reply {
        let request = self.http.request(method, format!("http://{}{path}", self.address)).body(file);
        let request = request.header("content-type", "image/png").header("idempotency-key", Uuid::new_v4().to_string());
        Self::read(request.bearer_auth(self.token.as_deref().unwrap_or_default())).await.unwrap()
    }
    /// Sends a file as a browser's form does, in the field `file`.
    pub async fn upload_form(&self, path: &str, name: &str, file: &[u8], key: Uuid) -> Reply {
        let boundary = format!("form-{}", Uuid::new_v4());
        let head = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: application/octet-stream\r\n\r\n"
        );
        let body = [head.as_bytes(), file, format!("\r\n--{boundary}--\r\n").as_bytes()].concat();
        let request = self.http.post(format!("http://{}{path}", self.address)).body(body);
        let request = request
            .header("content-type", format!("multipart/form-data; boundary={boundary}"))
            .header("idempotency-key", key.to_string());
        Self::read(request.bearer_auth(self.token.as_deref().unwrap_or_default())).await.unwrap()
    }
    /// Sends a GET for content that may be known already under this tag.
    pub async fn get_if_none_match(&self, path: &str, tag: &str) -> Reply {
        let request = self.http.get(format!("http://{}{path}", self.address)).header("if-none-match", tag);
        Self::read(request.bearer_auth(self.token.as_deref().unwrap_or_default())).await.unwrap()
    }

    async fn read(request: reqwest::RequestBuilder) -> reqwest::Result<Reply> {
        let answer = request.send().await?;
        let status = answer.status();
        let header = |name| answer.headers().get(name).map(|v| v.to_str().unwrap().to_owned());
        let (retry_after, etag) = (header("retry-after"), header("etag"));
        let (content_type, cache_control) = (header("content-type"), header("cache-control"));
        let (content_disposition, set_cookie) = (header("content-disposition"), header("set-cookie"));
        let bytes = answer.bytes().await?.to_vec();
        let json = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Ok(Reply {
            status,
            json,
            bytes,
            retry_after,
            etag,
            content_type,
            cache_control,
            content_disposition,
            set_cookie,
        })
    }
}

impl Reply {
    /// Asserts success and returns the answer's `response`.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.json);
        assert_eq!(self.json["success"], true, "{}", self.json);
        self.json["response"].clone()
    }
    /// Asserts success and returns the `rows` of a list.
    #[track_caller]
    pub fn rows(self) -> Vec<Value> {
        assert_eq!(self.status, StatusCode::OK, "{}", self.json);
        self.json["rows"].as_array().unwrap_or_else(|| panic!("no rows: {}", self.json)).clone()
    }
    /// Asserts a refusal with this status and code; returns the whole body.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        assert_eq!((self.status.as_u16(), self.json["code"].as_str()), (status, Some(code)), "{}", self.json);
        assert_eq!(self.json["success"], false);
        assert!(self.json["request_id"].as_str().is_some_and(|id| !id.is_empty()), "{}", self.json);
        self.json
    }
}
