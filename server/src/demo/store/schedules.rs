//! Inserts a happy hour, which is inactive.

use comanda_base::{db::Tx, error::Result, ids::ScheduleId};

pub(in crate::demo) async fn seed_schedules(tx: &mut Tx) -> Result<()> {
    // Monday to Thursday from six to eight, at the table, at half price.
    let id: ScheduleId = tx
        .query(
            "INSERT INTO schedules (name, search_key, days, from_minutes, until_minutes, channels, percent, status)
             VALUES ('Happy hour', 'happy hour', 15, 1080, 1200, 1, -50000000, 'INACTIVE') RETURNING id",
        )
        .scalar()
        .await?;
    tx.query("INSERT INTO schedule_items (schedule_id, category_id) SELECT $1, id FROM categories WHERE name = $2")
        .bind(id)
        .bind("Cocteles")
        .run()
        .await?;
    Ok(())
}
