//! What goes wrong, and when it is well again.

use std::{collections::VecDeque, time::Duration};

use fastrand::Rng;
use tokio::time::Instant;

use crate::world::Place;

/// What can happen. Each has an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    PaperOut { after: usize },
    CoverOpen,
    KnifeStuck,
    Refusing,
    SwitchedOff,
    Stalled { after: usize },
    Dropped { after: usize },
    LateAnswers { ms: u64 },
    LostAnswers { count: usize },
}

/// What happens to the agent, its machine and the way to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accident {
    Killed,
    PowerCut,
    ClockJump { ms: i64 },
    Disconnected,
    LostAcks { count: usize },
    LateAcks { ms: u64 },
    Forgetful,
}

/// Those under way, and the latest ones for whoever has to understand a failure.
#[derive(Debug, Default)]
pub struct Troubles {
    mends: Vec<(Instant, usize, Trouble)>,
    story: VecDeque<String>,
    pub count: usize,
}

impl Troubles {
    pub fn note(&mut self, what: String) {
        self.count += 1;
        self.story.push_back(what);
        if self.story.len() > 40 {
            self.story.pop_front();
        }
    }

    pub fn story(&self) -> String {
        self.story.iter().map(|line| format!("  {line}\n")).collect()
    }

    /// Something goes wrong with a printer.
    pub fn befall(&mut self, index: usize, place: &Place, rng: &mut Rng) {
        let trouble = pick(rng);
        // Nobody can say what a printer without answers had in it when it was switched off: that is what L0 means.
        if trouble == Trouble::SwitchedOff && !place.abilities.consumed {
            return;
        }
        self.note(format!("{}: {trouble:?}", place.name));
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
        }
        let long = if rng.u8(..10) == 0 { 600..900 } else { 20..200 };
        self.mends.push((Instant::now() + Duration::from_millis(rng.u64(long)), index, trouble));
    }

    /// Ends what is over by now, or everything.
    pub fn mend(&mut self, places: &[Place], everything: bool) {
        let now = Instant::now();
        let due: Vec<_> = self.mends.extract_if(.., |(at, ..)| everything || *at <= now).collect();
        for (_, index, trouble) in due {
            end(trouble, &places[index]);
        }
    }
}

fn pick(rng: &mut Rng) -> Trouble {
    let after = rng.usize(1..500);
    match rng.u8(..12) {
        0 | 1 => Trouble::PaperOut { after },
        2 => Trouble::CoverOpen,
        3 => Trouble::KnifeStuck,
        4 => Trouble::Refusing,
        5 => Trouble::SwitchedOff,
        6 => Trouble::Stalled { after },
        7..=9 => Trouble::Dropped { after },
        10 => Trouble::LateAnswers { ms: rng.u64(1..300) },
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
        // Either it has broken by now, or it breaks a later ticket.
        Trouble::Dropped { .. } | Trouble::LostAnswers { .. } => {}
        Trouble::LateAnswers { .. } => printer.answer_after(Duration::ZERO),
    }
}

/// What happens next to everything but printers.
pub fn accident(rng: &mut Rng) -> Accident {
    match rng.u8(..14) {
        0..=2 => Accident::Killed,
        3..=5 => Accident::PowerCut,
        6 => Accident::ClockJump { ms: rng.i64(-7_200_000..7_200_000) },
        7 => Accident::ClockJump { ms: rng.i64(-3_000..3_000) },
        8 | 9 => Accident::Disconnected,
        10 | 11 => Accident::LostAcks { count: rng.usize(1..4) },
        12 => Accident::LateAcks { ms: rng.u64(1..250) },
        _ => Accident::Forgetful,
    }
}
