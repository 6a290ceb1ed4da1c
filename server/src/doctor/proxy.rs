//! The proxy in front: it must say for whom it asks, and not hand on what strangers say of themselves.

use super::Finding;
use comanda_base::config::Config;
use serde::Deserialize;
use std::{net::IpAddr, time::Duration};
use ureq::Agent;

const PATIENCE: Duration = Duration::from_secs(5);
/// An address of nobody (RFC 5737), which a stranger may pretend to have.
const PRETENDED: &str = "203.0.113.77";
const MEND: &str = "Que el proxy agregue la dirección que él ve: en nginx proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; \
                    Caddy lo hace solo.";

#[derive(Debug, Deserialize)]
struct Health {
    from: IpAddr,
}

/// Asks by the public address as a stranger who pretends; where there is none, or nobody answers there, nothing is known.
pub(super) async fn examine(config: &Config) -> Option<Finding> {
    let url = format!("{}/healthz", config.public_url.as_ref()?.trim_end_matches('/'));
    let asked = tokio::task::spawn_blocking(move || {
        let agent = Agent::new_with_config(Agent::config_builder().timeout_global(Some(PATIENCE)).build());
        agent.get(&url).header("x-forwarded-for", PRETENDED).call().ok()?.body_mut().read_to_string().ok()
    });
    let health: Health = serde_json::from_str(&asked.await.ok()??).ok()?;
    let is_proxy = config.network.trusted_proxies.iter().any(|net| net.contains(&health.from));
    Some(found(health.from, is_proxy))
}

fn found(from: IpAddr, is_proxy: bool) -> Finding {
    const CHECK: &str = "proxy";
    if from.to_string() == PRETENDED {
        let text = "El proxy entrega X-Forwarded-For tal como le llega: cualquiera se hace pasar por otra dirección, y los límites no frenan a nadie.";
        Finding::broken(CHECK, text, MEND)
    } else if is_proxy {
        let text = format!("El proxy no dice por quién pregunta: todos llegan desde {from} y comparten sus límites.");
        Finding::warning(CHECK, text, MEND)
    } else {
        Finding::good(CHECK, format!("A quien pregunta por la dirección pública se lo conoce por {from}."))
    }
}
