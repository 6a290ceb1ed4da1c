//! Bodies and addresses with huge, negative, empty and wrongly typed values in each place of the document: they are refused or accepted,
//! but never cause a server error.

use super::document::{Call, calls};
use crate::{on_both_databases, support::app::TestApp, support::client::Client};
use serde_json::{Value, json};

/// The most places of one body that are tried; the largest form has some thirty.
const MAX_PLACES: usize = 40;

fn odd_values() -> [Value; 11] {
    [
        Value::Null,
        json!(-1),
        json!(i64::MAX),
        json!("99999999999999999999.999999"),
        json!(1e300),
        json!({"a": [1]}),
        json!([[]]),
        json!("nul \u{0} ñ \u{1F600} ' \" \\ %"),
        json!("x".repeat(5_000)),
        // The smallest amount that an i64 of millionths holds, and a RUC of eleven bytes that are not eleven letters.
        json!("-9223372036854.775808"),
        json!("201234567ñ"),
    ]
}

/// Collects the JSON pointers of everything in a value.
fn places(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, v)| {
            found.push(format!("{at}/{name}"));
            places(v, format!("{at}/{name}"), found);
        }),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, v)| {
            found.push(format!("{at}/{i}"));
            places(v, format!("{at}/{i}"), found);
        }),
        _ => {}
    }
}

async fn server_error(client: &Client, call: &Call, path: &str, body: Option<Value>) -> Option<String> {
    let reply = client.send(call.method.clone(), path, body.clone(), None).await;
    let body = body.map(|b| b.to_string().chars().take(300).collect::<String>());
    (reply.status.is_server_error()).then(|| format!("{} {path} {body:?}: {}", call.method, reply.json))
}

on_both_databases! {
    async fn odd_values_in_bodies_cause_no_server_error(app: TestApp) {
        let (admin, mut broken) = (app.login("admin").await, Vec::new());
        for call in calls().into_iter().filter(|call| call.template != "/api/logout") {
            let Some(body) = &call.body else { continue };
            let mut all = Vec::new();
            places(body, String::new(), &mut all);
            for (n, place) in all.iter().take(MAX_PLACES).enumerate() {
                // Each place gets some of the values, and each value comes to many places.
                for odd in odd_values().into_iter().enumerate().filter(|(i, _)| (i + n) % 3 == 0).map(|(_, odd)| odd) {
                    let mut body = body.clone();
                    *body.pointer_mut(place).unwrap() = odd;
                    broken.extend(server_error(&admin, &call, &call.at("1"), Some(body)).await);
                }
            }
        }
        assert!(broken.is_empty(), "{}", broken.join("\n"));
        admin.get("/api/profile").await.ok();
    }

    async fn odd_values_in_addresses_cause_no_server_error(app: TestApp) {
        let (admin, mut broken) = (app.login("admin").await, Vec::new());
        for call in calls().into_iter().filter(|call| !call.is_write()) {
            for name in &call.parameters {
                for odd in ["", "-1", "0", "9223372036854775807", "99999999999999999999", "x%00y", "%F0%9F%98%80", "2026-13-45", "'"] {
                    broken.extend(server_error(&admin, &call, &format!("{}?{name}={odd}", call.at("1")), None).await);
                }
            }
        }
        assert!(broken.is_empty(), "{}", broken.join("\n"));
    }
}
