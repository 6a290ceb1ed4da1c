//! An S3 service in this process, with signatures, multipart uploads and files behind it, which fails and spoils on demand.

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

/// The one bucket.
pub const BUCKET: &str = "casa";
const KEY: &str = "llave-de-acceso";
const SECRET: &str = "secreto-de-acceso";

/// A running service; its files end with it.
pub struct S3 {
    address: SocketAddr,
    files: TempDir,
    faults: Arc<Faults>,
    serving: tokio::task::JoinHandle<()>,
}

#[derive(Default)]
struct Faults {
    /// So many bodies are taken, then none.
    takes_no_more: AtomicBool,
    left: AtomicUsize,
    /// What was taken is another afterwards.
    spoils: AtomicBool,
    bodies: AtomicUsize,
}

impl S3 {
    pub async fn start() -> Self {
        let files = tempfile::tempdir().unwrap();
        fs::create_dir(files.path().join(BUCKET)).unwrap();
        let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(files.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let (service, faults, root) = (builder.build(), Arc::new(Faults::default()), files.path().to_owned());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let given = faults.clone();
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (service, faults, root) = (service.clone(), given.clone(), root.clone());
                let answer = service_fn(move |request| answer(service.clone(), faults.clone(), root.clone(), request));
                tokio::spawn(hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
            }
        });
        Self { address, files, faults, serving }
    }

    /// Who may ask it.
    pub fn access(&self) -> S3Access {
        S3Access {
            endpoint: Some(format!("http://{}", self.address)),
            region: None,
            key: Some(KEY.into()),
            secret: Some(SECRET.into()),
            token: None,
        }
    }

    /// The same, as the environment says it.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        vec![
            ("AWS_ENDPOINT_URL", format!("http://{}", self.address)),
            ("AWS_ACCESS_KEY_ID", KEY.into()),
            ("AWS_SECRET_ACCESS_KEY", SECRET.into()),
        ]
    }

    /// The file of an object.
    pub fn file(&self, key: &str) -> PathBuf {
        self.files.path().join(BUCKET).join(key)
    }

    /// Names of the objects in a folder, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.file(folder)) else { return Vec::new() };
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Takes so many more bodies, and refuses those that come after.
    pub fn take_only(&self, bodies: usize) {
        self.faults.left.store(bodies, Ordering::SeqCst);
        self.faults.takes_no_more.store(true, Ordering::SeqCst);
    }
    pub fn take_all(&self) {
        self.faults.takes_no_more.store(false, Ordering::SeqCst);
    }
    /// Alters everything that it takes from now on, or no more.
    pub fn spoil(&self, does: bool) {
        self.faults.spoils.store(does, Ordering::SeqCst);
    }
    /// How many bodies it took.
    pub fn bodies(&self) -> usize {
        self.faults.bodies.load(Ordering::SeqCst)
    }
}

impl Drop for S3 {
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
    if is_put && faults.takes_no_more.load(Ordering::SeqCst) {
        let took = faults.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if took.is_err() {
            let mut refused = Response::new(Body::empty());
            *refused.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
            return Ok(refused);
        }
    }
    let answer = hyper::service::Service::call(&service, request).await?;
    if is_put && answer.status().is_success() {
        faults.bodies.fetch_add(1, Ordering::SeqCst);
        if faults.spoils.load(Ordering::SeqCst) {
            let file = root.join(path.trim_start_matches('/'));
            let mut bytes = fs::read(&file).unwrap();
            *bytes.last_mut().unwrap() ^= 1;
            fs::write(file, bytes).unwrap();
        }
    }
    Ok(answer)
}
