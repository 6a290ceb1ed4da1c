//! `comanda company …`

use super::{Listen, Place, config, open, say};
use anyhow::Result;
use clap::Subcommand;
use comanda::{companies::NewCompany, config::ConfigFile, error::Result as Answered, setup, transact};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Agrega una empresa con su propia base de datos.
    Add {
        #[command(flatten)]
        place: Place,
        /// Nombre comercial.
        #[arg(long)]
        name: String,
        /// Nombre corto: minúsculas, dígitos y _; nombra su archivo o esquema.
        #[arg(long)]
        slug: String,
        /// Dominio por el que se la reconoce; necesario cuando el servidor tiene varias empresas.
        #[arg(long)]
        domain: Option<String>,
    },
    /// Muestra las empresas.
    List {
        #[command(flatten)]
        place: Place,
    },
}

pub(super) async fn run(command: Command, file: ConfigFile) -> Result<()> {
    match command {
        Command::Add { place, name, slug, domain } => {
            let app = open(config(file, Listen { listen: None }, place)).await?;
            let company = app.companies().add(&NewCompany { slug, name, domain }).await?;
            let begun: Answered<()> = transact!(company.db, |tx| { setup::first_rows(tx, &company.name).await });
            begun?;
            say(&format!(
                "Empresa {} agregada. Agrega su administrador: comanda user add --company {} …",
                company.name, company.slug
            ))
        }
        Command::List { place } => {
            let app = open(config(file, Listen { listen: None }, place)).await?;
            let now = app.clock().now();
            let mut companies = app.companies().all();
            companies.sort_by_key(|c| c.id);
            for c in companies {
                let licence = if c.license_active(now) { "licencia activa" } else { "sin licencia" };
                say(&format!("{:<20} {:<32} {:<28} {licence}", c.slug, c.name, c.domain.as_deref().unwrap_or("-")))?;
            }
            Ok(())
        }
    }
}
