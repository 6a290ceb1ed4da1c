//! `comanda user …`: the only way to make a super admin.

use super::{Listen, Place, config, open, say};
use anyhow::{Context, Result, bail, ensure};
use clap::{Subcommand, ValueEnum};
use comanda::{
    config::ConfigFile,
    error::Result as Answered,
    http::permission::Role,
    ids::UserId,
    people::{NewUser, insert_user, password},
    transact,
};
use std::io::{BufRead, IsTerminal, Write};

const SHORTEST_PASSWORD: usize = 8;

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum RoleName {
    Admin,
    Supervisor,
    Cajero,
    Mozo,
    Produccion,
    Contador,
}
impl From<RoleName> for Role {
    fn from(name: RoleName) -> Self {
        match name {
            RoleName::Admin => Role::Admin,
            RoleName::Supervisor => Role::Supervisor,
            RoleName::Cajero => Role::Cashier,
            RoleName::Mozo => Role::Waiter,
            RoleName::Produccion => Role::Production,
            RoleName::Contador => Role::Accountant,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Agrega un usuario.
    Add {
        #[command(flatten)]
        place: Place,
        /// Nombre corto de la empresa; se puede omitir cuando hay una sola.
        #[arg(long)]
        company: Option<String>,
        #[arg(long)]
        username: String,
        #[arg(long, value_enum)]
        role: RoleName,
        #[arg(long)]
        name: String,
        #[arg(long, default_value = "")]
        lastname: String,
        /// Sin esto se lee de la entrada, que no queda en el historial de la terminal.
        #[arg(long)]
        password: Option<String>,
        /// Administra también la licencia; solo se da por aquí.
        #[arg(long)]
        super_admin: bool,
    },
}

pub(super) async fn run(command: Command, file: ConfigFile) -> Result<()> {
    let Command::Add { place, company, username, role, name, lastname, password: given, super_admin } = command;
    let app = open(config(file, Listen::default(), place)).await?;
    let companies = app.companies();
    let company = match company {
        Some(slug) => companies.by_slug(&slug).with_context(|| format!("no hay una empresa {slug}"))?,
        None => match companies.all().as_slice() {
            [only] => only.clone(),
            [] => bail!("no hay empresas; agrega una con: comanda company add"),
            _ => bail!("hay varias empresas; elige una con --company"),
        },
    };
    let secret = match given {
        Some(secret) => secret,
        None => ask_password()?,
    };
    ensure!(secret.chars().count() >= SHORTEST_PASSWORD, "la contraseña necesita {SHORTEST_PASSWORD} letras o más");
    let username = username.trim().to_lowercase();
    ensure!(!username.is_empty() && !name.trim().is_empty(), "faltan usuario o nombre");
    let new = NewUser {
        role_id: Role::from(role).id(),
        name,
        lastname,
        username,
        password_hash: password::hash(&secret).await?,
        is_super_admin: super_admin,
        must_change_password: false,
        cashbox_id: None,
    };
    let now = app.clock().now();
    let added: Answered<UserId> = transact!(company.db, |tx| { insert_user(tx, &new, now).await });
    added.map_err(|e| if is_taken(&e) { anyhow::anyhow!("ya hay un usuario {}", new.username) } else { e.into() })?;
    say(&format!("Usuario {} agregado en {}.", new.username, company.name))
}

fn is_taken(error: &comanda::error::Error) -> bool {
    matches!(error, comanda::error::Error::Db(e) if e.is_unique("username"))
}

fn ask_password() -> Result<String> {
    if std::io::stdin().is_terminal() {
        write!(std::io::stderr(), "Contraseña (se verá al escribirla): ")?;
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
