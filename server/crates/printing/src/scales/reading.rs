//! Readings on their way from an agent to the tills that watch.

use comanda_base::ids::ScaleId;
use comanda_platform::{
    companies::Company,
    realtime::{Event, EventKind, Realtime, Room, WokenAgents},
};
use comanda_ticket::wire::{ScaleReading, ScaleState};
use serde_json::json;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The least time between two readings of one scale that are passed on. A reading that brings a new state always is.
const PASSED_ON_EVERY: Duration = Duration::from_millis(80);

/// The scales of one connection of an agent.
#[derive(Debug, Clone)]
pub(crate) struct ScaleReports {
    ids: Arc<HashMap<String, ScaleId>>,
    passed_on: Arc<Mutex<HashMap<ScaleId, (Instant, ScaleState)>>>,
}

impl ScaleReports {
    pub(crate) fn new(ids: HashMap<String, ScaleId>) -> Self {
        Self { ids: Arc::new(ids), passed_on: Arc::default() }
    }

    /// Passes a reading on to the tills of the company; one of a scale that the agent has not described is dropped.
    pub(crate) async fn pass_on(&self, realtime: &Realtime, company: &Company, reading: &ScaleReading) {
        let Some(id) = self.ids.get(&reading.scale).copied() else { return };
        if !self.is_due(id, reading.state) {
            return;
        }
        let ids = json!({
            "scale_id": id,
            "grams": reading.grams,
            "state": reading.state,
            "net": reading.net,
            "tare_grams": reading.tare_grams,
            "trouble": reading.trouble,
        });
        let event = Event { room: Room::Scales, kind: EventKind::ScaleReading, ids };
        realtime.publish_events(company, vec![event], WokenAgents::Nobody).await;
    }

    fn is_due(&self, id: ScaleId, state: ScaleState) -> bool {
        let mut passed_on = self.passed_on.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let is_due = passed_on
            .get(&id)
            .is_none_or(|(at, last_state)| *last_state != state || now.duration_since(*at) >= PASSED_ON_EVERY);
        if is_due {
            passed_on.insert(id, (now, state));
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_readings_is_thinned_and_a_new_state_is_not() {
        let reports = ScaleReports::new(HashMap::new());
        let due: Vec<bool> = [ScaleState::Moving, ScaleState::Moving, ScaleState::Stable, ScaleState::Stable]
            .map(|state| reports.is_due(ScaleId(1), state))
            .to_vec();
        assert_eq!(due, [true, false, true, false]);
        assert!(reports.is_due(ScaleId(2), ScaleState::Stable), "each scale by itself");
    }
}
