//! The channels in which products are sold: whether one sells a product, and at which of its prices. The order screen is told so by the same
//! rule by which an order's lines are priced. Pure.

use comanda_base::{
    ids::{CategoryId, ProductId},
    money::Money,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The way in which something is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Channel {
    Table,
    /// The order is taken away.
    Order,
    Delivery,
    App,
}

impl Channel {
    pub(super) const ALL: [Channel; 4] = [Channel::Table, Channel::Order, Channel::Delivery, Channel::App];

    /// Whether it brings products out of the house.
    fn delivers(self) -> bool {
        matches!(self, Channel::Delivery | Channel::App)
    }
}

/// One of a product's prices: `sale_amount`, `delivery_price` or `delivery_app_price`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PriceKind {
    Sale,
    Delivery,
    App,
}

/// The reason why a channel does not sell a product at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotSoldReason {
    NotDelivered,
    NoAppPrice,
}

/// The prices of a product without schedules, and whether it leaves the house.
#[derive(Debug, Clone, Copy)]
pub struct ListPrices {
    pub sale_amount: Money,
    pub delivery_price: Option<Money>,
    pub delivery_app_price: Option<Money>,
    /// Whether it is delivered, and its category too.
    pub is_delivered: bool,
}

impl ListPrices {
    /// Returns why a channel does not sell the product; `None` where it does.
    pub fn not_sold_reason(self, channel: Channel) -> Option<NotSoldReason> {
        if channel.delivers() && !self.is_delivered {
            return Some(NotSoldReason::NotDelivered);
        }
        (channel == Channel::App && self.delivery_app_price.is_none()).then_some(NotSoldReason::NoAppPrice)
    }

    /// Returns which price a channel takes: its own, else that of the next nearest channel. An app without a price of its own sells nothing
    /// new, but what was ordered before keeps being priced.
    fn kind(self, channel: Channel) -> PriceKind {
        match channel {
            Channel::App if self.delivery_app_price.is_some() => PriceKind::App,
            Channel::App | Channel::Delivery if self.delivery_price.is_some() => PriceKind::Delivery,
            _ => PriceKind::Sale,
        }
    }

    /// Returns the price in a channel.
    fn price(self, channel: Channel) -> Money {
        let own = match self.kind(channel) {
            PriceKind::Sale => None,
            PriceKind::Delivery => self.delivery_price,
            PriceKind::App => self.delivery_app_price,
        };
        own.unwrap_or(self.sale_amount)
    }

    /// Returns the channels that sell the product, with the price that each takes.
    pub(super) fn by_channel(self) -> BTreeMap<Channel, PriceKind> {
        Channel::ALL.into_iter().filter(|c| self.not_sold_reason(*c).is_none()).map(|c| (c, self.kind(c))).collect()
    }
}

/// A product as one channel sells it.
#[derive(Debug, Clone, Copy)]
pub struct ChannelProduct {
    pub channel: Channel,
    pub product: ProductId,
    pub category: CategoryId,
    /// The price of one without schedules and variant.
    pub price: Money,
}

impl ChannelProduct {
    pub fn new(channel: Channel, product: ProductId, category: CategoryId, prices: ListPrices) -> Self {
        Self { channel, product, category, price: prices.price(channel) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices(delivery: Option<&str>, app: Option<&str>) -> ListPrices {
        let price = |text: &str| text.parse::<Money>().unwrap();
        ListPrices {
            sale_amount: price("38"),
            delivery_price: delivery.map(price),
            delivery_app_price: app.map(price),
            is_delivered: true,
        }
    }
    /// Returns the price in each channel, whether it sells the product or not.
    fn prices_by_channel(prices: ListPrices) -> [String; 4] {
        Channel::ALL.map(|channel| prices.price(channel).to_string())
    }
    fn sold(prices: ListPrices) -> Vec<(Channel, PriceKind)> {
        prices.by_channel().into_iter().collect()
    }

    #[test]
    fn a_channel_takes_its_price_or_that_of_the_nearest_one() {
        assert_eq!(prices_by_channel(prices(Some("40"), Some("46"))), ["38.00", "38.00", "40.00", "46.00"]);
        assert_eq!(prices_by_channel(prices(Some("40"), None)), ["38.00", "38.00", "40.00", "40.00"]);
        assert_eq!(prices_by_channel(prices(None, Some("46"))), ["38.00", "38.00", "38.00", "46.00"]);
        assert_eq!(prices_by_channel(prices(None, None)), ["38.00"; 4]);
    }

    #[test]
    fn delivery_sells_what_is_delivered_and_apps_what_has_a_price_for_them() {
        use Channel::{App, Delivery, Order, Table};
        let here = [(Table, PriceKind::Sale), (Order, PriceKind::Sale)];
        let add_channels = |more: &[(Channel, PriceKind)]| [&here[..], more].concat();
        let both = prices(Some("40"), Some("46"));
        assert_eq!(sold(both), add_channels(&[(Delivery, PriceKind::Delivery), (App, PriceKind::App)]));
        assert_eq!(sold(prices(None, Some("46"))), add_channels(&[(Delivery, PriceKind::Sale), (App, PriceKind::App)]));
        assert_eq!(sold(prices(Some("40"), None)), add_channels(&[(Delivery, PriceKind::Delivery)]));
        assert_eq!(prices(None, None).not_sold_reason(App), Some(NotSoldReason::NoAppPrice));
        let here_only = ListPrices { is_delivered: false, ..both };
        assert_eq!(sold(here_only), here);
        for channel in [Delivery, App] {
            assert_eq!(here_only.not_sold_reason(channel), Some(NotSoldReason::NotDelivered));
        }
    }
}
