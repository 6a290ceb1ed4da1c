//! Calls of the second factor: setting up one's own, removing another user's, and the roles that require one.

use super::{
    super::{
        profile::must_know_password,
        session,
        users::{lock_admins_and_user, log_user_action},
    },
    new_recovery_codes, require_second_factor, step_of, store, totp, typed,
};
use crate::{
    audit::{self, AuditEntry},
    http::{Answer, Empty, Write, ok},
    idempotent_write,
    settings::CompanyInfo,
    state::App,
    use_case::{Action, Actor, Role, WriteAnswer},
};
use axum::{Json, extract::Path};
use comanda_base::{
    db::Tx,
    error::{Code, Result, invalid, refuse},
    ids::{RoleId, UserId},
    seal::SecretKind,
    transact,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use totp_rs::Secret;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of the second factor.
pub(in crate::people) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_totp, begin_totp, confirm_totp, remove_totp))
        .routes(routes!(renew_recovery_codes))
        .routes(routes!(take_user_totp))
        .routes(routes!(get_totp_roles, set_totp_roles))
}

/// One's own second factor.
#[derive(Debug, Serialize, ToSchema)]
pub struct TotpState {
    pub enabled: bool,
    /// Whether the role requires one.
    pub required: bool,
    pub recovery_codes_left: i64,
}

/// Whether one has a second factor.
#[utoipa::path(get, path = "/profile/totp", tag = "users", responses((status = 200, body = Answer<TotpState>)))]
async fn get_totp(actor: Actor) -> Result<Json<Answer<TotpState>>> {
    let mut tx = actor.company.db.read().await?;
    Ok(ok(TotpState {
        enabled: store::find_confirmed_secret(&mut tx, actor.user_id).await?.is_some(),
        required: store::list_required_roles(&mut tx).await?.contains(&RoleId(actor.role.id())),
        recovery_codes_left: store::count_recovery_codes(&mut tx, actor.user_id).await?,
    }))
}

/// A body with one's own password, since a screen that was left open must not be enough.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OwnPassword {
    #[serde(default)]
    pub current_password: String,
}

/// A body with one's own password and a code, for calls that weaken one's own log-in.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OwnPasswordAndCode {
    #[serde(default)]
    pub current_password: String,
    /// The six digits that the application shows, or a recovery code, which is used up.
    pub totp: Option<String>,
}

impl OwnPasswordAndCode {
    /// Checks both the password and the code.
    async fn must_know(&self, actor: &Actor) -> Result<()> {
        must_know_password(actor, &self.current_password).await?;
        require_second_factor(&actor.app, &actor.company, actor.user_id, self.totp.as_deref(), &actor.device).await
    }
}

/// The secret for an authenticator application, returned only once.
#[derive(Debug, Serialize, ToSchema)]
pub struct TotpSetup {
    /// The secret as text, to be typed where the QR code cannot be scanned.
    pub secret: String,
    /// The URI `otpauth://totp/…` for a QR code.
    pub uri: String,
}

/// Begins to set up a second factor; it is in use once a code of it was confirmed.
#[utoipa::path(post, path = "/profile/totp", tag = "users", request_body = OwnPassword, responses((status = 200, body = Answer<TotpSetup>)))]
async fn begin_totp(actor: Actor, write: Write<OwnPassword>) -> Result<WriteAnswer> {
    must_know_password(&actor, &write.body.current_password).await?;
    let secret = Secret::new_stack(rand::random());
    let text = secret.to_base32();
    let mut tx = actor.company.db.read().await?;
    let company_name = CompanyInfo::load(&mut tx).await?.commercial_name;
    let username =
        super::super::store::find_user(&mut tx, actor.user_id).await?.map(|u| u.username).unwrap_or_default();
    drop(tx);
    let uri = totp(secret, &company_name, &username)?.to_url().map_err(|e| anyhow::anyhow!("second factor: {e:?}"))?;
    let sealed = actor.app.seals().seal(SecretKind::SecondFactor.secret_of_row(actor.user_id.0), &text)?;
    let now = actor.app.clock().now();
    let begun: Result<u64> =
        transact!(actor.company.db, |tx| { Ok(store::store_pending_secret(tx, actor.user_id, &sealed, now).await?) });
    if begun? == 0 {
        return refuse(Code::Conflict, "Ya tienes un segundo factor. Quítalo primero para poner otro.").err();
    }
    WriteAnswer::success(TotpSetup { secret: text, uri })
}

/// Body of `PUT /profile/totp`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ConfirmTotp {
    /// The six digits that the application shows.
    pub code: String,
}

/// Recovery codes to write down, returned only once.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

