//! What a client brings on connect.

use serde::Deserialize;

/// Of a browser or a print agent.
#[derive(Debug, Clone, Deserialize)]
pub struct Auth {
    pub token: String,
    /// `browser` (default) or `agent`.
    #[serde(default)]
    pub kind: String,
    /// Of an agent: its version and machine.
    #[serde(default)]
    pub version: String,
    #[serde(default)]
    pub machine: String,
}
