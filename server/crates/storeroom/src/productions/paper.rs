//! The printed form of a production with its ingredients, to be signed by the cook and the receiver.

use super::{answer::Production, model::ProductionStatus};
use crate::signed_paper;
use comanda_base::{db::Tx, error::Result};
use comanda_platform::settings::{CompanyInfo, Settings};
use comanda_ticket::{Text, Ticket, Total};

fn build_ticket(company: &CompanyInfo, production: &Production, at: &str) -> Ticket {
    let row = &production.row;
    let mark = (row.status == ProductionStatus::Rejected).then_some("ANULADA");
    let mut ticket = signed_paper::begin_paper(company, "PRODUCCIÓN", &row.full_number, mark)
        .rule()
        .text(format!("Fecha: {at}"))
        .line(Text::new(&row.name).tall().bold())
        .text(format!("Salió: {} {}", row.produced, row.measurement));
    if row.produced != row.quantity {
        let text = format!("Previsto: {} {} (rinde {} %)", row.quantity, row.measurement, row.yield_percent);
        ticket = ticket.text(text);
    }
    for text in [&row.responsible, &row.note].into_iter().filter(|text| !text.is_empty()) {
        ticket = ticket.text(text);
    }
    ticket = ticket.rule();
    for item in &production.items {
        let quantity = format!("{} {}", item.quantity, item.measurement);
        ticket = ticket.item(signed_paper::paper_item(quantity, &item.name, item.cost));
    }
    ticket = ticket.rule();
    if let Some(cost) = row.cost {
        ticket = ticket.total(Total::new("COSTO", cost.to_centimos().to_string()).currency("S/").bold());
    }
    if let Some(one) = row.unit_cost {
        ticket = ticket.text(format!("Cada {}: S/ {}", row.measurement, one.to_centimos()));
    }
    signed_paper::end_paper(ticket.text(format!("Registró: {}", row.user)), ["Preparó: ", "Recibió: "])
}

/// Renders the form as a PDF.
pub(super) async fn render_pdf(tx: &mut Tx, production: &Production) -> Result<Vec<u8>> {
    let company = CompanyInfo::load(tx).await?;
    let at = Settings::load(tx).await?.local_text(production.row.date);
    let ticket = build_ticket(&company, production, &at);
    signed_paper::render_pdf(tx, ticket).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::productions::answer::{ProductionItem, ProductionRow};
    use chrono::{TimeZone, Utc};
    use comanda_base::ids::{MeasurementId, ProductionId, SupplyId, UserId};
    use comanda_test_support::golden;

    fn item(id: i64, (quantity, measurement): (&str, &str), name: &str, cost: Option<&str>) -> ProductionItem {
        let quantity = quantity.parse().unwrap();
        ProductionItem {
            supply_id: SupplyId(id),
            name: name.into(),
            measurement_id: MeasurementId(1),
            measurement: measurement.into(),
            quantity,
            base_quantity: quantity,
            base_measurement: measurement.into(),
            has_stock: true,
            cost: cost.map(|cost| cost.parse().unwrap()),
            unit_cost: None,
        }
    }

    #[test]
    fn ingredients_and_product_are_printed() {
        let company = CompanyInfo { commercial_name: "LA TERRAZA DE MIRAFLORES".into(), ..CompanyInfo::default() };
        let at = Utc.with_ymd_and_hms(2026, 11, 21, 16, 20, 0).unwrap();
        let row = ProductionRow {
            id: ProductionId(7),
            number: 12,
            full_number: "PR-00000012".into(),
            supply_id: SupplyId(9),
            name: "Salsa de ají amarillo".into(),
            measurement_id: MeasurementId(3),
            measurement: "l".into(),
            quantity: "10".parse().unwrap(),
            produced: "9.2".parse().unwrap(),
            yield_percent: "92".parse().unwrap(),
            cost: Some("80.00".parse().unwrap()),
            unit_cost: Some("8.695652".parse().unwrap()),
            planned_unit_cost: Some("8".parse().unwrap()),
            date: at,
            user_id: UserId(2),
            user: "Marco Quispe".into(),
            responsible: "Marco Quispe".into(),
            note: "Para el fin de semana".into(),
            status: ProductionStatus::Approved,
            pending: false,
            created_at: at,
        };
        let items = vec![
            item(1, ("6.5", "kg"), "Ají amarillo", Some("52.00")),
            item(2, ("2", "l"), "Aceite vegetal", Some("19.00")),
            item(3, ("1.5", "l"), "Leche evaporada de la marca que se compra por cajas en el mayorista", Some("9.00")),
            item(4, ("20", "g"), "Sal", None),
        ];
        let production = Production { row, items, rejected: None, warnings: Vec::new() };
        golden::assert_ticket(
            "server/crates/storeroom/src/productions/golden/production",
            &build_ticket(&company, &production, "21/11/2026 11:20"),
        );
    }
}
