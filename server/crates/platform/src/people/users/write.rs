//! Creating, changing, disabling and deleting users. One active administrator always remains, and nobody can lock themselves out.

use super::{
    super::{
        model::User,
        resets_store, session,
        store::{self, NewUser, UserFields, UserRow},
    },
    model::{SaveUser, UserStatus, for_new_user},
};
use crate::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use comanda_base::{
    attempt,
    error::{Code, OrNotFound, Refusal, Result, invalid, not_found, refuse},
    ids::UserId,
    words::Status,
};
use serde_json::json;

/// The results of the checks before the write began.
#[derive(Debug, Default)]
pub(super) struct UserChecks {
    /// The hash of the new password, where one is given.
    pub password_hash: Option<String>,
    /// Whether the mail address may change.
    pub new_email: bool,
}

/// Adds a user.
pub(super) async fn create_user(work: &mut Work<'_>, body: &SaveUser, password_hash: &str) -> Result<User> {
    let mut fields = for_new_user();
    fields.apply_form(body)?;
    check_cashbox_exists(work, &fields).await?;
    let new = NewUser {
        role_id: fields.role_id,
        name: fields.name.clone(),
        lastname: fields.lastname.clone(),
        username: fields.username.clone(),
        password_hash: password_hash.to_owned(),
        is_super_admin: false,
        must_change_password: true,
        cashbox_id: fields.cashbox_id,
    };
    let written: Result<UserId> = attempt!(work.tx, {
        let id = store::insert_user(work.tx, &new, work.now).await?;
        store::update_user(work.tx, id, &fields).await?;
        Ok(id)
    });
    let id = refuse_taken_name(written)?;
    let after = load_user(work, id).await?;
    log(work, "USER_CREATED", id, None, Some(&after)).await?;
    Ok(after)
}

/// Updates only the fields sent.
pub(super) async fn update_user(work: &mut Work<'_>, id: UserId, body: &SaveUser, proven: &UserChecks) -> Result<User> {
    let (admins, before) = lock_admins_and_user(work, id).await?;
    let password_hash = proven.password_hash.as_deref();
    if before.is_super_admin && password_hash.is_some() {
        return only_by_command_line().err();
    }
    let mut fields = UserFields::from(before.clone());
    fields.apply_form(body)?;
    if fields.email != before.email && !proven.new_email {
        return refuse(Code::Conflict, "El correo acaba de cambiar en otra pantalla. Actualiza y vuelve a intentar.")
            .err();
    }
    if fields.cashbox_id != before.cashbox_id {
        check_cashbox_exists(work, &fields).await?;
    }
    check_still_managed(work, id, &admins, &before, &fields)?;
    let updated = attempt!(work.tx, store::update_user(work.tx, id, &fields).await);
    refuse_taken_name(updated.map_err(Into::into))?;
    if let Some(hash) = password_hash {
        store::set_password(work.tx, id, hash, id != work.actor.user_id).await?;
    }
    let signs_out = !fields.status.is_active() || password_hash.is_some();
    if signs_out {
        let own_session = (id == work.actor.user_id).then_some(work.actor.session_id);
        session::end_other_sessions(work.tx, id, own_session, work.now).await?;
        resets_store::invalidate_resets(work.tx, id, work.now).await?;
    }
    let after = load_user(work, id).await?;
    log(work, "USER_CHANGED", id, Some(&before.into()), Some(&after)).await?;
    Ok(after)
}

/// Enables or disables a user.
pub(super) async fn set_status(work: &mut Work<'_>, id: UserId, body: &UserStatus) -> Result<User> {
    let body = SaveUser { status: Some(body.status), ..SaveUser::default() };
    update_user(work, id, &body, &UserChecks::default()).await
}

/// Deletes a user: the row stays for its history, and the username is free again.
pub(in crate::people) async fn delete_user(work: &mut Work<'_>, id: UserId) -> Result<bool> {
    let (admins, before) = lock_admins_and_user(work, id).await?;
    let deleted = UserFields { status: Status::Inactive, ..UserFields::from(before.clone()) };
    check_still_managed(work, id, &admins, &before, &deleted)?;
    store::delete_user(work.tx, id, work.now).await?;
    session::end_other_sessions(work.tx, id, None, work.now).await?;
    resets_store::invalidate_resets(work.tx, id, work.now).await?;
    log(work, "USER_DELETED", id, Some(&before.into()), None).await?;
    Ok(true)
}

