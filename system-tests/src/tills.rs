//! Tills that send orders whatever happens, as the web client does.

use crate::restaurant::{open_account, order_body};
use comanda_test_support::client::Client;
use reqwest::Method;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::task::JoinHandle;
use uuid::Uuid;

/// Between two tries.
const PAUSE: Duration = Duration::from_millis(20);
/// A try that takes longer is given up and sent again.
const TRY_TIMEOUT: Duration = Duration::from_secs(15);

/// Tills at work, each at an account of its own.
#[derive(Debug)]
pub struct Tills {
    accounts: Vec<i64>,
    sending: Vec<JoinHandle<Vec<String>>>,
    taken: Arc<AtomicUsize>,
}

impl Tills {
    /// Each sends so many orders of one dish, one after the other, each with its key until it is taken.
    pub async fn start(waiter: &Client, product: i64, tills: usize, orders: usize) -> Self {
        let taken = Arc::new(AtomicUsize::new(0));
        let mut accounts = Vec::with_capacity(tills);
        for _ in 0..tills {
            accounts.push(open_account(waiter).await);
        }
        let send =
            |(till, account): (usize, &i64)| send(waiter.clone(), *account, product, (till, orders), taken.clone());
        let sending = accounts.iter().enumerate().map(|till| tokio::spawn(send(till))).collect();
        Self { accounts, sending, taken }
    }

    /// How many orders have been taken so far.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::SeqCst)
    }

    /// Waits for all of them; each order must stand on its account once, in its till's order. Gives the accounts.
    pub async fn each_order_is_there_once(self, reader: &Client) -> Vec<i64> {
        for (till, account) in self.sending.into_iter().zip(&self.accounts) {
            let comments = till.await.unwrap();
            let lines = reader.get(&format!("/api/orders?client_request_id={account}")).await.rows();
            let kept: Vec<_> = lines.iter().map(|line| line["comment"].as_str().unwrap().to_owned()).collect();
            assert_eq!(kept, comments, "each order once, in its till's order");
        }
        self.accounts
    }
}

/// Gives what stands on the orders.
async fn send(
    client: Client,
    account: i64,
    product: i64,
    (till, orders): (usize, usize),
    taken: Arc<AtomicUsize>,
) -> Vec<String> {
    let mut comments = Vec::new();
    for order in 0..orders {
        let (comment, key) = (format!("CAJA {till} PEDIDO {order}"), Uuid::new_v4());
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
        taken.fetch_add(1, Ordering::SeqCst);
        comments.push(comment);
    }
    comments
}
