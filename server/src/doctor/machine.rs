//! The machine: the data folder, the room left on its disk, the key of secrets, and the port.

use super::Finding;
use comanda_base::{
    config::{Metrics, TlsFiles},
    seal::Seals,
};
use comanda_platform::http::tls::Tls;
use std::{net::SocketAddr, path::Path, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

const GIB: u64 = 1024 * 1024 * 1024;
/// Below this a busy evening may fill it.
const LITTLE: u64 = 5 * GIB;
/// Below this nothing should be begun.
const NEARLY_NONE: u64 = GIB / 2;
const PATIENCE: Duration = Duration::from_secs(3);

/// The data folder and what lies in it.
pub(super) fn folder(data: &Path) -> Vec<Finding> {
    let here = data.display();
    if !data.is_dir() {
        let mend = format!("Revisa --data, o crea la carpeta: mkdir -p {here}");
        return vec![Finding::broken("folder", format!("No hay una carpeta de datos en {here}."), mend)];
    }
    let writable = match tempfile::NamedTempFile::new_in(data) {
        Ok(_) => Finding::good("folder", format!("La carpeta de datos es {here} y se puede escribir en ella.")),
        Err(error) => Finding::broken(
            "folder",
            format!("No se puede escribir en {here}: {error}."),
            format!("Dale la carpeta al usuario que corre el servidor: chown -R comanda {here}"),
        ),
    };
    [Some(writable), Some(disk(data)), key(data), renewal(data)].into_iter().flatten().collect()
}

fn disk(data: &Path) -> Finding {
    let free = match fs4::available_space(data) {
        Ok(free) => free,
        Err(error) => {
            let mend = "Revisa el disco con df -h.";
            return Finding::warning("disk", format!("No se sabe cuánto espacio queda: {error}."), mend);
        }
    };
    let left = format!("Quedan {} en el disco de los datos.", size(free));
    let mend =
        "Libera espacio o agranda el disco: cuando se llena no se puede cobrar. Las copias viejas están en backups/.";
    match free {
        f if f < NEARLY_NONE => Finding::broken("disk", left, mend),
        f if f < LITTLE => Finding::warning("disk", left, mend),
        _ => Finding::good("disk", left),
    }
}

/// `3.4 GB`, `210 MB`
fn size(bytes: u64) -> String {
    let mib = bytes / (1024 * 1024);
    if mib < 1024 { format!("{mib} MB") } else { format!("{}.{} GB", mib / 1024, mib % 1024 * 10 / 1024) }
}

/// Nobody but its owner reads the key of secrets.
#[cfg(unix)]
fn key(data: &Path) -> Option<Finding> {
    use std::os::unix::fs::PermissionsExt;
    let file = data.join(comanda_base::seal::FILE);
    let mode = std::fs::metadata(&file).ok()?.permissions().mode() & 0o777;
    let here = file.display();
    Some(if mode & 0o077 == 0 {
        Finding::good("key", "La clave de los secretos solo la lee su dueño.")
    } else {
        Finding::warning("key", format!("Otros pueden leer {here} ({mode:o})."), format!("Ciérrala: chmod 600 {here}"))
    })
}
#[cfg(not(unix))]
fn key(_: &Path) -> Option<Finding> {
    None
}

/// A renewal of the key that was cut off: every secret can be read, and the key that was to go is still there.
fn renewal(data: &Path) -> Option<Finding> {
    let seals = Seals::of(data);
    let Ok(keys) = seals.keys() else {
        let mend =
            "Pon otra vez la copia que guardaste de ese archivo, y que lo pueda leer el usuario que corre el servidor.";
        let found = format!("No se puede leer la clave de los secretos en {}.", seals.file().display());
        return Some(Finding::broken("key", found, mend));
    };
    let found = "La renovación de la clave de los secretos quedó a medias: la anterior también abre.";
    let mend = "Detén el servidor y ejecuta otra vez: comanda renew-secrets-key";
    (keys.len() > 1).then(|| Finding::warning("key", found, mend))
}

/// Whether the server can listen, or does already.
pub(super) async fn port(listen: SocketAddr, is_tls: bool) -> Finding {
    match TcpListener::bind(listen).await {
        Ok(_) => Finding::good(
            "port",
            format!("{listen} está libre: el servidor puede escuchar ahí. Ahora no está corriendo."),
        ),
        // A server that speaks TLS does not answer this plain request.
        Err(e) if e.kind() == std::io::ErrorKind::AddrInUse && is_tls => {
            Finding::good("port", format!("{listen} está en uso: ahí responde Comanda por https, si está corriendo."))
        }
        Err(e) if e.kind() == std::io::ErrorKind::AddrInUse => match answers(listen).await {
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

/// Whether the certificate can be used, where the server speaks TLS itself.
pub(super) fn tls(files: Option<&TlsFiles>) -> Option<Finding> {
    let files = files?;
    Some(match Tls::open(files) {
        Ok(_) => Finding::good("tls", format!("El certificado {} y su clave van juntos.", files.cert.display())),
        Err(error) => {
            let mend = "Revisa --tls-cert y --tls-key: el certificado con su cadena, y su clave, en formato PEM.";
            Finding::broken("tls", format!("No se puede atender por https: {error:#}."), mend)
        }
    })
}

/// Whether others of the network can read what the server measures of itself.
pub(super) fn metrics(metrics: &Metrics) -> Option<Finding> {
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

/// Whether who listens there is a Comanda.
async fn answers(at: SocketAddr) -> bool {
    let asking = async {
        let mut stream = TcpStream::connect(at).await?;
        stream.write_all(b"GET /api/openapi.json HTTP/1.0\r\nHost: localhost\r\n\r\n").await?;
        let mut answer = Vec::new();
        stream.take(4096).read_to_end(&mut answer).await?;
        Ok::<_, std::io::Error>(String::from_utf8_lossy(&answer).contains("Comanda"))
    };
    matches!(tokio::time::timeout(PATIENCE, asking).await, Ok(Ok(true)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Level;
    use comanda_base::config::MetricsToken;

    #[test]
    fn metrics_that_others_can_read_are_told() {
        let token = MetricsToken::new("0123456789abcdef").unwrap();
        for (listen, token, level) in [
            ("127.0.0.1:9090", None, Level::Good),
            ("[::1]:9090", None, Level::Good),
            ("0.0.0.0:9090", None, Level::Warning),
            ("10.0.0.7:9090", None, Level::Warning),
            ("0.0.0.0:9090", Some(token), Level::Good),
        ] {
            let set = Metrics { listen: Some(listen.parse().unwrap()), token, ..Metrics::default() };
            assert_eq!(metrics(&set).unwrap().level, level, "{listen}");
        }
        assert!(metrics(&Metrics::default()).is_none());
    }

    #[test]
    fn sizes_are_told_in_short() {
        let told = [0, 210 * 1024 * 1024, GIB, 3 * GIB + GIB / 2].map(size);
        assert_eq!(told, ["0 MB", "210 MB", "1.0 GB", "3.5 GB"]);
    }

    #[tokio::test]
    async fn a_port_that_another_program_has_is_told() {
        let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = other.local_addr().unwrap();
        let serving = tokio::spawn(async move {
            while let Ok((mut stream, _)) = other.accept().await {
                stream.write_all(b"220 otro programa\r\n").await.ok();
            }
        });
        assert_eq!(port(at, false).await.level, Level::Broken);
        serving.abort();
        assert!(serving.await.is_err());
        assert_eq!(port(at, false).await.level, Level::Good);
    }

    #[test]
    fn a_folder_that_is_not_there_is_told_with_how_to_make_it() {
        let found = folder(Path::new("/nowhere/at/all"));
        assert_eq!((found.len(), found[0].level), (1, Level::Broken));
        assert!(found[0].mend.as_deref().unwrap().contains("mkdir -p /nowhere/at/all"));
    }
}
