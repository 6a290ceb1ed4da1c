//! Adding, changing, switching and deleting a user. One active administrator always stays, and nobody locks themselves out.

use super::super::{
    http::User,
    password, session,
    store::{self, Fields, NewUser, UserRow},
};
use crate::{
    attempt,
    audit::{self, Entry},
    email,
    error::{Code, Faults, OrNotFound, Refusal, Result, invalid, not_found, refuse},
    form::given,
    ids::{CashboxId, RoleId, UserId},
    use_case::{Role, Work},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

const LONGEST_NAME: usize = 80;
const LONGEST_USERNAME: usize = 40;
const LONGEST_CHANNEL: usize = 80;

/// Body of `POST /users` and `PUT /users/{id}`; PUT changes only what is given, and the password only where it is not blank.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
pub struct SaveUser {
    pub name: Option<String>,
    pub lastname: Option<String>,
    /// Letters, digits, `.`, `_` and `-`; kept in lower case.
    pub username: Option<String>,
    /// Empty takes it away.
    pub email: Option<String>,
    pub role_id: Option<RoleId>,
    /// The same as `role_id`, as id or as the role itself.
    #[schema(value_type = Option<RoleId>)]
    pub role: Option<RoleGiven>,
    /// ACTIVE or INACTIVE.
    pub status: Option<String>,
    /// The cash box they work at; null takes it away.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<CashboxId>)]
    pub uuid_cashbox_selected: Option<Option<CashboxId>>,
    /// Their own print channel; empty takes it away.
    pub id_print: Option<String>,
    #[serde(skip_serializing)]
    pub password: Option<String>,
    #[serde(skip_serializing)]
    pub password_confirmation: Option<String>,
    /// The own one of whoever asks: where a mail address changes, or one's own password.
    #[serde(skip_serializing)]
    pub current_password: Option<String>,
}

/// What was asked of whoever changes a user, before the write began.
#[derive(Debug, Default)]
pub(super) struct Proven {
    /// The hash of the new password, where one is given.
    pub password_hash: Option<String>,
    /// The address may become another one.
    pub new_email: bool,
}

/// A role as callers name it.
#[derive(Debug, Clone, Copy, Deserialize, Serialize)]
#[serde(untagged)]
pub enum RoleGiven {
    Id(RoleId),
    Row { id: RoleId },
}

/// Body of `PATCH /users/{id}/status`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UserStatus {
    /// ACTIVE or INACTIVE.
    pub status: String,
}

impl SaveUser {
    /// The password, where one is given that is not blank.
    pub(super) fn new_password(&self) -> Option<&str> {
        self.password.as_deref().filter(|p| !p.trim().is_empty())
    }
    /// Refuses a new user without what every user has, at each field that lacks it.
    pub(super) fn check_new(&self) -> Result<()> {
        let mut faults = Faults::default();
        faults.unless(self.role().is_some(), "role_id", "Elige el rol.");
        faults.ok(nobody().take(self))?;
        let username = self.username.as_deref().unwrap_or_default().trim();
        let password = self.password.as_deref().unwrap_or_default();
        faults.ok(password::check_twice(password, self.password_confirmation.as_deref(), username))?;
        faults.done()
    }
    /// Refuses what nobody can be, at each field that is wrong.
    pub(super) fn check_change(&self, known: &UserRow) -> Result<()> {
        Fields::from(known.clone()).take(self)
    }
    fn role(&self) -> Option<RoleId> {
        let named = self.role.map(|r| match r {
            RoleGiven::Id(id) | RoleGiven::Row { id } => id,
        });
        self.role_id.or(named)
    }
}

fn nobody() -> Fields {
    Fields {
        role_id: Role::Waiter.id(),
        name: String::new(),
        lastname: String::new(),
        username: String::new(),
        email: None,
        status: "ACTIVE".into(),
        id_print: None,
        cashbox_id: None,
    }
}

