//! The cook moves cards on while waiters dismiss dishes and tills are paid for them.

use super::{dishes::list, restaurant::Evening};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tokio::sync::mpsc::WeakUnboundedSender;

/// The pause between taps; the cards are read again before each tap.
const BETWEEN_TAPS: Duration = Duration::from_millis(60);

/// Cooks until all waiters have left: they hold the strong ends of `waiters`.
pub async fn work(evening: Arc<Evening>, waiters: WeakUnboundedSender<i64>) {
    let mut screen = evening.cook().await;
    while waiters.upgrade().is_some() {
        tokio::time::sleep(BETWEEN_TAPS).await;
        let wall = screen.get("/api/kitchen").await;
        let cards = list(&wall["cards"]);
        if cards.is_empty() {
            continue;
        }
        let card = screen.random.pick(&cards[..cards.len().min(5)]).clone();
        let lines_of = |status: &str| list(&card["lines"]).iter().filter(|l| l["status"] == status).collect::<Vec<_>>();
        let (pending, begun) = (lines_of("PENDING"), lines_of("PROCESSING"));
        let (items, next) = if pending.is_empty() { (begun, "PREPARED") } else { (pending, "PROCESSING") };
        let dismissed: Vec<&Value> = list(&card["lines"]).iter().filter(|l| l["dismissed"] == true).collect();
        let result = if items.is_empty() {
            let line_ids: Vec<_> = dismissed.iter().map(|l| &l["id"]).collect();
            screen.post("/api/kitchen/acknowledge", json!({"line_ids": line_ids})).await
        } else {
            let items: Vec<_> =
                items.iter().map(|l| json!({"line_id": l["id"], "component_id": l["component_id"]})).collect();
            screen.post("/api/kitchen/advance", json!({"items": items, "status": next})).await
        };
        match result {
            // The dish was dismissed meanwhile.
            Err(why) if !why.has_code(&["conflict"]) => screen.report_unexplained_refusal("a tap in the kitchen", &why),
            _ => {}
        }
    }
}
