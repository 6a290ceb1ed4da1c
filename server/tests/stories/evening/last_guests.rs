//! The end of the evening: everybody pays, but for one table that walks out.

use super::{
    dishes::{label_of, list, whole},
    restaurant::Evening,
    till::Till,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// More rounds than any account takes.
const MAX_ROUNDS: usize = 40;

/// Empties the house.
pub async fn leave(evening: &Arc<Evening>, tills: &mut [Till]) {
    walk_out(evening, &mut tills[0]).await;
    for _ in 0..MAX_ROUNDS {
        let open = open_accounts(&tills[0]).await;
        if open.is_empty() {
            return;
        }
        let (first, others) = tills.split_first_mut().unwrap();
        // From both ends, so that they meet.
        let backwards: Vec<_> = open.iter().rev().copied().collect();
        tokio::join!(finish(first, &open), finish(&mut others[0], &backwards));
    }
    evening.differs(format!("these never closed: {:?}", open_accounts(&tills[0]).await));
}

async fn open_accounts(till: &Till) -> Vec<i64> {
    let floor = till.wire.get("/api/floor").await;
    let tables = list(&floor["salons"]).iter().flat_map(|s| list(&s["tables"])).map(|t| &t["client_request_id"]);
    // What is paid waits there to be fetched.
    let others = ["takeaway", "delivery"].into_iter().flat_map(|k| list(&floor[k]));
    let others = others.filter(|r| r["is_paid"] == false).map(|r| &r["id"]);
    tables.chain(others).filter_map(Value::as_i64).collect()
}

async fn finish(till: &mut Till, accounts: &[i64]) {
    for account in accounts {
        let request = till.wire.get(&format!("/api/orders/{account}")).await;
        if list(&request["lines"]).iter().any(|l| l["status"] != "DISMISSED") {
            till.collect_once(*account).await;
            continue;
        }
        // All was taken back: nothing to pay, and the table is closed by hand.
        let path = format!("/api/tables/{}/close", request["table_id"]);
        match till.wire.put(&path, json!({})).await {
            Err(why) if !why.is(&["conflict"]) => till.wire.puzzled("closing an empty table", &why),
            _ => {}
        }
    }
}

/// The first table with something unpaid and nothing unsent leaves without paying.
async fn walk_out(evening: &Arc<Evening>, till: &mut Till) {
    for account in open_accounts(till).await {
        let request = till.wire.get(&format!("/api/orders/{account}")).await;
        let live: Vec<&Value> = list(&request["lines"]).iter().filter(|l| l["status"] != "DISMISSED").collect();
        let left = |l: &Value| whole(&l["qty"]) - whole(&l["qty_paid"]);
        let unpaid = live.iter().map(|l| left(l)).sum::<i64>();
        let is_plain = request["totals"]["paid"] == "0.00" && live.iter().all(|l| !l["command_id"].is_null());
        if request["table_id"].is_null() || unpaid == 0 || !is_plain {
            continue;
        }
        let body = json!({"pin": comanda::demo::PIN, "reason": "Se fueron sin pagar", "made": true});
        match till.wire.put(&format!("/api/tables/{}/close", request["table_id"]), body).await {
            Ok(_) => evening.remember(|m| {
                for line in live {
                    *m.dismissed.entry(label_of(line)).or_default() += left(line);
                }
            }),
            Err(why) => till.wire.puzzled("a walk-out", &why),
        }
        return;
    }
}
