//! A copy of a product, to be made another one of: everything that belongs to it but its codes. Nobody sells the copy before
//! somebody has named and activated it.

use super::{form::ProductFields, save, store};
use crate::catalog::model::ProductDetail;
use comanda_base::{
    attempt,
    error::{Code, Result, refuse},
    ids::ProductId,
    search::search_key,
    words::Status,
};
use comanda_platform::{
    audit::{self, Entry},
    pictures,
    use_case::Work,
};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Copies of one product that nobody has renamed yet.
const MAX_COPIES: usize = 50;

/// Makes the copy.
pub(super) async fn duplicate(work: &mut Work<'_>, id: ProductId) -> Result<ProductDetail> {
    let was = store::locked(work.tx, id, &[]).await?;
    let taken: HashSet<String> = store::names_like(work.tx, base(&was.name)).await?.into_iter().collect();
    let Some(name) = copy_names(&was.name).find(|name| !taken.contains(&search_key(name))) else {
        let text = format!("Ya hay muchas copias de {}. Ponles su nombre primero.", was.name);
        return refuse(Code::AlreadyExists, text).err();
    };
    let position = store::next_position(work.tx, was.category_id).await?;
    let fields = ProductFields { name, position, status: Status::Inactive, ..was };
    let inserted = attempt!(work.tx, store::insert(work.tx, &fields).await);
    let copy = save::unless_taken(inserted, &fields.name)?;
    store::copy_parts(work.tx, id, copy).await?;
    if let Some(picture) = pictures::of(work.tx, &save::owner(id)).await? {
        let address = pictures::keep(work, &save::owner(copy), &picture).await?;
        store::set_image(work.tx, copy, Some(address)).await?;
    }
    let mut is = save::snapshot(work, copy, &fields).await?;
    is.insert("copy_of".into(), json!(id));
    let entry = Entry::new("PRODUCT_CREATED").entity("product", copy.0).change(None, Some(Value::Object(is)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    save::told(work, copy).await
}

/// The name without the sign of an earlier copy.
fn base(name: &str) -> &str {
    name.find(" (copia").filter(|_| name.ends_with(')')).map_or(name, |at| &name[..at])
}

/// `Lomo saltado (copia)`, `Lomo saltado (copia 2)`, …; a long name is cut.
fn copy_names(name: &str) -> impl Iterator<Item = String> {
    let base = base(name).to_owned();
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
    fn a_copy_is_called_as_one_and_its_name_fits() {
        let names: Vec<String> = copy_names("Lomo saltado").take(2).collect();
        assert_eq!(names, ["Lomo saltado (copia)", "Lomo saltado (copia 2)"]);
        assert_eq!(copy_names("Lomo (copia 2)").next().unwrap(), "Lomo (copia)");
        assert_eq!(copy_names("Café (copiado)").next().unwrap(), "Café (copia)");
        assert_eq!(copy_names(&"ñ".repeat(80)).last().unwrap().chars().count(), 80);
    }
}
