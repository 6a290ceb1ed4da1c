//! `comanda serve --restaurant …`: the first company of a folder that has none, and what whoever started it has to know.

use super::say;
use anyhow::Result;
use comanda::{
    companies::{Companies, NewCompany},
    http::address::house_address,
    new_company::{self, Made},
    one_line::one_line,
    state::App,
};
use std::{fmt::Write, net::SocketAddr};

/// Nobody types it while there is one company.
const SLUG: &str = "restaurante";
const ADMIN: &str = "admin";

/// Makes the company where there is none, and says where it is served; its password only now.
pub(super) async fn welcome(app: &App, name: &str, listen: SocketAddr) -> Result<()> {
    let name = one_line(name.trim());
    let there = app.companies().listed().await?;
    let made = if there.is_empty() { Some(make(app, &name).await?) } else { None };
    let names: Vec<&str> = there.iter().map(|company| company.name.as_str()).collect();
    let shown = made.as_ref().map_or_else(|| names.join(", "), |made| made.company.name.clone());
    let scheme = app.config().scheme();
    let mut text = format!("\n  Comanda · {shown}\n\n");
    writeln!(text, "  En esta computadora  {scheme}://{}", here(listen))?;
    match house_address(scheme, listen) {
        Some(url) => writeln!(text, "  En la casa           {url}")?,
        None => writeln!(
            text,
            "  Solo esta computadora llega aquí: para los celulares, --listen 0.0.0.0:{}",
            listen.port()
        )?,
    }
    match made {
        Some(Made { username, password, .. }) => write!(
            text,
            "\n  Usuario     {username}\n  Contraseña  {password}\n\n  La contraseña no se vuelve a mostrar: al entrar con ella se elige otra.\n",
        )?,
        None if !names.contains(&name.as_str()) => {
            writeln!(text, "\n  En esta carpeta ya había un restaurante: para {name} usa otra con --data.")?;
        }
        None => {}
    }
    say(&text)
}

async fn make(app: &App, name: &str) -> Result<Made> {
    let new = NewCompany { slug: SLUG.into(), name: name.to_owned(), domain: None, database_url: None };
    let companies: &Companies = app.companies();
    Ok(new_company::make(companies, &new, ADMIN, app.clock().now()).await?)
}

/// Where this machine reaches a server that listens on `address`.
pub(super) fn here(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() { SocketAddr::from(([127, 0, 0, 1], address.port())) } else { address }
}
