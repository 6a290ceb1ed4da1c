//! The events, and the rooms to which browsers listen.

use comanda_base::{ids::RequestId, words::text_enum};
use serde::{Deserialize, Serialize};

/// An event that is published to a room after a commit.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Event {
    pub room: Room,
    pub kind: EventKind,
    pub ids: serde_json::Value,
}

text_enum!(
    /// The kind of an event: something that clients may have fetched has changed, a session has ended, or a scale shows something.
    EventKind {
        AgentChanged = "agent.changed",
        AlarmChanged = "alarm.changed",
        CashboxChanged = "cashbox.changed",
        CatalogChanged = "catalog.changed",
        CountsChanged = "counts.changed",
        CycleChanged = "cycle.changed",
        DocumentsChanged = "documents.changed",
        FloorChanged = "floor.changed",
        JobChanged = "job.changed",
        KitchenChanged = "kitchen.changed",
        PaymentOptionsChanged = "payment_options.changed",
        PrinterChanged = "printer.changed",
        PurchasesChanged = "purchases.changed",
        ReceivablesChanged = "receivables.changed",
        RequestChanged = "request.changed",
        ScaleReading = "scale.reading",
        SessionEnded = "session.ended",
        SettingsChanged = "settings.changed",
        StockChanged = "stock.changed",
        TurnChanged = "turn.changed",
    }
);

/// A room within a company.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Room {
    Floor,
    Kitchen,
    Cash,
    Printing,
    Catalog,
    /// The readings of scales while a till watches them.
    Scales,
    Request(RequestId),
}

impl Room {
    /// The name that clients use.
    pub fn name(self) -> String {
        match self {
            Room::Floor => "floor".into(),
            Room::Kitchen => "kitchen".into(),
            Room::Cash => "cash".into(),
            Room::Printing => "printing".into(),
            Room::Catalog => "catalog".into(),
            Room::Scales => "scales".into(),
            Room::Request(id) => format!("request:{id}"),
        }
    }
    /// Parses a client's name of a room.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "floor" => Room::Floor,
            "kitchen" => Room::Kitchen,
            "cash" => Room::Cash,
            "printing" => Room::Printing,
            "catalog" => Room::Catalog,
            "scales" => Room::Scales,
            other => Room::Request(other.strip_prefix("request:")?.parse().ok()?),
        })
    }
}

impl From<Room> for String {
    fn from(room: Room) -> Self {
        room.name()
    }
}

impl TryFrom<String> for Room {
    type Error = String;
    fn try_from(name: String) -> Result<Self, String> {
        Self::parse(&name).ok_or_else(|| format!("no room {name}"))
    }
}

/// Returns the socket.io room of a company's room.
pub fn channel(slug: &str, room: &str) -> String {
    format!("{slug}:{room}")
}
