//! The inside of the printer, without any network: the receive buffer, the print mechanism and the sensors.

use crate::split;

/// The commands that a printer model can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Abilities {
    /// Whether the printer answers `DLE EOT` (real-time status).
    pub live_status: bool,
    /// Whether the printer answers `GS r`, which confirms that it consumed everything before the command.
    pub consumed: bool,
    /// Whether the printer answers `GS ( H`, which confirms that it printed everything before the command.
    pub completed: bool,
    /// Whether the printer executes `DLE DC4` function 8 (clear the buffers).
    pub clear: bool,
    /// Whether the printer executes `GS ( L` (store and print pictures).
    pub pictures: bool,
    /// Whether the printer executes `GS a`, after which it reports status changes without being asked.
    pub automatic: bool,
}

impl Abilities {
    /// The abilities of an Epson printer.
    pub const ALL: Self =
        Self { live_status: true, consumed: true, completed: true, clear: true, pictures: true, automatic: true };
    /// A clone that answers `GS r`.
    pub const CONSUMED: Self = Self { completed: false, pictures: false, ..Self::ALL };
    /// A clone that only knows `DLE EOT`.
    pub const STATUS_ONLY: Self =
        Self { live_status: true, consumed: false, completed: false, clear: false, pictures: false, automatic: false };
    /// A clone that never answers.
    pub const SILENT: Self = Self { live_status: false, ..Self::STATUS_ONLY };
}

const CLEAR_BUFFERS: [u8; 10] = [0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8];

#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) abilities: Abilities,
    pub(crate) paper: bool,
    pub(crate) near_end: bool,
    pub(crate) cover_open: bool,
    pub(crate) broken: bool,
    pub(crate) drawer_open: bool,
    /// After `GS a`, the status that was reported last.
    last_report: Option<[u8; 4]>,
    /// The number of bytes that still fit on the roll.
    pub(crate) paper_left: Option<usize>,
    /// The bytes that were consumed, in order.
    pub(crate) printed: Vec<u8>,
    /// The bytes that were received and are not consumed yet.
    buffer: Vec<u8>,
    /// The bytes that may be the beginning of a real-time command.
    pending: Vec<u8>,
    pub(crate) received: usize,
    pub(crate) clears: usize,
    pub(crate) cuts: usize,
    pub(crate) kept_pictures: usize,
}

impl Machine {
    pub(crate) fn new(abilities: Abilities) -> Self {
        Self {
            abilities,
            paper: true,
            near_end: false,
            cover_open: false,
            broken: false,
            drawer_open: false,
            last_report: None,
            paper_left: None,
            printed: Vec::new(),
            buffer: Vec::new(),
            pending: Vec::new(),
            received: 0,
            clears: 0,
            cuts: 0,
            kept_pictures: 0,
        }
    }

    /// Switches the printer off and on. Everything that it had not printed is lost.
    pub(crate) fn restart(&mut self) {
        self.buffer.clear();
        self.pending.clear();
        self.last_report = None;
    }

    fn automatic_status(&self) -> [u8; 4] {
        let offline = self.cover_open || !self.paper || self.broken;
        let first = 0x10 | u8::from(self.drawer_open) << 2 | u8::from(offline) << 3 | u8::from(self.cover_open) << 5;
        let paper = (if self.near_end { 0x03 } else { 0 }) | (if self.paper { 0 } else { 0x0c });
        [first, u8::from(self.broken) << 3, paper, 0]
    }

    /// The automatic status report, if `GS a` enabled it and something changed.
    pub(crate) fn status_changes(&mut self) -> Vec<u8> {
        let now = self.automatic_status();
        if self.last_report.is_none_or(|last_report| last_report == now) {
            return Vec::new();
        }
        self.last_report = Some(now);
        now.to_vec()
    }

    /// Receives bytes and returns the answers.
    pub(crate) fn receive(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut answers = Vec::new();
        for byte in bytes {
            self.received += 1;
            self.pending.push(*byte);
            self.execute_real_time(&mut answers);
        }
        answers.extend(self.consume());
        answers
    }

