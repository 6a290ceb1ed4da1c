//! Finds network printers that announce themselves by mDNS, which better ones do.

use std::{io, time::Duration};

use comanda_ticket::wire::{Address, NetworkAddress};
use mdns_sd::{ResolvedService, ServiceDaemon, ServiceEvent};
use tokio::time::{Instant, timeout_at};

use super::{Evidence, FoundPrinter};

/// The standard's name of the service for raw bytes on port 9100.
const RAW_PRINTING: &str = "_pdl-datastream._tcp.local.";

/// Returns all printers that announce themselves within `wait`; three seconds are enough. An announcement is not proof: office printers
/// send them too.
///
/// # Errors
/// Returns an error if this machine has no network.
pub async fn announced_printers(wait: Duration) -> io::Result<Vec<FoundPrinter>> {
    let daemon = ServiceDaemon::new().map_err(io::Error::other)?;
    let events = daemon.browse(RAW_PRINTING).map_err(io::Error::other)?;
    let deadline = Instant::now() + wait;
    let mut found: Vec<FoundPrinter> = Vec::new();
    while let Ok(Ok(event)) = timeout_at(deadline, events.recv_async()).await {
        if let ServiceEvent::ServiceResolved(service) = event {
            for printer in printers(&service) {
                if !found.iter().any(|known| known.address == printer.address) {
                    found.push(printer);
                }
            }
        }
    }
    // The daemon ends by itself; there is no need to wait for it.
    let _ = daemon.shutdown();
    found.sort_by_key(|printer| printer.address.to_string());
    Ok(found)
}

fn printers(service: &ResolvedService) -> impl Iterator<Item = FoundPrinter> {
    let named = service.fullname.strip_suffix(RAW_PRINTING).map_or("", |name| name.trim_end_matches('.'));
    let port = service.port;
    let description = named.to_owned();
    service.get_addresses_v4().into_iter().map(move |host| {
        let address = Address::Network(NetworkAddress { host: host.to_string(), port });
        FoundPrinter::new(address, description.clone(), Evidence::Listed)
    })
}
