//! SQL that inserts a company's first rows. Existing rows stay.

use chrono::NaiveDate;
use comanda_base::{
    db::{Sql, Tx},
    error::Result,
    money::Quantity,
};
use comanda_masterdata::clients::document::ANONYMOUS_DNI;

/// Inserts the first rows of a company with this commercial name.
pub async fn insert_first_rows(tx: &mut Tx, commercial_name: &str) -> Result<()> {
    tx.query("INSERT INTO company_info (id, commercial_name, is_electronic_invoice) VALUES (1, $1, FALSE) ON CONFLICT (id) DO NOTHING")
        .bind(commercial_name)
        .run()
        .await?;
    tx.query(
        "INSERT INTO tax_rates (valid_from, percent, name) VALUES ($1, $2, 'General') ON CONFLICT (valid_from) DO NOTHING",
    )
    // Ley 29666 put the general IGV at 18 % from this day.
    .bind(NaiveDate::from_ymd_opt(2011, 3, 1).unwrap_or_default())
    .bind(Quantity::units(18))
    .run()
    .await?;
    let nobody = Sql::new(
        "INSERT INTO clients (document_type, document_number, name, search_key)
         VALUES ('DNI', $1, 'CLIENTES VARIOS', 'clientes varios 00000000') ON CONFLICT DO NOTHING",
    );
    tx.query(nobody.bind(ANONYMOUS_DNI)).run().await?;
    for fixed in FIXED_ROWS {
        tx.query(fixed).run().await?;
    }
    Ok(())
}

const FIXED_ROWS: [&str; 7] = [
    "INSERT INTO global_settings (id) VALUES (1) ON CONFLICT (id) DO NOTHING",
    "INSERT INTO billing_types (id, code, name, description, tax_type) VALUES
        (1, 'BOLETA', 'Boleta', 'Boleta de venta electrónica', 3),
        (2, 'FACTURA', 'Factura', 'Factura electrónica', 1),
        (3, 'NOTA VENTA', 'Nota de venta', 'Nota de venta', 111),
        (4, 'NOTA CREDITO', 'Nota de crédito', 'Nota de crédito electrónica', 7),
        (5, 'NOTA DEBITO', 'Nota de débito', 'Nota de débito electrónica', 8) ON CONFLICT (id) DO NOTHING",
    "INSERT INTO billing_series (billing_type_id, serie) VALUES (1, 'B001'), (2, 'F001'), (3, 'NV01'), (4, 'FC01'), (4, 'BC01'),
        (5, 'FD01'), (5, 'BD01') ON CONFLICT DO NOTHING",
    "INSERT INTO additional_charge_types (id, code, name) VALUES
        (1, 'TIP', 'Propina'), (2, 'OTHER', 'Otro cargo'), (3, 'DELIVERY', 'Delivery'), (4, 'SERVICE', 'Recargo al consumo')
        ON CONFLICT (id) DO NOTHING",
    "INSERT INTO payment_options (payment_type_id, name, is_cash, icon, position) VALUES (1, 'Efectivo', TRUE, 'cash', 1)
        ON CONFLICT (name) DO NOTHING",
    "INSERT INTO turns (name) VALUES ('Mañana'), ('Tarde'), ('Noche') ON CONFLICT (name) DO NOTHING",
    "INSERT INTO production_areas (name) VALUES ('CAJA') ON CONFLICT (name) DO NOTHING",
];
