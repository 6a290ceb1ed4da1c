//! Choices of a product: combinations of options, one of each attribute. A choice that is taken away stays for the lines that have
//! it, but is no longer offered; the same combination again is the same choice.

use super::form::{VariantForm, price};
use crate::{
    args,
    catalog::{
        model::{Attribute, AttributeOption},
        store::{self, OptionRow},
    },
    db::{self, Arg, Sql, Tx},
    error::{Faults, Refusal, Result, invalid},
    ids::{ProductId, VariantId},
    money::Money,
    words::Status,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// All of them stand in one dialog at the till.
const MAX_VARIANTS: usize = 200;

/// A choice as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::catalog) struct Choice {
    /// `Medio, Familiar`, in the order of the attributes.
    pub name: String,
    pub options: BTreeMap<String, Money>,
    pub additional_amount: Money,
    /// Whose options they are; the same for all choices of a product.
    pub attributes: BTreeSet<i64>,
}

#[derive(sqlx::FromRow)]
struct KeptRow {
    id: VariantId,
    options: db::Json<BTreeMap<String, Money>>,
}

/// Reads choices; refusals name the place: `variants.2.options`.
pub(super) fn choices(forms: &[VariantForm], all: &[OptionRow]) -> Result<Vec<Choice>> {
    if forms.len() > MAX_VARIANTS {
        return invalid("variants", format!("Un producto puede tener hasta {MAX_VARIANTS} variantes.")).err();
    }
    let mut faults = Faults::default();
    let mut choices: Vec<Choice> = Vec::with_capacity(forms.len());
    for (n, form) in forms.iter().enumerate() {
        let field = format!("variants.{n}.options");
        let Some(choice) = faults.ok(choice(&field, &form.options, all))? else { continue };
        faults.ok(fits(&field, &choice, &choices))?;
        choices.push(choice);
    }
    faults.done()?;
    Ok(choices)
}

/// Whether a choice goes with those already there.
pub(in crate::catalog) fn fits(field: &str, choice: &Choice, others: &[Choice]) -> Result<(), Refusal> {
    if others.iter().any(|o| o.options.keys().eq(choice.options.keys())) {
        return Err(invalid(field, format!("La variante {} está dos veces.", choice.name)));
    }
    if others.first().is_some_and(|first| first.attributes != choice.attributes) {
        return Err(invalid(field, "Todas las variantes deben elegir de los mismos atributos."));
    }
    Ok(())
}

/// One choice.
pub(in crate::catalog) fn choice(
    field: &str,
    options: &BTreeMap<String, Money>,
    all: &[OptionRow],
) -> Result<Choice, Refusal> {
    if options.is_empty() {
        return Err(invalid(field, "Elige al menos una opción."));
    }
    // `all` is in the order of the attributes, and so is the name.
    let chosen: Vec<&OptionRow> = all.iter().filter(|o| options.contains_key(&o.id.to_string())).collect();
    if chosen.len() != options.len() {
        return Err(invalid(field, "Una de las opciones ya no existe. Actualiza la pantalla."));
    }
    let attributes: BTreeSet<i64> = chosen.iter().map(|o| o.attribute_id).collect();
    if attributes.len() != chosen.len() {
        return Err(invalid(field, "Elige una sola opción de cada atributo."));
    }
    let mut sum = Money::ZERO;
    for amount in options.values() {
        price(field, *amount)?;
        sum = sum.checked_add(*amount).unwrap_or(sum);
    }
    price(field, sum)?;
    let name = chosen.iter().map(|o| o.name.as_str()).collect::<Vec<_>>().join(", ");
    Ok(Choice { name, options: options.clone(), additional_amount: sum, attributes })
}

