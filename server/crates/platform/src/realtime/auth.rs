//! The data that a client sends when its socket connects.

use serde::Deserialize;

/// The credentials of a browser or a print agent.
#[derive(Debug, Clone, Deserialize)]
pub struct ClientCredentials {
    pub token: String,
    #[serde(default)]
    pub kind: ClientKind,
    /// The version of a print agent; empty for a browser.
    #[serde(default)]
    pub version: String,
    #[serde(default)]
    pub machine: String,
    /// The scales of a print agent's machine, as it describes them.
    #[serde(default)]
    pub scales: serde_json::Value,
}

/// The kind of client: `agent`; any other text means a browser.
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
