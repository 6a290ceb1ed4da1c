//! What a printer can confirm: found out by the device, remembered by the spool.

use comanda_ticket::wire::Level;
use serde::{Deserialize, Serialize};

/// What a printer answered when it was probed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capability {
    /// It answers `DLE EOT`.
    pub live_status: bool,
    /// What it confirms.
    pub level: Level,
}
