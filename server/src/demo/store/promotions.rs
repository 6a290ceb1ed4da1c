//! Inserts two promotions that the demo prints at the cash desk.

use super::bulk::insert_rows;
use chrono::{DateTime, Duration, Utc};
use comanda_base::{args, db::Tx, error::Result};

pub(in crate::demo) async fn seed_promotions(tx: &mut Tx, now: DateTime<Utc>) -> Result<()> {
    let until = (now + Duration::days(60)).date_naive();
    let offers = [
        (
            "2x1 en pisco sour",
            "De lunes a jueves, de 6 a 8 p. m., por cada pisco sour clásico te invitamos otro.\nTrae este ticket.",
            Some(until),
        ),
        (
            "Postre de la casa",
            "En tu próxima visita, con cada plato de fondo el postre va por nuestra cuenta.\n¡Te esperamos!",
            None,
        ),
    ];
    let rows = offers.into_iter().map(|(name, text, until)| args![name, text, until]).collect();
    insert_rows(tx, "INSERT INTO promotions (name, text, valid_until) VALUES", rows).await
}
