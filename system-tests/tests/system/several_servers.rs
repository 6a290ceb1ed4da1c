//! Two servers on one PostgreSQL behind a simple proxy: either may be killed at any moment, and nothing is lost. `scripts/beside` runs them
//! with one server and the agent of an older version, which created the database.

use crate::server_crash::send_orders;
use comanda_fake_printer::Abilities;
use comanda_system_tests::{
    agent::Pace,
    balancer::Balancer,
    paper::assert_each_number_once_or_marked,
    program::Version,
    restaurant::{Restaurant, open_account, order_body},
    server::{Engine, Server},
};
use futures::future::join_all;
use std::{collections::BTreeSet, time::Duration};

/// A restaurant that knows only the proxy.
struct Behind {
    restaurant: Restaurant,
    other: Server,
    _proxy: Balancer,
}

impl Behind {
    async fn open() -> Self {
        let one = Server::open_version(Version::Older, Engine::Postgres).await;
        let other = one.start_second_server().await;
        let proxy = Balancer::start(vec![one.address(), other.address()]).await;
        let mut restaurant = Restaurant::at(one, &proxy.url(), Abilities::ALL, Pace::Quick).await;
        restaurant.admin = restaurant.admin.at_server(proxy.address());
        restaurant.waiter = restaurant.waiter.at_server(proxy.address());
        restaurant.agent.start();
        restaurant.agent.wait_until_online(&restaurant.admin, true).await;
        Self { restaurant, other, _proxy: proxy }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_killed_in_turn_while_four_tills_send_lose_nothing() {
    const TILLS: usize = 4;
    const ORDERS: usize = 12;
    let Behind { restaurant: mut it, mut other, _proxy } = Behind::open().await;
    let mut accounts = Vec::new();
    for _ in 0..TILLS {
        accounts.push(open_account(&it.waiter).await);
    }
    let tills = accounts.iter().enumerate();
    let sending: Vec<_> = tills
        .map(|(till, account)| {
            tokio::spawn(send_orders(it.waiter.clone(), *account, it.kitchen.product_id, till, ORDERS))
        })
        .collect();
    let seed = fastrand::u64(..);
    let mut random = fastrand::Rng::with_seed(seed);
    eprintln!("the servers die at moments of seed {seed}");
    while sending.iter().any(|till| !till.is_finished()) {
        for server in [&mut it.server, &mut other] {
            tokio::time::sleep(Duration::from_millis(random.u64(20..400))).await;
            server.kill().await;
            server.serve().await;
        }
    }
    for (till, account) in sending.into_iter().zip(&accounts) {
        let answered = till.await.unwrap();
        let lines = it.admin.get(&format!("/api/orders?client_request_id={account}")).await.rows();
        let stored: Vec<_> = lines.iter().map(|line| line["comment"].as_str().unwrap().to_owned()).collect();
        assert_eq!(stored, answered, "each order once, in its till's order");
    }
    let last = (TILLS * ORDERS) as i64;
    let mut numbers = BTreeSet::new();
    for account in &accounts {
        it.wait_for_job_states(*account, "DONE").await;
        numbers.extend(it.jobs(*account).await.iter().map(|job| job["sequence"].as_i64().unwrap()));
    }
    assert_eq!(numbers, (1..=last).collect(), "numbers of the area's papers, without a gap");
    let papers = it.kitchen.wait_for_papers(TILLS * ORDERS).await;
    assert_eq!(assert_each_number_once_or_marked(&papers, "COCINA", last), 0, "the printer was never in doubt");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_order_sent_to_both_at_once_is_one() {
    let Behind { restaurant: it, other, _proxy } = Behind::open().await;
    let account = it.open_account().await;
    let waiters = [it.waiter.at_server(it.server.address()), it.waiter.at_server(other.address())];
    let (key, body) = (uuid::Uuid::new_v4(), order_body(account, &[(it.kitchen.product_id, "UNA VEZ")]));
    let sent = (0..8).map(|n| waiters[n % 2].post_with_key("/api/orders", body.clone(), key));
    let answers: Vec<_> = join_all(sent).await.into_iter().map(|reply| reply.ok()).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "all answers are the first one");
    assert_eq!(it.admin.get(&format!("/api/orders?client_request_id={account}")).await.rows().len(), 1);
    it.wait_for_job_states(account, "DONE").await;
}
