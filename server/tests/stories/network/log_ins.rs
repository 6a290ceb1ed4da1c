//! Log-ins by the hundred: who floods is refused, and who works here is not.

use super::demo;
use serde_json::json;

#[tokio::test]
async fn a_list_of_names_is_refused_by_its_address_and_a_house_signs_in() {
    let app = demo().await;
    let flood = app.nobody().via("198.51.100.9");
    let mut refused = 0;
    for n in 0..62 {
        let reply = flood.post("/api/login", json!({"username": format!("nadie{n}"), "password": "x"})).await;
        if reply.status == 429 {
            assert!(reply.retry_after.is_some());
            refused += 1;
        }
    }
    assert_eq!(refused, 2, "sixty wrong ones in five minutes");
    for _ in 0..20 {
        app.nobody().via("203.0.113.7").login("mozo", comanda::demo::PASSWORD).await;
    }
}

#[tokio::test]
async fn what_strangers_send_is_small() {
    let app = demo().await;
    let long = "x".repeat(20_000);
    for (path, body) in [
        ("/api/login", json!({"username": "mozo", "password": long})),
        ("/api/forgot-password", json!({"email": long})),
        ("/api/print-agents/pair", json!({"code": long})),
    ] {
        app.nobody().post(path, body).await.refused(413, "too_large");
    }
}