/// Removes a user's personal PIN; the user can set another one in the profile.
pub(super) async fn remove_pin(work: &mut Work<'_>, id: UserId) -> Result<User> {
    let (_, before) = lock_admins_and_user(work, id).await?;
    store::set_pin(work.tx, id, None).await?;
    let after = load_user(work, id).await?;
    log(work, "USER_PIN_TAKEN", id, Some(&before.into()), Some(&after)).await?;
    Ok(after)
}

/// Ends all sessions of a user, except for the one that calls.
pub(super) async fn end_user_sessions(work: &mut Work<'_>, id: UserId) -> Result<bool> {
    lock_admins_and_user(work, id).await?;
    let own_session = (id == work.actor.user_id).then_some(work.actor.session_id);
    session::end_other_sessions(work.tx, id, own_session, work.now).await?;
    log(work, "USER_SIGNED_OUT", id, None, None).await?;
    Ok(true)
}

/// Refuses a new password for a super admin, who is above the company's administrators.
fn only_by_command_line() -> Refusal {
    let text = "La contraseña de un super administrador se cambia en su propio perfil, o en el servidor con: comanda user password.";
    refuse(Code::NotPermitted, text).at("password", text)
}

/// Locks the active administrators and the user, so that two administrators who disable each other are serialized. Super admins exist
/// only for super admins.
pub(in crate::people) async fn lock_admins_and_user(work: &mut Work<'_>, id: UserId) -> Result<(Vec<UserId>, UserRow)> {
    let admins = store::lock_admins(work.tx).await?;
    store::lock_user(work.tx, id).await.or_not_found("el usuario")?;
    let before: UserRow = store::find_user(work.tx, id).await.or_not_found("el usuario")?;
    if before.is_super_admin && !work.actor.is_super_admin {
        return not_found("el usuario").err();
    }
    Ok((admins, before))
}

fn check_still_managed(
    work: &Work<'_>,
    id: UserId,
    admins: &[UserId],
    before: &UserRow,
    after: &UserFields,
) -> Result<()> {
    if id == work.actor.user_id && !after.status.is_active() {
        let text = "No puedes desactivar ni eliminar tu propio usuario. Pídeselo a otro administrador.";
        return refuse(Code::Conflict, text).at("status", text).err();
    }
    let was_admin = UserFields::from(before.clone()).is_active_admin();
    if was_admin && !after.is_active_admin() && admins == [id] {
        let text = format!("{} es el único administrador activo. Nombra a otro primero.", before.name);
        return refuse(Code::Conflict, text).with_current(User::from(before.clone())).err();
    }
    Ok(())
}

async fn check_cashbox_exists(work: &mut Work<'_>, fields: &UserFields) -> Result<()> {
    match fields.cashbox_id {
        Some(id) if !store::cashbox_exists(work.tx, id).await? => {
            invalid("uuid_cashbox_selected", "Esa caja ya no existe. Elige otra.").err()
        }
        _ => Ok(()),
    }
}

async fn load_user(work: &mut Work<'_>, id: UserId) -> Result<User> {
    let row: UserRow = store::find_user(work.tx, id).await.or_not_found("el usuario")?;
    Ok(User::from(row))
}

/// Turns a username or mail address in use into a refusal at its field.
pub(in crate::people) fn refuse_taken_name<T>(result: Result<T>) -> Result<T> {
    match result {
        Err(comanda_base::error::Error::Db(e)) => Err(match e {
            e if e.is_unique_violation("username") => {
                refuse(Code::AlreadyExists, "Ya hay alguien con ese usuario. Elige otro.")
                    .at("username", "Ya está en uso.")
                    .into()
            }
            e if e.is_unique_violation("email") => {
                refuse(Code::AlreadyExists, "Otro usuario tiene ese correo. Usa otro.")
                    .at("email", "Ya está en uso.")
                    .into()
            }
            e => e.into(),
        }),
        other => other,
    }
}

async fn log(
    work: &mut Work<'_>,
    action: &'static str,
    id: UserId,
    before: Option<&User>,
    after: Option<&User>,
) -> Result<()> {
    let entry = AuditEntry::new(action).entity("user", id.0).change(before.map(|u| json!(u)), after.map(|u| json!(u)));
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}

/// Logs an action on a user.
pub(in crate::people) async fn log_user_action(work: &mut Work<'_>, action: &'static str, id: UserId) -> Result<()> {
    log(work, action, id, None, None).await
}
