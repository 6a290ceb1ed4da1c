//! The decoder that turns the bytes of a port into readings, for all protocols.

use super::{
    Reading, State, cas,
    dibal::{self, Dibal},
    epelsa, line, toledo, toledo_continuous,
};
use crate::config::ScaleProtocol;

/// The number of bytes after which what has come is no frame of any protocol.
const MAX_FRAME: usize = 64;

/// A message of a scale, taken out of the bytes that came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A reading.
    Reading(Reading),
    /// A question of the scale, with the bytes that answer it.
    Reply(&'static [u8]),
}

/// The result of a look at the first bytes of those that have come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The frame is not complete yet.
    Wait,
    /// The number of bytes that are noise.
    Skip(usize),
    /// The number of bytes of a frame, with its reading.
    Frame(usize, Reading),
    /// The number of bytes of a question, with the bytes that answer it.
    Ask(usize, &'static [u8]),
}

impl Step {
    /// A frame, or noise of the same length.
    pub(super) fn frame(length: usize, reading: Option<Reading>) -> Self {
        reading.map_or(Self::Skip(length), |reading| Self::Frame(length, reading))
    }
}

/// Decodes the bytes of one scale.
///
/// Most protocols have no checksum, so a weight counts as stable only when two frames in a row say the same: a disturbed frame that still
/// looks like one is then never a stable weight.
#[derive(Debug)]
pub struct Decoder {
    protocol: ScaleProtocol,
    bytes: Vec<u8>,
    previous: Option<Reading>,
    dibal: Dibal,
}

impl Decoder {
    /// Creates a decoder for a port that was just opened.
    #[must_use]
    pub fn new(protocol: ScaleProtocol) -> Self {
        Self { protocol, bytes: Vec::new(), previous: None, dibal: Dibal::default() }
    }

    /// The bytes that ask a scale for its weight, or `None` if it only speaks by itself.
    #[must_use]
    pub const fn request(&self) -> Option<&'static [u8]> {
        match self.protocol {
            ScaleProtocol::Toledo => Some(toledo::REQUEST),
            ScaleProtocol::ToledoContinuous => None,
            ScaleProtocol::Cas => Some(cas::REQUEST),
            ScaleProtocol::Epelsa => Some(epelsa::REQUEST),
            ScaleProtocol::Dibal => Some(dibal::REQUEST),
            ScaleProtocol::Generic => Some(line::REQUEST),
        }
    }

    /// Takes bytes of the port and returns what they say. A frame may come in pieces.
    pub fn receive(&mut self, bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        self.bytes.extend_from_slice(bytes);
        while !self.bytes.is_empty() {
            let length = match self.step() {
                Step::Wait if self.bytes.len() > MAX_FRAME => self.bytes.len(),
                Step::Wait => break,
                Step::Skip(length) => length,
                Step::Frame(length, reading) => {
                    events.push(Event::Reading(self.confirm(reading)));
                    length
                }
                Step::Ask(length, answer) => {
                    events.push(Event::Reply(answer));
                    length
                }
            };
            self.bytes.drain(..length.clamp(1, self.bytes.len()));
        }
        events
    }

    fn step(&mut self) -> Step {
        match self.protocol {
            ScaleProtocol::Toledo => toledo::step(&self.bytes),
            ScaleProtocol::ToledoContinuous => toledo_continuous::step(&self.bytes),
            ScaleProtocol::Cas => cas::step(&self.bytes),
            ScaleProtocol::Epelsa => epelsa::step(&self.bytes),
            ScaleProtocol::Dibal => self.dibal.step(&self.bytes),
            ScaleProtocol::Generic => line::step(&self.bytes),
        }
    }

    fn confirm(&mut self, reading: Reading) -> Reading {
        let before = self.previous.replace(reading);
        let is_confirmed = reading.state != State::Stable || before == Some(reading);
        if is_confirmed { reading } else { Reading { state: State::Moving, ..reading } }
    }
}