/// Confirms the second factor with a code; all other sessions of the user end.
#[utoipa::path(put, path = "/profile/totp", tag = "users", request_body = ConfirmTotp, responses((status = 200, body = Answer<RecoveryCodes>)))]
async fn confirm_totp(actor: Actor, write: Write<ConfirmTotp>) -> Result<WriteAnswer> {
    let (now, code) = (actor.app.clock().now(), typed(&write.body.code));
    let renewed: Result<Vec<String>> = transact!(actor.company.db, |tx| {
        let Some(sealed) = store::find_pending_secret(tx, actor.user_id).await? else {
            return refuse(Code::Conflict, "Primero escanea el código QR y luego escribe el código.").err();
        };
        let Some(step) = step_of(&actor.app, actor.user_id, &sealed, &code, now)? else {
            let text = "Ese código no es el que tu aplicación muestra ahora. Revisa la hora del teléfono y escribe el siguiente.";
            return invalid("code", text).err();
        };
        store::confirm_factor(tx, actor.user_id, step, now).await?;
        let codes = renew(tx, actor.user_id).await?;
        session::end_other_sessions(tx, actor.user_id, Some(actor.session_id), now).await?;
        log_own(tx, &actor, "TOTP_SET").await?;
        Ok(codes)
    });
    let recovery_codes = renewed?;
    session::close_ended_sockets(&actor.app, &actor.company, actor.user_id).await?;
    WriteAnswer::success(RecoveryCodes { recovery_codes })
}

/// Removes one's own second factor; requires the password and a code.
#[utoipa::path(delete, path = "/profile/totp", tag = "users", request_body = OwnPasswordAndCode, responses((status = 200, body = Answer<bool>)))]
async fn remove_totp(actor: Actor, write: Write<OwnPasswordAndCode>) -> Result<WriteAnswer> {
    let mut tx = actor.company.db.read().await?;
    let must_have_one = store::list_required_roles(&mut tx).await?.contains(&RoleId(actor.role.id()));
    drop(tx);
    if must_have_one {
        let text = "Tu rol ingresa siempre con un segundo factor. Pide a un administrador que lo quite si cambias de teléfono.";
        return refuse(Code::Conflict, text).err();
    }
    write.body.must_know(&actor).await?;
    let removed: Result<bool> = transact!(actor.company.db, |tx| {
        let had = store::delete_factor(tx, actor.user_id).await?;
        log_own(tx, &actor, "TOTP_REMOVED").await?;
        Ok(had)
    });
    WriteAnswer::success(removed?)
}

/// Makes new recovery codes, which replace the earlier ones; requires the password and a code.
#[utoipa::path(post, path = "/profile/totp/recovery-codes", tag = "users", request_body = OwnPasswordAndCode, responses((status = 200, body = Answer<RecoveryCodes>)))]
async fn renew_recovery_codes(actor: Actor, write: Write<OwnPasswordAndCode>) -> Result<WriteAnswer> {
    write.body.must_know(&actor).await?;
    let renewed: Result<Vec<String>> = transact!(actor.company.db, |tx| {
        if store::find_confirmed_secret(tx, actor.user_id).await?.is_none() {
            return refuse(Code::Conflict, "Todavía no tienes un segundo factor.").err();
        }
        let codes = renew(tx, actor.user_id).await?;
        log_own(tx, &actor, "TOTP_CODES_RENEWED").await?;
        Ok(codes)
    });
    WriteAnswer::success(RecoveryCodes { recovery_codes: renewed? })
}

async fn renew(tx: &mut Tx, user: UserId) -> Result<Vec<String>> {
    let (codes, kept) = new_recovery_codes().into_iter().unzip();
    store::set_recovery_codes(tx, user, kept).await?;
    Ok(codes)
}

async fn log_own(tx: &mut Tx, actor: &Actor, action: &'static str) -> Result<()> {
    Ok(audit::log(tx, actor, actor.app.clock().now(), AuditEntry::new(action).entity("user", actor.user_id.0)).await?)
}

/// Removes a user's second factor, when the telephone was lost. The user signs in with the password, and can set up another one.
#[utoipa::path(delete, path = "/users/{id}/totp", tag = "users", params(("id" = UserId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn take_user_totp(actor: Actor, Path(id): Path<UserId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Users)?;
    idempotent_write!(actor, write, |work, _body| {
        lock_admins_and_user(work, id).await?;
        let had = store::delete_factor(work.tx, id).await?;
        log_user_action(work, "USER_TOTP_TAKEN", id).await?;
        Ok(had)
    })
}

/// The roles that require a second factor.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct TotpRoles {
    pub role_ids: Vec<RoleId>,
}

/// Lists the roles that require a second factor.
#[utoipa::path(get, path = "/totp-roles", tag = "settings", responses((status = 200, body = Answer<TotpRoles>)))]
async fn get_totp_roles(actor: Actor) -> Result<Json<Answer<TotpRoles>>> {
    actor.require(Action::Settings)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(TotpRoles { role_ids: store::list_required_roles(&mut tx).await? }))
}

/// Sets which roles require a second factor; users without one must set it up before anything else.
#[utoipa::path(put, path = "/totp-roles", tag = "settings", request_body = TotpRoles, responses((status = 200, body = Answer<TotpRoles>)))]
async fn set_totp_roles(actor: Actor, write: Write<TotpRoles>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    if write.body.role_ids.iter().any(|id| Role::from_id(id.0).is_none()) {
        return invalid("role_ids", "Ese rol no existe. Elige uno de la lista.").err();
    }
    idempotent_write!(actor, write, |work, body| {
        let before = store::list_required_roles(work.tx).await?;
        store::set_required_roles(work.tx, &body.role_ids).await?;
        let after = store::list_required_roles(work.tx).await?;
        let entry = AuditEntry::new("TOTP_ROLES_CHANGED").change(Some(json!(before)), Some(json!(after)));
        audit::log(work.tx, work.actor, work.now, entry).await?;
        Ok(TotpRoles { role_ids: after })
    })
}
