//! The effect of schedules on products at a moment: whether they are sold, and at what price.

use super::{
    hours::{LocalMoment, ScheduleHours, ScheduleState},
    item::ScheduleItem,
    model::{ClosedNow, PriceNow, ProductNow, VariantNow},
    price::{self, OwnPrices, PriceTerms, SalePrice, VariantExtra},
    store::{self, RuleRow},
    texts,
};
use crate::catalog::{
    channel::{Channel, ChannelProduct, ListPrices},
    model::ProductCore,
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{CategoryId, ProductId, ScheduleId, VariantId},
    money::{Money, Quantity},
};
use std::{
    collections::{HashMap, HashSet},
    iter,
};

/// The active schedules, all of them or those that name certain products.
#[derive(Debug, Default)]
pub struct ScheduleRules(Vec<ScheduleRule>);

/// An active schedule, with the prices of what it names.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct ScheduleRule {
    id: ScheduleId,
    name: String,
    #[row(flatten)]
    hours: ScheduleHours,
    channels: i64,
    limits_sale: bool,
    percent: Option<Quantity>,
    #[row(skip)]
    categories: HashSet<CategoryId>,
    #[row(skip)]
    products: HashMap<ProductId, OwnPrices>,
}

impl ScheduleRules {
    /// Loads all active schedules.
    pub(in crate::catalog) async fn load_all(tx: &mut Tx) -> Result<Self> {
        Ok(Self::from_rows(store::list_rules(tx).await?))
    }

    /// Loads the active schedules that name these products or categories.
    pub(in crate::catalog) async fn load_naming(
        tx: &mut Tx,
        products: &[ProductId],
        categories: &[CategoryId],
    ) -> Result<Self> {
        Ok(Self::from_rows(store::list_rules_for(tx, products, categories).await?))
    }

    fn from_rows(rows: Vec<RuleRow>) -> Self {
        let mut rules: Vec<ScheduleRule> = Vec::new();
        for row in rows {
            match rules.last_mut() {
                Some(last) if last.id == row.rule.id => last.add_item(&row.item),
                _ => {
                    let mut rule = row.rule;
                    rule.add_item(&row.item);
                    rules.push(rule);
                }
            }
        }
        Self(rules)
    }

    /// Returns the state of the schedules at a moment.
    pub fn schedules_at(&self, now: LocalMoment) -> SchedulesNow<'_> {
        SchedulesNow { rules: self.0.iter().map(|rule| (rule, rule.hours.state_at(now))).collect(), now }
    }
}

impl ScheduleRule {
    fn add_item(&mut self, item: &ScheduleItem) {
        self.categories.extend(item.category_id);
        let Some(product) = item.product_id else { return };
        let prices = self.products.entry(product).or_default();
        match (item.variant_id, item.price) {
            (Some(variant), Some(price)) => {
                prices.variants.insert(variant, price);
            }
            (None, Some(price)) => prices.price = Some(price),
            (_, None) => {}
        }
    }

    fn applies_to(&self, channel: Channel, product: ProductId, category: CategoryId) -> bool {
        self.channels & channel.bit() != 0
            && (self.products.contains_key(&product) || self.categories.contains(&category))
    }
}

/// The schedules with their state at a moment.
#[derive(Debug)]
pub struct SchedulesNow<'r> {
    rules: Vec<(&'r ScheduleRule, ScheduleState)>,
    now: LocalMoment,
}

impl<'r> SchedulesNow<'r> {
    /// Returns the next moment at which the state of any schedule changes.
    pub fn changes_at(&self) -> Option<DateTime<Utc>> {
        self.rules.iter().filter_map(|(_, state)| state.changes_at()).min()
    }

    /// Returns why the product is not sold now; `None` while it is sold. A limited product is sold while one of its limits runs.
    pub fn closed_now(&self, channel_product: ChannelProduct) -> Option<ClosedNow> {
        let limits: Vec<_> = self.matching_rules(channel_product).filter(|(rule, _)| rule.limits_sale).collect();
        if limits.is_empty() || limits.iter().any(|(_, state)| state.runs()) {
            return None;
        }
        let hours: Vec<String> =
            limits.iter().map(|(rule, _)| format!("{} se vende {}", rule.name, rule.hours.description())).collect();
        let opens = limits.iter().filter_map(|(_, state)| state.changes_at()).min();
        Some(ClosedNow {
            text: format!("{}.", hours.join("; ")),
            opens: opens.map(|at| texts::short_time(at, self.now)),
        })
    }

    /// Returns the price of a product with this variant, by running schedules where they set one.
    pub fn price(&self, channel_product: ChannelProduct, variant: VariantExtra) -> SalePrice {
        price::lowest_price(&self.running_terms(channel_product), channel_product.price, variant)
    }

    fn running_terms(&self, channel_product: ChannelProduct) -> Vec<PriceTerms<'r>> {
        let running = self.matching_rules(channel_product).filter(|(_, state)| state.runs());
        running
            .map(|(rule, _)| PriceTerms {
                name: &rule.name,
                percent: rule.percent,
                own_prices: rule.products.get(&channel_product.product),
            })
            .collect()
    }

    fn matching_rules(
        &self,
        channel_product: ChannelProduct,
    ) -> impl Iterator<Item = (&'r ScheduleRule, ScheduleState)> {
        self.rules.iter().copied().filter(move |(rule, _)| {
            rule.applies_to(channel_product.channel, channel_product.product, channel_product.category)
        })
    }

    /// Returns how schedules change a product, for each channel that sells it and in which they do.
    pub(in crate::catalog) fn product_now(&self, product: &ProductCore, prices: ListPrices) -> Vec<ProductNow> {
        if self.rules.is_empty() {
            return Vec::new();
        }
        let sold = Channel::ALL.into_iter().filter(|channel| prices.not_sold_reason(*channel).is_none());
        let now = sold.filter_map(|channel| {
            let channel_product = ChannelProduct::new(channel, product.id, product.category_id, prices);
            let (closed, price) = (self.closed_now(channel_product), self.price_now(channel_product, product));
            (closed.is_some() || price.is_some()).then_some(ProductNow { channel, closed, price })
        });
        now.collect()
    }

    fn price_now(&self, channel_product: ChannelProduct, product: &ProductCore) -> Option<PriceNow> {
        let base_price = self.price(channel_product, None);
        let priced: Vec<_> = product
            .variants
            .iter()
            .map(|v| (v.id, self.price(channel_product, Some((v.id, v.additional_amount)))))
            .collect();
        let all = || iter::once(&base_price).chain(priced.iter().map(|(_, price)| price));
        let schedule = all().find_map(|price| price.schedule.clone())?;
        // No variant reduces the price of the product alone.
        let base = all().map(SalePrice::total).fold(base_price.total(), Money::min);
        let added =
            |(id, price): &(VariantId, SalePrice)| VariantNow { id: *id, additional_amount: price.total() - base };
        let variants = priced.iter().map(added).collect();
        let until = self.rules.iter().find(|(rule, _)| rule.name == schedule).and_then(|(_, s)| s.changes_at());
        Some(PriceNow { price: base, variants, schedule, until: until.map(|at| texts::short_time(at, self.now)) })
    }
}
