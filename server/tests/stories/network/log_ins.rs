//! Hundreds of log-ins: floods are refused, and the restaurant's own users are not.

use super::start_demo;
use serde_json::json;

#[tokio::test]
async fn a_list_of_names_is_refused_by_its_address_while_the_restaurant_signs_in() {
    let app = start_demo().await;
    let flood = app.anonymous_client().forwarded_for("198.51.100.9");
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
        app.anonymous_client().forwarded_for("203.0.113.7").login("mozo", comanda::demo::PASSWORD).await;
    }
}

#[tokio::test]
async fn bodies_of_strangers_must_be_small() {
    let app = start_demo().await;
    let long = "x".repeat(20_000);
    for (path, body) in [
        ("/api/login", json!({"username": "mozo", "password": long})),
        ("/api/forgot-password", json!({"email": long})),
        ("/api/print-agents/pair", json!({"code": long})),
    ] {
        app.anonymous_client().post(path, body).await.refused(413, "too_large");
    }
}
