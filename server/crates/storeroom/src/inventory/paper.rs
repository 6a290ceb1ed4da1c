//! The printed form of a movement, to be signed by the giver and the receiver of the goods.

use super::{
    answer::InventoryMovement,
    model::{InventoryDirection, InventoryStatus},
};
use crate::signed_paper;
use comanda_base::{db::Tx, error::Result};
use comanda_platform::settings::{CompanyInfo, Settings};
use comanda_ticket::{Ticket, Total};

/// The data of the printed form.
#[derive(Debug)]
struct MovementTicketData<'a> {
    company: &'a CompanyInfo,
    movement: &'a InventoryMovement,
    /// The time of the movement in the company's time zone.
    at: &'a str,
}

fn build_ticket(p: &MovementTicketData<'_>) -> Ticket {
    let row = &p.movement.row;
    let title = match row.direction {
        InventoryDirection::In => "ENTRADA DE ALMACÉN",
        InventoryDirection::Out => "SALIDA DE ALMACÉN",
    };
    let mark = (row.status == InventoryStatus::Rejected).then_some("RECHAZADO");
    let mut ticket = signed_paper::begin_paper(p.company, title, &row.full_number, mark)
        .rule()
        .text(format!("Fecha: {}", p.at))
        .text(format!("Motivo: {}", row.reason.label()))
        .text(&row.name);
    if !row.description.is_empty() {
        ticket = ticket.text(&row.description);
    }
    if !row.responsible.is_empty() {
        ticket = ticket.text(format!("Responsable: {}", row.responsible));
    }
    ticket = ticket.rule();
    for item in &p.movement.items {
        let quantity = format!("{} {}", item.quantity, item.measurement);
        ticket = ticket.item(signed_paper::paper_item(quantity, &item.name, item.total));
    }
    ticket = ticket.rule();
    if let Some(total) = row.total {
        let total = total.to_centimos().to_string();
        ticket = ticket.total(Total::new("VALOR", total).currency("S/").bold());
    }
    signed_paper::end_paper(ticket.text(format!("Registró: {}", row.user)), ["Entregó: ", "Recibió: "])
}

/// Renders the form as a PDF.
pub(super) async fn render_pdf(tx: &mut Tx, movement: &InventoryMovement) -> Result<Vec<u8>> {
    let company = CompanyInfo::load(tx).await?;
    let at = Settings::load(tx).await?.local_text(movement.row.date);
    let ticket = build_ticket(&MovementTicketData { company: &company, movement, at: &at });
    signed_paper::render_pdf(tx, ticket).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inventory::{
        answer::{InventoryMovementItem, InventoryMovementRow},
        model::InventoryReason,
    };
    use chrono::{TimeZone, Utc};
    use comanda_base::ids::{MeasurementId, MovementId, SupplyId, UserId};
    use comanda_ledgers::stock::ItemKind;
    use comanda_test_support::golden;

    fn item(id: i64, (quantity, measurement): (&str, &str), name: &str, total: Option<&str>) -> InventoryMovementItem {
        let quantity = quantity.parse().unwrap();
        InventoryMovementItem {
            id,
            product_id: None,
            supply_id: Some(SupplyId(id)),
            item_type: ItemKind::Supply,
            item_id: id,
            name: name.into(),
            measurement_id: MeasurementId(1),
            measurement: measurement.into(),
            quantity,
            base_quantity: quantity,
            base_measurement: measurement.into(),
            unit_price: None,
            total: total.map(|total| total.parse().unwrap()),
            unit_cost: None,
        }
    }

    #[test]
    fn an_outgoing_movement_is_printed_with_signature_lines() {
        let company = CompanyInfo { commercial_name: "LA TERRAZA DE MIRAFLORES".into(), ..CompanyInfo::default() };
        let at = Utc.with_ymd_and_hms(2026, 11, 21, 16, 20, 0).unwrap();
        let row = InventoryMovementRow {
            id: MovementId(7),
            number: 12,
            full_number: "MI-00000012".into(),
            direction: InventoryDirection::Out,
            reason: InventoryReason::Expired,
            name: "Revisión de la cámara".into(),
            description: "Se cortó la luz el jueves en la noche".into(),
            status: InventoryStatus::Approved,
            date: at,
            responsible: "Marco Quispe".into(),
            user_id: UserId(2),
            user: "Jorge Paredes".into(),
            items_count: 3,
            total: None,
            created_at: at,
        };
        let items = vec![
            item(1, ("3.5", "kg"), "Pescado fresco", Some("112")),
            item(2, ("1.25", "kg"), "Mixtura de mariscos para parihuela y arroz con mariscos", Some("36.254")),
            item(3, ("400", "g"), "Hierbabuena", None),
        ];
        let movement = InventoryMovement { row, items, rejected: None, can_delete: false, warnings: Vec::new() };
        let ticket =
            build_ticket(&MovementTicketData { company: &company, movement: &movement, at: "21/11/2026 11:20" });
        golden::assert_ticket("server/crates/storeroom/src/inventory/golden/inventory_movement", &ticket);
    }
}