/// Offers exactly these choices of a product, in this order; gives their ids.
pub(super) async fn replace(tx: &mut Tx, product: ProductId, forms: &[VariantForm]) -> Result<Vec<VariantId>> {
    let choices = choices(forms, &store::options(tx).await?)?;
    let kept: Vec<KeptRow> = tx
        .query("SELECT id, options FROM product_variants WHERE product_id = $1 ORDER BY id")
        .bind(product)
        .all()
        .await?;
    let mut known: HashMap<Vec<String>, VariantId> = HashMap::new();
    for row in kept {
        known.insert(row.options.0.into_keys().collect(), row.id);
    }
    tx.query("UPDATE product_variants SET status = 'INACTIVE' WHERE product_id = $1").bind(product).run().await?;
    let (mut again, mut new): (Vec<[Arg; 5]>, Vec<[Arg; 5]>) = (Vec::new(), Vec::new());
    for (choice, position) in choices.iter().zip(1_i64..) {
        let key: Vec<String> = choice.options.keys().cloned().collect();
        let options = db::Json(choice.options.clone());
        match known.get(&key) {
            Some(id) => again.push(args![*id, choice.name.clone(), options, choice.additional_amount, position]),
            None => new.push(args![product, choice.name.clone(), options, choice.additional_amount, position]),
        }
    }
    if !again.is_empty() {
        let sql = Sql::new(
            "UPDATE product_variants SET name = v.column2, options = v.column3, additional_amount = v.column4,
                 position = v.column5, status = 'ACTIVE' FROM (VALUES",
        );
        tx.query(sql.rows(again).add(") AS v WHERE product_variants.id = v.column1")).run().await?;
    }
    if !new.is_empty() {
        let sql =
            Sql::new("INSERT INTO product_variants (product_id, name, options, additional_amount, position) VALUES");
        tx.query(sql.rows(new)).run().await?;
    }
    let offered =
        tx.query("SELECT id FROM product_variants WHERE product_id = $1 AND status = 'ACTIVE' ORDER BY position");
    Ok(offered.bind(product).column().await?)
}

/// Writes one choice: a new one at the end, or in place of the one with this id.
pub(in crate::catalog) async fn put(
    tx: &mut Tx,
    product: ProductId,
    id: Option<VariantId>,
    choice: &Choice,
    status: Status,
) -> Result<VariantId> {
    let sql = match id {
        Some(_) => {
            "UPDATE product_variants SET name = $2, options = $3, additional_amount = $4, status = $5
             WHERE product_id = $1 AND id = $6 RETURNING id"
        }
        None => {
            "INSERT INTO product_variants (product_id, name, options, additional_amount, status, position)
             SELECT $1, $2, $3, $4, $5, COALESCE(MAX(position), $6) + 1 FROM product_variants WHERE product_id = $1 RETURNING id"
        }
    };
    let sql = Sql::new(sql)
        .bind(product)
        .bind(choice.name.as_str())
        .bind(db::Json(choice.options.clone()))
        .bind(choice.additional_amount)
        .bind(status)
        .bind(id.map_or(0, |id| id.0));
    Ok(tx.query(sql).scalar().await?)
}

/// The names by which choices are called, before and after a change of an attribute.
#[derive(Debug)]
pub(in crate::catalog) struct Renaming {
    changed: Vec<i64>,
}

impl Renaming {
    /// The options of which the name or the place has changed.
    pub fn of(was: &Attribute, is: &Attribute) -> Self {
        let old: HashMap<i64, (usize, &str)> =
            was.options.iter().enumerate().map(|(n, o)| (o.id.0, (n, o.name.as_str()))).collect();
        let changed = is.options.iter().filter(|o| old.get(&o.id.0).is_some_and(|(_, name)| *name != o.name));
        Self { changed: changed.map(|o| o.id.0).collect() }
    }
}

/// Calls the choices with renamed options by their new names; lines keep the name they were ordered with.
pub(in crate::catalog) async fn rename(tx: &mut Tx, renaming: Renaming) -> Result<()> {
    if renaming.changed.is_empty() {
        return Ok(());
    }
    let rows: Vec<KeptRow> =
        tx.query(with_any_of(Sql::new("SELECT id, options FROM product_variants v"), &renaming.changed)).all().await?;
    let all = store::options(tx).await?;
    let renamed = rows.iter().map(|row| {
        let chosen = all.iter().filter(|o| row.options.0.contains_key(&o.id.to_string()));
        args![row.id, chosen.map(|o| o.name.as_str()).collect::<Vec<_>>().join(", ")]
    });
    let renamed: Vec<[Arg; 2]> = renamed.collect();
    for part in renamed.chunks(2_000) {
        let sql = Sql::new("UPDATE product_variants SET name = v.column2 FROM (VALUES").rows(part.iter().cloned());
        tx.query(sql.add(") AS v WHERE product_variants.id = v.column1")).run().await?;
    }
    Ok(())
}

/// For each of these options, its name and the products that offer it.
pub(in crate::catalog) async fn products_with(
    tx: &mut Tx,
    options: &[&AttributeOption],
) -> Result<Vec<(String, Vec<String>)>> {
    if options.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = options.iter().map(|o| o.id.0).collect();
    let sql = Sql::new("SELECT p.name, v.options FROM product_variants v JOIN products p ON p.id = v.product_id");
    let sql =
        with_any_of(sql, &ids).add("AND v.status = 'ACTIVE' AND p.deleted_at IS NULL ORDER BY p.search_key, v.id");
    let rows: Vec<(String, db::Json<BTreeMap<String, Money>>)> = tx.query(sql).all().await?;
    let with = |option: &&AttributeOption| {
        let key = option.id.0.to_string();
        let mut products: Vec<String> =
            rows.iter().filter(|(_, chosen)| chosen.0.contains_key(&key)).map(|(name, _)| name.clone()).collect();
        products.dedup();
        (option.name.clone(), products)
    };
    Ok(options.iter().map(with).collect())
}

/// Both databases write a key as `"12":`, which no amount looks like.
fn with_any_of(sql: Sql, options: &[i64]) -> Sql {
    let mut sql = sql.add("WHERE (1 = 0");
    for id in options {
        sql = sql.with("OR CAST(v.options AS TEXT) LIKE ?", format!("%\"{id}\":%"));
    }
    sql.add(")")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    fn options() -> Vec<OptionRow> {
        let row =
            |id, attribute_id, name: &str| OptionRow { id, attribute_id, attribute: String::new(), name: name.into() };
        vec![row(2, 1, "Medio"), row(1, 1, "Cocido"), row(3, 2, "Personal"), row(4, 2, "Familiar")]
    }
    fn form(options: &[(&str, &str)]) -> VariantForm {
        VariantForm {
            options: options.iter().map(|(id, more)| ((*id).to_owned(), more.parse().unwrap())).collect(),
            ..VariantForm::default()
        }
    }

    #[test]
    fn a_choice_is_called_by_its_options_and_adds_what_they_add() {
        let made = choices(&[form(&[("4", "8.50"), ("2", "1")]), form(&[("3", "0"), ("2", "1")])], &options()).unwrap();
        assert_eq!((made[0].name.as_str(), made[0].additional_amount), ("Medio, Familiar", "9.50".parse().unwrap()));
        assert_eq!(made[1].name, "Medio, Personal");
        assert!(choices(&[], &options()).unwrap().is_empty());
    }

    #[test]
    fn choices_that_nobody_could_choose_are_refused_at_their_place() {
        for (forms, place) in [
            (vec![form(&[])], "variants.0.options"),
            (vec![form(&[("9", "0")])], "variants.0.options"),
            (vec![form(&[("x", "0")])], "variants.0.options"),
            (vec![form(&[("1", "0"), ("2", "0")])], "variants.0.options"),
            (vec![form(&[("1", "-1")])], "variants.0.options"),
            (vec![form(&[("1", "0")]), form(&[("1", "2")])], "variants.1.options"),
            (vec![form(&[("1", "0")]), form(&[("3", "0")])], "variants.1.options"),
        ] {
            let Err(Error::Refused(refusal)) = choices(&forms, &options()) else { panic!("{forms:?} is taken") };
            assert_eq!(refusal.errors.keys().collect::<Vec<_>>(), [place]);
        }
        let many = vec![form(&[("1", "0")]); MAX_VARIANTS + 1];
        assert!(choices(&many, &options()).is_err());
    }
}
