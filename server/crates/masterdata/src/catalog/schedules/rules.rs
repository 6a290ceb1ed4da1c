//! What the schedules say of products at a moment: whether they are sold, and for how much.

use super::{
    hours::{Hours, Moment, State},
    item::Item,
    model::{Channel, ClosedNow, PriceNow, ProductNow, VariantNow},
    price::{self, OwnPrices, Priced, Terms, WithVariant},
    store::{self, RuleRow},
    words,
};
use crate::catalog::model::ProductCore;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{CategoryId, ProductId, ScheduleId},
    money::{Money, Quantity},
};
use std::collections::{HashMap, HashSet};

/// The active schedules, or those that name what was asked for.
#[derive(Debug, Default)]
pub struct Rules(Vec<Rule>);

#[derive(Debug)]
struct Rule {
    id: ScheduleId,
    name: String,
    hours: Hours,
    channels: i64,
    limits_sale: bool,
    percent: Option<Quantity>,
    categories: HashSet<CategoryId>,
    products: HashMap<ProductId, OwnPrices>,
}

impl Rules {
    /// All that are active.
    pub(in crate::catalog) async fn all(tx: &mut Tx) -> Result<Self> {
        Ok(Self::of(store::all_rules(tx).await?))
    }

    /// Those that name these.
    pub(in crate::catalog) async fn naming(
        tx: &mut Tx,
        products: &[ProductId],
        categories: &[CategoryId],
    ) -> Result<Self> {
        Ok(Self::of(store::rules_of(tx, products, categories).await?))
    }

    fn of(rows: Vec<RuleRow>) -> Self {
        let mut rules: Vec<Rule> = Vec::new();
        for row in rows {
            let item = row.item.clone();
            match rules.last_mut() {
                Some(last) if last.id == row.id => last.take(&item),
                _ => {
                    let mut rule = Rule::new(row);
                    rule.take(&item);
                    rules.push(rule);
                }
            }
        }
        Self(rules)
    }

    /// What they are doing at a moment.
    pub fn at(&self, now: Moment) -> Now<'_> {
        Now { rules: self.0.iter().map(|rule| (rule, rule.hours.state(now))).collect(), now }
    }
}

impl Rule {
    fn new(row: RuleRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            hours: Hours {
                days: row.days,
                from_minutes: row.from_minutes,
                until_minutes: row.until_minutes,
                valid_from: row.valid_from,
                valid_until: row.valid_until,
            },
            channels: row.channels,
            limits_sale: row.limits_sale,
            percent: row.percent,
            categories: HashSet::new(),
            products: HashMap::new(),
        }
    }

    fn take(&mut self, item: &Item) {
        self.categories.extend(item.category_id);
        let Some(product) = item.product_id else { return };
        let own = self.products.entry(product).or_default();
        match (item.variant_id, item.price) {
            (Some(variant), Some(price)) => {
                own.variants.insert(variant, price);
            }
            (None, Some(price)) => own.price = Some(price),
            (_, None) => {}
        }
    }

    fn names(&self, channel: Channel, product: ProductId, category: CategoryId) -> bool {
        self.channels & channel.bit() != 0
            && (self.products.contains_key(&product) || self.categories.contains(&category))
    }
}

/// The schedules at a moment.
#[derive(Debug)]
pub struct Now<'r> {
    rules: Vec<(&'r Rule, State)>,
    now: Moment,
}

/// What is asked about.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub channel: Channel,
    pub product: ProductId,
    pub category: CategoryId,
    /// Of the channel.
    pub price: Money,
}

impl<'r> Now<'r> {
    /// When anything of it changes.
    pub fn changes_at(&self) -> Option<DateTime<Utc>> {
        self.rules.iter().filter_map(|(_, state)| state.changes_at()).min()
    }

    /// Present: it is not sold now. It is while one of those runs that limit it.
    pub fn closed(&self, asked: Asked) -> Option<ClosedNow> {
        let limits: Vec<_> = self.naming(asked).filter(|(rule, _)| rule.limits_sale).collect();
        if limits.is_empty() || limits.iter().any(|(_, state)| state.runs()) {
            return None;
        }
        let hours: Vec<String> =
            limits.iter().map(|(rule, _)| format!("{} se vende {}", rule.name, rule.hours.words())).collect();
        let opens = limits.iter().filter_map(|(_, state)| state.changes_at()).min();
        Some(ClosedNow { text: format!("{}.", hours.join("; ")), opens: opens.map(|at| words::short(at, self.now)) })
    }

    /// Present: it costs this now.
    pub fn price(&self, asked: Asked, variant: WithVariant) -> Option<Priced> {
        price::price(&self.terms(asked), asked.price, variant)
    }

    fn terms(&self, asked: Asked) -> Vec<Terms<'r>> {
        let running = self.naming(asked).filter(|(_, state)| state.runs());
        running
            .map(|(rule, _)| Terms { name: &rule.name, percent: rule.percent, own: rule.products.get(&asked.product) })
            .collect()
    }

    fn naming(&self, asked: Asked) -> impl Iterator<Item = (&'r Rule, State)> {
        self.rules.iter().copied().filter(move |(rule, _)| rule.names(asked.channel, asked.product, asked.category))
    }

    /// What a till has to know of a product, for each way of selling it of which there is something to say.
    pub(in crate::catalog) fn of_product(&self, product: &ProductCore) -> Vec<ProductNow> {
        if self.rules.is_empty() {
            return Vec::new();
        }
        let now = Channel::ALL.into_iter().filter_map(|channel| {
            let asked = Asked {
                channel,
                product: product.id,
                category: product.category_id,
                price: list_price(product, channel)?,
            };
            let (closed, price) = (self.closed(asked), self.price_now(asked, product));
            (closed.is_some() || price.is_some()).then_some(ProductNow { channel, closed, price })
        });
        now.collect()
    }

    fn price_now(&self, asked: Asked, product: &ProductCore) -> Option<PriceNow> {
        let alone = self.price(asked, None);
        let priced: Vec<_> =
            product.variants.iter().map(|v| (v, self.price(asked, Some((v.id, v.additional_amount))))).collect();
        let schedule = alone.iter().chain(priced.iter().filter_map(|(_, p)| p.as_ref())).next()?.schedule.clone();
        let total = |list: Money, p: &Option<Priced>| p.as_ref().map_or(list, Priced::total);
        let of_variants = || priced.iter().map(|(v, p)| (v.id, total(asked.price + v.additional_amount, p)));
        // No variant takes off what the product alone costs.
        let base = of_variants().map(|(_, total)| total).fold(total(asked.price, &alone), Money::min);
        let variants = of_variants().map(|(id, total)| VariantNow { id, additional_amount: total - base }).collect();
        let until = self.rules.iter().find(|(rule, _)| rule.name == schedule).and_then(|(_, s)| s.changes_at());
        Some(PriceNow { price: base, variants, schedule, until: until.map(|at| words::short(at, self.now)) })
    }
}

/// The price of a channel; absent: it is not sold there at all.
fn list_price(product: &ProductCore, channel: Channel) -> Option<Money> {
    let delivery = product.delivery_price.unwrap_or(product.sale_amount);
    match channel {
        Channel::Table | Channel::Order => Some(product.sale_amount),
        Channel::Delivery => product.is_delivered.then_some(delivery),
        Channel::App => product.delivery_app_price.filter(|_| product.is_delivered),
    }
}
