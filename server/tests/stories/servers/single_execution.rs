//! Work that two servers could do twice is done once.

use super::{TwoServers, client_at};
use crate::{
    money::till::{Till, payment},
    support::{
        app::TestApp,
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::db::Engine;
use futures::future::join_all;
use serde_json::json;
use std::{fs, time::Duration};
use uuid::Uuid;

#[tokio::test]
async fn one_payment_sent_to_both_at_once_is_taken_once_and_both_say_the_same() {
    let till = Till::create(&DatabasePlace::on(Engine::Postgres).await).await;
    let other = till.house.app.start_second_server().await;
    for _ in 0..5 {
        let account = till.send_takeaway(&[(1, "Cau cau")]).await;
        let (key, body) = (Uuid::new_v4(), payment(account, json!({"Efectivo": "28"}), json!({})));
        let tills = [till.luis.clone(), client_at(&other, &till.luis)];
        let sent = (0..6).map(|n| tills[n % 2].post_with_key("/api/payments", body.clone(), key));
        let answers: Vec<_> = join_all(sent).await.into_iter().map(|reply| reply.ok()).collect();
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
        let payments = till.luis.get(&format!("/api/payments?client_request_id={account}")).await.rows();
        assert_eq!(payments.len(), 1, "{payments:#?}");
    }
}

#[tokio::test]
async fn a_day_is_mailed_once_by_one_of_them() {
    let two = TwoServers::open().await;
    let admin = two.one.login("admin").await;
    let wanted = json!({"is_on": true, "send_at": "08:00", "recipients": ["duena@ejemplo.pe", "socio@ejemplo.pe"]});
    admin.put("/api/close-of-day/settings", wanted).await.ok();
    two.clock.set("2026-11-22T13:00:30Z".parse().unwrap());
    let admin = two.other.login("admin").await;
    loop {
        let emails = admin.get("/api/close-of-day/settings").await.ok()["emails"].clone();
        if emails.as_array().unwrap().iter().filter(|email| !email["sent_at"].is_null()).count() == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let letters =
        |server: &TestApp| fs::read_dir(server.config.data.join("outbox").join("demo")).map_or(0, Iterator::count);
    assert_eq!(letters(&two.one) + letters(&two.other), 2);
    assert!(letters(&two.one) == 0 || letters(&two.other) == 0, "one of them does it");
}

#[tokio::test]
async fn each_duty_belongs_to_one_server_and_passes_on_when_it_ends() {
    let two = TwoServers::open().await;
    let (one, other) = (two.one.app.leases(), two.other.app.leases());
    assert!(one.holds_lease("a story").await && !other.holds_lease("a story").await);
    assert!(one.holds_lease("a story").await, "it stays");
    two.one.app.leave_servers().await;
    assert!(!one.holds_lease("a story").await);
    tokio::time::timeout(Duration::from_secs(8), other.wait_until_held("a story"))
        .await
        .expect("at once, not when it runs out");

    // A server that renews its leases no more, by the database's clock, whatever its own says.
    let house = two.other.app.companies().find_by_slug(comanda::demo::SLUG).unwrap();
    let mut tx = house.db.write().await.unwrap();
    let rows = tx
        .query("INSERT INTO control.leases (name, holder, until) VALUES ('lost', 'gone', clock_timestamp() + interval '2 seconds')")
        .run()
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert!(rows == 1 && !other.holds_lease("lost").await);
    tokio::time::timeout(Duration::from_secs(8), other.wait_until_held("lost")).await.unwrap();
}

#[tokio::test]
async fn a_server_on_sqlite_has_every_duty() {
    let app = TestApp::create(&DatabasePlace::on(Engine::Sqlite).await).await;
    assert!(app.app.leases().holds_lease("a story").await);
}

#[tokio::test]
async fn requests_are_not_refused_while_a_copy_is_running_elsewhere() {
    let two = TwoServers::open().await;
    let rosa = two.one.login("mozo").await;
    let (key, body) = (Uuid::new_v4(), json!({"client_request": 1_000_000, "products": []}));
    let refused = rosa.post_with_key("/api/orders", body.clone(), key).await;
    assert!(refused.status.is_client_error(), "{}", refused.json);
    let copy = format!("Bearer {} POST /api/orders {key}", rosa.token.as_ref().unwrap());
    let under_way = two.other.app.duplicate_writes().begin_write(&copy);
    rosa.post_with_key("/api/orders", body.clone(), key).await.refused(503, "database_unavailable");
    drop(under_way);
    let second = rosa.post_with_key("/api/orders", body, key).await;
    assert_eq!((second.status, &second.json["code"]), (refused.status, &refused.json["code"]));
}
