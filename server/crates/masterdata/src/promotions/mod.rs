//! Offers on small papers that a guest takes home with the receipt. Payments ask which of the chosen promotions are valid, and print them;
//! promotions know no payment.

mod http;
mod model;
mod store;
mod ticket;
mod write;

pub use http::routes;
pub use model::Promotion;
pub use ticket::promotion_ticket;

use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::PromotionId,
};

pub async fn load_promotion(tx: &mut Tx, id: PromotionId) -> Result<Promotion> {
    tx.query(store::select_promotions().with("AND id = ?", id)).maybe().await.or_not_found("la promoción")
}

/// Lists the promotions that are valid on a business day, by name.
pub async fn list_valid_promotions(tx: &mut Tx, day: NaiveDate) -> Result<Vec<Promotion>> {
    let all: Vec<Promotion> = tx.query(store::select_promotions().add("ORDER BY name, id LIMIT 1000")).all().await?;
    Ok(all.into_iter().filter(|p| p.is_valid_on(day)).collect())
}

/// Lists these promotions, valid or not; unknown ids are left out.
pub async fn list_promotions(tx: &mut Tx, ids: &[PromotionId]) -> Result<Vec<Promotion>> {
    let sql = store::select_promotions().list("AND id IN (?)", ids.iter().copied()).add("ORDER BY id");
    Ok(tx.query(sql).all().await?)
}
