//! Finds network printers by trying port 9100 of every address in a range.

use std::{net::Ipv4Addr, time::Duration};

use comanda_ticket::wire::{Address, DEFAULT_PORT, NetworkAddress};
use futures::{StreamExt, stream};
use tokio::{
    net::TcpStream,
    time::{Instant, sleep_until, timeout},
};

use super::{Evidence, FoundPrinter, Range};
use crate::{
    config::Timing,
    device::{Printer, PrinterInfo},
};

/// The maximum number of connection attempts at once: small routers cannot handle many more.
const MAX_CONCURRENT: usize = 64;
/// The time between the beginnings of two attempts: 100 a second.
const START_INTERVAL: Duration = Duration::from_millis(10);
/// The time limit for a host to accept. A sleeping printer on Wi-Fi needs most of a second.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(1200);

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The addresses that were tried.
    pub probed: u32,
    /// The number of all addresses.
    pub total: u32,
    /// The number of hosts that listen on the port.
    pub found: u32,
}

/// Returns all hosts of a range that listen on port 9100, in the order of their addresses; takes about three seconds for 254.
///
/// With `ask`, each host is queried for whether it is a receipt printer, and for its maker and model. Office printers listen on the same
/// port and may then print a page with three strange characters, so ask only when that is acceptable.
pub async fn network_printers(range: Range, ask: bool, mut progress: impl FnMut(Progress)) -> Vec<FoundPrinter> {
    let begun = Instant::now();
    let checks = range.hosts().zip(0_u32..).map(|(host, turn)| async move {
        sleep_until(begun + START_INTERVAL * turn).await;
        check_host(host, ask).await
    });
    let mut checks = stream::iter(checks).buffer_unordered(MAX_CONCURRENT);
    let mut state = Progress { probed: 0, total: range.count(), found: 0 };
    let mut found = Vec::new();
    progress(state);
    while let Some(printer) = checks.next().await {
        state.probed += 1;
        if let Some(printer) = printer {
            state.found += 1;
            found.push(printer);
        }
        progress(state);
    }
    found.sort_by_key(|(host, _)| *host);
    found.into_iter().map(|(_, found)| found).collect()
}

async fn check_host(host: Ipv4Addr, ask: bool) -> Option<(Ipv4Addr, FoundPrinter)> {
    let connection = timeout(CONNECT_TIMEOUT, TcpStream::connect((host, DEFAULT_PORT))).await.ok()?.ok()?;
    drop(connection);
    let address = Address::Network(NetworkAddress { host: host.to_string(), port: DEFAULT_PORT });
    let found = if ask { identify(address).await } else { FoundPrinter::new(address, "", Evidence::Port) };
    Some((host, found))
}

/// Queries the device at an address for whether it is a receipt printer, and for its maker and model.
pub async fn identify(address: Address) -> FoundPrinter {
    let timing = Timing { answer_ms: 500, connect_ms: 1500, ..Timing::default() };
    let mut printer = Printer::new(address.clone(), timing, None, None, 0);
    let answers = printer.contact().await.is_ok_and(|contact| contact.capability.is_none_or(|known| known.live_status));
    if !answers {
        return FoundPrinter::new(address, "", Evidence::Port);
    }
    let mut names = Vec::new();
    if printer.level() > comanda_ticket::wire::Level::L0 {
        for what in [PrinterInfo::Maker, PrinterInfo::Model] {
            names.extend(printer.info(what).await.ok().flatten());
        }
    }
    FoundPrinter::new(address, names.join(" "), Evidence::Answered)
}
