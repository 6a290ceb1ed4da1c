//! Creates a company that is ready to be signed in to: its database with default rows, and its administrator.

mod store;

use crate::setup;
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Code, Result, refuse},
    ids::UserId,
    transact,
};
use comanda_platform::{
    companies::{Companies, Company, NewCompany},
    people::{NewUser, insert_user, password},
    use_case::Role,
};
use std::sync::Arc;

/// The letters and digits that cannot be mistaken for one another when read aloud or copied by hand.
const UNAMBIGUOUS_CHARS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// The first administrator's name until they enter their own.
pub const DEFAULT_ADMIN_NAME: &str = "Administrador";

/// A company that was just created, with its first credentials; the password is not available anywhere else.
#[derive(Debug)]
pub struct CreatedCompany {
    pub company: Arc<Company>,
    pub username: String,
    pub password: String,
}

/// Creates a company with its first administrator. The company is registered only when complete, so a failure leaves at most an empty
/// database behind.
pub async fn create_company(
    companies: &Companies,
    new: &NewCompany,
    username: &str,
    now: DateTime<Utc>,
) -> Result<CreatedCompany> {
    let username = username.trim().to_lowercase();
    if username.is_empty() || new.name.trim().is_empty() {
        return refuse(Code::Invalid, "Faltan el nombre de la empresa o el usuario del administrador.").err();
    }
    let db = companies.prepare_database(new).await?;
    let secret = generate_password();
    let admin = NewUser {
        role_id: Role::Admin.id(),
        name: DEFAULT_ADMIN_NAME.into(),
        lastname: String::new(),
        username: username.clone(),
        password_hash: password::hash_secret(&secret).await?,
        is_super_admin: false,
        must_change_password: true,
        cashbox_id: None,
    };
    let inserted: Result<UserId> = transact!(db, |tx| {
        if store::has_users(tx).await? {
            let text =
                "En ese lugar ya hay datos de una empresa con ese nombre corto. Elige otro, o restaura una copia.";
            return refuse(Code::AlreadyExists, text).err();
        }
        setup::insert_first_rows(tx, new.name.trim()).await?;
        store::insert_default_choices(tx).await?;
        insert_user(tx, &admin, now).await
    });
    inserted?;
    Ok(CreatedCompany { company: companies.register_company(new).await?, username, password: secret })
}

/// Returns sixteen random characters in groups of four that can be read aloud.
fn generate_password() -> String {
    let random = |_| char::from(UNAMBIGUOUS_CHARS[rand::random_range(0..UNAMBIGUOUS_CHARS.len())]);
    let groups: Vec<String> = (0..4).map(|_| (0..4).map(random).collect()).collect();
    groups.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_passwords_differ_and_can_be_read_out() {
        let (one, other) = (generate_password(), generate_password());
        assert_ne!(one, other);
        assert_eq!((one.len(), one.matches('-').count()), (19, 3));
        assert!(!one.contains(['0', 'o', '1', 'l', 'i']), "{one}");
    }
}
