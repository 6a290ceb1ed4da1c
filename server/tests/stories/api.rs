//! What holds for every call that the API's document names.

use crate::{on_both_databases, support::app::TestApp};
use reqwest::Method;
use serde_json::json;

/// Calls that need nobody signed in.
const OPEN: [(&str, &str); 3] =
    [("post", "/api/login"), ("get", "/api/public/company-info"), ("post", "/api/print-agents/pair")];

/// Every call of the document with made-up ids in its address.
fn calls() -> Vec<(Method, String)> {
    let document = serde_json::to_value(comanda::app::api().into_openapi()).unwrap();
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            if OPEN.contains(&(method.as_str(), path.as_str())) {
                continue;
            }
            let filled: Vec<&str> =
                path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
            calls.push((method.to_uppercase().parse().unwrap(), filled.join("/")));
        }
    }
    assert!(calls.len() > 80, "{}", calls.len());
    calls
}

on_both_databases! {
    async fn no_call_answers_somebody_without_a_session(app: TestApp) {
        let nobody = app.nobody();
        for (method, path) in calls() {
            let body = (method != Method::GET).then(|| json!({}));
            let reply = nobody.send(method.clone(), &path, body, None).await;
            assert_eq!(reply.status.as_u16(), 401, "{method} {path}: {}", reply.json);
        }
    }

    async fn no_call_breaks_on_an_empty_body_or_an_unknown_id(app: TestApp) {
        let admin = app.login("admin").await;
        for (method, path) in calls().into_iter().filter(|(_, path)| path != "/api/logout") {
            let path = path.replace("/1", "/999999999");
            let body = (method != Method::GET).then(|| json!({}));
            let reply = admin.send(method.clone(), &path, body, None).await;
            assert!(reply.status.as_u16() < 500, "{method} {path}: {} {}", reply.status, reply.json);
        }
    }

    async fn a_role_without_any_right_to_write_is_refused_every_write(app: TestApp) {
        let accountant = app.login("contador").await;
        let own = ["/api/logout", "/api/verify-login"];
        for (method, path) in calls().into_iter().filter(|(m, path)| *m != Method::GET && !own.contains(&path.as_str())) {
            let reply = accountant.send(method.clone(), &path, Some(json!({})), None).await;
            let code = reply.json["code"].as_str().unwrap_or_default().to_owned();
            // A body that cannot be read is refused before anybody asks who sends it.
            assert!(["not_permitted", "invalid"].contains(&code.as_str()), "{method} {path}: {}", reply.json);
        }
    }
}
