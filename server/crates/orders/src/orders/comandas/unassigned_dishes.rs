//! Dishes without a production area that are not marked to skip the kitchen: no paper and no screen shows them, so whoever sends them gets
//! a warning.

use super::area_jobs::AreaPaper;
use crate::orders::model::Line;
use comanda_base::{db::Tx, error::Result, ids::ProductId};
use comanda_masterdata::catalog;

/// The placeholder for the name of an area.
const NO_AREA: &str = "Sin área";

/// Finds the sent dishes without an area. Dishes with an area need no query.
pub(in crate::orders) async fn find_unassigned_dishes(tx: &mut Tx, sent: &[Line]) -> Result<Option<AreaPaper>> {
    let mut ids: Vec<ProductId> = sent.iter().flat_map(products_without_area).collect();
    if ids.is_empty() {
        return Ok(None);
    }
    ids.sort_unstable();
    ids.dedup();
    let names = catalog::list_products_without_area(tx, &ids).await?;
    let paper = |warning| AreaPaper {
        area: NO_AREA.to_owned(),
        number: None,
        printers: Vec::new(),
        pdf: false,
        warning: Some(warning),
    };
    Ok((!names.is_empty()).then(|| paper(unassigned_warning(&names))))
}

/// Returns the products of a line without an area: its own, or dishes of its combo.
fn products_without_area(line: &Line) -> Vec<ProductId> {
    if line.combo_has_product.is_empty() {
        return line.production_area_id.is_none().then_some(line.product_id).into_iter().collect();
    }
    line.combo_has_product.iter().filter(|c| c.production_area_id.is_none()).map(|c| c.product_id).collect()
}

fn unassigned_warning(names: &[String]) -> String {
    let (verb, possessive) = if names.len() == 1 { ("no tiene", "su área") } else { ("no tienen", "sus áreas") };
    let names = names.join(", ");
    format!(
        "{names} {verb} área: no sale en ningún papel ni pantalla. Avisa a cocina de palabra y elige {possessive} en Productos."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_warning_names_the_dishes() {
        let text = unassigned_warning(&["Ceviche".into()]);
        assert!(text.starts_with("Ceviche no tiene área: no sale en ningún papel"), "{text}");
        let text = unassigned_warning(&["Ceviche".into(), "Tiradito".into()]);
        assert!(text.starts_with("Ceviche, Tiradito no tienen área") && text.contains("sus áreas"), "{text}");
    }
}
