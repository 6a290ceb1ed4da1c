//! The screens at the end: all tables are free, and the first screen of the office shows the sum of the documents.

use super::rows;
use crate::evening::{
    dishes::list,
    restaurant::Evening,
    till::{Till, money},
};

pub async fn differences(evening: &Evening, till: &Till) -> Vec<String> {
    let tables = till.screen.client.get("/api/tables").await.rows();
    let occupied = tables.iter().filter(|t| t["status_table"] != "AVAILABLE");
    let mut found: Vec<String> = occupied.map(|t| format!("still taken: {t}")).collect();
    let billed: Vec<(i64, i64)> = {
        let mut tx = evening.house.db().read().await.unwrap();
        let sold =
            "SELECT CAST(COALESCE(SUM(total), 0) - (SELECT COALESCE(SUM(total), 0) FROM credit_notes) AS BIGINT),
                COUNT(DISTINCT client_request_id) FROM billings WHERE state <> 'VOIDED'";
        rows(&mut tx, sold).await
    };
    let (sold, accounts) = billed[0];
    let admin = evening.house.app.login("admin").await;
    let panel = admin.get("/api/dashboard").await.ok();
    let today = &panel["sales_today"];
    if money(&today["total"]).millionths() != sold || today["count"] != accounts {
        found.push(format!("documents of {accounts} accounts come to {sold}, the first screen says {today}"));
    }
    let last = list(&panel["by_day"]).last().unwrap().clone();
    if last["total"] != today["total"] {
        found.push(format!("the bar of today shows {last}"));
    }
    if panel["open_accounts"]["count"] != 0 || panel["tables"]["occupied"] != 0 {
        found.push(format!("the first screen still sees {} and {}", panel["open_accounts"], panel["tables"]));
    }
    found
}
