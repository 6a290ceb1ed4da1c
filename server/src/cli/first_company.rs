//! `comanda serve --restaurant …`: creates the first company of an empty data folder, and prints how to reach it.

use super::say;
use anyhow::Result;
use comanda::{
    companies::{Companies, NewCompany},
    http::address::local_network_url,
    new_company::{self, CreatedCompany},
    one_line::one_line,
    state::App,
};
use std::{fmt::Write, net::SocketAddr};

/// The short name of the first company; nobody has to type it while there is only one.
const SLUG: &str = "restaurante";
const ADMIN: &str = "admin";

/// Creates the company if there is none, and prints its address and, only this once, the password.
pub(super) async fn create_and_announce_company(app: &App, name: &str, listen: SocketAddr) -> Result<()> {
    let name = one_line(name.trim());
    let companies = app.companies().list_all().await?;
    let created = if companies.is_empty() { Some(create_first_company(app, &name).await?) } else { None };
    let names: Vec<&str> = companies.iter().map(|company| company.name.as_str()).collect();
    let house_name = created.as_ref().map_or_else(|| names.join(", "), |created| created.company.name.clone());
    let scheme = app.config().scheme();
    let mut text = format!("\n  Comanda · {house_name}\n\n");
    writeln!(text, "  En esta computadora  {scheme}://{}", local_address(listen))?;
    match local_network_url(scheme, listen) {
        Some(url) => writeln!(text, "  En la casa           {url}")?,
        None => writeln!(
            text,
            "  Solo esta computadora llega aquí: para los celulares, --listen 0.0.0.0:{}",
            listen.port()
        )?,
    }
    match created {
        Some(CreatedCompany { username, password, .. }) => write!(
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

async fn create_first_company(app: &App, name: &str) -> Result<CreatedCompany> {
    let new = NewCompany { slug: SLUG.into(), name: name.to_owned(), domain: None, database_url: None };
    let companies: &Companies = app.companies();
    Ok(new_company::create_company(companies, &new, ADMIN, app.clock().now()).await?)
}

/// Returns the address under which this machine reaches a server that listens on `address`.
pub(super) fn local_address(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() { SocketAddr::from(([127, 0, 0, 1], address.port())) } else { address }
}
