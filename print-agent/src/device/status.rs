//! Derives the state of a printer from the answers to `DLE EOT`.

use comanda_ticket::wire::PrinterState;

/// The answers to `DLE EOT` 2 (cause of being offline) and 4 (paper). 1 is the printer, 3 the errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LiveStatus {
    pub(super) offline_cause: u8,
    pub(super) paper: u8,
}

/// Whether the answer to `DLE EOT 1` says that the printer does not print.
pub(super) const fn is_offline(printer: u8) -> bool {
    printer & 0b0000_1000 != 0
}

/// The drawer's contact in the answer to `DLE EOT 1`.
pub(super) const fn drawer_pin(printer: u8) -> bool {
    printer & 0b0000_0100 != 0
}

/// Derives the state of a printer that speaks TSPL from its answer to `ESC ! ?`; the cause that a person has to remove comes first. One that
/// is printing takes further labels.
pub(super) const fn tspl_state(status: u8) -> PrinterState {
    const COVER: u8 = 0b0000_0001;
    const PAPER: u8 = 0b0000_0100;
    const PRINTING: u8 = 0b0010_0000;
    if status & COVER != 0 {
        PrinterState::CoverOpen
    } else if status & PAPER != 0 {
        PrinterState::PaperOut
    } else if status & !PRINTING != 0 {
        // A jam, no ribbon, a pause at its button, or an error of its own.
        PrinterState::Error
    } else {
        PrinterState::Ready
    }
}

impl LiveStatus {
    /// The state; the cause that a person has to remove comes first, since an open cover also looks like missing paper.
    pub(super) const fn state(self, offline: bool) -> PrinterState {
        if self.offline_cause & 0b0000_0100 != 0 {
            PrinterState::CoverOpen
        } else if self.paper & 0b0110_0000 != 0 || self.offline_cause & 0b0010_0000 != 0 {
            PrinterState::PaperOut
        } else if self.offline_cause & 0b0100_0000 != 0 || offline {
            PrinterState::Error
        } else if self.paper & 0b0000_1100 != 0 {
            PrinterState::PaperNearEnd
        } else {
            PrinterState::Ready
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LiveStatus, PrinterState, is_offline, tspl_state};

    #[test]
    fn the_state_is_the_cause_that_a_person_has_to_remove() {
        let cases = [
            (0x12, 0x12, 0x12, PrinterState::Ready),
            (0x12, 0x12, 0x1e, PrinterState::PaperNearEnd),
            (0x1a, 0x32, 0x72, PrinterState::PaperOut),
            (0x1a, 0x16, 0x72, PrinterState::CoverOpen),
            (0x1a, 0x52, 0x12, PrinterState::Error),
            (0x1a, 0x12, 0x12, PrinterState::Error),
        ];
        for (printer, offline_cause, paper, expected) in cases {
            let state = LiveStatus { offline_cause, paper }.state(is_offline(printer));
            assert_eq!(state, expected, "{printer:02x} {offline_cause:02x} {paper:02x}");
        }
    }

    #[test]
    fn a_printer_of_labels_reports_its_state_in_one_byte() {
        let cases = [
            (0x00, PrinterState::Ready),
            (0x20, PrinterState::Ready),
            (0x01, PrinterState::CoverOpen),
            (0x05, PrinterState::CoverOpen),
            (0x04, PrinterState::PaperOut),
            (0x02, PrinterState::Error),
            (0x08, PrinterState::Error),
            (0x10, PrinterState::Error),
            (0x80, PrinterState::Error),
        ];
        for (status, expected) in cases {
            assert_eq!(tspl_state(status), expected, "{status:02x}");
        }
    }
}
