//! Roles × calls: `roles.txt` says of every call of the document which role may make it; the server is tested against it.

use super::document::{Call, calls};
use crate::{on_both_databases, support::app::TestApp, support::client::Client};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The demo's users in the order of the table's columns.
const USERS: [&str; 6] = ["admin", "supervisor", "cajero", "mozo", "cocina", "contador"];
/// An id that does not exist: whoever may make the call gets 404, whoever may not is refused before that.
const UNKNOWN_ID: &str = "999999999";

/// Reads `roles.txt`: `GET /api/x` → who may make the call, in the order of [`USERS`].
fn table() -> BTreeMap<String, Vec<bool>> {
    let lines = include_str!("roles.txt").lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words.len(), 2 + USERS.len(), "{line}");
        let allowed_by_role = words[2..].iter().map(|word| match *word {
            "yes" => true,
            "no" => false,
            other => panic!("{other} in: {line}"),
        });
        (format!("{} {}", words[0], words[1]), allowed_by_role.collect())
    };
    let rows: Vec<(String, Vec<bool>)> = lines.map(row).collect();
    let table: BTreeMap<_, _> = rows.iter().cloned().collect();
    assert_eq!(table.len(), rows.len(), "a call stands twice in roles.txt");
    table
}

fn name(call: &Call) -> String {
    format!("{} {}", call.method, call.template)
}

/// A body about the user and a change that everybody with access may make; rights beyond that are tested elsewhere.
fn body_about_oneself(call: &Call) -> Option<Value> {
    let mut body = call.body.clone()?;
    let fields = body.as_object_mut()?;
    fields.remove("user_id");
    if call.template.starts_with("/api/update-status-order/") {
        fields.insert("status".into(), "DELIVERED".into());
    }
    Some(body)
}

/// Whether this user may make the call. After calls that end the user's own session a new one is begun.
async fn is_allowed(app: &TestApp, client: &mut Client, call: &Call) -> bool {
    let path = format!("{}{}", call.at(UNKNOWN_ID), call.query);
    let mut reply = client.send(call.method.clone(), &path, body_about_oneself(call), None).await;
    if reply.json["code"] == "session_ended" {
        *client = app.login(client.user["username"].as_str().unwrap()).await;
        reply = client.send(call.method.clone(), &path, body_about_oneself(call), None).await;
    }
    let status = reply.status.as_u16();
    assert!(![401, 403].contains(&status) && status < 500, "{}: {status} {}", name(call), reply.json);
    let refused = reply.json["code"] == "not_permitted";
    assert!(!refused || status == 422, "{}: {status} {}", name(call), reply.json);
    !refused
}

#[test]
fn every_call_says_which_role_may_make_it() {
    let (stated, existing): (BTreeSet<String>, BTreeSet<String>) =
        (table().into_keys().collect(), calls().iter().map(name).collect());
    let missing: Vec<_> = existing.difference(&stated).collect();
    assert!(missing.is_empty(), "say in server/tests/stories/api/roles.txt which role may make: {missing:#?}");
    let obsolete: Vec<_> = stated.difference(&existing).collect();
    assert!(obsolete.is_empty(), "in roles.txt, but not in the document: {obsolete:#?}");
}

on_both_databases! {
    async fn each_role_may_make_the_calls_that_the_table_says_and_no_other(app: TestApp) {
        let table = table();
        let mut observed: BTreeMap<String, Vec<bool>> = BTreeMap::new();
        // The role with the fewest rights comes first, so that changes by others do not get in its way.
        for username in USERS.iter().rev() {
            let mut client = app.login(username).await;
            for call in &calls() {
                observed.entry(name(call)).or_default().insert(0, is_allowed(&app, &mut client, call).await);
            }
        }
        let yes = |allowed: &bool| if *allowed { "yes" } else { "no" };
        let row = |allowed: &Vec<bool>| allowed.iter().map(yes).collect::<Vec<_>>().join(" ");
        let other = observed.iter().filter(|(call, allowed)| table.get(*call) != Some(allowed));
        let other: Vec<_> = other.map(|(call, allowed)| format!("{call} {}", row(allowed))).collect();
        assert!(other.is_empty(), "roles.txt says something else of (as it is):\n{}", other.join("\n"));
    }
}
