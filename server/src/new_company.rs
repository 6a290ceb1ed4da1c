//! A new company, ready to be signed in to: its database with what every restaurant begins with, and its administrator.

use crate::{
    companies::{Companies, Company, NewCompany},
    db::{Sql, Tx},
    error::{Code, Result, refuse},
    ids::UserId,
    money::Quantity,
    people::{NewUser, insert_user, password},
    setup, transact,
    use_case::Role,
};
use chrono::{DateTime, Utc};
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
        let users: i64 = tx.query("SELECT COUNT(*) FROM users").scalar().await?;
        if users > 0 {
            let text =
                "En ese lugar ya hay datos de una empresa con ese nombre corto. Elige otro, o restaura una copia.";
            return refuse(Code::AlreadyExists, text).err();
        }
        setup::first_rows(tx, new.name.trim()).await?;
        first_choices(tx).await?;
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

/// What nearly every restaurant would choose itself: ways to pay, where food and drinks are made, and units of measure.
async fn first_choices(tx: &mut Tx) -> Result<()> {
    tx.query(
        "INSERT INTO payment_options (payment_type_id, name, asks_operation_number, icon, position) VALUES
            (2, 'Visa', FALSE, 'card', 2), (2, 'Mastercard', FALSE, 'card', 3), (3, 'Yape', FALSE, 'wallet', 4),
            (3, 'Plin', FALSE, 'wallet', 5), (4, 'Transferencia', TRUE, 'transfer', 6) ON CONFLICT (name) DO NOTHING",
    )
    .run()
    .await?;
    tx.query("INSERT INTO production_areas (name) VALUES ('COCINA'), ('BAR') ON CONFLICT (name) DO NOTHING")
        .run()
        .await?;
    for (symbol, name) in [("kg", "Kilogramo"), ("l", "Litro"), ("und", "Unidad")] {
        unit(tx, symbol, name, None, Quantity::units(1)).await?;
    }
    for (symbol, name, base, millionths) in [
        ("g", "Gramo", "kg", 1_000),
        ("ml", "Mililitro", "l", 1_000),
        ("oz", "Onza líquida", "l", 29_574),
        ("doc", "Docena", "und", 12_000_000),
        ("cto", "Ciento", "und", 100_000_000),
    ] {
        unit(tx, symbol, name, Some(base), Quantity::from_millionths(millionths)).await?;
    }
    Ok(())
}

async fn unit(tx: &mut Tx, symbol: &str, name: &str, base: Option<&str>, equivalence: Quantity) -> Result<()> {
    let insert = Sql::new(
        "INSERT INTO measurements (symbol, name, magnitude_id, equivalence)
         SELECT $1, $2, (SELECT id FROM measurements WHERE symbol = $3), $4 WHERE TRUE ON CONFLICT (symbol) DO NOTHING",
    );
    tx.query(insert.bind(symbol).bind(name).bind(base).bind(equivalence)).run().await?;
    Ok(())
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
