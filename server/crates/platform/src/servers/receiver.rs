//! Reassembles the frames of peers: whole messages in their order, peers that join and leave, and missed messages.

use super::{
    framing::{self, Frame, FrameMark},
    relay::Message,
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

/// Each server sends something every second; a peer that is silent for this long is considered gone.
const PEER_TIMEOUT: Duration = Duration::from_secs(5);

/// An event of another server.
#[derive(Debug, PartialEq)]
pub enum PeerEvent {
    Message(PeerMessage),
    /// A new server was heard from.
    Joined,
    /// A server announced that it stops, or (`unexpectedly`) timed out, so that its last commits may not have been announced.
    Left {
        server: String,
        unexpectedly: bool,
    },
    /// Messages were sent that this server did not receive.
    Missed,
}

/// A message of another server.
#[derive(Debug, PartialEq)]
pub struct PeerMessage {
    pub server: String,
    name: String,
    body: Value,
}

impl PeerMessage {
    /// Returns the body as an `M`, if the message is one and can be read.
    pub fn parse_body<M: Message>(&self) -> Option<M> {
        let read = (self.name == M::NAME).then(|| M::deserialize(&self.body))?;
        read.inspect_err(|error| tracing::warn!(%error, name = self.name, "another server sent a message that this version cannot read"))
            .ok()
    }
}

/// A message on the wire.
#[derive(Debug, Deserialize)]
struct Envelope {
    name: String,
    body: Value,
}

#[derive(Debug)]
struct Peer {
    last: u64,
    /// The frames so far of an incomplete message.
    partial: String,
    last_seen: Instant,
}

/// The state of each peer.
#[derive(Debug)]
pub(super) struct Receiver {
    own_name: String,
    own_seen: Instant,
    peers: HashMap<String, Peer>,
}

impl Receiver {
    pub(super) fn new(own_name: String, now: Instant) -> Self {
        Self { own_name, own_seen: now, peers: HashMap::new() }
    }

    /// Starts over, after a time in which messages may have been missed.
    pub(super) fn reset(&mut self, now: Instant) {
        self.own_seen = now;
        self.peers.clear();
    }

    /// Whether not even its own heartbeats arrive: the connection is dead although it was not closed.
    pub(super) fn is_disconnected(&self, now: Instant) -> bool {
        now.duration_since(self.own_seen) > PEER_TIMEOUT
    }

    /// The number of live peers.
    pub(super) fn count_peers(&self) -> usize {
        self.peers.len()
    }

    /// Handles a payload.
    pub(super) fn receive_payload(&mut self, text: &str, now: Instant) -> Vec<PeerEvent> {
        let Some(Frame { server, number, mark, text }) = framing::parse_frame(text) else { return Vec::new() };
        if server == self.own_name {
            self.own_seen = now;
            return Vec::new();
        }
        let mut events = Vec::new();
        let peer = self.peers.entry(server.to_owned()).or_insert_with(|| {
            events.push(PeerEvent::Joined);
            Peer { last: number.saturating_sub(1), partial: String::new(), last_seen: now }
        });
        peer.last_seen = now;
        // A repeated frame, whose sender did not know whether it had arrived.
        if number <= peer.last {
            return events;
        }
        if number > peer.last + 1 {
            peer.partial.clear();
            events.push(PeerEvent::Missed);
        }
        peer.last = number;
        peer.partial.push_str(text);
        match mark {
            FrameMark::More => {}
            FrameMark::Last => {
                let whole = std::mem::take(&mut peer.partial);
                match serde_json::from_str::<Vec<Envelope>>(&whole) {
                    Ok(messages) => events.extend(messages.into_iter().map(|Envelope { name, body }| {
                        PeerEvent::Message(PeerMessage { server: server.to_owned(), name, body })
                    })),
                    // The beginning was sent before this server listened.
                    Err(_) => events.push(PeerEvent::Missed),
                }
            }
            FrameMark::End => {
                self.peers.remove(server);
                events.push(PeerEvent::Left { server: server.to_owned(), unexpectedly: false });
            }
        }
        events
    }

    /// Removes the peers that timed out.
    pub(super) fn remove_timed_out(&mut self, now: Instant) -> Vec<PeerEvent> {
        let expired = self.peers.extract_if(|_, peer| now.duration_since(peer.last_seen) > PEER_TIMEOUT);
        expired.map(|(server, _)| PeerEvent::Left { server, unexpectedly: true }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn message(server: &str, name: &str) -> PeerEvent {
        PeerEvent::Message(PeerMessage { server: server.into(), name: name.into(), body: json!(1) })
    }
    fn messages(names: &[&str]) -> String {
        json!(names.iter().map(|name| json!({"name": name, "body": 1})).collect::<Vec<_>>()).to_string()
    }
    fn left_event(unexpectedly: bool) -> PeerEvent {
        PeerEvent::Left { server: "a".into(), unexpectedly }
    }

    #[test]
    fn messages_arrive_once_in_order_and_gaps_are_noticed() {
        let now = Instant::now();
        let mut hearing = Receiver::new("own".into(), now);
        let cases: [(String, Vec<PeerEvent>); 9] = [
            (format!("own 7 . {}", messages(&["x"])), vec![]),
            (format!("a 4 . {}", messages(&["x", "y"])), vec![PeerEvent::Joined, message("a", "x"), message("a", "y")]),
            ("a 5 + [{\"name\":".into(), vec![]),
            (format!("b 1 . {}", messages(&[])), vec![PeerEvent::Joined]),
            ("a 6 . \"z\",\"body\":1}]".into(), vec![message("a", "z")]),
            ("a 6 . \"z\",\"body\":1}]".into(), vec![]),
            (format!("a 8 . {}", messages(&["w"])), vec![PeerEvent::Missed, message("a", "w")]),
            ("hola".into(), vec![]),
            ("a 9 x ".into(), vec![left_event(false)]),
        ];
        for (text, expected) in cases {
            assert_eq!(hearing.receive_payload(&text, now), expected, "{text}");
        }
        assert_eq!(hearing.receive_payload("c 6 . end of it]", now), [PeerEvent::Joined, PeerEvent::Missed]);
    }

    #[test]
    fn silent_peers_time_out_and_missing_own_heartbeats_mean_disconnected() {
        let begun = Instant::now();
        let mut hearing = Receiver::new("own".into(), begun);
        hearing.receive_payload("a 1 . []", begun);
        let later = begun + PEER_TIMEOUT;
        assert_eq!((hearing.remove_timed_out(later), hearing.is_disconnected(later)), (vec![], false));
        let too_late = later + Duration::from_millis(1);
        assert_eq!(
            (hearing.remove_timed_out(too_late), hearing.is_disconnected(too_late)),
            (vec![left_event(true)], true)
        );
        assert_eq!(hearing.remove_timed_out(too_late), []);
        hearing.receive_payload("own 9 . []", too_late);
        assert!(!hearing.is_disconnected(too_late));
        assert_eq!(hearing.receive_payload("a 2 . []", too_late), [PeerEvent::Joined], "it comes back");
    }
}
