//! The demo restaurant La Terraza de Miraflores, with staff, menu and past sales. It inserts rows of all modules in bulk, then creates a
//! month of other activity by calls of the API. Only the command line and tests use it.

mod activity;
mod menu;
mod past;
mod printers;
mod store;

pub use printers::ensure_agent_token;
pub use store::house::list_logins;

use store::{catalog, guests, house, promotions, rooms, schedules, store_room};

use crate::router::InProcess;
use comanda_base::{error::Result, transact};
use comanda_office::setup;
use comanda_platform::{
    companies::{self, Company, NewCompany},
    state::App,
};
use std::sync::Arc;

/// The password of every demo user.
pub const PASSWORD: &str = "comanda-demo";
/// The company's security PIN.
pub const PIN: &str = "1234";
/// The personal PIN of the supervisor Jorge, for his approvals.
pub const SUPERVISOR_PIN: &str = "5678";
/// The short name of the demo company.
pub const SLUG: &str = companies::DEMO_SLUG;
/// The most days of sales that the opening stock is enough for.
const MAX_STOCKED_DAYS: u32 = 30;
const NAME: &str = "La Terraza de Miraflores";
/// The domain by which the demo is reached once the server has a second company; until then any domain works.
const DOMAIN: &str = "demo.localhost";

/// Fills the demo restaurant with `past_days` of closed sales before today and, if they are enough, its last month of other activity. An
/// existing demo stays as it is. The app's clock must be one that is set by hand, and `calls` a client of the app.
pub async fn fill_demo(app: &App, calls: InProcess, past_days: u32) -> anyhow::Result<()> {
    let now = app.clock().now();
    if seed_demo(app, past_days).await? && past_days >= activity::MONTH_DAYS {
        activity::create_month(app, calls, now).await?;
    }
    Ok(())
}

/// Fills the demo restaurant and `past_days` of closed sales before today. Returns false, without changing anything, if it exists already.
pub async fn seed_demo(app: &App, past_days: u32) -> anyhow::Result<bool> {
    let company = open_demo_company(app).await?;
    if is_seeded(&company).await? {
        return Ok(false);
    }
    let now = app.clock().now();
    let whole_month = past_days >= activity::MONTH_DAYS;
    let secrets = house::Secrets::load_hashed().await?;
    let seeded: Result<()> = transact!(company.db, |tx| {
        setup::insert_first_rows(tx, NAME).await?;
        let seeded = house::seed_company_data(tx, secrets, now).await?;
        promotions::seed_promotions(tx, now).await?;
        let spots = rooms::seed_rooms(tx).await?;
        let (people, firms) = guests::seed_guests(tx).await?;
        let sold = catalog::seed_catalog(tx, &seeded).await?;
        schedules::seed_schedules(tx).await?;
        let opened =
            if whole_month { past::find_first_moment(tx, past_days.min(MAX_STOCKED_DAYS), now).await? } else { now };
        store_room::seed_store_room(tx, &seeded, &sold, opened, whole_month).await?;
        let scene = past::SeedContext { seeded: &seeded, spots: &spots, people: &people, firms: &firms, sold: &sold };
        past::seed_past(tx, &scene, past_days, now).await?;
        if whole_month {
            past::deduct_stock_and_refuse_one(tx, opened).await?;
        }
        Ok(())
    });
    seeded?;
    Ok(true)
}

async fn open_demo_company(app: &App) -> Result<Arc<Company>> {
    if let Some(company) = app.companies().get_or_open(SLUG).await? {
        return Ok(company);
    }
    let new = NewCompany { slug: SLUG.into(), name: NAME.into(), domain: Some(DOMAIN.into()), database_url: None };
    app.companies().add_company(&new).await
}

async fn is_seeded(company: &Company) -> Result<bool> {
    let mut tx = company.db.read().await?;
    Ok(store::is_seeded(&mut tx).await?)
}
