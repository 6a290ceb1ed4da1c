//! The printed promotion.

use super::model::Promotion;
use comanda_ticket::{Kind, Text, Ticket};

/// Builds the ticket; `company_name` is the restaurant's commercial name.
pub fn promotion_ticket(company_name: &str, p: &Promotion) -> Ticket {
    let mut ticket = Ticket::new(Kind::Promotion)
        .title(format!("Promoción {}", p.name))
        .line(Text::new(company_name).center().bold())
        .rule()
        .line(Text::new(p.name.to_uppercase()).center().tall().bold());
    for line in p.text.lines() {
        ticket = if line.trim().is_empty() { ticket.feed(1) } else { ticket.centered(line.trim()) };
    }
    ticket = ticket.rule();
    if let Some(until) = p.valid_until {
        ticket = ticket.centered(format!("Válido hasta el {}", until.format("%d/%m/%Y")));
    }
    ticket.cut()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveDate;
    use comanda_base::ids::PromotionId;
    use comanda_test_support::golden;

    #[test]
    fn a_promotion_is_a_small_paper_of_its_own() {
        let p = Promotion {
            id: PromotionId(1),
            name: "Martes de 2x1 en pisco sour".into(),
            text: "Trae este ticket cualquier martes de noviembre y por cada pisco sour clásico te invitamos otro.\n\n¡Te esperamos!".into(),
            valid_from: None,
            valid_until: NaiveDate::from_ymd_opt(2026, 11, 30),
            status: comanda_base::words::Status::Active,
        };
        golden::assert_ticket(
            "server/crates/masterdata/src/promotions/golden/promotion",
            &promotion_ticket("LA TERRAZA DE MIRAFLORES", &p),
        );
    }
}
