//! Checks the machine: the data folder, free disk space, the key of secrets, the port, TLS and metrics.

use super::Finding;
use comanda_base::{
    config::{MetricsConfig, TlsFiles},
    seal::Seals,
};
use comanda_platform::http::tls::Tls;
use std::{net::SocketAddr, path::Path, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

const GIB: u64 = 1024 * 1024 * 1024;
/// The free space below which a busy evening may fill the disk.
const LOW_SPACE: u64 = 5 * GIB;
/// The free space below which the server should not be started.
const CRITICAL_SPACE: u64 = GIB / 2;
const TIMEOUT: Duration = Duration::from_secs(3);

/// Checks the data folder, its disk and the key of secrets in it.
pub(super) fn check_folder(data: &Path) -> Vec<Finding> {
    let folder = data.display();
    if !data.is_dir() {
        let mend = format!("Revisa --data, o crea la carpeta: mkdir -p {folder}");
        return vec![Finding::broken("folder", format!("No hay una carpeta de datos en {folder}."), mend)];
    }
    let writable = match tempfile::NamedTempFile::new_in(data) {
        Ok(_) => Finding::good("folder", format!("La carpeta de datos es {folder} y se puede escribir en ella.")),
        Err(error) => Finding::broken(
            "folder",
            format!("No se puede escribir en {folder}: {error}."),
            format!("Dale la carpeta al usuario que corre el servidor: chown -R comanda {folder}"),
        ),
    };
    [Some(writable), Some(check_disk(data)), key(data), check_key_renewal(data)].into_iter().flatten().collect()
}

fn check_disk(data: &Path) -> Finding {
    let free = match fs4::available_space(data) {
        Ok(free) => free,
        Err(error) => {
            let mend = "Revisa el disco con df -h.";
            return Finding::warning("disk", format!("No se sabe cuánto espacio queda: {error}."), mend);
        }
    };
    let remaining_text = format!("Quedan {} en el disco de los datos.", size_text(free));
    let mend =
        "Libera espacio o agranda el disco: cuando se llena no se puede cobrar. Las copias viejas están en backups/.";
    match free {
        f if f < CRITICAL_SPACE => Finding::broken("disk", remaining_text, mend),
        f if f < LOW_SPACE => Finding::warning("disk", remaining_text, mend),
        _ => Finding::good("disk", remaining_text),
    }
}

/// Returns a size as text: `3.4 GB`, `210 MB`.
fn size_text(bytes: u64) -> String {
    let mib = bytes / (1024 * 1024);
    if mib < 1024 { format!("{mib} MB") } else { format!("{}.{} GB", mib / 1024, mib % 1024 * 10 / 1024) }
}

/// Checks that only its owner can read the key of secrets.
#[cfg(unix)]
fn key(data: &Path) -> Option<Finding> {
    use std::os::unix::fs::PermissionsExt;
    let file = data.join(comanda_base::seal::FILE);
    let mode = std::fs::metadata(&file).ok()?.permissions().mode() & 0o777;
    let key_file = file.display();
    Some(if mode & 0o077 == 0 {
        Finding::good("key", "La clave de los secretos solo la lee su dueño.")
    } else {
        Finding::warning(
            "key",
            format!("Otros pueden leer {key_file} ({mode:o})."),
            format!("Ciérrala: chmod 600 {key_file}"),
        )
    })
}
#[cfg(not(unix))]
fn key(_: &Path) -> Option<Finding> {
    None
}

/// Reports a renewal of the key that was interrupted: every secret can be read, but the old key is still there.
fn check_key_renewal(data: &Path) -> Option<Finding> {
    let seals = Seals::in_folder(data);
    let Ok(keys) = seals.keys() else {
        let mend =
            "Pon otra vez la copia que guardaste de ese archivo, y que lo pueda leer el usuario que corre el servidor.";
        let found = format!("No se puede leer la clave de los secretos en {}.", seals.key_file().display());
        return Some(Finding::broken("key", found, mend));
    };
    let found = "La renovación de la clave de los secretos quedó a medias: la anterior también abre.";
    let mend = "Detén el servidor y ejecuta otra vez: comanda renew-secrets-key";
    (keys.len() > 1).then(|| Finding::warning("key", found, mend))
}

/// Checks whether the server can listen, or does already.
pub(super) async fn check_port(listen: SocketAddr, is_tls: bool) -> Finding {
    match TcpListener::bind(listen).await {
        Ok(_) => Finding::good(
            "port",
            format!("{listen} está libre: el servidor puede escuchar ahí. Ahora no está corriendo."),
        ),
        // A server that speaks TLS does not answer this plain request.
        Err(e) if e.kind() == std::io::ErrorKind::AddrInUse && is_tls => {
            Finding::good("port", format!("{listen} está en uso: ahí responde Comanda por https, si está corriendo."))
        }
        Err(e) if e.kind() == std::io::ErrorKind::AddrInUse => match is_comanda(listen).await {
            true => Finding::good("port", format!("Comanda ya responde en {listen}.")),
            false => Finding::broken(
                "port",
                format!("Otro programa usa {listen}."),
                format!("Ciérralo (ss -ltnp | grep {}) o elige otro puerto con --listen.", listen.port()),
            ),
        },
        Err(e) => Finding::broken(
            "port",
            format!("No se puede escuchar en {listen}: {e}."),
            "Usa una dirección de esta máquina y un puerto desde 1024: --listen 127.0.0.1:8080",
        ),
    }
}

/// Checks whether the certificate is usable, if the server itself speaks TLS.
pub(super) fn check_tls(files: Option<&TlsFiles>) -> Option<Finding> {
    let files = files?;
    Some(match Tls::read_files(files) {
        Ok(_) => Finding::good("tls", format!("El certificado {} y su clave van juntos.", files.cert.display())),
        Err(error) => {
            let mend = "Revisa --tls-cert y --tls-key: el certificado con su cadena, y su clave, en formato PEM.";
            Finding::broken("tls", format!("No se puede atender por https: {error:#}."), mend)
        }
    })
}

/// Checks whether others in the network could read the metrics.
pub(super) fn check_metrics(metrics: &MetricsConfig) -> Option<Finding> {
    let listen = metrics.listen?;
    Some(if metrics.token.is_some() || listen.ip().is_loopback() {
        Finding::good("metrics", format!("Las métricas están en {listen} y no las lee cualquiera."))
    } else {
        Finding::warning(
            "metrics",
            format!("Cualquiera que llegue a {listen} lee las métricas: cuánto se vende y qué empresas hay."),
            "Que escuche solo en esta máquina (--metrics-listen 127.0.0.1:9090) o pon un token en COMANDA_METRICS_TOKEN.",
        )
    })
}

/// Whether the server that listens there is a Comanda.
async fn is_comanda(at: SocketAddr) -> bool {
    let asking = async {
        let mut stream = TcpStream::connect(at).await?;
        stream.write_all(b"GET /api/openapi.json HTTP/1.0\r\nHost: localhost\r\n\r\n").await?;
        let mut answer = Vec::new();
        stream.take(4096).read_to_end(&mut answer).await?;
        Ok::<_, std::io::Error>(String::from_utf8_lossy(&answer).contains("Comanda"))
    };
    matches!(tokio::time::timeout(TIMEOUT, asking).await, Ok(Ok(true)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::FindingLevel;
    use comanda_base::config::MetricsToken;

    #[test]
    fn metrics_that_others_can_read_are_a_warning() {
        let token = MetricsToken::new("0123456789abcdef").unwrap();
        for (listen, token, level) in [
            ("127.0.0.1:9090", None, FindingLevel::Good),
            ("[::1]:9090", None, FindingLevel::Good),
            ("0.0.0.0:9090", None, FindingLevel::Warning),
            ("10.0.0.7:9090", None, FindingLevel::Warning),
            ("0.0.0.0:9090", Some(token), FindingLevel::Good),
        ] {
            let set = MetricsConfig { listen: Some(listen.parse().unwrap()), token, ..MetricsConfig::default() };
            assert_eq!(check_metrics(&set).unwrap().level, level, "{listen}");
        }
        assert!(check_metrics(&MetricsConfig::default()).is_none());
    }

    #[test]
    fn sizes_are_short_texts() {
        let texts = [0, 210 * 1024 * 1024, GIB, 3 * GIB + GIB / 2].map(size_text);
        assert_eq!(texts, ["0 MB", "210 MB", "1.0 GB", "3.5 GB"]);
    }

    #[tokio::test]
    async fn a_port_of_another_program_is_broken() {
        let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = other.local_addr().unwrap();
        let serving = tokio::spawn(async move {
            while let Ok((mut stream, _)) = other.accept().await {
                stream.write_all(b"220 otro programa\r\n").await.ok();
            }
        });
        assert_eq!(check_port(at, false).await.level, FindingLevel::Broken);
        serving.abort();
        assert!(serving.await.is_err());
        assert_eq!(check_port(at, false).await.level, FindingLevel::Good);
    }

    #[test]
    fn a_missing_folder_is_broken_and_the_advice_creates_it() {
        let found = check_folder(Path::new("/nowhere/at/all"));
        assert_eq!((found.len(), found[0].level), (1, FindingLevel::Broken));
        assert!(found[0].mend.as_deref().unwrap().contains("mkdir -p /nowhere/at/all"));
    }
}
