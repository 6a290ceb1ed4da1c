//! A group of options as the API shows it, and the forms that save it.

use comanda_base::{
    allergens::Allergen,
    form::deserialize_optional,
    ids::{ChoiceGroupId, ChoiceOptionId, SupplyId, ToppingId},
    money::Money,
    words::{Status, WordSet},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A group of options that products share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct ChoiceGroup {
    pub id: ChoiceGroupId,
    pub name: String,
    /// The number of options that have to be chosen. Where fewer can be had today, those are enough.
    pub minimum: i64,
    /// The number of options that may be chosen.
    pub maximum: i64,
    /// The number of chosen options that cost nothing: the first ones in the order in which they were chosen.
    pub free: i64,
    /// The options in their order.
    #[row(skip)]
    pub options: Vec<ChoiceOption>,
    /// The number of products that offer it.
    pub products: i64,
}

impl ChoiceGroup {
    /// Returns an option that can be ordered.
    pub fn active_option(&self, id: ChoiceOptionId) -> Option<&ChoiceOption> {
        self.options.iter().find(|option| option.id == id && option.status.is_active())
    }
    /// Returns how many have to be chosen today: no more than there are to choose from.
    pub fn required_count(&self) -> i64 {
        let available = self.options.iter().filter(|option| option.status.is_active() && !option.sold_out).count();
        self.minimum.min(i64::try_from(available).unwrap_or(i64::MAX))
    }
}

/// An option of a group: a topping at an amount of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChoiceOption {
    pub id: ChoiceOptionId,
    pub topping_id: ToppingId,
    /// The name of the topping.
    pub name: String,
    /// The allergens that the topping contains.
    #[schema(value_type = Vec<Allergen>)]
    pub allergens: WordSet<Allergen>,
    /// The amount that it adds to the price, where it is not one of the free ones.
    pub amount: Money,
    /// Whether it is chosen unless somebody chooses otherwise.
    pub is_default: bool,
    /// The group from which to choose further once this is chosen.
    pub group_id: Option<ChoiceGroupId>,
    pub sold_out: bool,
    /// The status of the topping; an inactive one is not offered.
    pub status: Status,
}

/// Body of `POST /choice-groups` and `PUT /choice-groups/{id}`; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveChoiceGroup {
    pub name: Option<String>,
    /// 0 if absent: nothing has to be chosen.
    pub minimum: Option<i64>,
    /// The number of options if absent.
    pub maximum: Option<i64>,
    /// 0 if absent.
    pub free: Option<i64>,
    /// All options in their order. One with an id keeps its place in orders that are not sent yet.
    pub options: Option<Vec<SaveChoiceOption>>,
}

/// An option of a group to save: an existing topping, or the name of one, which is created where it does not exist.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct SaveChoiceOption {
    pub id: Option<ChoiceOptionId>,
    pub topping_id: Option<ToppingId>,
    pub name: Option<String>,
    /// The supply of which a topping that is created takes one unit.
    pub supply_id: Option<SupplyId>,
    /// The amount that it adds to the price; the topping's own price if absent.
    pub amount: Option<Money>,
    #[serde(default)]
    pub is_default: bool,
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<ChoiceGroupId>)]
    pub group_id: Option<Option<ChoiceGroupId>>,
}
