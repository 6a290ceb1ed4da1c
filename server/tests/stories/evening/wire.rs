//! A person's screen on bad wireless. Answers get lost, connections break halfway, people press twice: the screen always sends
//! the same again with the same key until an answer arrives, and whatever happened, it happened once.

use super::{
    dice::Dice,
    restaurant::{Evening, Outcome},
};
use crate::support::client::{Client, Reply};
use reqwest::Method;
use serde_json::Value;
use std::{sync::Arc, time::Duration};
use uuid::Uuid;

/// Why something was not done.
#[derive(Debug)]
pub struct Refusal {
    pub code: String,
    pub json: Value,
}

impl Refusal {
    pub fn is(&self, codes: &[&str]) -> bool {
        codes.contains(&self.code.as_str())
    }
}

/// What a screen was told in the end.
pub type Told = Result<Value, Refusal>;

pub struct Wire {
    pub client: Client,
    pub dice: Dice,
    evening: Arc<Evening>,
}

impl Wire {
    pub fn new(evening: &Arc<Evening>, client: Client, dice: Dice) -> Self {
        Self { client, dice, evening: evening.clone() }
    }

    pub async fn get(&self, path: &str) -> Value {
        self.client.get(path).await.ok()
    }
    pub async fn post(&mut self, path: &str, body: Value) -> Told {
        self.write(Method::POST, path, Some(body)).await
    }
    pub async fn put(&mut self, path: &str, body: Value) -> Told {
        self.write(Method::PUT, path, Some(body)).await
    }
    pub async fn patch(&mut self, path: &str, body: Value) -> Told {
        self.write(Method::PATCH, path, Some(body)).await
    }
    pub async fn delete_with(&mut self, path: &str, body: Value) -> Told {
        self.write(Method::DELETE, path, Some(body)).await
    }
    pub async fn delete(&mut self, path: &str) -> Told {
        self.write(Method::DELETE, path, None).await
    }

    async fn write(&mut self, method: Method, path: &str, body: Option<Value>) -> Told {
        self.evening.later();
        let key = self.dice.key();
        let client = self.client.clone();
        let send = || send(&client, &method, path, &body, key);
        let (how, reply) = match self.dice.below(100) {
            0..70 => ("sent", send().await),
            70..80 => {
                let (first, again) = (send().await, send().await);
                ("sent twice", self.agree("sent twice", path, first, again))
            }
            80..88 => {
                let (lost, again) = (send().await, send().await);
                ("answer lost", self.agree("answer lost", path, lost, again))
            }
            88..94 => {
                self.evening.count("connection cut");
                let after = Duration::from_micros(self.dice.below(12_000) as u64);
                // Dropped in the middle: the server may have done it, or be doing it.
                tokio::time::timeout(after, send()).await.ok();
                ("connection cut", send().await)
            }
            _ => {
                let (one, other) = tokio::join!(send(), send());
                ("sent at once", self.agree("sent at once", path, one, other))
            }
        };
        let story = format!("{how}: {method} {path} {} {}", body.unwrap_or_default(), reply.json);
        let outcome = Outcome { done: reply.status.is_success(), story };
        self.evening.remember(|m| m.told.insert(key.to_string(), outcome));
        self.told(&method, path, reply)
    }

    /// Of two answers to one write the one that went through, which must then be the answer of both.
    fn agree(&self, how: &'static str, path: &str, first: Reply, again: Reply) -> Reply {
        self.evening.count(how);
        match (first.status.is_success(), again.status.is_success()) {
            (true, true) if first.json != again.json => {
                self.evening.differs(format!("{how}: {path} answered {} and then {}", first.json, again.json));
            }
            (true, false) if how != "sent at once" => {
                self.evening.differs(format!("{how}: {path} was done and then refused: {}", again.json));
            }
            (true, false) => return first,
            _ => {}
        }
        again
    }

    fn told(&self, method: &Method, path: &str, reply: Reply) -> Told {
        if reply.status.is_success() {
            return Ok(reply.json["response"].clone());
        }
        let code = reply.json["code"].as_str().unwrap_or_default().to_owned();
        if reply.status.is_server_error() {
            self.evening.differs(format!("{method} {path}: {} {}", reply.status, reply.json));
        }
        self.evening.count(&format!("refused: {code}"));
        Err(Refusal { code, json: reply.json })
    }

    /// For a refusal that nothing explains.
    pub fn puzzled(&self, doing: &str, refusal: &Refusal) {
        self.evening.differs(format!("{doing} was refused: {}", refusal.json));
    }
}

async fn send(client: &Client, method: &Method, path: &str, body: &Option<Value>, key: Uuid) -> Reply {
    client.send(method.clone(), path, body.clone(), Some(key)).await
}
