//! Two servers look after one house: a paper goes over to its stand-in once, also if one of them ends in the middle.

use super::TwoServers;
use crate::printing::{
    handover::{Kitchen, jobs_of},
    shop::Shop,
};
use chrono::Duration;

#[tokio::test]
async fn a_paper_moves_once_although_the_server_that_asked_for_it_ends() {
    let TwoServers { one, other, clock } = TwoServers::open().await;
    // The agents are connected to the server that does not look after the jobs.
    let first_looks = one.app.leases().holds_lease("waiting print jobs").await;
    let (one, other) = if first_looks { (one, other) } else { (other, one) };
    let admin = other.login("admin").await;
    let shop = Shop { app: other, clock, admin };
    let mut kitchen = Kitchen::open(&shop).await;
    let (mut agent, job) = kitchen.take_order_without_paper(&shop).await;
    shop.advance_clock(Duration::seconds(30));
    agent.next_event("job_command", |_| true).await;
    // A server that leaves and still runs may be the first to take the duty again.
    while !shop.app.app.leases().holds_lease("waiting print jobs").await {
        one.app.leave_servers().await;
    }
    shop.advance_clock(Duration::seconds(15));
    let moved = kitchen.next_at_stand_in(&job).await;
    assert!(moved["ticket"].to_string().contains("POSIBLE DUPLICADO"), "its agent did not answer: {moved}");
    assert_eq!((jobs_of(&shop, kitchen.own).await.len(), jobs_of(&shop, kitchen.stand_in).await.len()), (1, 1));
}
