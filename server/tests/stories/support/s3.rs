//! An S3 service in this process, with signatures, multipart uploads and files behind it, which refuses or corrupts uploads on demand.

use comanda::config::S3Access;
use hyper::{Method, Request, Response, StatusCode, body::Incoming, service::service_fn};
use hyper_util::rt::TokioIo;
use s3s::{
    Body, HttpError,
    auth::SimpleAuth,
    service::{S3Service, S3ServiceBuilder},
};
use std::{
    fs,
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use tempfile::TempDir;
use tokio::net::TcpListener;

/// The name of the only bucket.
pub const BUCKET: &str = "casa";
const KEY: &str = "llave-de-acceso";
const SECRET: &str = "secreto-de-acceso";

/// A running S3 service. Its files are deleted when it is dropped.
pub struct FakeS3 {
    address: SocketAddr,
    files: TempDir,
    faults: Arc<Faults>,
    serving: tokio::task::JoinHandle<()>,
}

#[derive(Default)]
struct Faults {
    /// Whether only `uploads_left` more uploads are accepted.
    is_limited: AtomicBool,
    uploads_left: AtomicUsize,
    /// Whether accepted uploads are stored with a flipped bit.
    corrupts: AtomicBool,
    accepted: AtomicUsize,
}

impl FakeS3 {
    pub async fn start() -> Self {
        let files = tempfile::tempdir().unwrap();
        fs::create_dir(files.path().join(BUCKET)).unwrap();
        let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(files.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let (service, faults, root) = (builder.build(), Arc::new(Faults::default()), files.path().to_owned());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared_faults = faults.clone();
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (service, faults, root) = (service.clone(), shared_faults.clone(), root.clone());
                let answer = service_fn(move |request| answer(service.clone(), faults.clone(), root.clone(), request));
                tokio::spawn(hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
            }
        });
        Self { address, files, faults, serving }
    }

    /// The endpoint and credentials as the server's configuration has them.
    pub fn access(&self) -> S3Access {
        S3Access {
            endpoint: Some(format!("http://{}", self.address)),
            region: None,
            key: Some(KEY.into()),
            secret: Some(SECRET.into()),
            token: None,
        }
    }

    /// The endpoint and credentials as environment variables.
    pub fn environment_variables(&self) -> Vec<(&'static str, String)> {
        vec![
            ("AWS_ENDPOINT_URL", format!("http://{}", self.address)),
            ("AWS_ACCESS_KEY_ID", KEY.into()),
            ("AWS_SECRET_ACCESS_KEY", SECRET.into()),
        ]
    }

    /// The path of the file that holds an object.
    pub fn object_path(&self, key: &str) -> PathBuf {
        self.files.path().join(BUCKET).join(key)
    }

    /// The names of the objects in a folder, sorted.
    pub fn object_names(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.object_path(folder)) else { return Vec::new() };
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Accepts this many more uploads and answers 503 to those that come after.
    pub fn accept_only(&self, uploads: usize) {
        self.faults.uploads_left.store(uploads, Ordering::SeqCst);
        self.faults.is_limited.store(true, Ordering::SeqCst);
    }
    pub fn accept_all(&self) {
        self.faults.is_limited.store(false, Ordering::SeqCst);
    }
    /// Flips a bit in every upload from now on, or stops doing so.
    pub fn corrupt_uploads(&self, enabled: bool) {
        self.faults.corrupts.store(enabled, Ordering::SeqCst);
    }
    /// The number of uploads that were accepted.
    pub fn accepted_uploads(&self) -> usize {
        self.faults.accepted.load(Ordering::SeqCst)
    }
}

impl Drop for FakeS3 {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn answer(
    service: S3Service,
    faults: Arc<Faults>,
    root: PathBuf,
    request: Request<Incoming>,
) -> Result<Response<Body>, HttpError> {
    let (is_put, path) = (request.method() == Method::PUT, request.uri().path().to_owned());
    if is_put && faults.is_limited.load(Ordering::SeqCst) {
        let took =
            faults.uploads_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |remaining| remaining.checked_sub(1));
        if took.is_err() {
            let mut refused = Response::new(Body::empty());
            *refused.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
            return Ok(refused);
        }
    }
    let answer = hyper::service::Service::call(&service, request).await?;
    if is_put && answer.status().is_success() {
        faults.accepted.fetch_add(1, Ordering::SeqCst);
        if faults.corrupts.load(Ordering::SeqCst) {
            let file = root.join(path.trim_start_matches('/'));
            let mut bytes = fs::read(&file).unwrap();
            *bytes.last_mut().unwrap() ^= 1;
            fs::write(file, bytes).unwrap();
        }
    }
    Ok(answer)
}
