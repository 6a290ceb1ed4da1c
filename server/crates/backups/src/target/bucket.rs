//! Backups in a bucket of an S3 service. A large one is uploaded in parts, which become an object only when all have arrived.

use super::{Checksum, Item, PART_BYTES, connector::HyperConnector, read_part};
use anyhow::{Context, Result, anyhow, ensure};
use comanda_base::config::S3Access;
use futures::TryStreamExt;
use object_store::{
    BackoffConfig, Error, MultipartUpload, ObjectStore, ObjectStoreExt, RetryConfig,
    aws::{AmazonS3, AmazonS3Builder},
    path::Path as Key,
};
use sha2::{Digest, Sha256};
use std::{fmt, path::Path, time::Duration};
use tokio::{fs::File, io::AsyncWriteExt};

/// The region if none is configured; services other than Amazon's mostly accept any.
const REGION: &str = "us-east-1";
/// The number of times that a failed call is repeated; after that the whole backup is tried again later.
const MAX_RETRIES: usize = 3;
const RETRY_DURATION: Duration = Duration::from_secs(60);

/// A bucket, and a prefix in it.
#[derive(Clone)]
pub struct Bucket {
    name: String,
    /// The prefix without slashes around it; may be empty.
    prefix: String,
    store: AmazonS3,
}

impl Bucket {
    /// Opens a bucket without connecting to it.
    ///
    /// # Errors
    /// The endpoint is no address.
    pub(crate) fn open(name: &str, prefix: &str, access: S3Access) -> Result<Self> {
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(name)
            .with_region(access.region.as_deref().unwrap_or(REGION))
            .with_access_key_id(access.key.unwrap_or_default())
            .with_secret_access_key(access.secret.unwrap_or_default())
            .with_retry(RetryConfig {
                backoff: BackoffConfig::default(),
                max_retries: MAX_RETRIES,
                retry_timeout: RETRY_DURATION,
            })
            .with_http_connector(HyperConnector);
        if let Some(token) = access.token {
            builder = builder.with_token(token);
        }
        if let Some(endpoint) = access.endpoint {
            builder = builder.with_allow_http(endpoint.starts_with("http://")).with_endpoint(endpoint);
        }
        let store = builder.build().map_err(|e| anyhow!("no se puede usar s3://{name}: {e}"))?;
        Ok(Self { name: name.to_owned(), prefix: prefix.to_owned(), store })
    }

    /// Returns the key under which the bucket has this backup of a company.
    pub(super) fn key(&self, slug: &str, name: &str) -> Key {
        Key::from_iter(self.prefix.split('/').chain([slug, name]).filter(|part| !part.is_empty()))
    }

    pub(super) async fn put(&self, slug: &str, name: &str, file: &Path) -> Result<()> {
        let (key, mut file) = (self.key(slug, name), File::open(file).await?);
        let first = read_part(&mut file).await?;
        if first.len() < PART_BYTES {
            self.store.put(&key, first.into()).await.map_err(|e| self.explain(e))?;
            return Ok(());
        }
        let mut upload = self.store.put_multipart(&key).await.map_err(|e| self.explain(e))?;
        let sent = self.send(upload.as_mut(), first, file).await;
        if sent.is_err() {
            // Parts of an unfinished upload cost money.
            upload.abort().await.ok();
        }
        sent
    }

    async fn send(&self, upload: &mut dyn MultipartUpload, first: Vec<u8>, mut file: File) -> Result<()> {
        let mut part = first;
        while !part.is_empty() {
            upload.put_part(part.into()).await.map_err(|e| self.explain(e))?;
            part = read_part(&mut file).await?;
        }
        upload.complete().await.map_err(|e| self.explain(e))?;
        Ok(())
    }

    pub(super) async fn sum(&self, key: &Key) -> Result<Checksum> {
        let (bytes, mut hash, mut at) = (self.size(key).await?, Sha256::new(), 0);
        while at < bytes {
            let part = self.part(key, at, bytes).await?;
            hash.update(&part);
            at += part.len() as u64;
        }
        Ok(Checksum { bytes, sha256: hex::encode(hash.finalize()) })
    }

    /// Brings an object into a file.
    ///
    /// # Errors
    /// It is not there, may not be read, or there is no room.
    pub(crate) async fn fetch(&self, key: &str, target: &Path) -> Result<()> {
        let key = Key::parse(key).with_context(|| format!("{key} no es un nombre de s3://{}", self.name))?;
        let mut file = File::from_std(comanda_base::private_files::open(target)?);
        let (bytes, mut at) = (self.size(&key).await?, 0);
        while at < bytes {
            let part = self.part(&key, at, bytes).await?;
            file.write_all(&part).await?;
            at += part.len() as u64;
        }
        file.sync_all().await?;
        Ok(())
    }

    async fn size(&self, key: &Key) -> Result<u64> {
        Ok(self.store.head(key).await.map_err(|e| self.explain(e))?.size)
    }

    /// Reads one part with a request of its own, so that a broken connection costs only this part.
    async fn part(&self, key: &Key, at: u64, bytes: u64) -> Result<Vec<u8>> {
        let end = bytes.min(at + PART_BYTES as u64);
        let part = self.store.get_range(key, at..end).await.map_err(|e| self.explain(e))?;
        ensure!(part.len() as u64 == end - at, "s3://{} dio menos de lo que se le pidió", self.name);
        Ok(part.into())
    }

    pub(super) async fn list(&self, slug: &str) -> Result<Vec<Item>> {
        let folder = self.key(slug, "");
        let found: Vec<_> = self.store.list(Some(&folder)).try_collect().await.map_err(|e| self.explain(e))?;
        let items = found.into_iter().filter(|object| object.location.parts().count() == folder.parts().count() + 1);
        let item = |object: object_store::ObjectMeta| {
            let name = object.location.filename()?.to_owned();
            Some(Item { name, bytes: object.size, modified: object.last_modified })
        };
        Ok(items.filter_map(item).collect())
    }

    pub(super) async fn companies(&self) -> Result<Vec<String>> {
        let prefix = Key::from_iter(self.prefix.split('/').filter(|part| !part.is_empty()));
        let found = self.store.list_with_delimiter(Some(&prefix)).await.map_err(|e| self.explain(e))?;
        Ok(found
            .common_prefixes
            .iter()
            .filter_map(|common_prefix| common_prefix.filename().map(str::to_owned))
            .collect())
    }

    pub(super) async fn delete(&self, key: &Key) -> Result<()> {
        match self.store.delete(key).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(e) => Err(self.explain(e)),
        }
    }

    /// Returns an error text for the operator; the service's own text goes to the log.
    fn explain(&self, e: Error) -> anyhow::Error {
        tracing::warn!(error = %e, bucket = self.name, "the S3 service refused or did not answer");
        let why = match &e {
            Error::NotFound { .. } => "no está ahí, o no existe el bucket",
            Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => {
                "el servicio no acepta la clave, o no le da permiso en este bucket"
            }
            _ => "el servicio no responde o rechazó la operación; el detalle está en el registro",
        };
        anyhow!("s3://{}: {why}", self.name)
    }
}

impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slash = if self.prefix.is_empty() { "" } else { "/" };
        write!(f, "s3://{}{slash}{}", self.name, self.prefix)
    }
}

/// Formats without the credentials.
impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
