//! What a client brings on connect.

use serde::Deserialize;

/// Of a browser or a print agent.
#[derive(Debug, Clone, Deserialize)]
pub struct Auth {
    pub token: String,
    #[serde(default)]
    pub kind: ClientKind,
    /// Of an agent: its version and machine.
    #[serde(default)]
    pub version: String,
    #[serde(default)]
    pub machine: String,
}

/// What connects: `agent`; anything else is a browser.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub enum ClientKind {
    #[default]
    Browser,
    Agent,
}

impl From<String> for ClientKind {
    fn from(text: String) -> Self {
        if text == "agent" { Self::Agent } else { Self::Browser }
    }
}
