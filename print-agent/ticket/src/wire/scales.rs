//! Scales: their description, the wish to see their weight, and what they weigh.
//!
//! A scale belongs to the set-up of the agent's machine and is known by its name. A lost message costs one reading, so none of them is
//! acknowledged.

use serde::{Deserialize, Serialize};

/// The longest time that one [`WatchScale`] lasts.
pub const MAX_WATCH_SECONDS: u32 = 120;

/// A scale of an agent, as the agent describes it in [`super::AgentAuth::scales`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScaleInfo {
    /// The name that the technician gave it, unique at its agent.
    pub name: String,
    /// The protocol that it speaks: `toledo`, `toledo-continuo`, `cas`, `epelsa`, `dibal`, `generico`.
    pub protocol: String,
    /// The serial port with its settings, for instance `COM3:9600,8N1`.
    pub address: String,
}

/// The body of `watch_scale`: somebody looks at the weight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchScale {
    /// The name of the scale.
    pub scale: String,
    /// The time for which the agent reports readings, at most [`MAX_WATCH_SECONDS`]. The next message for this scale renews it, and 0 ends
    /// it at once.
    pub seconds: u32,
}

/// The body of `scale_reading`: what a scale shows at this moment. It comes when the reading has changed, and otherwise every two seconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScaleReading {
    /// The name of the scale.
    pub scale: String,
    /// The weight on the scale's display in grams, below zero too. It is missing where the scale tells none: several kinds tell no weight
    /// while it moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grams: Option<i64>,
    /// The state of the scale. Only a STABLE weight may be sold.
    pub state: ScaleState,
    /// Whether the scale itself has subtracted a tare from the weight.
    #[serde(default, skip_serializing_if = "is_false")]
    pub net: bool,
    /// The tare in grams that the scale has subtracted, where it tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tare_grams: Option<i64>,
    /// The reason, where the state is ERROR.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<ScaleTrouble>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this form")]
fn is_false(value: &bool) -> bool {
    !value
}

/// The state of a scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ScaleState {
    /// The weight stands still.
    Stable,
    /// The weight still changes.
    Moving,
    /// There is more on the scale than it can weigh.
    Overload,
    /// There is no weight, for the reason in [`ScaleReading::trouble`].
    Error,
}

/// The reason why a scale tells no weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ScaleTrouble {
    /// The port is missing or in use, or nothing comes from it.
    Offline,
    /// Data come that are not of the protocol in the set-up: another protocol, or another speed of the port.
    Unreadable,
    /// The scale is below zero: its plate was taken off, or it has to be zeroed.
    BelowZero,
    /// The scale weighs in pounds or in another unit than kilograms and grams.
    WrongUnit,
    /// The scale reports a fault of its own.
    Fault,
    /// The agent has no scale of this name.
    Unknown,
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::{ScaleReading, ScaleState, ScaleTrouble, WatchScale};

    #[test]
    fn messages_have_their_documented_form() {
        let reading = ScaleReading {
            scale: "Barra fría".into(),
            grams: Some(850),
            state: ScaleState::Stable,
            net: false,
            tare_grams: None,
            trouble: None,
        };
        let plain = json!({"scale": "Barra fría", "grams": 850, "state": "STABLE"});
        assert_eq!(to_value(&reading).expect("is JSON"), plain);
        assert_eq!(from_value::<ScaleReading>(plain).expect("parses"), reading);
        let net = ScaleReading { net: true, tare_grams: Some(120), ..reading.clone() };
        let json = json!({"scale": "Barra fría", "grams": 850, "state": "STABLE", "net": true, "tare_grams": 120});
        assert_eq!(to_value(net).expect("is JSON"), json);
        let trouble = Some(ScaleTrouble::BelowZero);
        let error = ScaleReading { grams: None, state: ScaleState::Error, trouble, ..reading };
        let json = json!({"scale": "Barra fría", "state": "ERROR", "trouble": "BELOW_ZERO"});
        assert_eq!(to_value(error).expect("is JSON"), json);
        let watch = from_value::<WatchScale>(json!({"scale": "Barra fría", "seconds": 30})).expect("parses");
        assert_eq!((watch.scale.as_str(), watch.seconds), ("Barra fría", 30));
    }
}
