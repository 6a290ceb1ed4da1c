//! The cash drawer, whose contact shows open by one level or the other, as it was wired.
//!
//! Without a drawer the contact always shows the same level. So its state is unknown until a pulse has changed it: what
//! it shows then is open.

use std::time::Duration;

use comanda_ticket::wire::DrawerState;
use tokio::time::Instant;

/// A drawer that has not moved by then does not belong to the pulse.
const OPENS_WITHIN: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub(super) struct Drawer {
    /// What the contact shows.
    level: Option<bool>,
    /// What it shows when the drawer is open.
    open_level: Option<bool>,
    pulsed: Option<(Instant, bool)>,
}

impl Drawer {
    /// The contact was read.
    pub(super) fn seen(&mut self, level: bool) {
        if let Some((_, before)) = self.pulsed.filter(|(at, _)| at.elapsed() <= OPENS_WITHIN)
            && before != level
        {
            (self.open_level, self.pulsed) = (Some(level), None);
        }
        self.level = Some(level);
    }

    /// A pulse was sent to the drawer.
    pub(super) fn pulsed(&mut self) {
        self.pulsed = self.level.map(|level| (Instant::now(), level));
    }

    /// Whether the next look may find it opened.
    pub(super) fn may_be_opening(&self) -> bool {
        self.pulsed.is_some_and(|(at, _)| at.elapsed() <= OPENS_WITHIN)
    }

    /// None: not known.
    pub(super) fn state(&self) -> Option<DrawerState> {
        let open = self.level? == self.open_level?;
        Some(if open { DrawerState::Open } else { DrawerState::Closed })
    }
}

#[cfg(test)]
mod tests {
    use super::{Drawer, DrawerState};

    #[test]
    fn learns_from_the_first_pulse_what_open_looks_like() {
        for open in [true, false] {
            let mut drawer = Drawer::default();
            drawer.seen(!open);
            assert_eq!(drawer.state(), None);
            drawer.pulsed();
            drawer.seen(open);
            assert_eq!(drawer.state(), Some(DrawerState::Open));
            drawer.seen(!open);
            assert_eq!(drawer.state(), Some(DrawerState::Closed));
        }
    }

    #[test]
    fn says_nothing_where_no_drawer_moves() {
        let mut drawer = Drawer::default();
        drawer.seen(true);
        drawer.pulsed();
        drawer.seen(true);
        assert_eq!(drawer.state(), None);
    }
}
