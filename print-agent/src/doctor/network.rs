//! Checks the way to the server step by step: name, port or proxy, TLS.

use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::{Finding, Inspection};
use crate::net::{NetError, ServerAccess};

const TIMEOUT: Duration = Duration::from_secs(10);
const SLOW_CONNECTION: Duration = Duration::from_millis(1500);

pub(super) async fn check(inspection: &mut Inspection) -> Vec<Finding> {
    let Some(config) = &inspection.config else {
        return Vec::new();
    };
    let net = match ServerAccess::new(config) {
        Ok(net) => net,
        Err(error) => return vec![network_fault(&error)],
    };
    let begun = Instant::now();
    let stream = match timeout(TIMEOUT, net.connect()).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => return vec![network_fault(&error)],
        Err(_) => return vec![network_fault(&NetError::Silence)],
    };
    let took = begun.elapsed();
    let proxy_text = net.proxy().map_or_else(String::new, |proxy| format!(" por el proxy {proxy}"));
    let text = format!("se llega a {}{proxy_text} en {} ms", net.address().authority(), took.as_millis());
    let mut findings = vec![if took > SLOW_CONNECTION {
        Finding::warning("Red", text, "Es lento: revisa el wifi o usa cable, y mira quién más ocupa la red.")
    } else {
        Finding::good("Red", text)
    }];
    findings.push(match (net.address().is_secure, timeout(TIMEOUT, net.encrypt_connection(stream)).await) {
        (true, Ok(Ok(_))) => Finding::good("Conexión segura", "el certificado del servidor es bueno"),
        (false, _) if is_outside_local_network(&net) => Finding::warning(
            "Conexión segura",
            "la dirección empieza con http://: lo que viaja por internet se puede leer",
            "Usa la dirección https:// del servidor.",
        ),
        (false, _) => Finding::good("Conexión segura", "no hace falta dentro del local"),
        (true, Ok(Err(error))) => Finding::fault("Conexión segura", error.to_string(), error.remedy()),
        (true, Err(_)) => Finding::fault("Conexión segura", NetError::Silence.to_string(), NetError::Silence.remedy()),
    });
    inspection.net = Some(net);
    findings
}

fn network_fault(error: &NetError) -> Finding {
    Finding::fault("Red", error.to_string(), error.remedy())
}

/// Whether the server is outside the restaurant: its host is neither a private address nor a name of the local network.
fn is_outside_local_network(net: &ServerAccess) -> bool {
    use std::net::IpAddr;
    let host = &net.address().host;
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(ip)) => !(ip.is_private() || ip.is_loopback() || ip.is_link_local()),
        Ok(IpAddr::V6(ip)) => !(ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local()),
        Err(_) => host.contains('.') && !host.ends_with(".local") && !host.ends_with(".lan"),
    }
}
