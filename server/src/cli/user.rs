//! `comanda user …`: the only way to create a super admin, and to give one a new password.

use super::{DataPlace, Listen, merge_config, open_app, say};
use anyhow::{Context, Result, bail, ensure};
use clap::{Subcommand, ValueEnum};
use comanda::{
    companies::Company,
    config::ConfigFile,
    error::Result as Answered,
    ids::UserId,
    people::{self, NewUser, insert_user, password},
    state::App,
    transact,
    use_case::Role,
};
use std::{
    io::{BufRead, IsTerminal, Write},
    sync::Arc,
};

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
        place: DataPlace,
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
    /// Pone una nueva contraseña y cierra las sesiones del usuario; para un super administrador es la única manera.
    Password {
        #[command(flatten)]
        place: DataPlace,
        /// Nombre corto de la empresa; se puede omitir cuando hay una sola.
        #[arg(long)]
        company: Option<String>,
        #[arg(long)]
        username: String,
        /// Sin esto se lee de la entrada, que no queda en el historial de la terminal.
        #[arg(long)]
        password: Option<String>,
        /// Quita también su segundo factor: perdió el teléfono.
        #[arg(long)]
        remove_totp: bool,
    },
}

pub(super) async fn run_user_command(command: Command, file: ConfigFile) -> Result<()> {
    match command {
        Command::Add { place, company, username, role, name, lastname, password, super_admin } => {
            let app = open_app(merge_config(file, Listen::default(), place)?).await?;
            let company = open_company(&app, company.as_deref()).await?;
            let new = NewUser {
                role_id: Role::from(role).id(),
                name,
                lastname,
                username: username.trim().to_lowercase(),
                password_hash: String::new(),
                is_super_admin: super_admin,
                must_change_password: false,
                cashbox_id: None,
            };
            add_user(&app, &company, new, password).await
        }
        Command::Password { place, company, username, password, remove_totp } => {
            let app = open_app(merge_config(file, Listen::default(), place)?).await?;
            let company = open_company(&app, company.as_deref()).await?;
            set_password(&app, &company, &username.trim().to_lowercase(), password, remove_totp).await
        }
    }
}

async fn open_company(app: &App, slug: Option<&str>) -> Result<Arc<Company>> {
    let listed = app.companies().list_all().await?;
    let slug = match (slug, listed.as_slice()) {
        (Some(slug), _) => slug,
        (None, [company]) => &company.slug,
        (None, []) => bail!("no hay empresas; crea una con serve --restaurant «Mi restaurante», o con company add"),
        (None, _) => bail!("hay varias empresas; elige una con --company"),
    };
    app.companies().get_or_open(slug).await?.with_context(|| format!("no hay una empresa {slug}"))
}

async fn add_user(app: &App, company: &Company, new: NewUser, given_password: Option<String>) -> Result<()> {
    ensure!(!new.username.is_empty() && !new.name.trim().is_empty(), "faltan usuario o nombre");
    let new = NewUser { password_hash: hash_new_password(given_password, &new.username).await?, ..new };
    let now = app.clock().now();
    let added: Answered<UserId> = transact!(company.db, |tx| { insert_user(tx, &new, now).await });
    added.map_err(|e| {
        if is_username_taken(&e) { anyhow::anyhow!("ya hay un usuario {}", new.username) } else { e.into() }
    })?;
    say(&format!("Usuario {} agregado en {}.", new.username, company.name))
}

async fn set_password(
    app: &App,
    company: &Company,
    username: &str,
    given_password: Option<String>,
    remove_totp: bool,
) -> Result<()> {
    let hash = hash_new_password(given_password, username).await?;
    let now = app.clock().now();
    let set: Answered<bool> =
        transact!(company.db, |tx| { people::set_password_by_command(tx, username, &hash, remove_totp, now).await });
    ensure!(set?, "no hay un usuario {username} en {}", company.name);
    say(&format!("Contraseña de {username} cambiada en {}; sus sesiones terminaron.", company.name))
}

async fn hash_new_password(given_password: Option<String>, username: &str) -> Result<String> {
    let secret = match given_password {
        Some(secret) => secret,
        None => prompt_password()?,
    };
    password::check_strength(&secret, username).map_err(|refusal| anyhow::anyhow!(refusal.message))?;
    Ok(password::hash_secret(&secret).await?)
}

fn is_username_taken(error: &comanda::error::Error) -> bool {
    matches!(error, comanda::error::Error::Db(e) if e.is_unique_violation("username"))
}

fn prompt_password() -> Result<String> {
    if std::io::stdin().is_terminal() {
        write!(std::io::stderr(), "Contraseña (se verá al escribirla): ")?;
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