impl Fields {
    fn take(&mut self, body: &SaveUser) -> Result<()> {
        let mut faults = Faults::default();
        for (field, given, kept) in
            [("name", &body.name, &mut self.name), ("lastname", &body.lastname, &mut self.lastname)]
        {
            let Some(text) = given else { continue };
            if text.trim().chars().count() > LONGEST_NAME {
                faults.add(field, format!("El texto es demasiado largo. Usa hasta {LONGEST_NAME} letras."));
                continue;
            }
            text.trim().clone_into(kept);
        }
        if let Some(username) = &body.username {
            self.username = username.trim().to_lowercase();
        }
        if let Some(text) = &body.email {
            self.email = if text.trim().is_empty() { None } else { faults.ok(email::checked("email", text))? };
        }
        if let Some(text) = &body.id_print {
            self.id_print = Some(text.trim().to_owned()).filter(|t| !t.is_empty());
        }
        if let Some(role) = body.role() {
            self.role_id = role.0;
        }
        if let Some(status) = &body.status {
            status.clone_into(&mut self.status);
        }
        self.cashbox_id = body.uuid_cashbox_selected.unwrap_or(self.cashbox_id);
        self.check(&mut faults);
        faults.done()
    }

    fn check(&self, faults: &mut Faults) {
        if self.name.is_empty() {
            faults.add("name", "Escribe el nombre.");
        }
        let letters = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
        if !(3..=LONGEST_USERNAME).contains(&self.username.chars().count()) || !self.username.chars().all(letters) {
            faults.add(
                "username",
                "El usuario lleva de 3 a 40 letras o dígitos, sin espacios; se permiten punto, guion y guion bajo.",
            );
        }
        if Role::from_id(self.role_id).is_none() {
            faults.add("role_id", "Ese rol no existe. Elige uno de la lista.");
        }
        if !["ACTIVE", "INACTIVE"].contains(&self.status.as_str()) {
            faults.add("status", "El estado es ACTIVE o INACTIVE.");
        }
        if self.id_print.as_ref().is_some_and(|id| id.chars().count() > LONGEST_CHANNEL) {
            faults.add("id_print", "El canal de impresión es demasiado largo. Usa hasta 80 letras.");
        }
    }

    fn is_active_admin(&self) -> bool {
        self.role_id == Role::Admin.id() && self.status == "ACTIVE"
    }
}

/// Adds a user.
pub(super) async fn create(work: &mut Work<'_>, body: &SaveUser, password_hash: &str) -> Result<User> {
    let mut fields = nobody();
    fields.take(body)?;
    cashbox_must_exist(work, &fields).await?;
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
    let id = unless_taken(written)?;
    let after = now(work, id).await?;
    log(work, "USER_CREATED", id, None, Some(&after)).await?;
    Ok(after)
}

/// Updates only the fields sent.
pub(super) async fn update(work: &mut Work<'_>, id: UserId, body: &SaveUser, proven: &Proven) -> Result<User> {
    let (admins, before) = locked(work, id).await?;
    let password_hash = proven.password_hash.as_deref();
    if before.is_super_admin && password_hash.is_some() {
        return only_by_command_line().err();
    }
    let mut fields = Fields::from(before.clone());
    fields.take(body)?;
    if fields.email != before.email && !proven.new_email {
        return refuse(Code::Conflict, "El correo acaba de cambiar en otra pantalla. Actualiza y vuelve a intentar.")
            .err();
    }
    if fields.cashbox_id != before.cashbox_id {
        cashbox_must_exist(work, &fields).await?;
    }
    stays_in_charge(work, id, &admins, &before, &fields)?;
    let updated = attempt!(work.tx, store::update_user(work.tx, id, &fields).await);
    unless_taken(updated.map_err(Into::into))?;
    if let Some(hash) = password_hash {
        store::set_password(work.tx, id, hash, id != work.actor.user_id).await?;
    }
    let signs_out = fields.status != "ACTIVE" || password_hash.is_some();
    if signs_out {
        let own = (id == work.actor.user_id).then_some(work.actor.session_id);
        session::end_all(work.tx, id, own, work.now).await?;
        store::forget_resets(work.tx, id, work.now).await?;
    }
    let after = now(work, id).await?;
    log(work, "USER_CHANGED", id, Some(&before.into()), Some(&after)).await?;
    Ok(after)
}

/// Enables or disables.
pub(super) async fn set_status(work: &mut Work<'_>, id: UserId, body: &UserStatus) -> Result<User> {
    let body = SaveUser { status: Some(body.status.clone()), ..SaveUser::default() };
    update(work, id, &body, &Proven::default()).await
}

