//! The reading of a scale: its weight and state at one moment.

use comanda_ticket::wire::{ScaleReading, ScaleState, ScaleTrouble};

/// A reading of a scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// The state of the scale.
    pub state: State,
    /// The weight on the display, where the scale tells it.
    pub grams: Option<i64>,
    /// Whether the scale has subtracted a tare from the weight.
    pub net: bool,
    /// The subtracted tare, where the scale tells it.
    pub tare_grams: Option<i64>,
}

/// The state of a scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The weight stands still.
    Stable,
    /// The weight still changes.
    Moving,
    /// There is more on the scale than it can weigh.
    Overload,
    /// There is no weight.
    Trouble(ScaleTrouble),
}

impl Reading {
    /// A gross weight.
    pub(super) const fn weight(grams: i64, is_stable: bool) -> Self {
        let state = if is_stable { State::Stable } else { State::Moving };
        Self { state, grams: Some(grams), net: false, tare_grams: None }
    }

    /// A state without a weight.
    pub(super) const fn without_weight(state: State) -> Self {
        Self { state, grams: None, net: false, tare_grams: None }
    }

    /// A trouble of the scale.
    pub(super) const fn trouble(trouble: ScaleTrouble) -> Self {
        Self::without_weight(State::Trouble(trouble))
    }

    /// The message to the server.
    #[must_use]
    pub fn report(self, scale: &str) -> ScaleReading {
        let (state, trouble) = match self.state {
            State::Stable => (ScaleState::Stable, None),
            State::Moving => (ScaleState::Moving, None),
            State::Overload => (ScaleState::Overload, None),
            State::Trouble(trouble) => (ScaleState::Error, Some(trouble)),
        };
        let Self { grams, net, tare_grams, .. } = self;
        ScaleReading { scale: scale.to_owned(), grams, state, net, tare_grams, trouble }
    }
}
