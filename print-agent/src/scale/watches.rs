//! The scales that somebody looks at. A port is open only meanwhile: other programs on the machine may want it.

use comanda_ticket::wire::{MAX_WATCH_SECONDS, ScaleInfo, ScaleReading, ScaleTrouble, WatchScale};
use futures::future::join_all;
use tokio::{
    sync::{mpsc, watch},
    time::{Duration, Instant, sleep_until},
};

use super::{Reading, read_scale};
use crate::config::ScaleConfig;

/// The scales of this machine, and until when each is watched.
#[derive(Debug)]
pub struct Watches(Vec<Watched>);

#[derive(Debug)]
struct Watched {
    scale: ScaleConfig,
    until: watch::Sender<Instant>,
}

impl Watches {
    /// Creates the scales of the set-up, which nobody watches yet.
    #[must_use]
    pub fn new(scales: Vec<ScaleConfig>) -> Self {
        let watched = |scale| Watched { scale, until: watch::Sender::new(Instant::now()) };
        Self(scales.into_iter().map(watched).collect())
    }

    /// The description for the server.
    #[must_use]
    pub fn describe(&self) -> Vec<ScaleInfo> {
        let info = |Watched { scale, .. }: &Watched| ScaleInfo {
            name: scale.name.clone(),
            protocol: scale.protocol.word().to_owned(),
            address: scale.serial_address().map_or_else(|_| scale.address.clone(), |address| address.to_string()),
        };
        self.0.iter().map(info).collect()
    }

    /// Watches a scale for the time in the message, from now on. Returns the answer at once if there is no such scale.
    pub fn watch(&self, message: &WatchScale) -> Option<ScaleReading> {
        let Some(watched) = self.0.iter().find(|watched| watched.scale.name == message.scale) else {
            return Some(Reading::trouble(ScaleTrouble::Unknown).report(&message.scale));
        };
        let time = Duration::from_secs(message.seconds.min(MAX_WATCH_SECONDS).into());
        watched.until.send_replace(Instant::now() + time);
        None
    }

    /// Reads the scales while they are watched, and sends what they show to `reports`. Never ends.
    pub async fn run(&self, reports: mpsc::Sender<ScaleReading>) {
        join_all(self.0.iter().map(|watched| watched.run(&reports))).await;
        std::future::pending().await
    }
}

impl Watched {
    async fn run(&self, reports: &mpsc::Sender<ScaleReading>) {
        let mut until = self.until.subscribe();
        while until.wait_for(|until| *until > Instant::now()).await.is_ok() {
            tracing::debug!(scale = %self.scale.name, "the scale is watched");
            tokio::select! {
                biased;
                () = wait_for_end(&mut until) => {}
                () = read_scale(&self.scale, reports) => {}
            }
            tracing::debug!(scale = %self.scale.name, "nobody watches the scale any more");
        }
    }
}

/// Completes when the time is over, however often it was renewed.
async fn wait_for_end(until: &mut watch::Receiver<Instant>) {
    loop {
        let end = *until.borrow_and_update();
        tokio::select! {
            () = sleep_until(end) => return,
            changed = until.changed() => if changed.is_err() { return },
        }
    }
}

#[cfg(test)]
mod tests {
    use comanda_ticket::wire::{ScaleReading, ScaleTrouble, WatchScale};
    use tokio::{
        sync::mpsc,
        time::{Duration, Instant, timeout},
    };

    use super::Watches;
    use crate::config::{ScaleConfig, ScaleProtocol};

    fn watch(scale: &str, seconds: u32) -> WatchScale {
        WatchScale { scale: scale.into(), seconds }
    }

    /// The scale has no port, so that every report says so, once in two seconds.
    fn scale() -> Watches {
        let (name, address) = ("CAJA".into(), "/dev/no-such-port".into());
        Watches::new(vec![ScaleConfig { name, address, protocol: ScaleProtocol::Cas }])
    }

    /// Returns the seconds from now to the last report.
    async fn last_report(reports: &mut mpsc::Receiver<ScaleReading>) -> u64 {
        let (begun, mut last) = (Instant::now(), Instant::now());
        while let Ok(Some(reading)) = timeout(Duration::from_secs(600), reports.recv()).await {
            assert_eq!((reading.scale.as_str(), reading.trouble), ("CAJA", Some(ScaleTrouble::Offline)));
            last = Instant::now();
        }
        (last - begun).as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn a_watch_ends_by_itself_and_can_be_renewed() {
        let scales = scale();
        let (sender, mut reports) = mpsc::channel(1);
        let look = async {
            assert_eq!(last_report(&mut reports).await, 0, "nobody watches");
            assert_eq!(scales.watch(&watch("CAJA", 11)), None);
            assert!((9..=11).contains(&last_report(&mut reports).await));
            scales.watch(&watch("CAJA", 5));
            scales.watch(&watch("CAJA", 31));
            assert!((29..=31).contains(&last_report(&mut reports).await), "the second message renews the first");
            scales.watch(&watch("CAJA", u32::MAX));
            assert!((118..=120).contains(&last_report(&mut reports).await), "nobody watches for ever");
            scales.watch(&watch("CAJA", 60));
            scales.watch(&watch("CAJA", 0));
            assert_eq!(last_report(&mut reports).await, 0, "the watch is ended");
        };
        tokio::select! {
            () = look => {}
            () = scales.run(sender) => {}
        }
    }

    #[test]
    fn a_scale_that_does_not_exist_is_answered_at_once() {
        let answer = scale().watch(&watch("BARRA", 30)).expect("an answer");
        assert_eq!((answer.scale.as_str(), answer.trouble), ("BARRA", Some(ScaleTrouble::Unknown)));
    }
}
