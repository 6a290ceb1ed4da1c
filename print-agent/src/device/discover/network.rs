//! Knocking on port 9100 of every address of a range.

use std::{net::Ipv4Addr, time::Duration};

use comanda_ticket::wire::{Address, DEFAULT_PORT, NetworkAddress};
use futures::{StreamExt, stream};
use tokio::{
    net::TcpStream,
    time::{Instant, sleep_until, timeout},
};

use super::{Evidence, Found, Range};
use crate::{
    config::Timing,
    device::{Info, Printer},
};

/// Knocks under way at once: small routers lose track of many more.
const AT_ONCE: usize = 64;
/// Between the beginnings of two knocks: 100 a second.
const APART: Duration = Duration::from_millis(10);
/// For a host to open its door. A printer on Wi-Fi that sleeps needs most of a second.
const KNOCK: Duration = Duration::from_millis(1200);

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Addresses that were asked.
    pub asked: u32,
    /// Of how many.
    pub total: u32,
    /// Where something listens.
    pub found: u32,
}

/// All hosts of a range that listen on port 9100, in the order of their addresses; takes about three seconds for 254.
///
/// With `ask`, each is asked whether it is a receipt printer and what it is called. Office printers listen on the same
/// port and may print a page with three strange characters then: ask only when nobody minds.
pub async fn network(range: Range, ask: bool, mut progress: impl FnMut(Progress)) -> Vec<Found> {
    let begun = Instant::now();
    let knocks = range.hosts().zip(0_u32..).map(|(host, turn)| async move {
        sleep_until(begun + APART * turn).await;
        look_behind(host, ask).await
    });
    let mut knocks = stream::iter(knocks).buffer_unordered(AT_ONCE);
    let mut state = Progress { asked: 0, total: range.count(), found: 0 };
    let mut found = Vec::new();
    progress(state);
    while let Some(behind) = knocks.next().await {
        state.asked += 1;
        if let Some(behind) = behind {
            state.found += 1;
            found.push(behind);
        }
        progress(state);
    }
    found.sort_by_key(|(host, _)| *host);
    found.into_iter().map(|(_, found)| found).collect()
}

async fn look_behind(host: Ipv4Addr, ask: bool) -> Option<(Ipv4Addr, Found)> {
    let connection = timeout(KNOCK, TcpStream::connect((host, DEFAULT_PORT))).await.ok()?.ok()?;
    drop(connection);
    let address = Address::Network(NetworkAddress { host: host.to_string(), port: DEFAULT_PORT });
    let found = if ask { identify(address).await } else { Found::new(address, "", Evidence::Port) };
    Some((host, found))
}

/// Asks what is behind an address whether it is a receipt printer, and for its maker and model.
pub async fn identify(address: Address) -> Found {
    let timing = Timing { answer_ms: 500, connect_ms: 1500, ..Timing::default() };
    let mut printer = Printer::new(address.clone(), timing, None, None, 0);
    let answers = printer.contact().await.is_ok_and(|contact| contact.capability.is_none_or(|known| known.live_status));
    if !answers {
        return Found::new(address, "", Evidence::Port);
    }
    let mut names = Vec::new();
    if printer.level() > comanda_ticket::wire::Level::L0 {
        for what in [Info::Maker, Info::Model] {
            names.extend(printer.info(what).await.ok().flatten());
        }
    }
    Found::new(address, names.join(" "), Evidence::Answered)
}
