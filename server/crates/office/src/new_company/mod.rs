//! A new company, ready to be signed in to: its database with what every restaurant begins with, and its administrator.

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

/// Letters and digits that nobody mistakes for one another.
const PLAIN: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// What the first administrator is called until they say their name.
pub const NAMELESS_ADMIN: &str = "Administrador";

/// A company that was just made, with the first log-in; the password is told here and nowhere else.
#[derive(Debug)]
pub struct Made {
    pub company: Arc<Company>,
    pub username: String,
    pub password: String,
}

/// Makes a company. Nobody can reach it before it is whole, so a failure leaves nothing to tidy up but an empty database.
pub async fn make(companies: &Companies, new: &NewCompany, username: &str, now: DateTime<Utc>) -> Result<Made> {
    let username = username.trim().to_lowercase();
    if username.is_empty() || new.name.trim().is_empty() {
        return refuse(Code::Invalid, "Faltan el nombre de la empresa o el usuario del administrador.").err();
    }
    let db = companies.prepare(new).await?;
    let secret = first_password();
    let admin = NewUser {
        role_id: Role::Admin.id(),
        name: NAMELESS_ADMIN.into(),
        lastname: String::new(),
        username: username.clone(),
        password_hash: password::hash(&secret).await?,
        is_super_admin: false,
        must_change_password: true,
        cashbox_id: None,
    };
    let begun: Result<UserId> = transact!(db, |tx| {
        if store::has_users(tx).await? {
            let text =
                "En ese lugar ya hay datos de una empresa con ese nombre corto. Elige otro, o restaura una copia.";
            return refuse(Code::AlreadyExists, text).err();
        }
        setup::first_rows(tx, new.name.trim()).await?;
        store::first_choices(tx).await?;
        insert_user(tx, &admin, now).await
    });
    begun?;
    Ok(Made { company: companies.register(new).await?, username, password: secret })
}

/// Sixteen random characters in groups that can be read out.
fn first_password() -> String {
    let random = |_| char::from(PLAIN[rand::random_range(0..PLAIN.len())]);
    let groups: Vec<String> = (0..4).map(|_| (0..4).map(random).collect()).collect();
    groups.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_passwords_differ_and_can_be_read_out() {
        let (one, other) = (first_password(), first_password());
        assert_ne!(one, other);
        assert_eq!((one.len(), one.matches('-').count()), (19, 3));
        assert!(!one.contains(['0', 'o', '1', 'l', 'i']), "{one}");
    }
}
