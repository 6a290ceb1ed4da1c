//! Numbers that must neither skip nor repeat, idempotency keys that stand for one write each, and the action log with one entry for each.

use super::{compared, rows};
use crate::evening::restaurant::Evening;
use comanda::db::Tx;
use std::collections::{BTreeMap, BTreeSet};

pub async fn differences(evening: &Evening, tx: &mut Tx) -> Vec<String> {
    let mut found = Vec::new();
    let commands: Vec<(i64,)> = rows(tx, "SELECT number FROM commands ORDER BY id").await;
    found.extend(counted("commands", commands.into_iter().map(|c| c.0)));
    let accounts: Vec<(String, i64)> =
        rows(tx, "SELECT type, correlative FROM client_requests WHERE type <> 'TABLE'").await;
    found.extend(counted_by("take-aways and deliveries", accounts));
    let papers: Vec<(String, i64)> = rows(tx, "SELECT DISTINCT area, sequence FROM print_jobs WHERE area <> ''").await;
    found.extend(counted_by("papers", papers));
    let twice: Vec<(String, i64, i64)> = rows(
        tx,
        "SELECT area, sequence, COUNT(*) FROM print_jobs WHERE area <> '' GROUP BY area, sequence HAVING COUNT(*) > 1",
    )
    .await;
    found.extend(twice.iter().map(|job| format!("one paper number on several papers: {job:?}")));
    found.extend(commands_known(evening, tx).await);
    found.extend(written_once(evening, tx).await);
    found.extend(logged_once(tx).await);
    found
}

/// Checks that the numbers are 1, 2, 3 … each once.
pub fn counted(what: &str, numbers: impl Iterator<Item = i64>) -> Option<String> {
    let mut all: Vec<i64> = numbers.collect();
    all.sort_unstable();
    let whole: Vec<i64> = (1..=all.len() as i64).collect();
    let first = all.iter().zip(&whole).find(|(number, expected)| number != expected);
    first.map(|(number, expected)| format!("{what}: {} numbers with {number} where {expected} should be", all.len()))
}

pub fn counted_by(what: &str, rows: Vec<(String, i64)>) -> Vec<String> {
    let mut numbers_by_name: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for (name, number) in rows {
        numbers_by_name.entry(name).or_default().push(number);
    }
    numbers_by_name
        .into_iter()
        .filter_map(|(name, numbers)| counted(&format!("{what} of {name}"), numbers.into_iter()))
        .collect()
}

/// Checks that every send was reported to somebody, or came from a payment or dismissal that closed an account with unsent lines.
async fn commands_known(evening: &Evening, tx: &mut Tx) -> Vec<String> {
    let known = evening.remember(|m| m.commands.clone());
    let stored: Vec<(i64, i64)> = rows(
        tx,
        "SELECT k.id, (SELECT COUNT(*) FROM action_logs a WHERE a.client_request_id = k.client_request_id AND a.at = k.created_at
                       AND a.action_type IN ('PAYMENT', 'LINE_DISMISSED')) FROM commands k",
    )
    .await;
    let ids: BTreeSet<i64> = stored.iter().map(|k| k.0).collect();
    let lost = known.difference(&ids).map(|id| format!("command {id} was told and is not there"));
    let untold = stored.iter().filter(|(id, by_closing)| !known.contains(id) && *by_closing == 0);
    lost.chain(untold.map(|(id, _)| format!("command {id} is there and nobody was told"))).collect()
}

/// Checks that each reported write is stored under its key, and no other is.
async fn written_once(evening: &Evening, tx: &mut Tx) -> Vec<String> {
    let stored_keys: Vec<(String,)> = rows(tx, "SELECT idempotency_key FROM idempotency_keys").await;
    let stored_keys: BTreeSet<String> = stored_keys.into_iter().map(|k| k.0).collect();
    evening.remember(|m| {
        let differing = m.outcomes.iter().filter(|(key, outcome)| outcome.is_success != stored_keys.contains(*key));
        differing.map(|(_, outcome)| format!("told one thing and did the other: {}", outcome.story)).collect()
    })
}

async fn logged_once(tx: &mut Tx) -> Vec<String> {
    let logged: Vec<(String, i64)> =
        rows(tx, "SELECT action_type, COUNT(*) FROM action_logs GROUP BY action_type").await;
    let logged: BTreeMap<String, i64> = logged
        .into_iter()
        .filter(|(kind, _)| ["ORDER_SENT", "PAYMENT", "DOCUMENT_ISSUED", "REQUEST_OPENED"].contains(&kind.as_str()))
        .collect();
    let stored: Vec<(String, i64)> = rows(
        tx,
        "SELECT 'ORDER_SENT', COUNT(*) FROM commands UNION ALL SELECT 'PAYMENT', COUNT(*) FROM payments WHERE replaces_id IS NULL
         UNION ALL SELECT 'DOCUMENT_ISSUED', COUNT(*) FROM billings UNION ALL SELECT 'REQUEST_OPENED', COUNT(*) FROM client_requests",
    )
    .await;
    compared("the action log", ("says", &logged), ("is", &stored.into_iter().collect()))
}
