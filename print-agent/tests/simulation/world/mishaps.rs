//! What goes wrong in the world, and what is mended again.

use comanda_ticket::wire::Level;
use tokio::time::{Duration, Instant};

use super::{World, timing};
use crate::{
    life::Life,
    support::agent::config,
    trouble::{Accident, accident},
};

impl World {
    pub(super) fn mend(&mut self, everything: bool) {
        self.troubles.mend(&self.places, everything);
        let now = Instant::now();
        if everything || self.server_well_at <= now {
            self.server.change(|kept| {
                (kept.forgetful, kept.refuse, kept.late_acks) = (false, false, Duration::ZERO);
                kept.lose_acks = if everything { 0 } else { kept.lose_acks };
            });
        }
        if self.life.is_none() && (everything || self.back_at <= now) {
            let config = config(&self.server.url, self.state.path(), timing());
            self.life = Some(Life::begin(config, self.clock.clone(), self.rng.fork()));
        }
    }

    pub(super) async fn cause_trouble(&mut self) {
        if self.rng.u8(..self.pace.troubles) == 0 {
            let index = self.rng.usize(..self.places.len());
            let (confirms, at) = (self.levels()[index] > Some(Level::L0), self.elapsed_ms());
            self.troubles.befall(index, &self.places[index], confirms, at, &mut self.rng);
        }
        if self.rng.u8(..self.pace.accidents) == 0 {
            let accident = accident(&mut self.rng);
            self.troubles.note(format!("{:>6} ms: {accident:?}", self.elapsed_ms()));
            self.cause(accident).await;
        }
    }

    async fn cause(&mut self, accident: Accident) {
        let now = Instant::now();
        match accident {
            Accident::Killed | Accident::PowerCut => {
                if let Some(life) = self.life.take() {
                    match accident {
                        Accident::Killed => life.kill().await,
                        _ => life.cut_power(self.state.path(), &mut self.rng).await,
                    }
                }
                self.back_at = now + Duration::from_millis(self.rng.u64(1..150));
            }
            Accident::ClockJump { ms } => self.clock.advance_ms(ms),
            Accident::Disconnected => self.server.disconnect().await,
            Accident::LostAcks { count } => self.server.change(|kept| kept.lose_acks = count),
            Accident::LateAcks { ms } => {
                self.server.change(|kept| kept.late_acks = Duration::from_millis(ms));
                self.server_well_at = now + Duration::from_millis(300);
            }
            Accident::Forgetful => {
                self.server.change(|kept| kept.forgetful = true);
                self.server_well_at = now + Duration::from_millis(200);
            }
            Accident::Renamed { index } => {
                self.setups[index].name.push('I');
                self.setups[index].name = self.setups[index].name.replace("IIII", "");
                self.server.set_printers(self.setups.clone()).await;
            }
            Accident::Refused => {
                self.server.change(|kept| kept.refuse = true);
                self.server.disconnect().await;
                self.server_well_at = now + Duration::from_millis(200);
            }
        }
    }
}
