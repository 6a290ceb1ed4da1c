//! Tills that keep sending orders whatever happens, as the web client does.

use crate::{
    restaurant::{open_account, order_body},
    waiting::eventually,
};
use comanda_test_support::client::Client;
use reqwest::Method;
use serde_json::json;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::task::JoinHandle;
use uuid::Uuid;

/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(20);
/// A try that takes longer is given up and sent again.
const TRY_TIMEOUT: Duration = Duration::from_secs(15);

/// Working tills, each at an account of its own.
#[derive(Debug)]
pub struct Tills {
    accounts: Vec<i64>,
    sending: Vec<JoinHandle<Vec<String>>>,
    /// The number of accepted orders of each till.
    accepted: Arc<[AtomicUsize]>,
}

impl Tills {
    /// Starts tills that each send this many orders of one dish, one after the other, each with its key until it is accepted.
    pub async fn start(waiter: &Client, product: i64, tills: usize, orders: usize) -> Self {
        let accepted: Arc<[_]> = (0..tills).map(|_| AtomicUsize::new(0)).collect();
        let mut accounts = Vec::with_capacity(tills);
        for _ in 0..tills {
            accounts.push(open_account(waiter).await);
        }
        let send =
            |(till, account): (usize, &i64)| send(waiter.clone(), *account, product, (till, orders), accepted.clone());
        let sending = accounts.iter().enumerate().map(|till| tokio::spawn(send(till))).collect();
        Self { accounts, sending, accepted }
    }

    /// The number of orders that have been accepted so far.
    pub fn accepted_orders(&self) -> usize {
        self.accepted.iter().map(|orders| orders.load(Ordering::SeqCst)).sum()
    }

    /// Waits until this many orders have been accepted.
    pub async fn wait_for_accepted_orders(&self, orders: usize) {
        let are_accepted =
            async || if self.accepted_orders() >= orders { Ok(()) } else { Err(json!(self.accepted_orders())) };
        eventually(&format!("{orders} orders"), are_accepted).await;
    }

    /// Asserts that each account has the accepted orders once, before later ones.
    pub async fn assert_accepted_orders_are_stored(&self, reader: &Client) {
        for (till, account) in self.accounts.iter().enumerate() {
            let accepted: Vec<_> =
                (0..self.accepted[till].load(Ordering::SeqCst)).map(|order| text(till, order)).collect();
            let stored = stored_texts(reader, *account).await;
            assert!(stored.starts_with(&accepted), "taken: {accepted:#?}, kept: {stored:#?}");
        }
    }

    /// Waits for all tills; asserts that each order is on its account once, in its till's order. Returns the accounts.
    pub async fn assert_each_order_is_stored_once(self, reader: &Client) -> Vec<i64> {
        for (till, account) in self.sending.into_iter().zip(&self.accounts) {
            let comments = till.await.unwrap();
            assert_eq!(stored_texts(reader, *account).await, comments, "each order once, in its till's order");
        }
        self.accounts
    }
}

/// The texts of an account's orders.
async fn stored_texts(reader: &Client, account: i64) -> Vec<String> {
    let lines = reader.get(&format!("/api/orders?client_request_id={account}")).await.rows();
    lines.iter().map(|line| line["comment"].as_str().unwrap().to_owned()).collect()
}

/// The text of a till's order.
fn text(till: usize, order: usize) -> String {
    format!("CAJA {till} PEDIDO {order}")
}

/// Sends a till's orders; returns their texts.
async fn send(
    client: Client,
    account: i64,
    product: i64,
    (till, orders): (usize, usize),
    accepted: Arc<[AtomicUsize]>,
) -> Vec<String> {
    let mut comments = Vec::new();
    for order in 0..orders {
        let (comment, key) = (text(till, order), Uuid::new_v4());
        let body = order_body(account, &[(product, &comment)]);
        loop {
            let sent = client.try_send(Method::POST, "/api/orders", Some(body.clone()), Some(key));
            if let Ok(Ok(reply)) = tokio::time::timeout(TRY_TIMEOUT, sent).await
                && reply.status.is_success()
            {
                break;
            }
            tokio::time::sleep(PAUSE).await;
        }
        accepted[till].fetch_add(1, Ordering::SeqCst);
        comments.push(comment);
    }
    comments
}
