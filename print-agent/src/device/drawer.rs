//! The state of the cash drawer. The level at which its contact means open depends on the wiring.
//!
//! Without a drawer the contact always has the same level. Therefore the state is unknown until a pulse has changed the level: the new
//! level means open.

use std::time::Duration;

use comanda_ticket::wire::DrawerState;
use tokio::time::Instant;

/// The time within which a drawer opens after its pulse; a later change is not caused by the pulse.
const OPENING_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub(super) struct Drawer {
    /// The level of the contact.
    level: Option<bool>,
    /// The level that means open.
    open_level: Option<bool>,
    /// The time of the last pulse, and the level before it.
    pulsed: Option<(Instant, bool)>,
}

impl Drawer {
    /// Takes a reading of the contact.
    pub(super) fn update_contact(&mut self, level: bool) {
        if let Some((_, before)) = self.pulsed.filter(|(at, _)| at.elapsed() <= OPENING_TIMEOUT)
            && before != level
        {
            (self.open_level, self.pulsed) = (Some(level), None);
        }
        self.level = Some(level);
    }

    /// Notes that a pulse was sent to the drawer.
    pub(super) fn record_pulse(&mut self) {
        self.pulsed = self.level.map(|level| (Instant::now(), level));
    }

    /// Whether the drawer may be opening after a pulse.
    pub(super) fn may_be_opening(&self) -> bool {
        self.pulsed.is_some_and(|(at, _)| at.elapsed() <= OPENING_TIMEOUT)
    }

    /// The state of the drawer, or `None` while unknown.
    pub(super) fn state(&self) -> Option<DrawerState> {
        let open = self.level? == self.open_level?;
        Some(if open { DrawerState::Open } else { DrawerState::Closed })
    }
}

#[cfg(test)]
mod tests {
    use super::{Drawer, DrawerState};

    #[test]
    fn the_first_pulse_teaches_the_level_of_open() {
        for open in [true, false] {
            let mut drawer = Drawer::default();
            drawer.update_contact(!open);
            assert_eq!(drawer.state(), None);
            drawer.record_pulse();
            drawer.update_contact(open);
            assert_eq!(drawer.state(), Some(DrawerState::Open));
            drawer.update_contact(!open);
            assert_eq!(drawer.state(), Some(DrawerState::Closed));
        }
    }

    #[test]
    fn without_a_drawer_the_state_stays_unknown() {
        let mut drawer = Drawer::default();
        drawer.update_contact(true);
        drawer.record_pulse();
        drawer.update_contact(true);
        assert_eq!(drawer.state(), None);
    }
}
