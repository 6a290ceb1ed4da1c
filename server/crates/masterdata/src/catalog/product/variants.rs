//! The variants of a product: combinations of options, one of each attribute. A variant that is removed is kept for the order lines that
//! have it, but no longer offered; the same combination later is the same variant again.

pub(in crate::catalog) use super::variants_store::{list_products_by_option, rename_variants, save_variant};

use super::form::{VariantForm, check_price};
use super::variants_store;
use crate::catalog::{
    model::Attribute,
    store::{self as catalog, OptionRow},
};
use comanda_base::{
    db::Tx,
    error::{Faults, Refusal, Result, invalid},
    ids::{ProductId, VariantId},
    money::Money,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The till shows all variants in one dialog.
const MAX_VARIANTS: usize = 200;

/// A variant to be saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::catalog) struct VariantDraft {
    /// `Medio, Familiar`, in the order of the attributes.
    pub name: String,
    pub options: BTreeMap<String, Money>,
    pub additional_amount: Money,
    /// The attributes of the options; the same for all variants of a product.
    pub attributes: BTreeSet<i64>,
}

/// Checks the variants of a form; faults are named by their place: `variants.2.options`.
pub(super) fn check_variants(forms: &[VariantForm], all: &[OptionRow]) -> Result<Vec<VariantDraft>> {
    if forms.len() > MAX_VARIANTS {
        return invalid("variants", format!("Un producto puede tener hasta {MAX_VARIANTS} variantes.")).err();
    }
    let mut faults = Faults::default();
    let mut choices: Vec<VariantDraft> = Vec::with_capacity(forms.len());
    for (n, form) in forms.iter().enumerate() {
        let field = format!("variants.{n}.options");
        let Some(choice) = faults.ok(check_variant(&field, &form.options, all))? else { continue };
        faults.ok(check_fits(&field, &choice, &choices))?;
        choices.push(choice);
    }
    faults.finish()?;
    Ok(choices)
}

/// Refuses a variant that repeats another, or combines other attributes than they do.
pub(in crate::catalog) fn check_fits(
    field: &str,
    choice: &VariantDraft,
    others: &[VariantDraft],
) -> Result<(), Refusal> {
    if others.iter().any(|o| o.options.keys().eq(choice.options.keys())) {
        return Err(invalid(field, format!("La variante {} está dos veces.", choice.name)));
    }
    if others.first().is_some_and(|first| first.attributes != choice.attributes) {
        return Err(invalid(field, "Todas las variantes deben elegir de los mismos atributos."));
    }
    Ok(())
}

/// Checks one variant.
pub(in crate::catalog) fn check_variant(
    field: &str,
    options: &BTreeMap<String, Money>,
    all: &[OptionRow],
) -> Result<VariantDraft, Refusal> {
    if options.is_empty() {
        return Err(invalid(field, "Elige al menos una opción."));
    }
    // `all` is in the order of the attributes, so the name is too.
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
        check_price(field, *amount)?;
        sum = sum.checked_add(*amount).unwrap_or(sum);
    }
    check_price(field, sum)?;
    let name = chosen.iter().map(|o| o.name.as_str()).collect::<Vec<_>>().join(", ");
    Ok(VariantDraft { name, options: options.clone(), additional_amount: sum, attributes })
}

/// Makes these the active variants of a product, in this order, and returns their ids.
pub(super) async fn replace_variants(tx: &mut Tx, product: ProductId, forms: &[VariantForm]) -> Result<Vec<VariantId>> {
    let choices = check_variants(forms, &catalog::load_options(tx).await?)?;
    variants_store::replace_variants(tx, product, &choices).await
}

/// The options whose names changed with an attribute.
#[derive(Debug)]
pub(in crate::catalog) struct RenamedOptions {
    pub(super) changed: Vec<i64>,
}

impl RenamedOptions {
    /// Returns the options that have another name now.
    pub fn of(was: &Attribute, is: &Attribute) -> Self {
        let old: HashMap<i64, (usize, &str)> =
            was.options.iter().enumerate().map(|(n, o)| (o.id.0, (n, o.name.as_str()))).collect();
        let changed = is.options.iter().filter(|o| old.get(&o.id.0).is_some_and(|(_, name)| *name != o.name));
        Self { changed: changed.map(|o| o.id.0).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::error::Error;

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
    fn a_variant_is_named_by_its_options_and_adds_their_amounts() {
        let choices =
            check_variants(&[form(&[("4", "8.50"), ("2", "1")]), form(&[("3", "0"), ("2", "1")])], &options()).unwrap();
        assert_eq!(
            (choices[0].name.as_str(), choices[0].additional_amount),
            ("Medio, Familiar", "9.50".parse().unwrap())
        );
        assert_eq!(choices[1].name, "Medio, Personal");
        assert!(check_variants(&[], &options()).unwrap().is_empty());
    }

    #[test]
    fn impossible_variants_are_refused_at_their_place() {
        for (forms, place) in [
            (vec![form(&[])], "variants.0.options"),
            (vec![form(&[("9", "0")])], "variants.0.options"),
            (vec![form(&[("x", "0")])], "variants.0.options"),
            (vec![form(&[("1", "0"), ("2", "0")])], "variants.0.options"),
            (vec![form(&[("1", "-1")])], "variants.0.options"),
            (vec![form(&[("1", "0")]), form(&[("1", "2")])], "variants.1.options"),
            (vec![form(&[("1", "0")]), form(&[("3", "0")])], "variants.1.options"),
        ] {
            let Err(Error::Refused(refusal)) = check_variants(&forms, &options()) else { panic!("{forms:?} is taken") };
            assert_eq!(refusal.errors.keys().collect::<Vec<_>>(), [place]);
        }
        let many = vec![form(&[("1", "0")]); MAX_VARIANTS + 1];
        assert!(check_variants(&many, &options()).is_err());
    }
}
