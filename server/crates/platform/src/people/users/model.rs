//! The form of a user and its rules.

use super::super::{
    password,
    store::{UserFields, UserRow},
};
use crate::use_case::Role;
use comanda_base::{
    email,
    error::{Faults, Result},
    form::deserialize_optional,
    ids::{CashboxId, RoleId},
    words::Status,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const LONGEST_NAME: usize = 80;
const LONGEST_USERNAME: usize = 40;
const LONGEST_CHANNEL: usize = 80;

/// Body of `POST /users` and `PUT /users/{id}`; PUT changes only what is given, and the password only where it is not blank.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
pub struct SaveUser {
    pub name: Option<String>,
    pub lastname: Option<String>,
    /// Letters, digits, `.`, `_` and `-`; stored in lower case.
    pub username: Option<String>,
    /// Empty removes it.
    pub email: Option<String>,
    pub role_id: Option<RoleId>,
    /// The same as `role_id`, as id or as the role itself.
    #[schema(value_type = Option<RoleId>)]
    pub role: Option<RoleGiven>,
    pub status: Option<Status>,
    /// The cash box at which the user works; null removes it.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<CashboxId>)]
    pub uuid_cashbox_selected: Option<Option<CashboxId>>,
    /// The user's own print channel; empty removes it.
    pub id_print: Option<String>,
    #[serde(skip_serializing)]
    pub password: Option<String>,
    #[serde(skip_serializing)]
    pub password_confirmation: Option<String>,
    /// The caller's own password, required where a mail address or one's own password changes.
    #[serde(skip_serializing)]
    pub current_password: Option<String>,
}

/// A role by its id, or as the whole role.
#[derive(Debug, Clone, Copy, Deserialize, Serialize)]
#[serde(untagged)]
pub enum RoleGiven {
    Id(RoleId),
    Row { id: RoleId },
}

/// Body of `PATCH /users/{id}/status`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UserStatus {
    pub status: Status,
}

impl SaveUser {
    /// The new password, unless it is missing or blank.
    pub(super) fn new_password(&self) -> Option<&str> {
        self.password.as_deref().filter(|p| !p.trim().is_empty())
    }
    /// Checks a new user; refuses at each field that is missing or wrong.
    pub(super) fn check_new(&self) -> Result<()> {
        let mut faults = Faults::default();
        faults.check(self.role().is_some(), "role_id", "Elige el rol.");
        faults.ok(for_new_user().apply_form(self))?;
        let username = self.username.as_deref().unwrap_or_default().trim();
        let password = self.password.as_deref().unwrap_or_default();
        faults.ok(password::check_strength_and_confirmation(
            password,
            self.password_confirmation.as_deref(),
            username,
        ))?;
        faults.finish()
    }
    /// Checks a change; refuses at each field that is wrong.
    pub(super) fn check_change(&self, known: &UserRow) -> Result<()> {
        UserFields::from(known.clone()).apply_form(self)
    }
    fn role(&self) -> Option<RoleId> {
        let named = self.role.map(|r| match r {
            RoleGiven::Id(id) | RoleGiven::Row { id } => id,
        });
        self.role_id.or(named)
    }
}

/// Returns the fields of a new user before the form is applied.
pub(super) fn for_new_user() -> UserFields {
    UserFields {
        role_id: Role::Waiter.id(),
        name: String::new(),
        lastname: String::new(),
        username: String::new(),
        email: None,
        status: Status::Active,
        id_print: None,
        cashbox_id: None,
    }
}

impl UserFields {
    /// Applies the given fields; refuses at each field that is wrong.
    pub(super) fn apply_form(&mut self, body: &SaveUser) -> Result<()> {
        let mut faults = Faults::default();
        for (field, sent, kept) in
            [("name", &body.name, &mut self.name), ("lastname", &body.lastname, &mut self.lastname)]
        {
            let Some(text) = sent else { continue };
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
            self.email =
                if text.trim().is_empty() { None } else { faults.ok(email::normalize_email("email", text))? };
        }
        if let Some(text) = &body.id_print {
            self.id_print = Some(text.trim().to_owned()).filter(|t| !t.is_empty());
        }
        if let Some(role) = body.role() {
            self.role_id = role.0;
        }
        self.status = body.status.unwrap_or(self.status);
        self.cashbox_id = body.uuid_cashbox_selected.unwrap_or(self.cashbox_id);
        self.check(&mut faults);
        faults.finish()
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
        if self.id_print.as_ref().is_some_and(|id| id.chars().count() > LONGEST_CHANNEL) {
            faults.add("id_print", "El canal de impresión es demasiado largo. Usa hasta 80 letras.");
        }
    }

    pub(super) fn is_active_admin(&self) -> bool {
        self.role_id == Role::Admin.id() && self.status.is_active()
    }
}
