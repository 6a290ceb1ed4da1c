//! Compares the results of the evening once the last guest has left.

mod cash;
mod documents;
mod figures;
mod money;
mod numbers;
mod papers;
mod rooms;
mod stock;

pub use documents::not_as_paid;

use super::{restaurant::Evening, till::Till};
use comanda::db::{FromRow, Tx};
use std::{collections::BTreeMap, fmt::Debug};

/// Compares everything; a failure names the seed and each difference.
pub async fn compare(evening: &Evening, tills: &mut [Till]) {
    let mut tx = evening.house.db().read().await.unwrap();
    let mut found = papers::differences(evening, &mut tx).await;
    found.extend(numbers::differences(evening, &mut tx).await);
    found.extend(stock::differences(&mut tx).await);
    found.extend(documents::differences(evening, tills, &mut tx).await);
    // Stock is valued first, because margins need costs.
    evening.house.wait_until_valued().await;
    found.extend(figures::differences(evening, &mut tx).await);
    found.extend(money::differences(evening, &mut tx).await);
    drop(tx);
    evening.house.assert_ledger_adds_up().await;
    found.extend(rooms::differences(evening, &tills[0]).await);
    found.extend(cash::differences(evening, tills).await);
    let counts = evening.remember(|m| {
        found.append(&mut m.differences);
        m.counts.clone()
    });
    println!("{counts:#?}");
    assert!(found.is_empty(), "EVENING_SEED={}\n{}", evening.seed, found.join("\n"));
}

/// Asserts that enough happened: an evening on which nothing went wrong proves nothing.
pub fn assert_much_happened(evening: &Evening) {
    let counts = evening.remember(|m| m.counts.clone());
    for happened in [
        "sent twice",
        "answer lost",
        "connection cut",
        "sent at once",
        "a merge",
        "moving a command",
        "adjustments",
        "refused: table_taken",
        "refused: stale_version",
        "refused: balance_changed",
    ] {
        assert!(counts.contains_key(happened), "EVENING_SEED={}: never happened: {happened}", evening.seed);
    }
}

async fn rows<T: FromRow>(tx: &mut Tx, sql: &'static str) -> Vec<T> {
    tx.query(sql).all().await.unwrap()
}

/// Returns a message for each key whose values differ.
fn compared<K: Ord + Debug, V: PartialEq + Debug>(
    what: &str,
    ours: (&str, &BTreeMap<K, V>),
    theirs: (&str, &BTreeMap<K, V>),
) -> Vec<String> {
    let keys = ours.1.keys().chain(theirs.1.keys().filter(|k| !ours.1.contains_key(k)));
    let differing = keys.filter(|k| ours.1.get(k) != theirs.1.get(k));
    let say = |k: &K| format!("{what} {k:?}: {} {:?}, {} {:?}", ours.0, ours.1.get(k), theirs.0, theirs.1.get(k));
    differing.map(say).collect()
}
