//! The way to the server: name, proxy, TLS. The link and every HTTPS call go through here, so that what `doctor` finds
//! good holds for tickets too.

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

/// How one server is reached. Cloning shares the certificates.
#[derive(Debug, Clone)]
pub struct Net {
    address: Address,
    proxy: Option<Proxy>,
    tls: Option<Arc<ClientConfig>>,
}

impl Net {
    /// The way that a configuration describes.
    ///
    /// # Errors
    /// When an address is none, or the company's certificates cannot be read.
    pub fn new(config: &Config) -> Result<Self, NetError> {
        Self::to(&config.server, config.proxy.as_deref(), config.ca_file.as_deref())
    }

    /// The way to `server`. `proxy` stands above the environment; the text `no` means none.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn to(server: &str, proxy: Option<&str>, ca_file: Option<&Path>) -> Result<Self, NetError> {
        let address: Address = server.parse()?;
        let proxy = Proxy::choose(proxy, &address)?;
        // What is not encrypted needs none of the hundred certificates in memory.
        let tls = if address.is_secure { Some(trust::client(ca_file)?) } else { None };
        Ok(Self { address, proxy, tls })
    }

    /// Where the server is.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// What stands in between.
    #[must_use]
    pub fn proxy(&self) -> Option<&Proxy> {
        self.proxy.as_ref()
    }

    /// Opens a connection up to the server's port, not encrypted yet.
    ///
    /// # Errors
    /// When there is no way to the server or the proxy.
    pub async fn connect(&self) -> Result<TcpStream, NetError> {
        let (host, port) = match &self.proxy {
            Some(proxy) => (proxy.host.as_str(), proxy.port),
            None => (self.address.host.as_str(), self.address.port),
        };
        let found = tokio::net::lookup_host((host, port)).await;
        let found: Vec<_> = found.map_err(|source| NetError::Name { host: host.to_owned(), source })?.collect();
        let connected = TcpStream::connect(found.as_slice()).await;
        let stream = connected.map_err(|source| NetError::Connect { host: host.to_owned(), port, source })?;
        // Small messages must not wait for each other.
        let _ = stream.set_nodelay(true);
        match &self.proxy {
            Some(proxy) => proxy.tunnel(stream, &self.address).await,
            None => Ok(stream),
        }
    }

    /// Encrypts a connection, if the address asks for that.
    ///
    /// # Errors
    /// When the server's certificate is not good, or the other side does not speak TLS.
    pub async fn secure(&self, stream: TcpStream) -> Result<Stream, NetError> {
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
    /// As [`Self::connect`] and [`Self::secure`].
    pub async fn dial(&self) -> Result<Stream, NetError> {
        self.secure(self.connect().await?).await
    }
}
