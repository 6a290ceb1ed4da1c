//! The groups that products offer.

use super::{model::ChoiceGroup, store};
use chrono::NaiveDate;
use comanda_base::{
    allergens::Allergen,
    db::Tx,
    error::{Result, invalid},
    ids::{ChoiceGroupId, ProductId, ToppingId},
    words::WordSet,
};
use std::collections::HashMap;

/// More would not fit the order screen.
const MAX_GROUPS: usize = 12;

/// Returns the groups of each of these products, in their order.
pub(in crate::catalog) async fn list_groups_of_products(
    tx: &mut Tx,
    products: &[ProductId],
) -> Result<HashMap<ProductId, Vec<ChoiceGroupId>>> {
    let mut groups: HashMap<ProductId, Vec<ChoiceGroupId>> = HashMap::new();
    if !products.is_empty() {
        for (product, group) in store::list_groups_of_products(tx, products).await? {
            groups.entry(product).or_default().push(group);
        }
    }
    Ok(groups)
}

/// The groups that some products offer, with the ones nested in them.
#[derive(Debug, Default)]
pub struct OfferedChoices {
    groups: HashMap<ChoiceGroupId, ChoiceGroup>,
    by_product: HashMap<ProductId, Vec<ChoiceGroupId>>,
}

impl OfferedChoices {
    /// Returns these groups, with the ones that each product offers in their order.
    pub fn new(groups: Vec<ChoiceGroup>, by_product: HashMap<ProductId, Vec<ChoiceGroupId>>) -> Self {
        Self { groups: groups.into_iter().map(|group| (group.id, group)).collect(), by_product }
    }
    /// Returns the allergens of a topping that stands for an option of any of the groups.
    pub fn allergens_of(&self, topping: ToppingId) -> Option<&WordSet<Allergen>> {
        let options = self.groups.values().flat_map(|group| &group.options);
        options.into_iter().find(|option| option.topping_id == topping).map(|option| &option.allergens)
    }
    /// Loads the groups that these products offer, as they can be chosen on a business day.
    pub(in crate::catalog) async fn load(tx: &mut Tx, products: &[ProductId], today: NaiveDate) -> Result<Self> {
        let by_product = list_groups_of_products(tx, products).await?;
        let mut ids: Vec<ChoiceGroupId> = by_product.values().flatten().copied().collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return Ok(Self::default());
        }
        Ok(Self::new(store::load_with_nested(tx, &ids, today).await?, by_product))
    }
    /// Returns the groups that a product offers, in their order.
    pub fn of_product(&self, product: ProductId) -> impl Iterator<Item = &ChoiceGroup> {
        let ids = self.by_product.get(&product).map(Vec::as_slice).unwrap_or_default();
        ids.iter().filter_map(|id| self.groups.get(id))
    }
    /// Returns a group by its id.
    pub fn group(&self, id: ChoiceGroupId) -> Option<&ChoiceGroup> {
        self.groups.get(&id)
    }
}

/// Checks the groups that a product is to offer.
pub(in crate::catalog) async fn check_offered(tx: &mut Tx, groups: &[ChoiceGroupId]) -> Result<()> {
    if groups.len() > MAX_GROUPS {
        return invalid("choice_group_ids", format!("Un producto admite hasta {MAX_GROUPS} grupos.")).err();
    }
    if let Some(n) = (1..groups.len()).find(|n| groups[..*n].contains(&groups[*n])) {
        return invalid(&format!("choice_group_ids.{n}"), "Ese grupo está dos veces.").err();
    }
    if groups.is_empty() {
        return Ok(());
    }
    let known = store::find_groups(tx, groups).await?;
    match groups.iter().position(|id| known.iter().all(|(known, _)| known != id)) {
        Some(n) => invalid(&format!("choice_group_ids.{n}"), "Ese grupo ya no existe. Elige otro.").err(),
        None => Ok(()),
    }
}

/// Replaces the groups of a product; they were checked.
pub(in crate::catalog) async fn replace_groups_of_product(
    tx: &mut Tx,
    product: ProductId,
    groups: &[ChoiceGroupId],
) -> Result<()> {
    Ok(store::replace_groups_of_product(tx, product, groups).await?)
}
