//! Checks the reverse proxy: it must pass on the client's address, and must not pass on addresses that clients claim.

use super::Finding;
use comanda_base::config::Config;
use serde::Deserialize;
use std::{net::IpAddr, time::Duration};
use ureq::Agent;

const TIMEOUT: Duration = Duration::from_secs(5);
/// A documentation address (RFC 5737), which a client might pretend to have.
const FORGED_ADDRESS: &str = "203.0.113.77";
const ADVICE: &str = "Que el proxy agregue la dirección que él ve: en nginx proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; \
                    Caddy lo hace solo.";

#[derive(Debug, Deserialize)]
struct Health {
    from: IpAddr,
}

/// Calls the public address with a forged client address. Returns `None` if none is configured or nobody answers there.
pub(super) async fn check_proxy(config: &Config) -> Option<Finding> {
    let url = format!("{}/healthz", config.public_url.as_ref()?.trim_end_matches('/'));
    let reading = tokio::task::spawn_blocking(move || {
        let agent = Agent::new_with_config(Agent::config_builder().timeout_global(Some(TIMEOUT)).build());
        agent.get(&url).header("x-forwarded-for", FORGED_ADDRESS).call().ok()?.body_mut().read_to_string().ok()
    });
    let health: Health = serde_json::from_str(&reading.await.ok()??).ok()?;
    let is_proxy = config.network.trusted_proxies.iter().any(|net| net.contains(&health.from));
    Some(proxy_finding(health.from, is_proxy))
}

fn proxy_finding(from: IpAddr, is_proxy: bool) -> Finding {
    const CHECK: &str = "proxy";
    if from.to_string() == FORGED_ADDRESS {
        let text = "El proxy entrega X-Forwarded-For tal como le llega: cualquiera se hace pasar por otra dirección, y los límites no frenan a nadie.";
        Finding::broken(CHECK, text, ADVICE)
    } else if is_proxy {
        let text = format!("El proxy no dice por quién pregunta: todos llegan desde {from} y comparten sus límites.");
        Finding::warning(CHECK, text, ADVICE)
    } else {
        Finding::good(CHECK, format!("A quien pregunta por la dirección pública se lo conoce por {from}."))
    }
}
