//! Each cashier counts their own drawer; a céntimo of difference and it does not close.

use crate::evening::{
    restaurant::Evening,
    till::{Till, money},
};
use comanda::money::Money;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub async fn differences(evening: &Evening, tills: &mut [Till]) -> Vec<String> {
    let admin = evening.house.app.login("admin").await;
    let mut found = Vec::new();
    for till in tills {
        let detail = admin.get(&format!("/api/cashbox-cycles-detail/{}", till.cycle)).await.ok();
        let expected: BTreeMap<&str, Money> = detail["methods"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| (m["name"].as_str().unwrap(), money(&m["expected"])))
            .filter(|(_, m)| !m.is_zero())
            .collect();
        let cash_in: BTreeMap<&str, Money> =
            till.drawer.iter().map(|(n, m)| (n.as_str(), *m)).filter(|(_, m)| !m.is_zero()).collect();
        if expected != cash_in {
            found.push(format!("cycle {}: expects {expected:?}, really took {cash_in:?}", till.cycle));
        }
        let mut counted = till.drawer.clone();
        let cash = counted.remove("Efectivo").unwrap();
        let body = json!({"status": "CLOSED", "close_amount": cash, "counted": counted});
        let closed =
            till.screen.put(&format!("/api/cashbox-cycles/{}", till.cycle), body).await.unwrap_or_else(|why| why.json);
        if closed["difference"] != "0.00" {
            found.push(format!("cycle {} did not close: {closed}", till.cycle));
        }
        found.extend(by_document(&detail, evening, till).await);
    }
    found
}

/// Compares the cycle's sales by kind of document with its documents.
async fn by_document(detail: &Value, evening: &Evening, till: &Till) -> Option<String> {
    let listed: Money = detail["sales_by_document"].as_array().unwrap().iter().map(|d| money(&d["total"])).sum();
    let mut tx = evening.house.db().read().await.unwrap();
    let (sum,): (i64,) = tx
        .query(
            "SELECT CAST((SELECT COALESCE(SUM(total), 0) FROM billings WHERE cycle_id = $1 AND state <> 'VOIDED')
                  - (SELECT COALESCE(SUM(total), 0) FROM credit_notes WHERE cycle_id = $1) AS BIGINT)",
        )
        .bind(till.cycle)
        .one()
        .await
        .unwrap();
    (listed.millionths() != sum).then(|| format!("cycle {}: documents {sum}, its list says {listed}", till.cycle))
}
