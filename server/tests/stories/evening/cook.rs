//! The kitchen: moves cards on while waiters take dishes back and tills are paid for them.

use super::{dishes::list, restaurant::Evening};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tokio::sync::mpsc::WeakUnboundedSender;

/// A tap at a time: what is on the wall is looked at again before each.
const BETWEEN_TAPS: Duration = Duration::from_millis(60);

/// Cooks as long as there are waiters, who hold the other end.
pub async fn work(evening: Arc<Evening>, waiters: WeakUnboundedSender<i64>) {
    let mut wire = evening.cook().await;
    while waiters.upgrade().is_some() {
        tokio::time::sleep(BETWEEN_TAPS).await;
        let wall = wire.get("/api/kitchen").await;
        let cards = list(&wall["cards"]);
        if cards.is_empty() {
            continue;
        }
        let card = wire.dice.pick(&cards[..cards.len().min(5)]).clone();
        let of = |status: &str| list(&card["lines"]).iter().filter(|l| l["status"] == status).collect::<Vec<_>>();
        let (pending, begun) = (of("PENDING"), of("PROCESSING"));
        let (items, next) = if pending.is_empty() { (begun, "PREPARED") } else { (pending, "PROCESSING") };
        let dismissed: Vec<&Value> = list(&card["lines"]).iter().filter(|l| l["dismissed"] == true).collect();
        let told = if items.is_empty() {
            let seen: Vec<_> = dismissed.iter().map(|l| &l["id"]).collect();
            wire.post("/api/kitchen/acknowledge", json!({"line_ids": seen})).await
        } else {
            let items: Vec<_> =
                items.iter().map(|l| json!({"line_id": l["id"], "component_id": l["component_id"]})).collect();
            wire.post("/api/kitchen/advance", json!({"items": items, "status": next})).await
        };
        match told {
            // Taken back meanwhile.
            Err(why) if !why.is(&["conflict"]) => wire.puzzled("a tap in the kitchen", &why),
            _ => {}
        }
    }
}
