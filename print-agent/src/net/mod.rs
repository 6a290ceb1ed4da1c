//! Connections to the server: name resolution, proxy, TLS. The link and every HTTPS call use this module, so that a check by `doctor`
//! is valid for tickets too.

mod address;
mod error;
mod http;
mod proxy;
mod trust;

use std::{path::Path, sync::Arc};

use rustls::{ClientConfig, pki_types::ServerName};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_tungstenite::MaybeTlsStream;

pub use address::Address;
pub use error::NetError;
pub use http::Reply;
pub use proxy::Proxy;

use crate::config::Config;

/// A connection, encrypted where the address says `https`.
pub type Stream = MaybeTlsStream<TcpStream>;

/// The access to one server. Clones share the certificates.
#[derive(Debug, Clone)]
pub struct ServerAccess {
    address: Address,
    proxy: Option<Proxy>,
    tls: Option<Arc<ClientConfig>>,
}

impl ServerAccess {
    /// Creates the access that a configuration describes.
    ///
    /// # Errors
    /// Returns an error if an address is not valid, or the company's certificates cannot be read.
    pub fn new(config: &Config) -> Result<Self, NetError> {
        Self::for_server(&config.server, config.proxy.as_deref(), config.ca_file.as_deref())
    }

    /// Creates the access to `server`. `proxy` overrides the environment; the text `no` means none.
    ///
    /// # Errors
    /// Returns the same errors as [`Self::new`].
    pub fn for_server(server: &str, proxy: Option<&str>, ca_file: Option<&Path>) -> Result<Self, NetError> {
        let address: Address = server.parse()?;
        let proxy = Proxy::choose(proxy, &address)?;
        // An unencrypted connection needs none of the hundred certificates in memory.
        let tls = if address.is_secure { Some(trust::build_tls_config(ca_file)?) } else { None };
        Ok(Self { address, proxy, tls })
    }

    /// The address of the server.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The proxy before the server, if any.
    #[must_use]
    pub fn proxy(&self) -> Option<&Proxy> {
        self.proxy.as_ref()
    }

    /// Opens a connection up to the server's port, not encrypted yet.
    ///
    /// # Errors
    /// Returns an error if the server or the proxy cannot be reached.
    pub async fn connect(&self) -> Result<TcpStream, NetError> {
        let (host, port) = match &self.proxy {
            Some(proxy) => (proxy.host.as_str(), proxy.port),
            None => (self.address.host.as_str(), self.address.port),
        };
        let found = tokio::net::lookup_host((host, port)).await;
        let found: Vec<_> = found.map_err(|source| NetError::Name { host: host.to_owned(), source })?.collect();
        let connected = TcpStream::connect(found.as_slice()).await;
        let stream = connected.map_err(|source| NetError::Connect { host: host.to_owned(), port, source })?;
        // The no-delay option prevents small messages from waiting for each other.
        let _ = stream.set_nodelay(true);
        match &self.proxy {
            Some(proxy) => proxy.open_tunnel(stream, &self.address).await,
            None => Ok(stream),
        }
    }

    /// Encrypts a connection, if the address demands it.
    ///
    /// # Errors
    /// Returns an error if the server's certificate is not valid, or the other side does not speak TLS.
    pub async fn encrypt_connection(&self, stream: TcpStream) -> Result<Stream, NetError> {
        let Some(tls) = &self.tls else {
            return Ok(MaybeTlsStream::Plain(stream));
        };
        let host = self.address.host.clone();
        let name = ServerName::try_from(host.clone()).map_err(|_| NetError::Address(host.clone()))?;
        let secured = TlsConnector::from(tls.clone()).connect(name, stream).await;
        Ok(MaybeTlsStream::Rustls(secured.map_err(|source| NetError::Tls { host, source })?))
    }

    /// Opens a connection, ready for HTTP.
    ///
    /// # Errors
    /// Returns the same errors as [`Self::connect`] and [`Self::encrypt_connection`].
    pub async fn open_encrypted(&self) -> Result<Stream, NetError> {
        self.encrypt_connection(self.connect().await?).await
    }
}
