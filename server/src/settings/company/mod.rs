//! Who the company is: on tickets, documents and screens, and how its electronic documents go out.

mod change;
mod gateway;
pub(super) mod http;
mod model;
mod store;

pub use model::{CompanyInfo, TaxIdType};

use crate::{companies::Company, error::Result, state::App, transact};

/// Seals what a company kept in clear before there were seals.
pub async fn seal_kept(app: &App, company: &Company) -> Result<()> {
    transact!(company.db, |tx| { store::seal_kept(tx, &app.seals()).await })
}
