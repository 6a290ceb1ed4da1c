//! Dishes that no area makes, though nobody said that they skip the kitchen: no paper and no screen has them, so whoever sends them
//! is told.

use super::papers::AreaPaper;
use crate::orders::model::Line;
use comanda_base::{db::Tx, error::Result, ids::ProductId};
use comanda_masterdata::catalog;

/// Stands where the name of an area would.
const NO_AREA: &str = "Sin área";

/// Finds the sent dishes that no area makes. Those with an area cost no query.
pub(in crate::orders) async fn forgotten(tx: &mut Tx, sent: &[Line]) -> Result<Option<AreaPaper>> {
    let mut ids: Vec<ProductId> = sent.iter().flat_map(products_without_area).collect();
    if ids.is_empty() {
        return Ok(None);
    }
    ids.sort_unstable();
    ids.dedup();
    let names = catalog::without_area(tx, &ids).await?;
    let paper = |warning| AreaPaper {
        area: NO_AREA.to_owned(),
        number: None,
        printers: Vec::new(),
        pdf: false,
        warning: Some(warning),
    };
    Ok((!names.is_empty()).then(|| paper(warning(&names))))
}

/// Lists the products of a line that have no area: its own, or dishes of a combo.
fn products_without_area(line: &Line) -> Vec<ProductId> {
    if line.combo_has_product.is_empty() {
        return line.production_area_id.is_none().then_some(line.product_id).into_iter().collect();
    }
    line.combo_has_product.iter().filter(|c| c.production_area_id.is_none()).map(|c| c.product_id).collect()
}

fn warning(names: &[String]) -> String {
    let (has, whose) = if names.len() == 1 { ("no tiene", "su área") } else { ("no tienen", "sus áreas") };
    let names = names.join(", ");
    format!(
        "{names} {has} área: no sale en ningún papel ni pantalla. Avisa a cocina de palabra y elige {whose} en Productos."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_what_nobody_makes() {
        let text = warning(&["Ceviche".into()]);
        assert!(text.starts_with("Ceviche no tiene área: no sale en ningún papel"), "{text}");
        let text = warning(&["Ceviche".into(), "Tiradito".into()]);
        assert!(text.starts_with("Ceviche, Tiradito no tienen área") && text.contains("sus áreas"), "{text}");
    }
}
