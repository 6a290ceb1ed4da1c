//! Screens hear that documents changed.

use super::desk::Desk;
use comanda_base::ids::BillingId;
use comanda_platform::realtime::{Event, EventKind, Room, Wakes};
use serde_json::json;

/// Tells the cash room that a document, or any of them, is no longer what was fetched.
pub(super) async fn tell(desk: &Desk, billing: Option<BillingId>) {
    let ids = billing.map_or_else(|| json!({}), |id| json!({"billing_id": id}));
    let event = Event { room: Room::Cash, kind: EventKind::DocumentsChanged, ids };
    desk.app.realtime().publish(&desk.company, vec![event], Wakes::Nobody).await;
}
