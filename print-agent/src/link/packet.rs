//! The packets of Socket.IO 5 over Engine.IO 4, limited to JSON text.

use serde::Deserialize;
use serde_json::Value;

/// A packet from the server.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Packet {
    /// The transport is open; the handshake states how often pings come.
    Open(Handshake),
    /// A ping, which must be answered.
    Ping,
    /// The token was accepted.
    Connected,
    /// The token was refused.
    Refused(String),
    /// The server ends the connection.
    Closed,
    /// An event.
    Event {
        /// The name of the event.
        name: String,
        /// Its first argument.
        argument: Value,
    },
    /// The answer to an event of ours.
    Ack {
        /// The id of the event.
        id: u64,
        /// Its first argument.
        argument: Value,
    },
    /// A packet that needs no handling.
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Handshake {
    /// Milliseconds.
    pub(super) ping_interval: u64,
    /// Milliseconds.
    pub(super) ping_timeout: u64,
}

pub(super) const PONG: &str = "3";

/// Writes the packet that signs in to the namespace.
pub(super) fn connect(auth: &Value) -> String {
    format!("40{auth}")
}

/// Writes an event. One with an id is to be answered.
pub(super) fn event(id: Option<u64>, name: &str, argument: &Value) -> String {
    let id = id.map_or_else(String::new, |id| id.to_string());
    format!("42{id}{}", serde_json::json!([name, argument]))
}

/// Reads one text message. Returns `None` if it is not a packet.
pub(super) fn read(text: &str) -> Option<Packet> {
    let rest = text.get(1..)?;
    Some(match text.as_bytes().first()? {
        b'0' => Packet::Open(serde_json::from_str(rest).ok()?),
        b'1' => Packet::Closed,
        b'2' => Packet::Ping,
        b'4' => read_message(rest)?,
        _ => Packet::Other,
    })
}

fn read_message(text: &str) -> Option<Packet> {
    let rest = text.get(1..)?;
    // The namespace `/` is never named; packets for another namespace are not for us.
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let id = rest[..digits].parse().ok();
    let body = &rest[digits..];
    Some(match text.as_bytes().first()? {
        b'0' => Packet::Connected,
        b'1' => Packet::Closed,
        b'2' => {
            let mut arguments: Vec<Value> = serde_json::from_str(body).ok()?;
            let argument = if arguments.len() > 1 { arguments.swap_remove(1) } else { Value::Null };
            Packet::Event { name: arguments.first()?.as_str()?.to_owned(), argument }
        }
        b'3' => {
            let arguments: Vec<Value> = serde_json::from_str(body).ok()?;
            Packet::Ack { id: id?, argument: arguments.into_iter().next().unwrap_or_default() }
        }
        b'4' => Packet::Refused(body.to_owned()),
        _ => Packet::Other,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Handshake, Packet, connect, event, read};

    #[test]
    fn packets_of_servers_are_read() {
        let open = r#"0{"sid":"x","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":100000}"#;
        let cases = [
            (open, Some(Packet::Open(Handshake { ping_interval: 25000, ping_timeout: 20000 }))),
            ("2", Some(Packet::Ping)),
            ("1", Some(Packet::Closed)),
            (r#"40{"sid":"y"}"#, Some(Packet::Connected)),
            ("41", Some(Packet::Closed)),
            (r#"44{"message":"bad token"}"#, Some(Packet::Refused(r#"{"message":"bad token"}"#.into()))),
            (r#"42["a",{"b":1}]"#, Some(Packet::Event { name: "a".into(), argument: json!({"b": 1}) })),
            (r#"4217["a"]"#, Some(Packet::Event { name: "a".into(), argument: json!(null) })),
            (r#"4312[{"ok":true}]"#, Some(Packet::Ack { id: 12, argument: json!({"ok": true}) })),
            ("43[]", None),
            ("42", None),
            ("", None),
            ("6", Some(Packet::Other)),
            ("é", None),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn packets_for_servers_are_written() {
        assert_eq!(connect(&json!({"token": "t"})), r#"40{"token":"t"}"#);
        assert_eq!(event(Some(7), "pull_jobs", &json!({"held": []})), r#"427["pull_jobs",{"held":[]}]"#);
        assert_eq!(event(None, "scale_reading", &json!({"grams": 850})), r#"42["scale_reading",{"grams":850}]"#);
    }
}
