//! Offers on small papers that a guest takes home with the receipt. Payments ask which of those chosen are in force, and print
//! them; nothing here knows a payment.

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

/// One promotion.
pub async fn promotion(tx: &mut Tx, id: PromotionId) -> Result<Promotion> {
    tx.query(store::promotions().with("AND id = ?", id)).maybe().await.or_not_found("la promoción")
}

/// The promotions that are in force on a business day, by name.
pub async fn in_force(tx: &mut Tx, day: NaiveDate) -> Result<Vec<Promotion>> {
    let all: Vec<Promotion> = tx.query(store::promotions().add("ORDER BY name, id LIMIT 1000")).all().await?;
    Ok(all.into_iter().filter(|p| p.is_in_force(day)).collect())
}

/// Those of `ids`, in force or not; unknown ones are left out.
pub async fn chosen(tx: &mut Tx, ids: &[PromotionId]) -> Result<Vec<Promotion>> {
    let sql = store::promotions().list("AND id IN (?)", ids.iter().copied()).add("ORDER BY id");
    Ok(tx.query(sql).all().await?)
}
