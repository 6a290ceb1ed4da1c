//! Inserts the demo's company data, staff, production areas, cash boxes and payment methods.

use super::bulk::{insert_rows, insert_rows_returning_ids};
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{Arg, Tx},
    error::Result,
    ids::{AreaId, CashboxId, UserId},
    money::Money,
};
use comanda_platform::{
    people::{NewUser, insert_user, password},
    use_case::Role,
};
use tokio::sync::OnceCell;

/// Role, name, surname, username, whether the person works at the cash box `Barra` instead of `Principal`.
const STAFF: [(i64, &str, &str, &str, bool); 7] = [
    (1, "Mariana", "Paz Soldán", "admin", false),
    (2, "Jorge", "Benavides", "supervisor", false),
    (3, "Luis", "Cárdenas", "cajero", false),
    (4, "Rosa", "Quispe", "mozo", false),
    (4, "Diego", "Huamán", "mozo2", true),
    (5, "Pedro", "Mamani", "cocina", false),
    (6, "Elena", "Torres", "contador", false),
];

/// Returns the username and role of all staff.
pub fn list_logins() -> impl Iterator<Item = (&'static str, &'static str)> {
    STAFF.into_iter().map(|(role, _, _, username, _)| (username, Role::from_id(role).map_or("", Role::label)))
}

/// Payment type, name, whether an operation number is required, icon. Efectivo exists from the start.
const PAYMENT_OPTIONS: [(i64, &str, bool, &str); 5] = [
    (2, "Visa", false, "card"),
    (3, "Yape", false, "wallet"),
    (3, "Plin", false, "wallet"),
    (4, "Transferencia", true, "transfer"),
    (5, "Crédito", false, "credit"),
];

/// The hashed secrets, computed before the transaction because argon2 is slow on purpose.
#[derive(Debug)]
pub(in crate::demo) struct Secrets {
    passwords: Vec<String>,
    pin: String,
    supervisor_pin: String,
}

/// The hashes, computed once per process: hashing takes longer than the rest of a demo, and is the same for each.
static SECRETS: OnceCell<Secrets> = OnceCell::const_new();

impl Secrets {
    pub(in crate::demo) async fn load_hashed() -> Result<&'static Self> {
        SECRETS.get_or_try_init(Self::hash).await
    }

    async fn hash() -> Result<Self> {
        let mut passwords = Vec::with_capacity(STAFF.len());
        for _ in STAFF {
            passwords.push(password::hash_secret(crate::demo::PASSWORD).await?);
        }
        let supervisor_pin = password::hash_secret(crate::demo::SUPERVISOR_PIN).await?;
        Ok(Self { passwords, pin: password::hash_secret(crate::demo::PIN).await?, supervisor_pin })
    }
}

/// The ids that the rest of the seed needs.
#[derive(Debug)]
pub(in crate::demo) struct SeededCompany {
    pub kitchen: AreaId,
    pub grill: AreaId,
    pub bar: AreaId,
    pub cashbox: CashboxId,
    pub staff: Vec<UserId>,
}

impl SeededCompany {
    pub(in crate::demo) fn cashier(&self) -> UserId {
        self.staff[2]
    }
    pub(in crate::demo) fn waiters(&self) -> [UserId; 2] {
        [self.staff[3], self.staff[4]]
    }
}

/// Inserts the house.
pub(in crate::demo) async fn seed_company_data(
    tx: &mut Tx,
    secrets: &Secrets,
    now: DateTime<Utc>,
) -> Result<SeededCompany> {
    update_company(tx, now).await?;
    let rules = "UPDATE global_settings SET security_pin_hash = $1, delivery_charge = $2, delivery_app_enabled = TRUE,
                        waiters_share_tables = TRUE WHERE id = 1";
    tx.query(rules).bind(secrets.pin.as_str()).bind(Money::units(7)).run().await?;
    let areas = [("COCINA", 10, 18), ("PARRILLA", 12, 22), ("BAR", 5, 10)].map(|(n, w, l)| args![n, w, l]).to_vec();
    let areas =
        insert_rows_returning_ids(tx, "INSERT INTO production_areas (name, warn_minutes, late_minutes) VALUES", areas)
            .await?;
    let boxes = ["Principal", "Barra"].map(|name| args![name]).to_vec();
    let boxes = insert_rows_returning_ids(tx, "INSERT INTO cashboxes (name) VALUES", boxes).await?;
    insert_payment_options(tx).await?;
    let mut staff = Vec::with_capacity(STAFF.len());
    for ((role_id, name, lastname, username, at_bar), hash) in STAFF.into_iter().zip(&secrets.passwords) {
        let new = NewUser {
            role_id,
            name: name.into(),
            lastname: lastname.into(),
            username: username.into(),
            password_hash: hash.clone(),
            is_super_admin: false,
            must_change_password: false,
            cashbox_id: Some(CashboxId(boxes[usize::from(at_bar)])),
        };
        staff.push(insert_user(tx, &new, now).await?);
    }
    tx.query("UPDATE users SET pin_hash = $1 WHERE username = 'supervisor'")
        .bind(secrets.supervisor_pin.as_str())
        .run()
        .await?;
    let [kitchen, grill, bar] = [0, 1, 2].map(|n| AreaId(areas[n]));
    Ok(SeededCompany { kitchen, grill, bar, cashbox: CashboxId(boxes[0]), staff })
}

async fn update_company(tx: &mut Tx, now: DateTime<Utc>) -> Result<()> {
    tx.query(
        "UPDATE company_info SET document_type = 'RUC', document_number = '20601234565',
                legal_name = 'TERRAZA GASTRONÓMICA S.A.C.', commercial_address = 'Av. Larco 1150, Miraflores',
                tax_address = 'Av. Larco 1150, Miraflores, Lima, Lima', ubigeo = '150122', department = 'LIMA',
                province = 'LIMA', district = 'MIRAFLORES', phone = '(01) 445 7820', email = 'hola@laterraza.example',
                is_electronic_invoice = TRUE
         WHERE id = 1",
    )
    .run()
    .await?;
    tx.query("UPDATE electronic_billing SET gateway = 'DEMO', completed_at = $1 WHERE id = 1").bind(now).run().await?;
    Ok(())
}

async fn insert_payment_options(tx: &mut Tx) -> Result<()> {
    let rows: Vec<[Arg; 5]> = PAYMENT_OPTIONS
        .into_iter()
        .zip(2_i64..)
        .map(|((kind, name, asks, icon), position)| args![kind, name, asks, icon, position])
        .collect();
    let statement = "INSERT INTO payment_options (payment_type_id, name, asks_operation_number, icon, position) VALUES";
    insert_rows(tx, statement, rows).await
}
