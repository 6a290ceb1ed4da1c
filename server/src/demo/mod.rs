//! The demo restaurant.

use crate::app::App;

/// Password of every demo user.
pub const PASSWORD: &str = "comanda-demo";

/// Fills the demo restaurant; what is there already stays.
pub async fn seed_demo(_app: &App, _past_days: u32) -> anyhow::Result<()> {
    Ok(())
}
