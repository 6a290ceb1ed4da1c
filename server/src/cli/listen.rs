//! Command-line options of the server's addresses and connections.

use clap::Args;
use comanda::config::parse_network;
use ipnet::IpNet;
use std::{net::SocketAddr, path::PathBuf};

#[derive(Debug, Default, Args)]
pub(super) struct Listen {
    /// Dirección donde escucha (normalmente 127.0.0.1:8080).
    #[arg(long, env = "COMANDA_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// Proxies a los que se cree quién pregunta (X-Forwarded-For): direcciones o redes, separadas por comas; normalmente esta máquina.
    #[arg(long, env = "COMANDA_TRUSTED_PROXIES", value_delimiter = ',', value_parser = parse_network)]
    pub trusted_proxies: Option<Vec<IpNet>>,
    /// Conexiones a la vez, en total.
    #[arg(long, env = "COMANDA_MAX_CONNECTIONS")]
    pub max_connections: Option<usize>,
    /// Conexiones a la vez desde una misma dirección.
    #[arg(long, env = "COMANDA_MAX_CONNECTIONS_PER_ADDRESS")]
    pub max_connections_per_address: Option<usize>,
    /// Dirección con la que otras computadoras llegan al servidor; sin esto, la que usa quien pregunta.
    #[arg(long, env = "COMANDA_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Servidor de hora (NTP) con que se compara el reloj, como time.cloudflare.com; sin esto no se pregunta a ninguno.
    #[arg(long, env = "COMANDA_NTP_SERVER")]
    pub ntp_server: Option<String>,
    /// Dirección aparte donde se leen las métricas (/metrics), normalmente 127.0.0.1:9090; sin esto ni token no hay métricas.
    #[arg(long, env = "COMANDA_METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,
    /// Token con que se leen las métricas, también en la dirección principal; mejor en la variable que en la línea de comandos.
    #[arg(long, env = "COMANDA_METRICS_TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// Empresas con métricas propias (normalmente 200); las de las demás se suman.
    #[arg(long, env = "COMANDA_METRICS_COMPANIES")]
    pub metrics_companies: Option<usize>,
    /// Segundos que sigue atendiendo desde que se le pide parar, para que un proxy note que /readyz ya dice que no (normalmente 0).
    #[arg(long, env = "COMANDA_DRAIN_SECONDS")]
    pub drain_seconds: Option<u64>,
    /// Certificado (PEM) con que atiende por https sin un proxy delante; se vuelve a leer cuando cambia.
    #[arg(long, env = "COMANDA_TLS_CERT")]
    pub tls_cert: Option<PathBuf>,
    /// Clave (PEM) de ese certificado.
    #[arg(long, env = "COMANDA_TLS_KEY")]
    pub tls_key: Option<PathBuf>,
    /// Carpeta de los instaladores del agente (normalmente downloads, junto al programa o en la carpeta de datos).
    #[arg(long, env = "COMANDA_DOWNLOADS")]
    pub downloads: Option<PathBuf>,
}
