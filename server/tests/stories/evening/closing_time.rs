//! The end of the evening: everybody pays, except for one table that leaves without paying.

use super::{
    dishes::{label_of, list, whole},
    restaurant::Evening,
    till::Till,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// More rounds than any account takes.
const MAX_ROUNDS: usize = 40;

/// Collects all open accounts.
pub async fn collect_all(evening: &Arc<Evening>, tills: &mut [Till]) {
    walk_out(evening, &mut tills[0]).await;
    for _ in 0..MAX_ROUNDS {
        let open = open_account_ids(&tills[0]).await;
        if open.is_empty() {
            return;
        }
        let (first, others) = tills.split_first_mut().unwrap();
        // Two tills begin at both ends and meet.
        let backwards: Vec<_> = open.iter().rev().copied().collect();
        tokio::join!(finish(first, &open), finish(&mut others[0], &backwards));
    }
    evening.report_difference(format!("these never closed: {:?}", open_account_ids(&tills[0]).await));
}

async fn open_account_ids(till: &Till) -> Vec<i64> {
    let floor = till.screen.get("/api/floor").await;
    let tables = list(&floor["salons"]).iter().flat_map(|s| list(&s["tables"])).map(|t| &t["client_request_id"]);
    // Paid accounts wait there to be fetched.
    let others = ["takeaway", "delivery"].into_iter().flat_map(|k| list(&floor[k]));
    let others = others.filter(|r| r["is_paid"] == false).map(|r| &r["id"]);
    tables.chain(others).filter_map(Value::as_i64).collect()
}

async fn finish(till: &mut Till, accounts: &[i64]) {
    for account in accounts {
        let request = till.screen.get(&format!("/api/orders/{account}")).await;
        if list(&request["lines"]).iter().any(|l| l["status"] != "DISMISSED") {
            till.collect_once(*account).await;
            continue;
        }
        // Everything was dismissed: nothing is left to pay, and the table is closed by hand.
        let path = format!("/api/tables/{}/close", request["table_id"]);
        match till.screen.put(&path, json!({})).await {
            Err(why) if !why.has_code(&["conflict"]) => {
                till.screen.report_unexplained_refusal("closing an empty table", &why)
            }
            _ => {}
        }
    }
}

/// Lets the first table with something unpaid and nothing unsent leave without paying.
async fn walk_out(evening: &Arc<Evening>, till: &mut Till) {
    for account in open_account_ids(till).await {
        let request = till.screen.get(&format!("/api/orders/{account}")).await;
        let live: Vec<&Value> = list(&request["lines"]).iter().filter(|l| l["status"] != "DISMISSED").collect();
        let unpaid_units = |l: &Value| whole(&l["qty"]) - whole(&l["qty_paid"]);
        let unpaid = live.iter().map(|l| unpaid_units(l)).sum::<i64>();
        let is_plain = request["totals"]["paid"] == "0.00" && live.iter().all(|l| !l["command_id"].is_null());
        if request["table_id"].is_null() || unpaid == 0 || !is_plain {
            continue;
        }
        let body = json!({"pin": comanda::demo::PIN, "reason": "Se fueron sin pagar", "made": true});
        match till.screen.put(&format!("/api/tables/{}/close", request["table_id"]), body).await {
            Ok(_) => evening.remember(|m| {
                for line in live {
                    *m.dismissed.entry(label_of(line)).or_default() += unpaid_units(line);
                }
            }),
            Err(why) => till.screen.report_unexplained_refusal("a walk-out", &why),
        }
        return;
    }
}
