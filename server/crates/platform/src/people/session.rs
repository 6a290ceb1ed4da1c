//! Sessions with opaque tokens: 256 random bits, stored as a hash, valid for the hours of a long shift and revocable at once. An idle
//! session ends earlier; one of a trusted till lasts longer.

use super::{
    devices::{self, IDLE_HOURS},
    resets_store,
    session_cache::{OneTimeAction, SessionCache},
    session_store::{self, SessionRow},
};
use crate::{
    companies::Company,
    state::App,
    use_case::{Actor, Role},
};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
    ids::{CashboxId, RoleId, SessionId, UserId},
    source::Source,
    transact,
};
use sha2::{Digest, Sha256};
use std::{collections::BTreeSet, sync::Arc, time::Instant};

/// The precision of "last seen", since a write for each call would be too many.
const SEEN_EVERY_MINUTES: i64 = 5;

/// Makes a new token (sent once) and its hash (stored).
pub fn new_token() -> (String, String) {
    let bytes: [u8; 32] = rand::random();
    let token = hex::encode(bytes);
    let hash = token_hash(&token);
    (token, hash)
}

/// Returns the hash under which a token is stored.
pub fn token_hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

/// Whether a text has the form of our tokens and secrets.
pub fn is_secret(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// The data of a call that identify its client besides the token.
#[derive(Debug, Clone, Default)]
pub struct Caller {
    /// The `User-Agent`.
    pub device: String,
    /// The secrets in its cookies; empty for a client that keeps no cookies.
    pub browser_secrets: Vec<String>,
}
impl Caller {
    fn is_browser_of(&self, session: &SessionRow) -> bool {
        let stored_hash = session.browser_hash.as_deref();
        self.browser_secrets.iter().any(|secret| stored_hash == Some(token_hash(secret).as_str()))
    }
}

/// The browser and address from which a user signs in.
#[derive(Debug, Clone, Default)]
pub struct SignInPlace {
    /// The `User-Agent`.
    pub device: String,
    /// The network address.
    pub address: String,
    /// The hash of the secret by which the device is recognized.
    pub device_hash: Option<String>,
    /// The hash of the secret in the browser's cookie.
    pub browser_hash: Option<String>,
    /// Whether the browser has sent that secret already, and so will send it with every call.
    pub keeps_cookies: bool,
}

/// Starts a session and returns its token. The session of a trusted till lasts longer, but never a super admin's.
pub async fn start_session(
    tx: &mut Tx,
    user: UserId,
    super_admin: bool,
    place: &SignInPlace,
    now: DateTime<Utc>,
) -> Result<String> {
    let (token, hash) = new_token();
    let trusted = match &place.device_hash {
        Some(device) if !super_admin => devices::is_trusted_device(tx, device).await?,
        _ => false,
    };
    session_store::insert_session(tx, user, hash, place, trusted, (now, now + devices::session_length(trusted)))
        .await?;
    Ok(token)
}

/// Returns the actor of a token: 401 for an unknown token or one that was copied out of its browser, 403 for an ended session.
///
/// The first call that sends token and cookie of the same log-in binds the session to the browser: from then on the token alone is
/// refused. A client that keeps no cookies never sends both, and uses its token.
pub async fn find_actor(app: &App, company: Arc<Company>, token: &str, caller: Caller) -> Result<Actor> {
    let row = known_session(app, &company, token).await?;
    let row =
        row.ok_or_else(|| refuse(Code::Unauthenticated, "Ingresa con tu usuario y contraseña para continuar."))?;
    let now = app.clock().now();
    let idle = !row.trusted && now - row.last_seen_at.unwrap_or(row.created_at) >= Duration::hours(IDLE_HOURS);
    let is_over = row.revoked_at.is_some() || row.expires_at <= now || idle;
    let ended = is_over || !row.status.is_active() || row.deleted_at.is_some();
    let role = Role::from_id(row.role_id);
    let is_its_browser = caller.is_browser_of(&row);
    if !ended && row.bound_at.is_some() && !is_its_browser {
        warn_of_copied_token(app, &company, &row);
        return refuse(Code::Unauthenticated, "Esta sesión es de otro navegador. Ingresa con tu usuario y contraseña.")
            .err();
    }
    if !ended && row.last_seen_at.is_none_or(|last_seen| now - last_seen >= Duration::minutes(SEEN_EVERY_MINUTES)) {
        record_seen(company.clone(), SessionId(row.id), now);
    }
    if !ended && is_its_browser && row.bound_at.is_none() {
        bind(app, &company, SessionId(row.id), now).await;
    }
    match role {
        Some(role) if !ended => Ok(Actor {
            app: app.clone(),
            company,
            user_id: UserId(row.user_id),
            session_id: SessionId(row.id),
            role,
            is_super_admin: row.is_super_admin,
            must_change_password: row.must_change_password,
            must_set_totp: row.must_set_totp,
            name: format!("{} {}", row.name, row.lastname).trim().to_owned(),
            cashbox_id: row.cashbox_id.map(CashboxId),
            agent_id: None,
            device: caller.device,
        }),
        _ => refuse(Code::SessionEnded, "Tu sesión terminó. Ingresa otra vez.").err(),
    }
}

async fn known_session(app: &App, company: &Company, token: &str) -> Result<Option<Arc<SessionRow>>> {
    let (token_hash, cache) = (token_hash(token), app.company_cache().get_or_default::<SessionCache>(company.id));
    let (version, read_at) = (company.db.identity_version(), Instant::now());
    if let Some(row) = cache.get(&token_hash, version) {
        return Ok(Some(row));
    }
    let mut tx = company.db.read_single().await?;
    let row = session_store::find_session(&mut tx, &token_hash).await?.map(Arc::new);
    if let Some(row) = &row {
        cache.insert(token_hash, row.clone(), version, read_at);
    }
    Ok(row)
}

/// Binds a session to its browser. Only one of several concurrent calls does so; after a failure a later call tries again.
async fn bind(app: &App, company: &Company, session: SessionId, now: DateTime<Utc>) {
    if !app.company_cache().get_or_default::<SessionCache>(company.id).mark_if_first(OneTimeAction::Bound, session) {
        return;
    }
    let bound: Result<u64> =
        transact!(company.db, |tx| { Ok(session_store::bind_to_browser(tx, session, now).await?) });
    if let Err(e) = bound {
        tracing::warn!(error = ?e, session = session.0, "a session could not be bound to its browser");
    }
}

/// Logs, at most once a minute, that a session's token was sent without its browser's cookie.
fn warn_of_copied_token(app: &App, company: &Company, row: &SessionRow) {
    if app
        .company_cache()
        .get_or_default::<SessionCache>(company.id)
        .mark_if_first(OneTimeAction::Warned, SessionId(row.id))
    {
        let address = Source::current().address_text();
        tracing::warn!(
            session = row.id,
            user = row.user_id,
            address,
            "a session's token came without its browser's cookie"
        );
    }
}

/// Returns the secret of a browser with an open session, among those that a client sends. One that a script or another site invented
/// does not count.
pub async fn find_known_browser(tx: &mut Tx, caller: &Caller, now: DateTime<Utc>) -> Result<Option<String>> {
    for secret in &caller.browser_secrets {
        if session_store::is_browser_of_open_session(tx, &token_hash(secret), now).await? {
            return Ok(Some(secret.clone()));
        }
    }
    Ok(None)
}

/// Updates "last seen" of a session in the background.
fn record_seen(company: Arc<Company>, session: SessionId, now: DateTime<Utc>) {
    tokio::spawn(async move {
        let noted: Result<u64> = transact!(company.db, |tx| { Ok(devices::set_last_seen(tx, session, now).await?) });
        if let Err(e) = noted {
            tracing::debug!(error = ?e, "last seen of a session");
        }
    });
}

/// Ends all sessions of a user but one; call `close_ended_sockets` after the commit.
pub async fn end_other_sessions(
    tx: &mut Tx,
    user: UserId,
    kept_session: Option<SessionId>,
    now: DateTime<Utc>,
) -> Result<()> {
    session_store::end_other_sessions(tx, user, kept_session, now).await?;
    Ok(())
}

/// Returns those of these sessions that are still valid by the rule of [`find_actor`], with the present role of their user.
pub async fn filter_open_sessions(
    tx: &mut Tx,
    sessions: &BTreeSet<SessionId>,
    now: DateTime<Utc>,
) -> Result<Vec<(SessionId, RoleId)>> {
    devices::filter_open_sessions(tx, sessions.iter().copied(), now).await.map_err(Into::into)
}

/// Closes the sockets of a user's ended sessions.
pub async fn close_ended_sockets(app: &App, company: &Company, user: UserId) -> Result<()> {
    let mut tx = company.db.read().await?;
    let ended = devices::list_ended_sessions(&mut tx, user, app.clock().now()).await?;
    drop(tx);
    for session in ended {
        app.realtime().end_session(company, session).await;
    }
    Ok(())
}

/// Ends a session; has no effect on an ended one.
pub async fn end_session(tx: &mut Tx, session: SessionId, now: DateTime<Utc>) -> Result<()> {
    session_store::end_session(tx, session, now).await?;
    Ok(())
}

/// Deletes sessions, and links to set a new password, that expired before `limit`.
pub async fn delete_expired_sessions(tx: &mut Tx, limit: DateTime<Utc>) -> Result<()> {
    resets_store::delete_old_resets(tx, limit).await?;
    session_store::delete_expired_sessions(tx, limit).await?;
    Ok(())
}