/// Takes a user away: the row stays for what they did, their name is free again.
pub(in crate::people) async fn delete(work: &mut Work<'_>, id: UserId) -> Result<bool> {
    let (admins, before) = locked(work, id).await?;
    let gone = Fields { status: "INACTIVE".into(), ..Fields::from(before.clone()) };
    stays_in_charge(work, id, &admins, &before, &gone)?;
    store::delete_user(work.tx, id, work.now).await?;
    session::end_all(work.tx, id, None, work.now).await?;
    store::forget_resets(work.tx, id, work.now).await?;
    log(work, "USER_DELETED", id, Some(&before.into()), None).await?;
    Ok(true)
}

/// Takes their personal PIN away: they set another one in their profile.
pub(super) async fn take_pin(work: &mut Work<'_>, id: UserId) -> Result<User> {
    let (_, before) = locked(work, id).await?;
    store::set_pin(work.tx, id, None).await?;
    let after = now(work, id).await?;
    log(work, "USER_PIN_TAKEN", id, Some(&before.into()), Some(&after)).await?;
    Ok(after)
}

/// Signs them out wherever they are, but not the session that asks.
pub(super) async fn end_sessions(work: &mut Work<'_>, id: UserId) -> Result<bool> {
    locked(work, id).await?;
    let own = (id == work.actor.user_id).then_some(work.actor.session_id);
    session::end_all(work.tx, id, own, work.now).await?;
    log(work, "USER_SIGNED_OUT", id, None, None).await?;
    Ok(true)
}

/// Of a super admin: the company's administrators are below them.
fn only_by_command_line() -> Refusal {
    let text = "La contraseña de un super administrador se cambia en su propio perfil, o en el servidor con: comanda user password.";
    refuse(Code::NotPermitted, text).at("password", text)
}

/// The active administrators and the user, all locked: two who disable each other meet here. A super admin is not there for anybody
/// else.
pub(in crate::people) async fn locked(work: &mut Work<'_>, id: UserId) -> Result<(Vec<UserId>, UserRow)> {
    let admins = store::locked_admins(work.tx).await?;
    store::lock_user(work.tx, id).await.or_not_found("el usuario")?;
    let before: UserRow = store::user(work.tx, id).await.or_not_found("el usuario")?;
    if before.is_super_admin && !work.actor.is_super_admin {
        return not_found("el usuario").err();
    }
    Ok((admins, before))
}

fn stays_in_charge(work: &Work<'_>, id: UserId, admins: &[UserId], before: &UserRow, after: &Fields) -> Result<()> {
    if id == work.actor.user_id && after.status != "ACTIVE" {
        let text = "No puedes desactivar ni eliminar tu propio usuario. Pídeselo a otro administrador.";
        return refuse(Code::Conflict, text).at("status", text).err();
    }
    let was_admin = Fields::from(before.clone()).is_active_admin();
    if was_admin && !after.is_active_admin() && admins == [id] {
        let text = format!("{} es el único administrador activo. Nombra a otro primero.", before.name);
        return refuse(Code::Conflict, text).current(User::from(before.clone())).err();
    }
    Ok(())
}

async fn cashbox_must_exist(work: &mut Work<'_>, fields: &Fields) -> Result<()> {
    match fields.cashbox_id {
        Some(id) if !store::cashbox_exists(work.tx, id).await? => {
            invalid("uuid_cashbox_selected", "Esa caja ya no existe. Elige otra.").err()
        }
        _ => Ok(()),
    }
}

async fn now(work: &mut Work<'_>, id: UserId) -> Result<User> {
    let row: UserRow = store::user(work.tx, id).await.or_not_found("el usuario")?;
    Ok(User::from(row))
}

/// Turns a name or address that somebody else has into a refusal at its field.
pub(in crate::people) fn unless_taken<T>(result: Result<T>) -> Result<T> {
    match result {
        Err(crate::error::Error::Db(e)) => Err(match e {
            e if e.is_unique("username") => refuse(Code::AlreadyExists, "Ya hay alguien con ese usuario. Elige otro.")
                .at("username", "Ya está en uso.")
                .into(),
            e if e.is_unique("email") => refuse(Code::AlreadyExists, "Otro usuario tiene ese correo. Usa otro.")
                .at("email", "Ya está en uso.")
                .into(),
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
    let entry = Entry::new(action).entity("user", id.0).change(before.map(|u| json!(u)), after.map(|u| json!(u)));
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}

/// A line of the log about something that a user holds.
pub(in crate::people) async fn log_user(work: &mut Work<'_>, action: &'static str, id: UserId) -> Result<()> {
    log(work, action, id, None, None).await
}
