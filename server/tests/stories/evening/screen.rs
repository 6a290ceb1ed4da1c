//! A user's screen on bad wireless. Answers get lost, connections break halfway, people press twice: the screen sends the same request
//! again with the same key until an answer arrives, and the write must have happened once.

use super::{
    random::Random,
    restaurant::{Evening, Outcome},
};
use crate::support::client::{Client, Reply};
use reqwest::Method;
use serde_json::Value;
use std::{sync::Arc, time::Duration};
use uuid::Uuid;

/// The reason why something was not done.
#[derive(Debug)]
pub struct Refusal {
    pub code: String,
    pub json: Value,
}

impl Refusal {
    pub fn has_code(&self, codes: &[&str]) -> bool {
        codes.contains(&self.code.as_str())
    }
}

/// The final answer that a screen got to a write.
pub type WriteResult = Result<Value, Refusal>;

pub struct Screen {
    pub client: Client,
    pub random: Random,
    evening: Arc<Evening>,
}

impl Screen {
    pub fn new(evening: &Arc<Evening>, client: Client, random: Random) -> Self {
        Self { client, random, evening: evening.clone() }
    }

    pub async fn get(&self, path: &str) -> Value {
        self.client.get(path).await.ok()
    }
    pub async fn post(&mut self, path: &str, body: Value) -> WriteResult {
        self.write(Method::POST, path, Some(body)).await
    }
    pub async fn put(&mut self, path: &str, body: Value) -> WriteResult {
        self.write(Method::PUT, path, Some(body)).await
    }
    pub async fn patch(&mut self, path: &str, body: Value) -> WriteResult {
        self.write(Method::PATCH, path, Some(body)).await
    }
    pub async fn delete_with(&mut self, path: &str, body: Value) -> WriteResult {
        self.write(Method::DELETE, path, Some(body)).await
    }
    pub async fn delete(&mut self, path: &str) -> WriteResult {
        self.write(Method::DELETE, path, None).await
    }

    async fn write(&mut self, method: Method, path: &str, body: Option<Value>) -> WriteResult {
        self.evening.advance_clock();
        let key = self.random.key();
        let client = self.client.clone();
        let send = || send(&client, &method, path, &body, key);
        let (how, reply) = match self.random.below(100) {
            0..70 => ("sent", send().await),
            70..80 => {
                let (first, second) = (send().await, send().await);
                ("sent twice", self.agree("sent twice", path, first, second))
            }
            80..88 => {
                let (lost, second) = (send().await, send().await);
                ("answer lost", self.agree("answer lost", path, lost, second))
            }
            88..94 => {
                self.evening.tally("connection cut");
                let after = Duration::from_micros(self.random.below(12_000) as u64);
                // The request is dropped halfway: the server may have done it, or may be doing it.
                tokio::time::timeout(after, send()).await.ok();
                ("connection cut", send().await)
            }
            _ => {
                let (one, other) = tokio::join!(send(), send());
                ("sent at once", self.agree("sent at once", path, one, other))
            }
        };
        let story = format!("{how}: {method} {path} {} {}", body.unwrap_or_default(), reply.json);
        let outcome = Outcome { is_success: reply.status.is_success(), story };
        self.evening.remember(|m| m.outcomes.insert(key.to_string(), outcome));
        self.read_reply(&method, path, reply)
    }

    /// Of two answers to one write, returns the successful one, which must then be the answer of both.
    fn agree(&self, how: &'static str, path: &str, first: Reply, second: Reply) -> Reply {
        self.evening.tally(how);
        match (first.status.is_success(), second.status.is_success()) {
            (true, true) if first.json != second.json => {
                self.evening
                    .report_difference(format!("{how}: {path} answered {} and then {}", first.json, second.json));
            }
            (true, false) if how != "sent at once" => {
                self.evening.report_difference(format!("{how}: {path} was done and then refused: {}", second.json));
            }
            (true, false) => return first,
            _ => {}
        }
        second
    }

    /// Returns the answer of a success; counts a refusal by its code, and reports an error of the server as a difference.
    fn read_reply(&self, method: &Method, path: &str, reply: Reply) -> WriteResult {
        if reply.status.is_success() {
            return Ok(reply.json["response"].clone());
        }
        let code = reply.json["code"].as_str().unwrap_or_default().to_owned();
        if reply.status.is_server_error() {
            self.evening.report_difference(format!("{method} {path}: {} {}", reply.status, reply.json));
        }
        self.evening.tally(&format!("refused: {code}"));
        Err(Refusal { code, json: reply.json })
    }

    /// Records a difference for a refusal that nothing explains.
    pub fn report_unexplained_refusal(&self, doing: &str, refusal: &Refusal) {
        self.evening.report_difference(format!("{doing} was refused: {}", refusal.json));
    }
}

async fn send(client: &Client, method: &Method, path: &str, body: &Option<Value>, key: Uuid) -> Reply {
    client.send(method.clone(), path, body.clone(), Some(key)).await
}
