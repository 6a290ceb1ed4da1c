//! A minimal mail server, in clear or encrypted as real ones are.

use rcgen::{CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer},
};
use std::sync::Arc;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::mpsc,
};
use tokio_rustls::TlsAcceptor;

type Letters = mpsc::UnboundedSender<String>;

/// A certificate for a host name, by an authority of its own.
pub(super) struct MailCertificate {
    authority: Arc<Issuer<'static, KeyPair>>,
    authority_pem: String,
    chain: Vec<CertificateDer<'static>>,
    key: Vec<u8>,
}

impl MailCertificate {
    pub(super) fn for_name(name: &str) -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let authority_pem = params.self_signed(&key).unwrap().pem();
        let authority = Arc::new(Issuer::new(params, key));
        Self::signed(authority, authority_pem, CertificateParams::new(vec![name.to_owned()]).unwrap())
    }
    /// A certificate of the same authority for another name.
    pub(super) fn named(&self, name: &str) -> Self {
        let params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        Self::signed(self.authority.clone(), self.authority_pem.clone(), params)
    }
    /// A certificate of the same authority that expired long ago.
    pub(super) fn expired(&self) -> Self {
        let mut params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
        (params.not_before, params.not_after) = (date_time_ymd(2019, 1, 1), date_time_ymd(2020, 1, 1));
        Self::signed(self.authority.clone(), self.authority_pem.clone(), params)
    }
    pub(super) fn authority(&self) -> &str {
        &self.authority_pem
    }
    fn signed(authority: Arc<Issuer<'static, KeyPair>>, authority_pem: String, params: CertificateParams) -> Self {
        let key = KeyPair::generate().unwrap();
        let chain = vec![params.signed_by(&key, &authority).unwrap().der().clone()];
        Self { authority, authority_pem, chain, key: key.serialize_der() }
    }
    fn acceptor(&self) -> TlsAcceptor {
        let key = PrivateKeyDer::Pkcs8(self.key.clone().into());
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(self.chain.clone(), key);
        TlsAcceptor::from(Arc::new(config.unwrap()))
    }
}

/// A fake mail server and its encryption.
#[derive(Clone)]
pub(super) struct FakeMailServer {
    wrapped: Option<TlsAcceptor>,
    upgrade: Option<TlsAcceptor>,
}

impl FakeMailServer {
    pub(super) fn plain() -> Self {
        Self { wrapped: None, upgrade: None }
    }
    /// A server with `TLS` from the first byte, or with `STARTTLS` on request.
    pub(super) fn encrypting(security: &str, papers: &MailCertificate) -> Self {
        let acceptor = Some(papers.acceptor());
        if security == "TLS" {
            Self { wrapped: acceptor, upgrade: None }
        } else {
            Self { wrapped: None, upgrade: acceptor }
        }
    }

    async fn serve(self, stream: TcpStream, tell: Letters) {
        match self.wrapped {
            Some(tls) => {
                if let Ok(stream) = tls.accept(stream).await {
                    converse(stream, true, false, &tell).await;
                }
            }
            None => {
                let Some(stream) = converse(stream, true, self.upgrade.is_some(), &tell).await else { return };
                let Some(tls) = self.upgrade else { return };
                if let Ok(stream) = tls.accept(stream).await {
                    converse(stream, false, false, &tell).await;
                }
            }
        }
    }
}

/// Starts a plain server that requires the account `caja` / `secreta`; returns its port and the letters as they arrive.
pub async fn smtp_server() -> (u16, mpsc::UnboundedReceiver<String>) {
    smtp_server_with(FakeMailServer::plain()).await
}

pub(super) async fn smtp_server_with(postman: FakeMailServer) -> (u16, mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (tell, letters) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(postman.clone().serve(stream, tell.clone()));
        }
    });
    (port, letters)
}

/// Answers a client until it leaves; returns the stream when the client asked for STARTTLS.
async fn converse<S>(stream: S, greets: bool, offers_tls: bool, tell: &Letters) -> Option<S>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    // Base64 of "\0caja\0secreta".
    const ACCOUNT: &str = "AGNhamEAc2VjcmV0YQ==";
    let mut stream = BufReader::new(stream);
    if greets {
        stream.write_all(b"220 cartero\r\n").await.ok()?;
    }
    let (mut letter, mut line): (Option<String>, String) = (None, String::new());
    loop {
        line.clear();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let received = line.trim_end();
        let answer = match &mut letter {
            Some(text) if received == "." => {
                tell.send(std::mem::take(text)).ok();
                letter = None;
                "250 queda\r\n"
            }
            Some(text) => {
                text.push_str(received);
                text.push('\n');
                continue;
            }
            None => match received.split([' ', ':']).next().unwrap_or_default() {
                "EHLO" if offers_tls => "250-cartero\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n",
                "EHLO" => "250-cartero\r\n250 AUTH PLAIN\r\n",
                "STARTTLS" if offers_tls => {
                    stream.write_all(b"220 adelante\r\n").await.ok()?;
                    stream.flush().await.ok()?;
                    return Some(stream.into_inner());
                }
                "AUTH" if received.ends_with(ACCOUNT) => "235 pasa\r\n",
                "AUTH" => "535 5.7.8 no\r\n",
                "DATA" => {
                    letter = Some(String::new());
                    "354 di\r\n"
                }
                "QUIT" => "221 adiós\r\n",
                _ => "250 bien\r\n",
            },
        };
        stream.write_all(answer.as_bytes()).await.ok()?;
        stream.flush().await.ok()?;
    }
}
