//! The capability of a printer. The device detects it, and the spool stores it.

use comanda_ticket::wire::Level;
use serde::{Deserialize, Serialize};

/// The abilities of a printer that were found by probing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capability {
    /// Whether it answers `DLE EOT`.
    pub live_status: bool,
    /// The level of confirmation.
    pub level: Level,
}
