//! Notifies screens of changed documents.

use super::context::SenderContext;
use comanda_base::ids::BillingId;
use comanda_platform::realtime::{Event, EventKind, Room, WokenAgents};
use serde_json::json;

/// Notifies the cash room that a document, or any document, has changed.
pub(super) async fn notify_changed(sender: &SenderContext, billing: Option<BillingId>) {
    let ids = billing.map_or_else(|| json!({}), |id| json!({"billing_id": id}));
    let event = Event { room: Room::Cash, kind: EventKind::DocumentsChanged, ids };
    sender.app.realtime().publish_events(&sender.company, vec![event], WokenAgents::Nobody).await;
}
