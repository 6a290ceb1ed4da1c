//! SQL that fills a new company's database.

use comanda_base::{
    db::{self, Sql, Tx},
    error::Result,
    money::Quantity,
};

/// Whether the database has users already.
pub(super) async fn has_users(tx: &mut Tx) -> db::Result<bool> {
    let users: i64 = tx.query("SELECT COUNT(*) FROM users").scalar().await?;
    Ok(users > 0)
}

/// Inserts what nearly every restaurant would configure itself: payment methods, production areas and units of measure.
pub(super) async fn insert_default_choices(tx: &mut Tx) -> Result<()> {
    tx.query(
        "INSERT INTO payment_options (payment_type_id, name, asks_operation_number, icon, position) VALUES
            (2, 'Visa', FALSE, 'card', 2), (2, 'Mastercard', FALSE, 'card', 3), (3, 'Yape', FALSE, 'wallet', 4),
            (3, 'Plin', FALSE, 'wallet', 5), (4, 'Transferencia', TRUE, 'transfer', 6) ON CONFLICT (name) DO NOTHING",
    )
    .run()
    .await?;
    tx.query(
        "INSERT INTO payment_options (payment_type_id, name, icon, position, status) VALUES (5, 'Crédito', 'credit', 7, 'INACTIVE')
            ON CONFLICT (name) DO NOTHING",
    )
    .run()
    .await?;
    tx.query("INSERT INTO production_areas (name) VALUES ('COCINA'), ('BAR') ON CONFLICT (name) DO NOTHING")
        .run()
        .await?;
    for (symbol, name) in [("kg", "Kilogramo"), ("l", "Litro"), ("und", "Unidad")] {
        insert_unit(tx, symbol, name, None, Quantity::units(1)).await?;
    }
    for (symbol, name, base, millionths) in [
        ("g", "Gramo", "kg", 1_000),
        ("ml", "Mililitro", "l", 1_000),
        ("oz", "Onza líquida", "l", 29_574),
        ("doc", "Docena", "und", 12_000_000),
        ("cto", "Ciento", "und", 100_000_000),
    ] {
        insert_unit(tx, symbol, name, Some(base), Quantity::from_millionths(millionths)).await?;
    }
    Ok(())
}

async fn insert_unit(tx: &mut Tx, symbol: &str, name: &str, base: Option<&str>, equivalence: Quantity) -> Result<()> {
    let insert = Sql::new(
        "INSERT INTO measurements (symbol, name, magnitude_id, equivalence)
         SELECT $1, $2, (SELECT id FROM measurements WHERE symbol = $3), $4 WHERE TRUE ON CONFLICT (symbol) DO NOTHING",
    );
    tx.query(insert.bind(symbol).bind(name).bind(base).bind(equivalence)).run().await?;
    Ok(())
}
