//! A schedule as the API shows it, and what schedules make of a product at a moment.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    ids::{CategoryId, ProductId, ScheduleId, VariantId},
    money::{Money, Quantity},
    words::Status,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How something is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Channel {
    Table,
    /// To take away.
    Order,
    Delivery,
    App,
}

impl Channel {
    pub(super) const ALL: [Channel; 4] = [Channel::Table, Channel::Order, Channel::Delivery, Channel::App];

    pub(super) fn bit(self) -> i64 {
        1 << self as i64
    }
    /// Those of a mask.
    pub(super) fn of_mask(mask: i64) -> Vec<Channel> {
        Self::ALL.into_iter().filter(|channel| mask & channel.bit() != 0).collect()
    }
}

/// What schedules make of a product now, for one way of selling it. Absent: it is sold as always.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProductNow {
    pub channel: Channel,
    /// Present: it is not sold now.
    pub closed: Option<ClosedNow>,
    /// Present: it costs something else now.
    pub price: Option<PriceNow>,
}

/// Why something is not sold now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClosedNow {
    /// `Desayunos se vende de lunes a sábado de 07:00 a 11:30.`
    pub text: String,
    /// From when on it is again, short: `18:00`, `lun 07:00`. Absent: nobody knows.
    pub opens: Option<String>,
}

/// What something costs now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PriceNow {
    /// Of one, without variant.
    pub price: Money,
    /// What each variant adds to it.
    pub variants: Vec<VariantNow>,
    /// The schedule's name.
    pub schedule: String,
    /// Until when, short; absent: for more than a week.
    pub until: Option<String>,
}

/// What a variant adds now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct VariantNow {
    pub id: VariantId,
    pub additional_amount: Money,
}

/// A schedule with what it names.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Schedule {
    pub id: ScheduleId,
    pub name: String,
    /// Monday is 1, Sunday 7.
    pub days: Vec<i64>,
    /// `HH:MM`
    pub from: String,
    /// `HH:MM`; at or before `from` it is of the next day.
    pub until: String,
    pub valid_from: Option<NaiveDate>,
    pub valid_until: Option<NaiveDate>,
    pub channels: Vec<Channel>,
    pub limits_sale: bool,
    /// What it changes of the price, per cent; less is below zero.
    pub percent: Option<Quantity>,
    pub status: Status,
    pub category_ids: Vec<CategoryId>,
    pub products: Vec<ScheduleProduct>,
    /// Products that it is about, those of its categories too.
    pub product_count: i64,
    /// Its hours in words.
    pub hours: String,
    /// It runs now; an inactive one never does.
    pub running: bool,
    /// What it does now or next, in a sentence.
    pub preview: String,
    /// When `running` changes.
    pub changes_at: Option<DateTime<Utc>>,
}

/// A product that a schedule names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ScheduleProduct {
    pub product_id: ProductId,
    pub name: String,
    /// What it costs without the schedule, at the table.
    pub sale_amount: Money,
    /// What it costs meanwhile; absent: by the schedule's percentage, or as always.
    pub price: Option<Money>,
    pub variants: Vec<ScheduleVariant>,
}

/// A variant that has a price of its own meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ScheduleVariant {
    pub variant_id: VariantId,
    pub name: String,
    /// Of the product with this variant.
    pub price: Money,
}