    /// Executes a real-time command as soon as it is received, even if the buffer still holds earlier commands.
    fn execute_real_time(&mut self, answers: &mut Vec<u8>) {
        match self.pending.as_slice() {
            [0x10, 0x04, n @ 1..=4] => {
                let n = *n;
                self.pending.clear();
                if self.abilities.live_status {
                    answers.push(self.live_status(n));
                }
            }
            pending if pending == CLEAR_BUFFERS => {
                self.pending.clear();
                if self.abilities.clear {
                    self.buffer.clear();
                    self.clears += 1;
                    answers.extend_from_slice(&[0x37, 0x25, 0x00]);
                }
            }
            [0x10] | [0x10, 0x04] => {}
            pending if CLEAR_BUFFERS.starts_with(pending) => {}
            _ => self.buffer.append(&mut self.pending),
        }
    }

    fn live_status(&self, n: u8) -> u8 {
        let offline = self.cover_open || !self.paper || self.broken;
        let bits = match n {
            1 => u8::from(offline) << 3 | u8::from(self.drawer_open) << 2,
            2 => u8::from(self.cover_open) << 2 | u8::from(!self.paper) << 5 | u8::from(self.broken) << 6,
            3 => u8::from(self.broken) << 3,
            _ => (if self.near_end { 0x0c } else { 0 }) | (if self.paper { 0 } else { 0x60 }),
        };
        0x12 | bits
    }

    /// Executes the commands in the buffer as long as there is paper and the cover is closed. Returns their answers.
    pub(crate) fn consume(&mut self) -> Vec<u8> {
        let mut answers = Vec::new();
        while self.paper && !self.cover_open && !self.broken {
            let Some(command) = split(&self.buffer) else {
                break;
            };
            let bytes = command.bytes.to_vec();
            self.buffer.drain(..bytes.len());
            self.execute(&bytes, &mut answers);
        }
        answers
    }

    fn execute(&mut self, bytes: &[u8], answers: &mut Vec<u8>) {
        match bytes {
            [0x1d, b'r', _] if self.abilities.consumed => answers.push(0),
            [0x1d, b'(', b'H', 6, 0, 48, 48, id @ ..] if self.abilities.completed => {
                answers.extend_from_slice(&[0x37, 0x22]);
                answers.extend_from_slice(id);
                answers.push(0);
            }
            [0x1d, b'a', which] if self.abilities.automatic => {
                let now = self.automatic_status();
                self.last_report = (*which != 0).then_some(now);
                answers.extend(self.last_report.into_iter().flatten());
            }
            [0x1d, b'I', n] => answers.extend_from_slice(self.identification(*n)),
            [0] => {}
            [0x1d, b'r' | b'a', _] | [0x1d, b'(', b'H', ..] => {}
            [0x1d, b'(', b'L', ..] if !self.abilities.pictures => {}
            // Storing a picture uses no paper.
            [0x1d, b'(', b'L', _, _, 48, 67, ..] => {
                self.kept_pictures += 1;
                self.printed.extend_from_slice(bytes);
            }
            _ => {
                self.drawer_open |= bytes.starts_with(&[0x1b, b'p']);
                self.cuts += usize::from(bytes.starts_with(&[0x1d, b'V']));
                self.printed.extend_from_slice(bytes);
                self.use_paper(bytes.len());
            }
        }
    }

    /// The answer to `GS I`. Clones do not answer it.
    fn identification(&self, n: u8) -> &'static [u8] {
        match n {
            _ if !self.abilities.completed => b"",
            66 => b"_EPSON\0",
            67 => b"_TM-T20III\0",
            68 => b"_X4QT012345\0",
            _ => b"",
        }
    }

    fn use_paper(&mut self, bytes: usize) {
        if let Some(remaining) = self.paper_left {
            self.paper_left = remaining.checked_sub(bytes).filter(|remaining| *remaining > 0);
            self.paper = self.paper_left.is_some();
        }
    }
}
