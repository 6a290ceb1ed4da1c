//! Copies a product, with everything that belongs to it except its codes. The copy is inactive, so that it is not sold before it is renamed
//! and activated.

use super::{change_log, form::ProductFields, save, store};
use crate::catalog::model::ProductDetail;
use comanda_base::{
    attempt,
    error::{Code, Result, refuse},
    ids::ProductId,
    search::search_key,
    words::Status,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    pictures,
    use_case::Work,
};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The most copies of one product that were not renamed yet.
const MAX_COPIES: usize = 50;

pub(super) async fn duplicate_product(work: &mut Work<'_>, id: ProductId) -> Result<ProductDetail> {
    let was = store::lock_and_load_product(work.tx, id, &[]).await?;
    let used_names: HashSet<String> =
        store::list_keys_containing(work.tx, original_name(&was.name)).await?.into_iter().collect();
    let Some(name) = copy_names(&was.name).find(|name| !used_names.contains(&search_key(name))) else {
        let text = format!("Ya hay muchas copias de {}. Ponles su nombre primero.", was.name);
        return refuse(Code::AlreadyExists, text).err();
    };
    let position = store::next_position(work.tx, was.category_id).await?;
    let fields = ProductFields { name, position, status: Status::Inactive, ..was };
    let inserted = attempt!(work.tx, store::insert_product(work.tx, &fields).await);
    let copy = save::refuse_taken_name(inserted, &fields.name)?;
    store::copy_parts(work.tx, id, copy).await?;
    if let Some(picture) = pictures::find_picture(work.tx, &save::picture_owner(id)).await? {
        let address = pictures::save_picture(work, &save::picture_owner(copy), &picture).await?;
        store::set_image(work.tx, copy, Some(address)).await?;
    }
    let mut is = change_log::snapshot_product(work, copy, &fields).await?;
    is.insert("copy_of".into(), json!(id));
    let entry = AuditEntry::new("PRODUCT_CREATED").entity("product", copy.0).change(None, Some(Value::Object(is)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    save::record_change(work, copy).await
}

/// Returns the name without the suffix of an earlier copy.
fn original_name(name: &str) -> &str {
    name.find(" (copia").filter(|_| name.ends_with(')')).map_or(name, |at| &name[..at])
}

/// Returns the names to try: `Lomo saltado (copia)`, `Lomo saltado (copia 2)`, …; a long name is cut.
fn copy_names(name: &str) -> impl Iterator<Item = String> {
    let base = original_name(name).to_owned();
    (1..=MAX_COPIES).map(move |n| {
        let sign = if n == 1 { " (copia)".to_owned() } else { format!(" (copia {n})") };
        let room = super::form::MAX_NAME_CHARS - sign.len();
        let short: String = base.chars().take(room).collect();
        format!("{}{sign}", short.trim_end())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_copy_says_so_and_fits() {
        let names: Vec<String> = copy_names("Lomo saltado").take(2).collect();
        assert_eq!(names, ["Lomo saltado (copia)", "Lomo saltado (copia 2)"]);
        assert_eq!(copy_names("Lomo (copia 2)").next().unwrap(), "Lomo (copia)");
        assert_eq!(copy_names("Café (copiado)").next().unwrap(), "Café (copia)");
        assert_eq!(copy_names(&"ñ".repeat(80)).last().unwrap().chars().count(), 80);
    }
}
