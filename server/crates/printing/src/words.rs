//! The closed sets of words that agents and server share, as the server stores and shows them. The agent's crate defines each set
//! (`comanda_ticket`); a set that lacks one of its words does not compile.

use comanda_base::words::text_enum;
use comanda_ticket::wire;

/// Defines a set of [`text_enum!`] with the same variants as an enum of the agent.
macro_rules! words_of_agents {
    ($(#[$meta:meta])* $name:ident = $agent:path { $($(#[$note:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        text_enum!($(#[$meta])* $name { $($(#[$note])* $variant = $text),* });
        impl From<$agent> for $name {
            fn from(word: $agent) -> Self {
                type Agent = $agent;
                match word { $(Agent::$variant => Self::$variant),* }
            }
        }
        impl From<$name> for $agent {
            fn from(word: $name) -> Self {
                type Agent = $agent;
                match word { $($name::$variant => Agent::$variant),* }
            }
        }
        #[cfg(test)]
        impl $name {
            const ALL: &[Self] = &[$(Self::$variant),*];
        }
    };
}

words_of_agents!(
    /// The connection of a printer: `printers.type`.
    PrinterType = wire::PrinterType {
        Network = "NETWORK",
        Usb = "USB",
        Serial = "SERIAL",
        Spooler = "SPOOLER",
        Virtual = "VIRTUAL",
    }
);

words_of_agents!(
    /// The width of the paper in millimetres.
    PaperSize = wire::PaperSize { Mm80 = "80", Mm58 = "58" }
);

words_of_agents!(
    /// The size of a label, width by height in millimetres: `printers.label_size`.
    LabelSize = wire::LabelSize { Mm40x30 = "40x30", Mm50x30 = "50x30" }
);

text_enum!(
    /// The material on which a printer prints (`printers.kind`): tickets from a roll, or labels.
    PrinterKind {
        Ticket = "TICKET",
        /// Stickers, one for each unit of what is sent.
        Label = "LABEL",
    }
);

impl PaperSize {
    /// Returns the columns of font A.
    pub fn columns(self) -> usize {
        wire::PaperSize::from(self).columns()
    }
}

words_of_agents!(
    /// The state of a printer.
    PrinterState = wire::PrinterState {
        Ready = "READY",
        PaperNearEnd = "PAPER_NEAR_END",
        PaperOut = "PAPER_OUT",
        CoverOpen = "COVER_OPEN",
        Offline = "OFFLINE",
        Error = "ERROR",
    }
);

impl PrinterState {
    /// Whether it prints what it is sent.
    pub fn prints(self) -> bool {
        matches!(self, Self::Ready | Self::PaperNearEnd)
    }
}

words_of_agents!(
    /// The reason why a printer is OFFLINE although something answers at its address.
    PrinterTrouble = wire::Trouble { Babbling = "BABBLING", NotAPrinter = "NOT_A_PRINTER" }
);

words_of_agents!(
    /// The level of confirmation of a printer, which decides what proves that a job is done.
    PrintLevel = wire::Level { L0 = "L0", L1 = "L1", L2 = "L2" }
);

words_of_agents!(
    /// The state of a cash drawer.
    DrawerState = wire::DrawerState { Open = "OPEN", Closed = "CLOSED" }
);

words_of_agents!(
    /// The kind of paper, `print_jobs.document`.
    PaperKind = comanda_ticket::Kind {
        Command = "COMMAND",
        Cancellation = "CANCELLATION",
        TableChange = "TABLE_CHANGE",
        Reprint = "REPRINT",
        Prebill = "PREBILL",
        Receipt = "RECEIPT",
        Cash = "CASH",
        Promotion = "PROMOTION",
        Test = "TEST",
        Drawer = "DRAWER",
    }
);

impl PaperKind {
    /// The kinds of paper for which the kitchen waits.
    pub const KITCHEN: [Self; 4] = [Self::Command, Self::Cancellation, Self::TableChange, Self::Reprint];

    /// Whether the kitchen waits for it.
    pub fn is_for_kitchen(self) -> bool {
        Self::KITCHEN.contains(&self)
    }
}

words_of_agents!(
    /// The decision of a person about a job that is at its agent: `print_jobs.command`.
    AgentCommand = wire::Command { Cancel = "CANCEL", Release = "RELEASE", ReprintConfirmed = "REPRINT_CONFIRMED" }
);

text_enum!(
    /// The reason why a job does not proceed, or the proof that it is done: `print_jobs.reason`.
    JobReason {
        PaperOut = "paper_out",
        CoverOpen = "cover_open",
        Offline = "offline",
        Error = "error",
        ConnectionLost = "connection_lost",
        AgentRestarted = "agent_restarted",
        NoPrinter = "no_printer",
        Expired = "expired",
        TooLarge = "too_large",
        /// A person saw the paper; no agent reports this reason.
        SeenByPerson = "seen_by_person",
    }
);

impl From<wire::Reason> for JobReason {
    fn from(reason: wire::Reason) -> Self {
        use wire::Reason;
        match reason {
            Reason::PaperOut => Self::PaperOut,
            Reason::CoverOpen => Self::CoverOpen,
            Reason::Offline => Self::Offline,
            Reason::Error => Self::Error,
            Reason::ConnectionLost => Self::ConnectionLost,
            Reason::AgentRestarted => Self::AgentRestarted,
            Reason::NoPrinter => Self::NoPrinter,
            Reason::Expired => Self::Expired,
            Reason::TooLarge => Self::TooLarge,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Checks that the server and the agent write the same text for each word.
    fn assert_same_texts<S: Copy + std::fmt::Display, A: From<S> + serde::Serialize>(words: &[S]) {
        for word in words {
            assert_eq!(json!(A::from(*word)), json!(word.to_string()));
        }
    }

    #[test]
    fn server_and_agents_write_the_same_texts() {
        assert_same_texts::<PrinterType, wire::PrinterType>(PrinterType::ALL);
        assert_same_texts::<PaperSize, wire::PaperSize>(PaperSize::ALL);
        assert_same_texts::<LabelSize, wire::LabelSize>(LabelSize::ALL);
        assert_same_texts::<PrinterState, wire::PrinterState>(PrinterState::ALL);
        assert_same_texts::<PrinterTrouble, wire::Trouble>(PrinterTrouble::ALL);
        assert_same_texts::<PrintLevel, wire::Level>(PrintLevel::ALL);
        assert_same_texts::<DrawerState, wire::DrawerState>(DrawerState::ALL);
        assert_same_texts::<PaperKind, comanda_ticket::Kind>(PaperKind::ALL);
        assert_same_texts::<AgentCommand, wire::Command>(AgentCommand::ALL);
        assert_eq!(json!(wire::Reason::TooLarge), json!(JobReason::TooLarge));
        assert_eq!(json!(wire::Reason::ConnectionLost), json!(JobReason::ConnectionLost));
    }
}
