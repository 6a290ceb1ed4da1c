//! Tests of scales from the serial port to the server, with simulated scales on pseudo terminals.
#![cfg(unix)]

mod support;

use comanda_agent::{
    clock::Clock,
    config::{Config, ScaleConfig, ScaleProtocol},
};
use comanda_fake_printer::{FakeScale, Load, ScaleKind};
use comanda_ticket::wire::{ScaleReading, ScaleState, ScaleTrouble};
use support::{
    agent::{Agent, config, fast_timing},
    server::{Server, ServerData},
    within_time_limit,
};
use tempfile::TempDir;

const NAME: &str = "Barra fría";

struct Counter {
    scale: FakeScale,
    server: Server,
    _agent: Agent,
    _plug: TempDir,
}

impl Counter {
    async fn open(kind: ScaleKind) -> Self {
        let plug = support::folder();
        let scale = FakeScale::start(&plug.path().join("scale"), kind).expect("starts");
        let protocol = ScaleProtocol::ALL.into_iter().find(|protocol| protocol.word() == kind.protocol());
        let protocol = protocol.expect("a protocol of the agent");
        let server = Server::start(Vec::new()).await;
        let state = support::folder();
        let config = Config {
            // A pseudo terminal has eight bits only.
            scales: vec![ScaleConfig { name: NAME.into(), address: format!("{}:9600,8N1", scale.address()), protocol }],
            ..config(&server.url, state.path(), fast_timing())
        };
        let agent = Agent::start_with_config(config, state, Clock::system());
        server.wait_until("the agent is linked", |data| data.pulls > 0).await;
        Self { scale, server, _agent: agent, _plug: plug }
    }

    /// Waits for a reading after those that came before this call.
    async fn wait_for(&self, what: &str, is_it: impl Fn(&ScaleReading) -> bool) -> ScaleReading {
        let before = self.server.data().readings.len();
        let found = |data: &ServerData| data.readings.iter().skip(before).find(|reading| is_it(reading)).cloned();
        self.server.wait_until(what, |data| found(data).is_some()).await;
        found(&self.server.data()).expect("just seen")
    }

    async fn wait_for_stable(&self, grams: i64) {
        let is_it = |reading: &ScaleReading| reading.state == ScaleState::Stable && reading.grams == Some(grams);
        self.wait_for(&format!("{grams} g stand still"), is_it).await;
    }

    async fn wait_for_trouble(&self, trouble: ScaleTrouble) {
        let is_it = |reading: &ScaleReading| reading.trouble == Some(trouble);
        assert_eq!(self.wait_for(&format!("{trouble:?}"), is_it).await.state, ScaleState::Error);
    }
}

#[tokio::test]
async fn the_server_sees_the_weight_of_every_kind_of_scale() {
    let counters = ScaleKind::ALL.map(async |kind| {
        let counter = Counter::open(kind).await;
        counter.server.watch_scale(NAME, 60).await;
        counter.wait_for_stable(0).await;
        counter.scale.put(Load::moving(845));
        let moving = counter.wait_for("it moves", |reading| reading.state == ScaleState::Moving).await;
        assert_eq!(moving.scale, NAME);
        counter.scale.put(Load::stable(850));
        counter.wait_for_stable(850).await;
        let readings = counter.server.data().readings.clone();
        let stable = readings.iter().filter(|reading| reading.state == ScaleState::Stable);
        assert!(stable.clone().all(|reading| matches!(reading.grams, Some(0 | 850))), "{kind:?}: {readings:?}");
        // A scale that speaks by itself is not asked.
        assert_eq!(counter.scale.requests() == 0, kind.speaks_by_itself(), "{kind:?}");
    });
    futures::future::join_all(counters).await;
}

#[tokio::test]
async fn the_agent_describes_its_scales_when_it_links() {
    let counter = Counter::open(ScaleKind::Cas).await;
    let scales = counter.server.data().scales.clone();
    assert_eq!(scales.len(), 1);
    assert_eq!((scales[0].name.as_str(), scales[0].protocol.as_str()), (NAME, "cas"));
    assert_eq!(scales[0].address, format!("{}:9600,8N1", counter.scale.address()));
}

