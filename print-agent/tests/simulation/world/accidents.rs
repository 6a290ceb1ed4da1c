//! Causes and ends the faults of the simulated world.

use comanda_ticket::wire::Level;
use tokio::time::{Duration, Instant};

use super::{World, timing};
use crate::{
    life::Life,
    support::agent::config,
    trouble::{Accident, pick_accident},
};

impl World {
    pub(super) fn end_faults(&mut self, all: bool) {
        self.troubles.repair(&self.places, all);
        let now = Instant::now();
        if all || self.server_recovers_at <= now {
            self.server.change(|data| {
                (data.forgetful, data.refuse, data.ack_delay) = (false, false, Duration::ZERO);
                data.lose_acks = if all { 0 } else { data.lose_acks };
            });
        }
        if self.life.is_none() && (all || self.restart_at <= now) {
            let config = config(&self.server.url, self.state.path(), timing());
            self.life = Some(Life::begin(config, self.clock.clone(), self.rng.fork()));
        }
    }

    pub(super) async fn cause_trouble(&mut self) {
        if self.rng.u8(..self.pace.troubles) == 0 {
            let index = self.rng.usize(..self.places.len());
            let (confirms, at) = (self.levels()[index] > Some(Level::L0), self.elapsed_ms());
            self.troubles.cause(index, &self.places[index], confirms, at, &mut self.rng);
        }
        if self.rng.u8(..self.pace.accidents) == 0 {
            let accident = pick_accident(&mut self.rng);
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
                self.restart_at = now + Duration::from_millis(self.rng.u64(1..150));
            }
            Accident::ClockJump { ms } => self.clock.advance_ms(ms),
            Accident::Disconnected => self.server.disconnect().await,
            Accident::LostAcks { count } => self.server.change(|data| data.lose_acks = count),
            Accident::LateAcks { ms } => {
                self.server.change(|data| data.ack_delay = Duration::from_millis(ms));
                self.server_recovers_at = now + Duration::from_millis(300);
            }
            Accident::Forgetful => {
                self.server.change(|data| data.forgetful = true);
                self.server_recovers_at = now + Duration::from_millis(200);
            }
            Accident::Renamed { index } => {
                self.setups[index].name.push('I');
                self.setups[index].name = self.setups[index].name.replace("IIII", "");
                self.server.set_printers(self.setups.clone()).await;
            }
            Accident::Refused => {
                self.server.change(|data| data.refuse = true);
                self.server.disconnect().await;
                self.server_recovers_at = now + Duration::from_millis(200);
            }
        }
    }
}
