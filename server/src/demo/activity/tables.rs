//! The demo's dismissed orders, of which one waiter has too many, and its reservations.

use super::demo_api::DemoApi;
use crate::demo::PIN;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

const WAITER: &str = "mozo";
/// The waiter who dismisses more orders than the others.
const OTHER_WAITER: &str = "mozo2";

/// Days ago, time, waiter, client's name, dishes, reason, whether they were made. All are after the last guests of their day.
type DismissedOrder<'a> = (i64, &'a str, &'a str, &'a str, &'a [&'a str], &'a str, bool);

const DISMISSED_ORDERS: [DismissedOrder<'_>; 6] = [
    (13, "22:58", WAITER, "Sr. Rojas", &["Ají de gallina"], "Pidió otra cosa", false),
    (9, "23:02", OTHER_WAITER, "Marco", &["Arroz con mariscos", "Maracuyá sour"], "Cliente se fue", false),
    (6, "23:05", OTHER_WAITER, "Marco", &["Ceviche mixto"], "Error al marcar", false),
    (5, "23:01", OTHER_WAITER, "Para llevar", &["Jalea mixta", "Inca Kola 500 ml"], "Cliente se fue", false),
    (3, "23:08", OTHER_WAITER, "Marco", &["Parihuela"], "Error al marcar", false),
    (2, "22:59", OTHER_WAITER, "Para llevar", &["Seco de res con frejoles", "Ají de gallina"], "Cliente se fue", true),
];

/// Table, days ahead, time, name, persons, note.
type Reservation<'a> = (&'a str, i64, &'a str, &'a str, i64, &'a str);

const RESERVATIONS: [Reservation<'_>; 4] = [
    ("5", 0, "20:00", "Familia Salazar", 6, "Cumpleaños: torta propia"),
    ("12", 1, "13:30", "Sra. Paredes", 4, "Cerca de la ventana"),
    ("8", 1, "20:30", "Estudio Núñez", 8, ""),
    ("15", 3, "21:00", "Sr. Quispe", 2, "Aniversario"),
];

pub(super) async fn create_orders_and_reservations(demo: &DemoApi, now: DateTime<Utc>) -> anyhow::Result<()> {
    for order in DISMISSED_ORDERS {
        dismiss_order(demo, order).await?;
    }
    demo.set_clock(1, "18:00")?;
    for (n, (table, days, time, name, persons, note)) in RESERVATIONS.into_iter().enumerate() {
        let at = demo.time_of_day(-days, time)?;
        // A reservation in the past would stay on the map without any guest.
        if at <= now {
            continue;
        }
        let body = json!({"type": "TABLE", "is_reservation": true, "table_id": demo.id("table", table)?,
                          "reserved_for": at, "persons": persons, "client_name": name,
                          "phone": format!("98712340{n}"), "note": note});
        demo.post(WAITER, "/client-requests", body).await?;
    }
    Ok(())
}

async fn dismiss_order(
    demo: &DemoApi,
    (day, time, username, name, dishes, reason, made): DismissedOrder<'_>,
) -> anyhow::Result<()> {
    demo.set_clock(day, time)?;
    let account = demo.post(username, "/client-requests", json!({"type": "ORDER", "client_name": name})).await?;
    let products: Vec<Value> = dishes
        .iter()
        .map(|dish| Ok(json!({"product": {"id": demo.id("product", dish)?}, "qty": 1})))
        .collect::<anyhow::Result<_>>()?;
    let sent = demo.post(username, "/orders", json!({"client_request": account["id"], "products": products})).await?;
    demo.advance_clock(5);
    let body = json!({"order_ids": sent["lines"], "reason": reason, "made": made, "pin": PIN});
    demo.put(username, &format!("/orders/{}/dismiss", account["id"]), body).await?;
    demo.put(username, &format!("/client-requests/{}/close", account["id"]), json!({})).await?;
    Ok(())
}