#[tokio::test]
async fn a_pulled_cable_is_told_and_found_again_by_itself() {
    for kind in [ScaleKind::Toledo, ScaleKind::Generic] {
        let counter = Counter::open(kind).await;
        counter.scale.put(Load::stable(850));
        counter.server.watch_scale(NAME, 60).await;
        counter.wait_for_stable(850).await;
        counter.scale.unplug(true);
        counter.wait_for_trouble(ScaleTrouble::Offline).await;
        counter.scale.unplug(false);
        counter.wait_for_stable(850).await;
    }
}

#[tokio::test]
async fn a_scale_that_is_off_is_offline_until_it_is_switched_on() {
    let counter = Counter::open(ScaleKind::Toledo).await;
    counter.scale.switch_off(true);
    counter.server.watch_scale(NAME, 60).await;
    counter.wait_for_trouble(ScaleTrouble::Offline).await;
    counter.scale.switch_off(false);
    counter.wait_for_stable(0).await;
}

#[tokio::test]
async fn data_of_another_protocol_are_told_apart_from_silence() {
    let counter = Counter::open(ScaleKind::Generic).await;
    // Noise inside the line of each frame makes it unreadable.
    counter.scale.disturb(b"#");
    counter.server.watch_scale(NAME, 60).await;
    counter.wait_for_trouble(ScaleTrouble::Unreadable).await;
    assert!(counter.server.data().readings.iter().all(|reading| reading.grams.is_none()));
    counter.scale.disturb(b"");
    counter.wait_for_stable(0).await;
}

#[tokio::test]
async fn overload_and_a_weight_below_zero_are_told() {
    let counter = Counter::open(ScaleKind::Toledo).await;
    counter.server.watch_scale(NAME, 60).await;
    counter.scale.put(Load { overload: true, ..Load::default() });
    let overload = counter.wait_for("overload", |reading| reading.state == ScaleState::Overload).await;
    assert_eq!(overload.grams, None);
    counter.scale.put(Load::stable(-120));
    counter.wait_for_trouble(ScaleTrouble::BelowZero).await;
}

#[tokio::test]
async fn a_reading_that_does_not_change_is_repeated_rarely() {
    let counter = Counter::open(ScaleKind::Generic).await;
    counter.server.watch_scale(NAME, 60).await;
    counter.wait_for_stable(0).await;
    counter.wait_for_stable(0).await;
    // Two seconds have passed, with some forty frames.
    within_time_limit("the frames go on", counter.scale.wait_until(|scale| scale.frames() > 30)).await;
    let readings = counter.server.data().readings.len();
    assert!(readings <= 4, "{readings}");
}

#[tokio::test]
async fn a_scale_is_read_only_while_it_is_watched() {
    let counter = Counter::open(ScaleKind::Toledo).await;
    assert_eq!(counter.scale.requests(), 0);
    counter.server.watch_scale(NAME, 60).await;
    counter.wait_for_stable(0).await;
    counter.server.watch_scale(NAME, 0).await;
    // The agent handles messages in their order: with the answer about the other scale, the watch has ended.
    counter.server.watch_scale("Otra", 60).await;
    counter.wait_for_trouble(ScaleTrouble::Unknown).await;
    counter.scale.put(Load::stable(850));
    let requests = counter.scale.requests();
    counter.server.watch_scale("Otra", 60).await;
    counter.wait_for_trouble(ScaleTrouble::Unknown).await;
    assert!(counter.scale.requests() <= requests + 1);
    assert!(counter.server.data().readings.iter().all(|reading| reading.grams != Some(850)));
    counter.server.watch_scale(NAME, 60).await;
    counter.wait_for_stable(850).await;
}

#[tokio::test]
async fn a_broken_link_does_not_stop_the_scale_for_good() {
    let counter = Counter::open(ScaleKind::Toledo).await;
    counter.server.watch_scale(NAME, 60).await;
    counter.wait_for_stable(0).await;
    let connections = counter.server.data().connections;
    counter.server.disconnect().await;
    counter.server.wait_until("it came back", |data| data.connections > connections).await;
    counter.scale.put(Load::stable(850));
    counter.wait_for_stable(850).await;
}
