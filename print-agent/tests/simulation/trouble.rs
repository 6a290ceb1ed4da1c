//! The faults that the simulation causes, and when they end.

use std::{net::TcpStream, time::Duration};

use fastrand::Rng;
use tokio::time::Instant;

use crate::world::Place;

/// A fault of a printer. Every fault ends after some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    PaperOut {
        after: usize,
    },
    CoverOpen,
    KnifeStuck,
    Refusing,
    SwitchedOff,
    Stalled {
        after: usize,
    },
    Dropped {
        after: usize,
    },
    LateAnswers {
        ms: u64,
    },
    LostAnswers {
        count: usize,
    },
    NearEnd,
    /// Another computer uses the printer's only connection.
    Occupied,
}

/// A fault of the agent, its machine, or its connection to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accident {
    Killed,
    PowerCut,
    ClockJump {
        ms: i64,
    },
    Disconnected,
    LostAcks {
        count: usize,
    },
    LateAcks {
        ms: u64,
    },
    Forgetful,
    /// A printer gets another name, so its worker ends.
    Renamed {
        index: usize,
    },
    /// The server refuses the agent for a while.
    Refused,
}

/// The current faults, and a log of all faults to help a developer understand a failed run.
#[derive(Debug, Default)]
pub struct Troubles {
    repairs: Vec<(Instant, usize, Trouble)>,
    /// The connections of other computers.
    occupying: Vec<(usize, TcpStream)>,
    pub log: Vec<String>,
    pub count: usize,
}

impl Troubles {
    pub fn note(&mut self, what: String) {
        self.count += 1;
        self.log.push(what);
    }

    /// Causes a random fault of a printer. `confirms` says whether the printer confirms anything.
    pub fn cause(&mut self, index: usize, place: &Place, confirms: bool, at: u128, rng: &mut Rng) {
        let trouble = pick_trouble(rng);
        // If a printer without answers is switched off, nobody can know what it lost. That is the meaning of level L0.
        if trouble == Trouble::SwitchedOff && !confirms {
            return;
        }
        self.note(format!("{at:>6} ms: {}: {trouble:?}", place.name));
        let printer = &place.printer;
        match trouble {
            Trouble::PaperOut { after } => printer.paper_out_after(after),
            Trouble::CoverOpen => printer.open_cover(true),
            Trouble::KnifeStuck => printer.break_knife(true),
            Trouble::Refusing | Trouble::SwitchedOff => printer.refuse(true),
            Trouble::Stalled { after } => printer.stall_after(after),
            Trouble::Dropped { after } => printer.drop_after(after),
            Trouble::LateAnswers { ms } => printer.answer_after(Duration::from_millis(ms)),
            Trouble::LostAnswers { count } => printer.lose_answers(count),
            Trouble::NearEnd => printer.near_end(true),
            Trouble::Occupied => {
                self.occupying.extend(TcpStream::connect(printer.address()).ok().map(|it| (index, it)))
            }
        }
        let long = if rng.u8(..10) == 0 { 600..900 } else { 20..200 };
        self.repairs.push((Instant::now() + Duration::from_millis(rng.u64(long)), index, trouble));
    }

    /// Ends the faults whose time is over, or all faults.
    pub fn repair(&mut self, places: &[Place], everything: bool) {
        let now = Instant::now();
        let due: Vec<_> = self.repairs.extract_if(.., |(at, ..)| everything || *at <= now).collect();
        for (_, index, trouble) in due {
            if trouble == Trouble::Occupied {
                self.occupying.retain(|(occupied, _)| *occupied != index);
            }
            end(trouble, &places[index]);
        }
    }
}

fn pick_trouble(rng: &mut Rng) -> Trouble {
    let after = rng.usize(1..500);
    match rng.u8(..14) {
        0 | 1 => Trouble::PaperOut { after },
        2 => Trouble::CoverOpen,
        3 => Trouble::KnifeStuck,
        4 => Trouble::Refusing,
        5 => Trouble::SwitchedOff,
        6 => Trouble::Stalled { after },
        7..=9 => Trouble::Dropped { after },
        10 => Trouble::LateAnswers { ms: rng.u64(1..300) },
        11 => Trouble::NearEnd,
        12 => Trouble::Occupied,
        _ => Trouble::LostAnswers { count: rng.usize(1..4) },
    }
}

fn end(trouble: Trouble, place: &Place) {
    let printer = &place.printer;
    match trouble {
        Trouble::PaperOut { .. } => printer.new_roll(),
        Trouble::CoverOpen => printer.open_cover(false),
        Trouble::KnifeStuck => printer.break_knife(false),
        Trouble::Refusing => printer.refuse(false),
        Trouble::SwitchedOff => {
            printer.power_cycle();
            printer.refuse(false);
        }
        Trouble::Stalled { .. } => printer.unstall(),
        // The fault has already happened, or it will happen with a later ticket.
        Trouble::Dropped { .. } | Trouble::LostAnswers { .. } | Trouble::Occupied => {}
        Trouble::NearEnd => printer.near_end(false),
        Trouble::LateAnswers { .. } => printer.answer_after(Duration::ZERO),
    }
}

/// Chooses a random fault that does not concern a printer.
pub fn pick_accident(rng: &mut Rng) -> Accident {
    match rng.u8(..16) {
        0..=2 => Accident::Killed,
        3..=5 => Accident::PowerCut,
        6 => Accident::ClockJump { ms: rng.i64(-7_200_000..7_200_000) },
        7 => Accident::ClockJump { ms: rng.i64(-3_000..3_000) },
        8 | 9 => Accident::Disconnected,
        10 | 11 => Accident::LostAcks { count: rng.usize(1..4) },
        12 => Accident::LateAcks { ms: rng.u64(1..250) },
        13 => Accident::Renamed { index: rng.usize(..5) },
        14 => Accident::Refused,
        _ => Accident::Forgetful,
    }
}
