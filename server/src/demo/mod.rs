//! The demo restaurant: La Terraza de Miraflores, with its house, its menu and a past. It writes rows of all slices in bulk, lives
//! a month by calls of the API, and is called by the command line and by tests; nothing else depends on it.

mod life;
mod menu;
mod past;
mod printers;
mod store;

pub use printers::agent_token;
pub use store::house::logins;

use store::{catalog, guests, house, promotions, rooms, schedules, store_room};

use crate::router::InProcess;
use comanda_base::{error::Result, transact};
use comanda_office::setup;
use comanda_platform::{
    companies::{self, Company, NewCompany},
    state::App,
};
use std::sync::Arc;

/// Password of every demo user.
pub const PASSWORD: &str = "comanda-demo";
/// The company's security PIN.
pub const PIN: &str = "1234";
/// Jorge's own PIN, for what he allows to others.
pub const SUPERVISOR_PIN: &str = "5678";
/// Short name of the demo company.
pub const SLUG: &str = companies::DEMO;
/// The store room holds what sales of so many days take.
const MONTH: u32 = 30;
const NAME: &str = "La Terraza de Miraflores";
/// By this name it is found once the server has a second company; until then by any.
const DOMAIN: &str = "demo.localhost";

/// Fills the demo restaurant with `past_days` of closed sales before today, and lives its last month where they are enough for one; a
/// demo that is there already stays as it is. The app's clock is one that is set by hand, and `calls` are the calls of the app.
pub async fn prepare(app: &App, calls: InProcess, past_days: u32) -> anyhow::Result<()> {
    let now = app.clock().now();
    if seed_demo(app, past_days).await? && past_days >= life::DAYS {
        life::live(app, calls, now).await?;
    }
    Ok(())
}

/// Fills the demo restaurant and `past_days` of closed sales before today; false where it is there already, which stays as it is.
pub async fn seed_demo(app: &App, past_days: u32) -> anyhow::Result<bool> {
    let company = company(app).await?;
    if is_seeded(&company).await? {
        return Ok(false);
    }
    let now = app.clock().now();
    let whole_month = past_days >= life::DAYS;
    let secrets = house::Secrets::hashed().await?;
    let seeded: Result<()> = transact!(company.db, |tx| {
        setup::first_rows(tx, NAME).await?;
        let house = house::seed(tx, secrets, now).await?;
        promotions::seed(tx, now).await?;
        let spots = rooms::seed(tx).await?;
        let (people, firms) = guests::seed(tx).await?;
        let sold = catalog::seed(tx, &house).await?;
        schedules::seed(tx).await?;
        let opened = if whole_month { past::begins(tx, past_days.min(MONTH), now).await? } else { now };
        store_room::seed(tx, &house, &sold, opened, whole_month).await?;
        let scene = past::Scene { house: &house, spots: &spots, people: &people, firms: &firms, sold: &sold };
        past::seed(tx, &scene, past_days, now).await?;
        if whole_month {
            past::complete_month(tx, opened).await?;
        }
        Ok(())
    });
    seeded?;
    Ok(true)
}

async fn company(app: &App) -> Result<Arc<Company>> {
    if let Some(company) = app.companies().opened(SLUG).await? {
        return Ok(company);
    }
    let new = NewCompany { slug: SLUG.into(), name: NAME.into(), domain: Some(DOMAIN.into()), database_url: None };
    app.companies().add(&new).await
}

async fn is_seeded(company: &Company) -> Result<bool> {
    let mut tx = company.db.read().await?;
    Ok(store::is_seeded(&mut tx).await?)
}
