//! All SQL of `company_logos`; the picture itself is stored with all others.

use comanda_base::db::{self, Tx};
use comanda_ticket::Bitmap;

/// The stored dots.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct StoredBitmap {
    width_dots: i64,
    height_dots: i64,
    dots: Vec<u8>,
}

impl StoredBitmap {
    pub(super) fn bitmap(self) -> Option<Bitmap> {
        let (width, height) = (u16::try_from(self.width_dots).ok()?, u16::try_from(self.height_dots).ok()?);
        Bitmap::new(width, height, self.dots).ok()
    }
}

pub(super) async fn find_bitmap(tx: &mut Tx) -> db::Result<Option<StoredBitmap>> {
    tx.query("SELECT width_dots, height_dots, dots FROM company_logos WHERE id = 1").maybe().await
}

pub(super) async fn save_logo(tx: &mut Tx, address: &str, dots: &Bitmap) -> db::Result<()> {
    tx.query(
        "INSERT INTO company_logos (id, width_dots, height_dots, dots) VALUES (1, $1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET width_dots = excluded.width_dots, height_dots = excluded.height_dots,
             dots = excluded.dots",
    )
    .bind(i64::from(dots.width_dots()))
    .bind(i64::from(dots.height_dots()))
    .bind(dots.dots())
    .run()
    .await?;
    name(tx, Some(address)).await
}

pub(super) async fn delete_logo(tx: &mut Tx) -> db::Result<()> {
    tx.query("DELETE FROM company_logos WHERE id = 1").run().await?;
    name(tx, None).await
}

async fn name(tx: &mut Tx, address: Option<&str>) -> db::Result<()> {
    tx.query("UPDATE company_info SET logo = $1 WHERE id = 1").bind(address).run().await?;
    Ok(())
}
